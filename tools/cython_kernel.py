"""Write the kernel for Cython: from its plain Python functions to one file of C functions on structs.

The kernel is written in a small part of Python: whole numbers, records, lists of a fixed size, `for ... in range`,
`while` and `if`. Here each function gets C types: a parameter by its annotation, a local variable as a signed or, where
it is annotated as `Mask`, an unsigned number of 64 bits. Constants of modules become numbers. Nothing else changes, so
that both forms are the same text.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from kilowatt.engine import asks, tasks

PACKAGE: Final = "kilowatt.kernel"
MODULES: Final = (
    "menus",
    "agenda",
    "deck",
    "storage",
    "houses",
    "fuel_held",
    "plants",
    "phases.card_market",
    "phases.fuel_market",
    "trust",
    "phases.setup",
    "phases.order",
    "phases.scrapping",
    "phases.auction",
    "phases.build",
    "phases.power",
    "machine",
    "chance",
    "environment.legal",
    "environment.steps",
    "environment.facts",
    "environment.expand",
)
"""Whose functions go in, in any order."""
RECORDS: Final = {
    "Game": "record_layout",
    "Tables": "record_layout",
    "Menu": "record_layout",
    "Ids": "environment.records",
    "Taken": "environment.records",
    "Legal": "environment.records",
}
"""The records and their modules."""
CLASSES: Final = ("compiled.pyx", "compiled_environment.pyx")
"""Written for Cython by hand: the classes that Python sees."""
C_TYPES: Final = {"Q": "uint64_t", "q": "int64_t", "i": "int32_t", "h": "int16_t", "b": "int8_t"}
TYPES: Final = {
    "int": "int64_t",
    "Mask": "uint64_t",
    "None": "void",
    "list[int]": "int64_t*",
    "list[Mask]": "uint64_t*",
    "Octets": "uint8_t*",
    "Floats": "float*",
    "Shares": "const double*",
    "float": "double",
    **{name: f"{name}*" for name in RECORDS},
}
HEAD: Final = '''# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# Made by tools/cython_kernel.py from the plain functions of kilowatt.kernel.
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
cdef extern from *:
    """
    #include <string.h>
    #define ONE ((uint64_t)1)
    #define WIDE(x) ((int64_t)(x))
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int64_t bits_count(uint64_t x) { return (int64_t)__popcnt64(x); }
    static __forceinline int64_t bits_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return i; }
    static __forceinline int64_t bits_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return i; }
    #else
    static inline int64_t bits_count(uint64_t x) { return __builtin_popcountll(x); }
    static inline int64_t bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int64_t bits_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
    static inline int64_t bits_member(uint64_t x, int64_t n) { while (n--) x &= x - 1; return bits_lowest(x); }
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    static inline int64_t bits_put_word(uint8_t* row, int64_t at, uint64_t x, int64_t n) {
        for (int64_t i = 0; i < n; i++) row[at + i] = (uint8_t)(x >> 8 * i);
        return at + n;
    }
    static inline int64_t bits_put_number(uint8_t* row, int64_t at, int64_t x) {
        row[at] = (uint8_t)x; row[at + 1] = (uint8_t)(x >> 8); return at + 2;
    }
    #else  /* whole words: the next block writes over what is too much */
    static inline int64_t bits_put_word(uint8_t* row, int64_t at, uint64_t x, int64_t n) {
        memcpy(row + at, &x, 8); return at + n;
    }
    static inline int64_t bits_put_number(uint8_t* row, int64_t at, int64_t x) {
        int16_t y = (int16_t)x; memcpy(row + at, &y, 2); return at + 2;
    }
    #endif
    static inline int64_t bits_scaled(double share, int64_t many) { return (int64_t)(share * (double)many); }
    static const float NIBBLES[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0},
        {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
        {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}
    };
    static inline void bits_put_facts(float* row, int64_t at, int64_t x) {
        memcpy(row + at, NIBBLES[x & 15], 16);
        memcpy(row + at + 4, NIBBLES[x >> 4 & 15], 16);
    }
    """
    const uint64_t ONE
    int64_t WIDE(int64_t) noexcept nogil
    int64_t bits_count(uint64_t) noexcept nogil
    int64_t bits_lowest(uint64_t) noexcept nogil
    int64_t bits_highest(uint64_t) noexcept nogil
    int64_t bits_member(uint64_t, int64_t) noexcept nogil
    int64_t bits_put_word(uint8_t*, int64_t, uint64_t, int64_t) noexcept nogil
    int64_t bits_put_number(uint8_t*, int64_t, int64_t) noexcept nogil
    void bits_put_facts(float*, int64_t, int64_t) noexcept nogil
    int64_t bits_scaled(double, int64_t) noexcept nogil
'''


class Unfit(ValueError):
    """A part of the kernel that is outside the small part of Python: names the place."""


def name_in_c(function: FunctionType) -> str:
    """Return the C name of a function: its module inside the kernel, then its own name."""
    return f"{function.__module__.removeprefix(PACKAGE + '.')}_{function.__name__}".replace(".", "_")


def struct(record: type[Any]) -> str:
    """Write the struct of a record; tables have their distances beside them."""
    lines = [f"cdef struct {record.__name__}:"]
    for field in record.fields:
        sizes = "".join([f"[{size}]" for size in field.sizes])
        lines.append(f"    {C_TYPES[field.code]} {field.name}{sizes}")
    if record.__name__ == "Tables":
        lines.append("    int16_t* distances")
    return "\n".join(lines) + "\n"


class Typed(ast.NodeTransformer):
    """Turns one function into C terms."""

    def __init__(self, module: ModuleType, records: dict[str, type[Any]]) -> None:
        self.module = module
        self.records = records
        self.locals: dict[str, str] = {}
        self.parameters: dict[str, str] = {}

    def function(self, node: ast.FunctionDef) -> str:
        """Write a function with its types."""
        for parameter in node.args.args:
            self.parameters[parameter.arg] = ast.unparse(parameter.annotation or ast.Constant(None))
        body = node.body[1:] if ast.get_docstring(node) else node.body
        lines = [part for statement in body for part in self.statements(statement)]
        typed = ", ".join([f"{TYPES[kind]} {name}" for name, kind in self.parameters.items()])
        result = TYPES[ast.unparse(node.returns or ast.Constant(None))]
        name = name_in_c(getattr(self.module, node.name))
        text = [f"cdef inline {result} {name}({typed}) noexcept nogil:"]
        text += [f"    cdef {kind}" for kind in self.locals.values()]
        for statement in lines:
            text += ["    " + line for line in ast.unparse(ast.fix_missing_locations(statement)).splitlines()]
        return "\n".join(text) + "\n"

    def statements(self, statement: ast.stmt) -> list[ast.stmt]:
        """Turn a statement."""
        turned = self.visit(statement)
        return turned if isinstance(turned, list) else [turned]

    def declare(self, name: str, kind: str) -> None:
        """Declare a local variable, once."""
        if name not in self.parameters:
            self.locals.setdefault(name, f"{kind} {name}")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:  # noqa: ANN401 - as ast names and types it
        """Declare an annotated variable."""
        assert isinstance(node.target, ast.Name)  # noqa: S101 - records are never annotated in a function
        assert node.value is not None  # noqa: S101 - nor is a variable without a value
        kind = ast.unparse(node.annotation)
        if kind.startswith("list["):
            return self.array(node.target.id, node.value, TYPES[kind].rstrip("*"))
        self.declare(node.target.id, TYPES[kind])
        return ast.Assign([node.target], self.visit(node.value), lineno=node.lineno)

    def visit_Assign(self, node: ast.Assign) -> Any:  # noqa: ANN401
        """Declare a variable that is set, or make an array of zeros."""
        (target,) = node.targets
        if isinstance(target, ast.Name):
            if isinstance(node.value, ast.BinOp) and isinstance(node.value.left, ast.List):
                return self.array(target.id, node.value, "int64_t")
            self.declare(target.id, "int64_t")
            node.value = self.visit(node.value)
            return node
        node.targets = [self.target(target)]
        node.value = self.visit(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:  # noqa: ANN401
        """Keep the target a place, not a value."""
        if not isinstance(node.target, ast.Name):
            node.target = self.target(node.target)  # type: ignore[assignment]
        node.value = self.visit(node.value)
        return node

    def visit_For(self, node: ast.For) -> Any:  # noqa: ANN401
        """Declare the variable of a loop."""
        assert isinstance(node.target, ast.Name)  # noqa: S101 - loops count
        self.declare(node.target.id, "int64_t")
        node.iter = self.visit(node.iter)
        node.body = [part for statement in node.body for part in self.statements(statement)]
        return node

    def array(self, name: str, value: ast.expr, kind: str) -> ast.stmt:
        """Declare an array of zeros."""
        assert isinstance(value, ast.BinOp)  # noqa: S101 - written [0] * size
        size = eval(ast.unparse(value.right), vars(self.module))  # noqa: S307 - our own source
        self.locals[name] = f"{kind} {name}[{size}]"
        return ast.parse(f"memset({name}, 0, sizeof({name}))").body[0]

    def target(self, node: ast.expr) -> ast.expr:
        """Turn a place that is written to: only its indices are values."""
        if isinstance(node, ast.Subscript):
            return ast.Subscript(self.target(node.value), self.visit(node.slice), ast.Load())
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:  # noqa: ANN401
        """Read an element, widened if it is of a record."""
        return self.widened(node, self.target(node))

    def visit_Attribute(self, node: ast.Attribute) -> Any:  # noqa: ANN401
        """Read a field, widened; what belongs to a module becomes a number or a C function."""
        if isinstance(node.value, ast.Name) and node.value.id not in self.parameters:
            return self.resolved(getattr(vars(self.module)[node.value.id], node.attr), ast.unparse(node))
        return self.widened(node, node)

    def widened(self, node: ast.expr, turned: ast.expr) -> ast.expr:
        """Widen a narrow field to 64 bits, so that all sums are made in them."""
        inner = node
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        if not isinstance(inner, ast.Attribute) or not isinstance(inner.value, ast.Name):
            return turned
        record = self.records[self.parameters[inner.value.id]]
        wide = [field.name for field in record.fields if field.code == "Q"]
        return turned if inner.attr in wide else ast.Call(ast.Name("WIDE"), [turned], [])

    def visit_Name(self, node: ast.Name) -> Any:  # noqa: ANN401
        """Turn a name of the module into a number or a C function."""
        if node.id in self.parameters or node.id in self.locals or node.id not in vars(self.module):
            return node
        return self.resolved(vars(self.module)[node.id], node.id)

    def visit_BinOp(self, node: ast.BinOp) -> Any:  # noqa: ANN401
        """Shift a one of 64 bits."""
        if isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant) and node.left.value == 1:
            return ast.BinOp(ast.Name("ONE"), node.op, self.visit(node.right))
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:  # noqa: ANN401
        """Make large integer constants 64 bits wide."""
        return self.resolved(node.value, repr(node.value))

    def resolved(self, value: Any, name: str) -> ast.expr:  # noqa: ANN401 - whatever the module has
        """Return what a name of a module stands for in C."""
        if isinstance(value, int):
            suffix = "ULL" if value >> 63 > 0 else "LL" if value >> 31 > 0 else ""
            return ast.Name(f"{value}{suffix}")
        if isinstance(value, float):
            return ast.Name(repr(value))
        if isinstance(value, FunctionType):
            return ast.Name(name_in_c(value))
        raise Unfit(f"{self.module.__name__}: {name} is neither a number nor a function of the kernel")


def pyx() -> str:
    """Write the whole kernel for Cython."""
    records = {name: getattr(importlib.import_module(f"{PACKAGE}.{module}"), name) for name, module in RECORDS.items()}
    text = [HEAD, *[struct(record) for record in records.values()]]
    for name in MODULES:
        module = importlib.import_module(f"{PACKAGE}.{name}")
        tree = ast.parse(inspect.getsource(module))
        text += [Typed(module, records).function(node) for node in tree.body if isinstance(node, ast.FunctionDef)]
    game = [(field.name, field.code, field.sizes) for field in records["Game"].fields]
    text.append(f"NAMES = {(tasks.NAMES, asks.NAMES, game)!r}")
    folder = Path(str(importlib.import_module(PACKAGE).__file__)).parent
    text += [(folder / name).read_text(encoding="utf-8") for name in CLASSES]
    return "\n\n".join(text)


if __name__ == "__main__":
    print(pyx())
