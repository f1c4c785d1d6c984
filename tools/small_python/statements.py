"""Statements: branches, loops and assignments, and what they do to rows."""

from __future__ import annotations

import ast

from kilowatt.kernel.menus import TOO_MANY_CARDS, TOO_MANY_TASKS
from kilowatt.kernel.record_layout import CITIES
from tools.small_python.expressions import Expressions
from tools.small_python.world import ARRAYS, CODES, DROPPED, ROWS, SIMPLE, Place, annotation


class Rows(Expressions):
    """Writes the changes of rows."""

    def emptied(self, place: Place) -> list[str]:
        """Take every member out of a row."""
        return [f"while {place.many} > 0:", f"    {place.many} -= 1", f"    {place.text}[{place.many}] = 0"]

    def agenda(self) -> Place:
        """Return the agenda of the record."""
        agenda = self.place(ast.parse("s.agenda", mode="eval").body)
        if agenda is None:
            raise self.unfit(self.node, "no record")
        return agenda

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
        self.arrays[name] = Place(name, (size,), str(size), CODES[kind])
        return [f"memset({name}, 0, sizeof({name}))"]


class Statements(Rows):
    """Writes the statements of a function."""

    def block(self, body: list[ast.stmt]) -> list[str]:
        """Write statements."""
        lines = [line for statement in body for line in self.statement(statement)]
        return lines or ["pass"]

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
            return [f"return {self.fitting(node.value, wide=self.returns == 'Cities')}"]
        if isinstance(node.value, ast.List | ast.Tuple):
            parts = [self.value(part) for part in node.value.elts]
            held = [self.fresh(ARRAYS[self.returns][0]) for _ in parts]
            lines = [f"{name} = {part}" for name, part in zip(held, parts, strict=True)]
            return [*lines, *[f"out[{place}] = {name}" for place, name in enumerate(held)], "return"]
        if isinstance(node.value, ast.Call):
            return [self.call(node.value, "out"), "return"]
        array = self.place(node.value)
        if array is None:
            raise self.unfit(node)
        size = ARRAYS[self.returns][1]
        return [*[f"out[{place}] = {array.text}[{place}]" for place in range(size)], "return"]

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
            return self.members(name, call.args[0], node.body)
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

    def members(self, name: str, mask: ast.expr, body: list[ast.stmt]) -> list[str]:
        """Write a loop over the members of a set; one of cities goes word by word."""
        left = self.fresh("uint64_t")
        if not self.wide(mask):
            inner = [f"{name} = bits_lowest({left})", f"{left} &= {left} - 1", *self.block(body)]
            return [f"{left} = {self.value(mask)}", f"while {left}:", *["    " + line for line in inner]]
        if any(isinstance(part, ast.Break) for statement in body for part in ast.walk(statement)):
            raise self.unfit(mask, "a loop over cities has no break")
        whole, word = self.fresh("cities_t"), self.fresh("int64_t")
        inner = [f"{name} = {word} + bits_lowest({left})", f"{left} &= {left} - 1", *self.block(body)]
        return [
            f"{whole} = {self.fitting(mask, wide=True)}",
            f"for {word} in range(0, {CITIES}, 64):",
            f"    {left} = <uint64_t> ({whole} >> {word})",
            f"    while {left}:",
            *["        " + line for line in inner],
        ]

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

    def do_AnnAssign(self, node: ast.AnnAssign) -> list[str]:
        if not isinstance(node.target, ast.Name) or node.value is None:
            raise self.unfit(node)
        kind = annotation(node.annotation)
        if isinstance(node.value, ast.BinOp) and isinstance(node.value.left, ast.List):
            return self.zeros(node.target.id, node.value, "uint64_t" if "Mask" in kind else "int64_t")
        self.declare(node.target.id, SIMPLE[kind])
        return [f"{node.target.id} = {self.fitting(node.value, wide=kind == 'Cities')}"]

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
        return [f"{place.text} = {self.fitting(node.value, wide=place.wide)}"]

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
            self.arrays[name] = Place(name, (size,), str(size), CODES[kind])
            return [self.call(value, name)]
        place = self.place(value)
        if place is not None and place.sizes:
            self.aliases[name] = place
            return []
        many = "cities_t" if self.wide(value) else "int64_t"
        self.declare(name, "uint64_t" if place is not None and place.code == "Q" else many)
        return [f"{name} = {self.fitting(value, wide=self.is_cities(name))}"]

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

    def do_AugAssign(self, node: ast.AugAssign) -> list[str]:
        sign = {ast.Add: "+", ast.Sub: "-", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.Mult: "*"}
        if type(node.op) not in sign:
            raise self.unfit(node)
        place = None if isinstance(node.target, ast.Name) else self.place(node.target)
        target = node.target.id if isinstance(node.target, ast.Name) else place.text if place else ""
        if not target:
            raise self.unfit(node)
        wide = self.is_cities(target) if place is None else place.wide
        return [f"{target} {sign[type(node.op)]}= {self.fitting(node.value, wide=wide)}"]
