"""Places: the fields of the records, and the arrays and other names of a function."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Any

from kilowatt.kernel.record_layout import number_name
from tools.small_python.world import ARRAYS, CODES, POINTERS, Place, Unfit, World, annotation


class Places:
    """One function: its names, and the places that its expressions name."""

    def __init__(self, world: World, module: ModuleType, node: ast.FunctionDef, owner: type[Any] | None = None) -> None:
        self.world = world
        self.module = module
        self.node = node
        self.owner = owner
        self.axis = ""
        if owner is not None:
            self.axis = next(axis for axis, kinds in world.policies.items() if issubclass(kinds[-1], owner.__mro__[-3]))
        self.parameters = {p.arg: annotation(p.annotation) for p in node.args.args if p.arg != "self"}
        self.returns = annotation(node.returns)
        self.locals: dict[str, str] = {}
        self.arrays: dict[str, Place] = {}
        self.aliases: dict[str, Place | str] = {}
        self.temporary = 0
        self.in_cities = False
        """What is being written goes into a set of cities: a shifted 1 needs its width."""
        self.before: list[str] = []
        """Lines that must stand before the statement that is being written."""
        for name, kind in self.parameters.items():
            if kind == "Row":
                self.arrays[name] = Place(name, (0,), f"{name}_size", "b")
            if kind in ARRAYS:
                size = ARRAYS[kind][1]
                self.arrays[name] = Place(name, (size,), str(size), CODES[ARRAYS[kind][0]])

    def unfit(self, node: ast.AST, why: str = "") -> Unfit:
        """Name a form that has no C."""
        place = f"{self.module.__name__}:{getattr(node, 'lineno', self.node.lineno)}"
        return Unfit(f"{place}: {why or 'no such form in small Python'}: {ast.unparse(node)}")

    def fresh(self, kind: str, size: int = 0) -> str:
        """Declare a variable of the translation's own."""
        self.temporary += 1
        name = f"_{self.temporary}"
        self.locals[name] = f"{kind} {name}" + (f"[{size}]" if size else "")
        return name

    def declare(self, name: str, kind: str) -> None:
        """Declare a local variable, once."""
        if name not in self.parameters:
            self.locals.setdefault(name, f"{kind} {name}")

    def is_tables(self, node: ast.expr) -> bool:
        """Return whether an expression is the tables."""
        if isinstance(node, ast.Name):
            return self.parameters.get(node.id) in ("Rules", "Tables") or self.aliases.get(node.id) == "t"
        return isinstance(node, ast.Attribute) and node.attr == "rules" and self.is_state(node.value)

    def is_state(self, node: ast.expr) -> bool:
        """Return whether an expression is the record."""
        return isinstance(node, ast.Name) and self.parameters.get(node.id) in ("State", "Game")

    def place(self, node: ast.expr) -> Place | None:
        """Return the array or number of a record that an expression names; None if it names none."""
        if isinstance(node, ast.Name):
            alias = self.aliases.get(node.id)
            if isinstance(alias, Place):
                return alias
            if node.id in self.arrays:
                return self.arrays[node.id]
            kind = self.parameters.get(node.id, "")
            return Place(node.id, (0,), "", "") if kind in POINTERS else None
        if isinstance(node, ast.Attribute):
            return self.field(node)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            whole = self.place(node.value)
            if whole is None or not whole.sizes:
                return None
            if ast.unparse(node.slice) == "-1":
                return whole.at(f"{self.length(whole, node)} - 1")
            return whole.at(self.value(node.slice))
        return None

    def field(self, node: ast.Attribute) -> Place | None:
        """Return a field of a record; that of a policy stands in the tables under the policy's name."""
        if isinstance(node.value, ast.Name) and node.value.id == "self" and self.owner is not None:
            own = f"{self.axis}_base" if node.attr == "base" else number_name(self.owner, node.attr)
            return self.of("Tables", "t", own)
        if self.is_tables(node.value):
            return self.of("Tables", "t", node.attr)
        if isinstance(node.value, ast.Name):
            kind = self.world.kind(self.parameters.get(node.value.id, ""))
            if kind in self.world.records:
                return self.of(kind, node.value.id, node.attr)
        return None

    def of(self, record: str, name: str, attribute: str) -> Place | None:
        """Return a field of a record by name."""
        field = self.world.records[record].by_name.get(attribute)
        if field is not None:
            return Place(f"{name}.{attribute}", field.sizes, f"{name}.{field.many}" if field.many else "", field.code)
        if record == "Tables" and attribute == "distances":
            return Place("t.distances", (0,), "", "h")
        return None

    def length(self, place: Place, node: ast.AST) -> str:
        """Return how many members a row or an array has."""
        if place.many:
            return f"WIDE({place.many})" if "." in place.many else place.many
        if len(place.sizes) == 1 and place.sizes[0] and place.text.split(".")[-1] in ("mix", "spaces"):
            return str(place.sizes[0])
        raise self.unfit(node, "of unknown length")

    def read(self, place: Place) -> str:
        """Read a number, widened to 64 bits where it is a narrow one of a record."""
        if place.sizes:
            return place.text
        return place.text if place.code in ("W", "Q", "q", "") or "." not in place.text else f"WIDE({place.text})"

    def constant(self, value: Any, name: str) -> str:  # noqa: ANN401 - whatever the module has
        if isinstance(value, bool | int):
            number = int(value)
            suffix = "ULL" if number >> 63 > 0 else "LL" if number >> 31 > 0 else ""
            return f"{number}{suffix}" if number >= 0 else f"({number})"
        if isinstance(value, float):
            return repr(value)
        raise Unfit(f"{self.module.__name__}: {name} is no number")

    def rowlike(self, node: ast.expr) -> bool:
        """Return whether an expression is a row, which is true where it has a member."""
        place = self.place(node)
        return place is not None and bool(place.sizes)

    def value(self, node: ast.expr) -> str:
        """Write an expression that is a number."""
        raise NotImplementedError

    def wide(self, node: ast.expr) -> bool:
        """Return whether an expression is a set of cities."""
        raise NotImplementedError

    def fitting(self, node: ast.expr, *, wide: bool) -> str:
        """Write a number for a place of a width."""
        raise NotImplementedError
