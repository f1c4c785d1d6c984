"""Whole functions, and the switch that sends a question to the policies of an axis."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType, ModuleType

from tools.small_python.statements import Statements
from tools.small_python.world import ARRAYS, POINTERS, SIMPLE, Unfit, World


class Typed(Statements):
    """Turns one function into C terms."""

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
