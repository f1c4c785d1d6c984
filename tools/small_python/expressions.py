"""Expressions: numbers and conditions."""

from __future__ import annotations

import ast

from tools.small_python.calls import Calls
from tools.small_python.world import Place


class Expressions(Calls):
    """Writes the expressions of a function."""

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

    def is_cities(self, name: str) -> bool:
        """Return whether a variable of the function is a set of cities."""
        return self.parameters.get(name) == "Cities" or self.locals.get(name, "").startswith("cities_t ")

    def wide(self, node: ast.expr) -> bool:
        """Return whether an expression is a set of cities, which has more bits than a number."""
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.BitAnd) and isinstance(node.right, ast.Constant):
                return False
            shifted = isinstance(node.op, ast.LShift | ast.RShift)
            return self.wide(node.left) or (not shifted and self.wide(node.right))
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Invert) and self.wide(node.operand)
        if isinstance(node, ast.BoolOp):
            return any(self.wide(part) for part in node.values)
        if isinstance(node, ast.IfExp):
            return self.wide(node.body) or self.wide(node.orelse)
        if isinstance(node, ast.Call):
            function = self.called(node)
            return function is not None and str(function.__annotations__.get("return", "")).strip("'\"") == "Cities"
        if isinstance(node, ast.Name) and self.is_cities(node.id):
            return True
        before, self.before = self.before, []
        place = self.place(node)
        self.before = before
        return place is not None and place.wide

    def fitting(self, node: ast.expr, *, wide: bool) -> str:
        """Write a number for a place of a width; a set of cities does not fit into a narrow one."""
        if self.wide(node) and not wide:
            raise self.unfit(node, "a set of cities needs a place that is annotated as `Cities`")
        outer, self.in_cities = self.in_cities, wide
        text = self.value(node)
        self.in_cities = outer
        return text

    def value(self, node: ast.expr) -> str:
        """Write an expression that is a number."""
        method = getattr(self, f"of_{type(node).__name__}", None)
        if method is None:
            raise self.unfit(node)
        text: str = method(node)
        return text

    def of_Constant(self, node: ast.Constant) -> str:
        return self.constant(node.value, repr(node.value))

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
        if isinstance(node.op, ast.BitAnd) and isinstance(node.left, ast.BinOp) and ast.unparse(node.right) == "1":
            inner = node.left
            if isinstance(inner.op, ast.RShift) and self.wide(inner.left):
                return f"cities_has({self.fitting(inner.left, wide=True)}, {self.value(inner.right)})"
        one = isinstance(node.op, ast.LShift) and isinstance(node.left, ast.Constant) and node.left.value == 1
        outer = self.in_cities
        self.in_cities = outer or self.wide(node.left) or self.wide(node.right)
        left = ("ONE_CITY" if self.in_cities else "ONE") if one else self.value(node.left)
        self.in_cities = self.in_cities and not isinstance(node.op, ast.LShift | ast.RShift)
        text = f"({left} {signs[type(node.op)]} {self.value(node.right)})"
        self.in_cities = outer
        return text

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

    def of_Compare(self, node: ast.Compare) -> str:
        signs = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
        first, second = node.left, node.comparators[0]
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            place = self.place(second)
            if place is None:
                raise self.unfit(node)
            index = f"row_place({place.text}, {self.length(place, node)}, {self.value(first)})"
            return f"({index} >= 0)" if isinstance(node.ops[0], ast.In) else f"({index} < 0)"
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
                kind = "cities" if self.wide(node.func.value) else "bits"
                return f"{kind}_count({self.value(node.func.value)})"
            if method == "bit_length":
                return f"bits_length({self.value(node.func.value)})"
            if method == "count" and self.is_state(node.func.value):
                return f"cities_count(s.cities[{self.value(node.args[0])}])"
            if method == "most_cities" and self.is_state(node.func.value):
                return "most_cities(s, t)"
            place = self.place(node.func.value)
            if method == "index" and place is not None:
                return f"row_place({place.text}, {self.length(place, node)}, {self.value(node.args[0])})"
            if method == "pop" and place is not None:
                return "agenda_pop(s)"
        return self.call(node)
