"""From small Python to C: one function of the rules at a time, as text for Cython.

Long because a statement has one place where its form is known: whatever is not listed here is refused by name.

A function reads and changes the record (`s`) and reads the tables (`s.rules`, in C `t`). It has whole numbers, arrays
and rows. An array has a fixed size. A row is a tuple that is replaced whole by `appended`, `inserted`, `without` or
`changed`; in C it is an array with a count that is changed in place. A list that grows (`append`, `pop`) is a row too.
`emit` is left out. What a policy answers is a switch over the policies of its axis.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from kilowatt.kernel.menus import TOO_MANY_CARDS, TOO_MANY_TASKS

C_TYPES: Final = {"Q": "uint64_t", "q": "int64_t", "i": "int32_t", "h": "int16_t", "b": "int8_t"}
SIMPLE: Final = {"int": "int64_t", "bool": "int64_t", "Mask": "uint64_t", "None": "void", "float": "double"}
POINTERS: Final = {
    "list[int]": "int64_t*",
    "list[Mask]": "uint64_t*",
    "Octets": "uint8_t*",
    "Floats": "float*",
    "Shares": "const double*",
}
ARRAYS: Final = {"Room": ("int64_t", 5), "Amounts": ("int64_t", 4), "Masks": ("uint64_t", 3)}
"""What a function may return besides a number: so many of them. In C they are written through a pointer."""
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

    def at(self, index: str) -> Place:
        """Return a member; the count of a row of rows is that of the member."""
        count = f"{self.many}[{index}]" if self.many and len(self.sizes) > 1 else ""
        return Place(f"{self.text}[{index}]", self.sizes[1:], count, self.code)


class World:
    """What all functions share: records, counts of rows, functions by object, and the policies of each axis."""

    def __init__(self, records: dict[str, type[Any]], counted: dict[str, dict[str, str]], package: str) -> None:
        self.records = records
        self.counted = counted
        self.package = package
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


def fits(node: ast.FunctionDef, world: World) -> bool:
    """Return whether a function's parameters and result have C types: others belong to the layer above."""
    known = {*SIMPLE, *POINTERS, *ARRAYS, *world.records, "State", "Rules", "Row"}
    kinds = [annotation(parameter.annotation) for parameter in node.args.args if parameter.arg != "self"]
    return all(kind in known for kind in [*kinds, annotation(node.returns)]) and annotation(node.returns) != "Row"


