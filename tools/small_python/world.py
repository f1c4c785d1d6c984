"""What all functions share on their way to C: C types, records, counts of rows, functions and policies."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, Final, NamedTuple

C_TYPES: Final = {"W": "cities_t", "Q": "uint64_t", "q": "int64_t", "i": "int32_t", "h": "int16_t", "b": "int8_t"}
SIMPLE: Final = {
    "int": "int64_t",
    "bool": "int64_t",
    "Mask": "uint64_t",
    "Cities": "cities_t",
    "None": "void",
    "float": "double",
}
POINTERS: Final = {
    "list[int]": "int64_t*",
    "list[Mask]": "uint64_t*",
    "Octets": "uint8_t*",
    "Floats": "float*",
    "Shares": "const double*",
}
ARRAYS: Final = {"Room": ("int64_t", 5), "Masks": ("cities_t", 3)}
"""What a function may return besides a number: so many of them. In C they are written through a pointer."""
CODES: Final = {kind: code for code, kind in C_TYPES.items()}
ROWS: Final = ("appended", "inserted", "without", "changed")
DROPPED: Final = ("emit",)


class Unfit(ValueError):
    """A part of the rules that is outside the small part of Python: names the place."""


class Place(NamedTuple):
    """An array or a number of a record, or a local array: its C text, the sizes left, its count, its C type."""

    text: str
    sizes: tuple[int, ...]
    many: str
    code: str

    @property
    def wide(self) -> bool:
        """Whether it is a set of cities."""
        return self.code == "W" and not self.sizes

    def at(self, index: str) -> Place:
        """Return a member; the count of a row of rows is that of the member."""
        count = f"{self.many}[{index}]" if self.many and len(self.sizes) > 1 else ""
        return Place(f"{self.text}[{index}]", self.sizes[1:], count, self.code)


class World:
    """What all functions share: records, counts of rows, functions by object, and the policies of each axis."""

    def __init__(self, records: dict[str, type[Any]]) -> None:
        self.records = records
        self.policies: dict[str, list[type[Any]]] = {}
        """Axis: its policies, the plain one first."""
        self.twins: dict[FunctionType, FunctionType] = {}
        """Functions whose C is another function's."""
        self.constants: dict[str, int] = {}
        """Numbers that are others in C, by name."""
        self.builtin: dict[FunctionType, str] = {}
        """Functions that are written in C by hand."""
        self.unasked: dict[FunctionType, str] = {}
        """Answers of policies that C never asks for: what stands in their place."""
        self.push: FunctionType | None = None
        """The function that puts tasks on the agenda."""
        self.wanted: list[FunctionType] = []
        """Functions that something calls, in the order of their first call."""
        self.answers: list[tuple[str, str]] = []
        """Axes and the questions that something asks them."""

    def c_name(self, function: FunctionType) -> str:
        """Return the C name of a function."""
        if function in self.builtin:
            return self.builtin[function]
        function = self.twins.get(function, function)
        if function not in self.wanted:
            self.wanted.append(function)
        module = function.__module__.removeprefix("kilowatt.").replace(".", "_")
        return f"{module}_{function.__qualname__.replace('.', '_')}".removeprefix("kernel_")

    def kind(self, name: str) -> str:
        """Return the record that an annotation names."""
        return {"State": "Game", "Rules": "Tables"}.get(name, name)


def annotation(node: ast.expr | None) -> str:
    """Write an annotation as text."""
    return "None" if node is None else ast.unparse(node).strip("'\"")
