"""Calls: of functions of the rules, of policies through their axis, and of what returns an array."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType

from tools.small_python.places import Places
from tools.small_python.world import ARRAYS


class Calls(Places):
    """Writes the calls of a function."""

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
            target = vars(self.module).get(function.id)
        elif isinstance(function, ast.Attribute):
            target = self.method(function)
            if target is None and isinstance(function.value, ast.Name):
                target = getattr(vars(self.module).get(function.value.id), function.attr, None)
        else:
            target = None
        target = inspect.unwrap(target) if target is not None and callable(target) else None
        return target if isinstance(target, FunctionType) else None

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
                other = self.place(arg)
                if other is None or not other.sizes:
                    builtin = function in self.world.builtin
                    parts.append(self.fitting(arg, wide=kind == "Cities" or (builtin and self.wide(arg))))
                    if builtin and self.wide(arg):
                        name = name.replace("bits_", "cities_")
                else:
                    parts.append(other.text)
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