class Typed:
    """Turns one function into C terms."""

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
        self.before: list[str] = []
        """Lines that must stand before the statement that is being written."""
        for name, kind in self.parameters.items():
            if kind == "Row":
                self.arrays[name] = Place(name, (0,), f"{name}_size", "b")
            if kind in ARRAYS:
                size = ARRAYS[kind][1]
                self.arrays[name] = Place(name, (size,), str(size), "q")

    # the whole

    def signature(self) -> str:
        """Write the parameters; the tables come with the record."""
        parts: list[str] = []
        given = {self.world.kind(kind) for kind in self.parameters.values()}
        for name, kind in self.parameters.items():
            record = self.world.kind(kind)
            if record in self.world.records:
                parts.append(f"{record}* {'t' if kind == 'Rules' else name}")
                if kind == "State" and "Tables" not in given:
                    parts.append("Tables* t")
            elif kind == "Row":
                parts.append(f"const int8_t* {name}, int64_t {name}_size")
            else:
                known = SIMPLE.get(kind) or POINTERS.get(kind) or f"{ARRAYS[kind][0]}*"
                parts.append(f"{known} {name}")
        if self.owner is not None and not given & {"Game", "Tables"}:
            parts.append("Tables* t")
        if self.returns in ARRAYS:
            parts.append(f"{ARRAYS[self.returns][0]}* out")
        return ", ".join(parts)

    def text(self, name: str) -> str:
        """Write the function."""
        body = self.node.body[1:] if ast.get_docstring(self.node) else self.node.body
        lines = self.block(body)
        result = "void" if self.returns in ARRAYS else SIMPLE[self.returns]
        head = [f"cdef inline {result} {name}({self.signature()}) noexcept nogil:"]
        head += [f"    cdef {kind}" for kind in self.locals.values()]
        return "\n".join([*head, *["    " + line for line in lines]]) + "\n"

    def block(self, body: list[ast.stmt]) -> list[str]:
        """Write statements."""
        lines = [line for statement in body for line in self.statement(statement)]
        return lines or ["pass"]

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

    # statements

    def statement(self, node: ast.stmt) -> list[str]:
        """Write one statement as lines."""
        method = getattr(self, f"do_{type(node).__name__}", None)
        if method is None:
            raise self.unfit(node)
        outer, self.before = self.before, []
        lines: list[str] = method(node)
        lines = [*self.before, *lines]
        self.before = outer
        return lines

    def do_Pass(self, node: ast.Pass) -> list[str]:
        return ["pass"]

    def do_Break(self, node: ast.Break) -> list[str]:
        return ["break"]

    def do_Continue(self, node: ast.Continue) -> list[str]:
        return ["continue"]

    def do_Assert(self, node: ast.Assert) -> list[str]:
        return []

    def do_Return(self, node: ast.Return) -> list[str]:
        if node.value is None:
            return ["return"]
        if self.returns not in ARRAYS:
            return [f"return {self.value(node.value)}"]
        if isinstance(node.value, ast.List | ast.Tuple):
            parts = [self.value(part) for part in node.value.elts]
            held = [self.fresh(ARRAYS[self.returns][0]) for _ in parts]
            lines = [f"{name} = {part}" for name, part in zip(held, parts, strict=True)]
            return [*lines, *[f"out[{place}] = {name}" for place, name in enumerate(held)], "return"]
        if isinstance(node.value, ast.Call):
            return [self.call(node.value, "out"), "return"]
        found = self.place(node.value)
        if found is None:
            raise self.unfit(node)
        size = ARRAYS[self.returns][1]
        return [*[f"out[{place}] = {found.text}[{place}]" for place in range(size)], "return"]

    def do_If(self, node: ast.If) -> list[str]:
        if self.listens(node.test):
            return []
        lines = [f"if {self.truth(node.test)}:", *["    " + line for line in self.block(node.body)]]
        if node.orelse:
            lines += ["else:", *["    " + line for line in self.block(node.orelse)]]
        return lines

    def listens(self, test: ast.expr) -> bool:
        """Return whether a test asks whether anybody listens to events: nobody does in C."""
        return ast.unparse(test) == "s.log is not None"

    def do_While(self, node: ast.While) -> list[str]:
        test = self.truth(node.test)
        if self.before:
            raise self.unfit(node.test, "an array of a function cannot be asked for at every turn of a loop")
        return [f"while {test}:", *["    " + line for line in self.block(node.body)]]

    def do_For(self, node: ast.For) -> list[str]:
        if not isinstance(node.target, ast.Name) or node.orelse:
            raise self.unfit(node, "a loop has one variable and no else")
        name = node.target.id
        call = node.iter if isinstance(node.iter, ast.Call) else None
        function = ast.unparse(call.func) if call else ""
        if call and function == "range":
            self.declare(name, "int64_t")
            limits = ", ".join([self.value(part) for part in call.args])
            return [f"for {name} in range({limits}):", *["    " + line for line in self.block(node.body)]]
        if call and function in ("bits", "ids.bits"):
            self.declare(name, "int64_t")
            left = self.fresh("uint64_t")
            head = [f"{left} = {self.value(call.args[0])}", f"while {left}:"]
            inner = [f"{name} = bits_lowest({left})", f"{left} &= {left} - 1", *self.block(node.body)]
            return [*head, *["    " + line for line in inner]]
        backwards = call is not None and function == "reversed"
        row = call.args[0] if call and backwards else node.iter
        last = ""
        if isinstance(row, ast.Subscript) and isinstance(row.slice, ast.Slice):
            if row.slice.lower is not None or row.slice.upper is None:
                raise self.unfit(row, "a loop goes over the first members")
            last, row = self.value(row.slice.upper), row.value
        place = self.place(row)
        if place is None or not place.sizes:
            raise self.unfit(node)
        self.declare(name, "int64_t")
        at = self.fresh("int64_t")
        many = last or self.length(place, node)
        order = f"range({many} - 1, -1, -1)" if backwards else f"range({many})"
        inner = [f"{name} = {self.read(place.at(at))}", *self.block(node.body)]
        return [f"for {at} in {order}:", *["    " + line for line in inner]]

    def do_Expr(self, node: ast.Expr) -> list[str]:
        if isinstance(node.value, ast.Constant):
            return []
        if not isinstance(node.value, ast.Call):
            raise self.unfit(node)
        function = node.value.func
        if isinstance(function, ast.Name) and function.id in DROPPED:
            return []
        if isinstance(function, ast.Attribute) and function.attr in ("append", "clear"):
            place = self.place(function.value)
            if place is not None:
                if function.attr == "clear":
                    return self.emptied(place)
                return self.append(place, self.value(node.value.args[0]))
        if self.called(node.value) is self.world.push:
            joint = node.value.args[1]
            if isinstance(joint, ast.Tuple):
                return [line for part in reversed(joint.elts) for line in self.append(self.agenda(), self.value(part))]
            place = self.place(joint)
            if place is not None:
                return [f"agenda_push_all(s, {place.text}, {self.length(place, node)})"]
        return [self.call(node.value)]

    def emptied(self, place: Place) -> list[str]:
        """Take every member out of a row."""
        return [f"while {place.many} > 0:", f"    {place.many} -= 1", f"    {place.text}[{place.many}] = 0"]

    def agenda(self) -> Place:
        """Return the agenda of the record."""
        found = self.place(ast.parse("s.agenda", mode="eval").body)
        if found is None:
            raise self.unfit(self.node, "no record")
        return found

    def append(self, place: Place, value: str) -> list[str]:
        """Add a member to a row, unless it is full: then the game has a fault."""
        held = self.fresh("int64_t")
        return [
            f"{held} = {value}",
            f"if {place.many} >= {place.sizes[0]}:",
            f"    s.fault = {TOO_MANY_TASKS if place.text == 's.agenda' else TOO_MANY_CARDS}",
            "else:",
            f"    {place.text}[{place.many}] = {held}",
            f"    {place.many} += 1",
        ]

    def do_AnnAssign(self, node: ast.AnnAssign) -> list[str]:
        if not isinstance(node.target, ast.Name) or node.value is None:
            raise self.unfit(node)
        kind = annotation(node.annotation)
        if isinstance(node.value, ast.BinOp) and isinstance(node.value.left, ast.List):
            return self.zeros(node.target.id, node.value, "uint64_t" if "Mask" in kind else "int64_t")
        self.declare(node.target.id, SIMPLE[kind])
        return [f"{node.target.id} = {self.value(node.value)}"]

    def do_Assign(self, node: ast.Assign) -> list[str]:
        (target,) = node.targets
        if isinstance(target, ast.Tuple):
            return self.unpacked(target, node.value)
        if isinstance(target, ast.Name):
            return self.named(target.id, node.value)
        place = self.place(target)
        if place is None:
            raise self.unfit(node)
        if place.sizes:
            return self.row(place, node.value)
        return [f"{place.text} = {self.value(node.value)}"]

    def named(self, name: str, value: ast.expr) -> list[str]:
        """Set a local variable, or give a part of a record a shorter name."""
        if isinstance(value, ast.BinOp) and isinstance(value.left, ast.List):
            return self.zeros(name, value, "int64_t")
        if self.is_tables(value):
            self.aliases[name] = "t"
            return []
        if isinstance(value, ast.Call) and (array := self.array_call(value)):
            kind, size = array
            self.locals[name] = f"{kind} {name}[{size}]"
            self.arrays[name] = Place(name, (size,), str(size), "Q" if kind == "uint64_t" else "q")
            return [self.call(value, name)]
        place = self.place(value)
        if place is not None and place.sizes:
            self.aliases[name] = place
            return []
        wide = place is not None and place.code == "Q"
        self.declare(name, "uint64_t" if wide else "int64_t")
        return [f"{name} = {self.value(value)}"]

    def unpacked(self, target: ast.Tuple, value: ast.expr) -> list[str]:
        """Set several variables: from as many values, an array, or a function that returns one."""
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if len(names) != len(target.elts):
            raise self.unfit(target)
        if isinstance(value, ast.Tuple):
            held = [self.fresh("int64_t") for _ in names]
            lines = [f"{one} = {self.value(part)}" for one, part in zip(held, value.elts, strict=True)]
        elif isinstance(value, ast.Call) and (array := self.array_call(value)):
            whole = self.fresh(*array)
            lines = [self.call(value, whole)]
            held = [f"{whole}[{place}]" for place in range(len(names))]
            for name in names:
                self.declare(name, array[0])
        else:
            place = self.place(value)
            if place is None or not place.sizes:
                raise self.unfit(value)
            lines, held = [], [self.read(place.at(str(at))) for at in range(len(names))]
        for name in names:
            self.declare(name, "int64_t")
        return [*lines, *[f"{name} = {one}" for name, one in zip(names, held, strict=True)]]

    def row(self, place: Place, value: ast.expr) -> list[str]:
        """Replace a row: by a changed form of itself, or by another."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ROWS:
            old = self.place(value.args[0])
            if old != place:
                raise self.unfit(value, "a row is replaced by a form of itself")
            rest = [self.value(part) for part in value.args[1:]]
            if value.func.id == "appended":
                return self.append(place, rest[0])
            if value.func.id == "changed":
                return [f"{place.text}[{rest[0]}] = {rest[1]}"]
            what = f"{place.text}, &{place.many}"
            if value.func.id == "without":
                return [f"row_without({what}, {rest[0]})"]
            held = self.fresh("int64_t")
            full = [f"if {place.many} >= {place.sizes[0]}:", f"    s.fault = {TOO_MANY_CARDS}", "else:"]
            return [f"{held} = {rest[1]}", *full, f"    row_insert({what}, {rest[0]}, {held})"]
        if isinstance(value, ast.Tuple) and not value.elts:
            return self.emptied(place)
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
            if ast.unparse(value.slice) == ":-1" and self.place(value.value) == place:
                return [f"{place.many} -= 1", f"{place.text}[{place.many}] = 0"]
            if ast.unparse(value.slice) == ":":
                value = value.value
        other = self.place(value)
        if other is None:
            raise self.unfit(value, "a row is replaced by a form of itself or by another row")
        at = self.fresh("int64_t")
        lines = [f"for {at} in range({place.sizes[0]}):", f"    {place.text}[{at}] = {other.text}[{at}]"]
        return [*lines, f"{place.many} = {self.length(other, value)}"] if place.many else lines

    def zeros(self, name: str, value: ast.BinOp, kind: str) -> list[str]:
        """Declare an array of zeros."""
        size = eval(ast.unparse(value.right), vars(self.module))  # noqa: S307 - our own source
        self.locals[name] = f"{kind} {name}[{size}]"
        self.arrays[name] = Place(name, (size,), str(size), "Q" if kind == "uint64_t" else "q")
        return [f"memset({name}, 0, sizeof({name}))"]

    def do_AugAssign(self, node: ast.AugAssign) -> list[str]:
        sign = {ast.Add: "+", ast.Sub: "-", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.Mult: "*"}
        if type(node.op) not in sign:
            raise self.unfit(node)
        place = None if isinstance(node.target, ast.Name) else self.place(node.target)
        target = node.target.id if isinstance(node.target, ast.Name) else place.text if place else ""
        if not target:
            raise self.unfit(node)
        return [f"{target} {sign[type(node.op)]}= {self.value(node.value)}"]

    def declare(self, name: str, kind: str) -> None:
        """Declare a local variable, once."""
        if name not in self.parameters:
            self.locals.setdefault(name, f"{kind} {name}")

    # places and values

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
            name = "base" if node.attr == "base" else node.attr
            prefix = self.axis if name == "base" else _snake(self.owner.__name__)
            return self.of("Tables", "t", f"{prefix}_{name}")
        if self.is_tables(node.value):
            return self.of("Tables", "t", node.attr)
        if isinstance(node.value, ast.Name):
            kind = self.world.kind(self.parameters.get(node.value.id, ""))
            if kind in self.world.records:
                return self.of(kind, node.value.id, node.attr)
        return None

    def of(self, record: str, name: str, attribute: str) -> Place | None:
        """Return a field of a record by name."""
        for field in self.world.records[record].fields:
            if field.name == attribute:
                count = self.world.counted.get(record, {}).get(attribute, "")
                return Place(f"{name}.{attribute}", field.sizes, f"{name}.{count}" if count else "", field.code)
        if record == "Tables" and attribute == "distances":
            return Place("t.distances", (0,), "", "h")
        return None

    def length(self, place: Place, node: ast.AST) -> str:
        """Return how many members a row or an array has."""
        if place.many:
            return f"WIDE({place.many})" if "." in place.many else place.many
        if len(place.sizes) == 1 and place.sizes[0] and place.text.split(".")[-1] in ("mix", "house_costs", "spaces"):
            return str(place.sizes[0])
        raise self.unfit(node, "of unknown length")

    def read(self, place: Place) -> str:
        """Read a number, widened to 64 bits where it is a narrow one of a record."""
        if place.sizes:
            return place.text
        return place.text if place.code in ("Q", "q", "") or "." not in place.text else f"WIDE({place.text})"

    def truth(self, node: ast.expr) -> str:
        """Write a condition: a row is true where it has a member."""
        place = self.place(node)
        if place is not None and place.sizes:
            return f"{self.length(place, node)} != 0"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"not ({self.truth(node.operand)})"
        if isinstance(node, ast.BoolOp):
            sign = " and " if isinstance(node.op, ast.And) else " or "
            return sign.join([f"({self.truth(part)})" for part in node.values])
        return self.value(node)

    def value(self, node: ast.expr) -> str:
        """Write an expression that is a number."""
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise self.unfit(node)
        text: str = method(node)
        return text

    def of_Constant(self, node: ast.Constant) -> str:
        return self.constant(node.value, repr(node.value))

    def constant(self, value: Any, name: str) -> str:  # noqa: ANN401 - whatever the module has
        if isinstance(value, bool | int):
            number = int(value)
            suffix = "ULL" if number >> 63 > 0 else "LL" if number >> 31 > 0 else ""
            return f"{number}{suffix}" if number >= 0 else f"({number})"
        if isinstance(value, float):
            return repr(value)
        raise Unfit(f"{self.module.__name__}: {name} is no number")

    def of_Name(self, node: ast.Name) -> str:
        if node.id in self.aliases or node.id in self.arrays:
            place = self.place(node)
            if isinstance(place, Place):
                return self.read(place)
            return "t"
        if node.id in self.parameters:
            return "t" if self.is_tables(node) else node.id
        if node.id in self.locals:
            return node.id
        if node.id in self.world.constants:
            return str(self.world.constants[node.id])
        if node.id not in vars(self.module):
            raise self.unfit(node, "unknown name")
        return self.constant(vars(self.module)[node.id], node.id)

    def of_Attribute(self, node: ast.Attribute) -> str:
        place = self.place(node)
        if place is not None:
            return self.read(place)
        if isinstance(node.value, ast.Name) and node.value.id in vars(self.module):
            return self.constant(getattr(vars(self.module)[node.value.id], node.attr), ast.unparse(node))
        raise self.unfit(node, "no such field")

    def of_Subscript(self, node: ast.Subscript) -> str:
        place = self.place(node)
        if place is None:
            raise self.unfit(node)
        return self.read(place)

    def of_BinOp(self, node: ast.BinOp) -> str:
        signs = {
            ast.Add: "+",
            ast.Sub: "-",
            ast.Mult: "*",
            ast.FloorDiv: "//",
            ast.Mod: "%",
            ast.Div: "/",
            ast.LShift: "<<",
            ast.RShift: ">>",
            ast.BitOr: "|",
            ast.BitAnd: "&",
            ast.BitXor: "^",
        }
        if type(node.op) not in signs:
            raise self.unfit(node)
        one = isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant) and node.left.value == 1
        left = "ONE" if one else self.value(node.left)
        return f"({left} {signs[type(node.op)]} {self.value(node.right)})"

    def of_UnaryOp(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"(not ({self.truth(node.operand)}))"
        sign = {ast.USub: "-", ast.Invert: "~"}.get(type(node.op))
        if sign is None:
            raise self.unfit(node)
        return f"({sign}{self.value(node.operand)})"

    def of_BoolOp(self, node: ast.BoolOp) -> str:
        sign = " and " if isinstance(node.op, ast.And) else " or "
        return f"({sign.join([self.truth(part) if self.rowlike(part) else self.value(part) for part in node.values])})"

    def rowlike(self, node: ast.expr) -> bool:
        """Return whether an expression is a row, which is true where it has a member."""
        place = self.place(node)
        return place is not None and bool(place.sizes)

    def of_Compare(self, node: ast.Compare) -> str:
        signs = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
        first, second = node.left, node.comparators[0]
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            place = self.place(second)
            if place is None:
                raise self.unfit(node)
            found = f"row_place({place.text}, {self.length(place, node)}, {self.value(first)})"
            return f"({found} >= 0)" if isinstance(node.ops[0], ast.In) else f"({found} < 0)"
        text = self.value(first)
        for op, part in zip(node.ops, node.comparators, strict=True):
            if type(op) not in signs:
                raise self.unfit(node)
            text += f" {signs[type(op)]} {self.value(part)}"
        return f"({text})"

    def of_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.value(node.body)} if {self.truth(node.test)} else {self.value(node.orelse)})"

    def of_Call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Name) and node.func.id not in self.module.__dict__:
            if node.func.id in ("min", "max"):
                return f"{node.func.id}({', '.join([self.value(part) for part in node.args])})"
            if node.func.id == "len":
                place = self.place(node.args[0])
                if place is None:
                    raise self.unfit(node)
                return self.length(place, node)
            if node.func.id == "int":
                return self.value(node.args[0])
            if node.func.id == "any":
                place = self.place(node.args[0])
                if place is not None:
                    return f"row_any({place.text}, {place.sizes[0]})"
        if isinstance(node.func, ast.Attribute):
            method = node.func.attr
            if method == "bit_count":
                return f"bits_count({self.value(node.func.value)})"
            if method == "bit_length":
                return f"bits_length({self.value(node.func.value)})"
            if method == "count" and self.is_state(node.func.value):
                return f"bits_count(s.cities[{self.value(node.args[0])}])"
            if method == "most_cities" and self.is_state(node.func.value):
                return "most_cities(s, t)"
            place = self.place(node.func.value)
            if method == "index" and place is not None:
                return f"row_place({place.text}, {self.length(place, node)}, {self.value(node.args[0])})"
            if method == "pop" and place is not None:
                return "agenda_pop(s)"
        return self.call(node)

    # calls

    def array_call(self, node: ast.Call) -> tuple[str, int] | None:
        """Return the type and size of what a call returns, where that is an array."""
        function = self.called(node)
        if function is None:
            return None
        returns = str(function.__annotations__.get("return", "")).strip("'\"")
        return ARRAYS.get(returns)

    def called(self, node: ast.Call) -> FunctionType | None:
        """Return the function that a call names; that of a policy is the plain one's."""
        function = node.func
        if isinstance(function, ast.Name):
            found = vars(self.module).get(function.id)
        elif isinstance(function, ast.Attribute):
            found = self.method(function)
            if found is None and isinstance(function.value, ast.Name):
                found = getattr(vars(self.module).get(function.value.id), function.attr, None)
        else:
            found = None
        found = inspect.unwrap(found) if found is not None and callable(found) else None
        return found if isinstance(found, FunctionType) else None

    def method(self, node: ast.Attribute) -> FunctionType | None:
        """Return the function behind `rules.axis.name`, `self.name` or `super().name`."""
        base = node.value
        if isinstance(base, ast.Attribute) and self.is_tables(base.value) and base.attr in self.world.policies:
            return getattr(self.world.policies[base.attr][0], node.attr, None)
        if self.owner is not None and ast.unparse(base) == "self":
            return getattr(self.owner, node.attr, None)
        if self.owner is not None and ast.unparse(base) == "super()":
            return getattr(self.owner.__mro__[1], node.attr, None)
        return None

    def call(self, node: ast.Call, out: str = "") -> str:
        """Write a call with the tables, counts of rows and the place for an array that it needs in C."""
        function = self.called(node)
        if function is None:
            raise self.unfit(node, "no function of the rules")
        name = self.target(node, function)
        function = self.world.twins.get(function, function)
        kinds = [str(kind).strip("'\"") for p, kind in function.__annotations__.items() if p != "return"]
        names = [p for p in function.__annotations__ if p != "return"]
        args = [*node.args]
        records = {self.world.kind(kind) for kind in kinds}
        parts: list[str] = []
        for place, kind in enumerate(kinds):
            if kind == "Tables":
                if args and self.is_tables(args[0]):
                    args.pop(0)
                parts.append("t")
                continue
            if not args:
                default = inspect.signature(function).parameters[names[place]].default
                parts.append(self.constant(default, names[place]))
                continue
            arg = args.pop(0)
            array = self.array_call(arg) if isinstance(arg, ast.Call) else None
            if self.is_tables(arg):
                parts.append("t")
            elif array and isinstance(arg, ast.Call):
                whole = self.fresh(*array)
                self.before.append(self.call(arg, whole))
                parts.append(whole)
            elif kind == "Row":
                row = self.place(arg)
                if row is None:
                    raise self.unfit(arg, "no row")
                parts.append(f"{row.text}, {self.length(row, arg)}")
            else:
                found = self.place(arg)
                parts.append(found.text if found is not None and found.sizes else self.value(arg))
                if kind == "State" and "Tables" not in records:
                    parts.append("t")
        if args or node.keywords:
            raise self.unfit(node, "too many arguments")
        if "." in function.__qualname__ and not records & {"Game", "Tables"}:
            parts.append("t")
        return f"{name}({', '.join([*parts, *([out] if out else [])])})"

    def target(self, node: ast.Call, function: FunctionType) -> str:
        """Return the C name of what a call goes to: a policy's answer goes through its axis."""
        if isinstance(node.func, ast.Attribute) and "." in function.__qualname__:
            base = ast.unparse(node.func.value)
            if base == "super()" or node.func.attr.startswith("_"):
                return self.world.c_name(function)
            axis = self.axis if base == "self" else base.split(".")[-1]
            if (axis, node.func.attr) not in self.world.answers:
                self.world.answers.append((axis, node.func.attr))
            return f"{axis}_{node.func.attr}"
        return self.world.c_name(function)


def source_of(function: FunctionType) -> tuple[ModuleType, ast.FunctionDef]:
    """Return the module and the text of a function."""
    module = inspect.getmodule(function)
    node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    if module is None or not isinstance(node, ast.FunctionDef):
        raise Unfit(f"{function.__qualname__} has no source")
    return module, node


def function_text(world: World, function: FunctionType) -> str:
    """Write a function, or a policy's method, in C terms."""
    module, node = source_of(function)
    owner = None
    if "." in function.__qualname__:
        owner = getattr(module, function.__qualname__.split(".")[0])
    return Typed(world, module, node, owner).text(world.c_name(function))


def answer_text(world: World, axis: str, name: str) -> str:
    """Write the switch that sends a question to the policy of an axis."""
    plain = world.policies[axis][0]
    function = getattr(plain, name)
    module, node = source_of(function)
    typed = Typed(world, module, node, plain)
    signature = typed.signature()
    args = ", ".join([part.split()[-1] for part in signature.split(", ")])
    result = "void" if typed.returns in ARRAYS else SIMPLE[typed.returns]
    lines = [f"cdef inline {result} {axis}_{name}({signature}) noexcept nogil:"]
    for number, policy in enumerate(world.policies[axis]):
        own = vars(policy).get(name)
        if number and own is not None:
            lines.append(f"    {'elif' if len(lines) > 1 else 'if'} t.{axis} == {number}:")
            lines += _answered(answering(world, own, args), result, "        ")
    lines += _answered(answering(world, function, args), result, "    ")
    return "\n".join(lines) + "\n"


def answering(world: World, function: FunctionType, args: str) -> str:
    """Write the call of one policy's answer; one that C never asks for stops the game."""
    return world.unasked.get(function) or f"{world.c_name(function)}({args})"


def _answered(call: str, result: str, indent: str) -> list[str]:
    if result == "void":
        return [f"{indent}{call}", f"{indent}return"]
    return [f"{indent}return {call}"]


def _snake(name: str) -> str:
    """Write a class's name as the name of its file."""
    return "".join([f"_{letter.lower()}" if letter.isupper() else letter for letter in name]).lstrip("_")
