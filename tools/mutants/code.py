"""Mutants of the code: mutmut makes them, one changed function or constant each, put into the running process.

Coverage says which tests run the changed lines; only these are tried. A change outside of functions meets all tests.
"""

from __future__ import annotations

import ast
import importlib
import random
import sys
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import TYPE_CHECKING, Any

import coverage
import libcst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators, operator_string
from mutmut.mutation.pragma_handling import get_ignored_lines

from tools.mutants.areas import SEED, TOP, Area

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FunctionType

QUIET_CALLS = ("log",)
"""Objects whose calls are left alone: the words of a log entry."""


class CodeMutant:
    """One changed expression or statement of a module."""

    kind = "code"

    def __init__(self, file: Path, lines: range, before: str, change: Callable[[], str]) -> None:
        self.file = file
        self.lines = lines
        self.before = before
        self.change = change

    @cached_property
    def source(self) -> str:
        """The whole module with the change."""
        return self.change()

    def __str__(self) -> str:
        """Show the change, first line that differs."""
        old, new = self.before.splitlines(), self.source.splitlines()
        place = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), self.lines.start - 1)
        return f"{self.file}:{place + 1}: {old[place].strip()} -> {new[place].strip()}"

    @property
    def places(self) -> frozenset[str]:
        """The lines of the changed statement; none outside of functions, since those run at import."""
        if not self.owner:
            return frozenset()
        return frozenset(f"{self.file}:{line}" for line in statement_lines(self.before, self.lines.start))

    @cached_property
    def owner(self) -> tuple[str, ...]:
        """Return the names of the class and the function around the change."""
        names: list[str] = []
        body: list[ast.stmt] = parsed(self.before)
        while True:
            around = [n for n in body if n.lineno <= self.lines.start <= (n.end_lineno or 0)]
            if not around:
                return ()
            if isinstance(around[0], ast.FunctionDef | ast.AsyncFunctionDef):
                return (*names, around[0].name)
            if not isinstance(around[0], ast.ClassDef):
                return ()
            names.append(around[0].name)
            body = around[0].body

    def apply(self) -> None:
        """Make the change in this process: new code for the function, or a new value for the name."""
        module = importlib.import_module(module_name(self.file))
        if not self.owner:
            self.rebind(module)
            return
        live: Any = module
        for name in self.owner:
            live = live.__dict__[name]
        function: FunctionType = getattr(live, "__func__", live)
        code = compile(self.source, str(self.file), "exec", flags=annotations_flag(), dont_inherit=True)
        for name in self.owner:
            code = inner(code, name)
        function.__code__ = code
        give_defaults(function, self.source, self.owner)

    def rebind(self, module: Any) -> None:  # noqa: ANN401 - a module has any names
        """Run the changed statement again, and give its names everywhere the new value."""
        statement = next(
            node for node in ast.parse(self.source).body if node.lineno <= self.lines.start <= (node.end_lineno or 0)
        )
        space = dict(vars(module))
        text = ast.Module([statement], [])
        exec(compile(text, str(self.file), "exec", flags=annotations_flag(), dont_inherit=True), space)  # noqa: S102
        for name, value in vars(module).copy().items():
            if space[name] is not value:
                for other in list(sys.modules.values()):
                    if getattr(other, "__dict__", {}).get(name) is value:
                        setattr(other, name, space[name])


class Lines:
    """Which lines of an area's files each test runs."""

    def __init__(self, files: list[Path]) -> None:
        self.files = files
        self.coverage = coverage.Coverage(
            data_file=None, include=[str(TOP / file) for file in files], config_file=False
        )
        self.begun = False

    def begin(self, test: str) -> None:
        """Look at this test from now on."""
        if not self.begun:
            self.coverage.start()
            self.begun = True
        self.coverage.switch_context(test)

    def end(self) -> dict[str, list[str]]:
        """Return the lines that each test ran."""
        self.coverage.stop()
        data = self.coverage.get_data()
        touched: dict[str, list[str]] = {}
        for file in self.files:
            for line, tests in data.contexts_by_lineno(str(TOP / file)).items():
                for test in tests:
                    touched.setdefault(test, []).append(f"{file}:{line}")
        return touched


def mutants(area: Area) -> list[CodeMutant]:
    """List the mutants of an area, or its sample."""
    everything = [mutant for file in area.files() for mutant in of_file(file)]
    if not area.sample or area.sample >= len(everything):
        return everything
    return random.Random(SEED).sample(everything, area.sample)


def of_file(file: Path) -> list[CodeMutant]:
    """List the mutants of one file."""
    source = (TOP / file).read_text()
    wrapper = MetadataWrapper(libcst.parse_module(source))
    visitor = Quieter(OPERATORS, get_ignored_lines(str(file), source, wrapper), None)
    module = wrapper.visit(visitor)
    positions = wrapper.resolve(PositionProvider)
    texts = [module.code_for_node(part) for part in (*module.header, *module.body, *module.footer)]
    statements = {node: place for place, node in enumerate(module.body, start=len(module.header))}
    inside = {child: statement for statement in module.body for child in walk(statement)}
    listed: list[CodeMutant] = []
    for mutation in visitor.mutations:
        node = mutation.original_node
        where = positions.get(node)
        if where is None or node not in inside:
            continue
        change = partial(changed, module, texts, statements[inside[node]], inside[node], mutation)
        mutant = CodeMutant(file, range(where.start.line, where.end.line + 1), source, change)
        if mutant.owner or (isinstance(node, libcst.BaseNumber) and is_assignment(source, where.start.line)):
            listed.append(mutant)
    return listed


def walk(node: libcst.CSTNode) -> Iterator[libcst.CSTNode]:
    """List a node and all below it."""
    yield node
    for child in node.children:
        yield from walk(child)


def changed(module: libcst.Module, texts: list[str], place: int, statement: libcst.CSTNode, mutation: Any) -> str:  # noqa: ANN401 - mutmut's own
    """Return the module's text with one change."""
    new = deep_replace(statement, mutation.original_node, mutation.mutated_node)
    return "".join([*texts[:place], module.code_for_node(new), *texts[place + 1 :]])


def one_string(node: libcst.BaseString) -> list[libcst.CSTNode]:
    """Change a string in one way: mutmut's others, in capitals and small letters, say the same."""
    return list(operator_string(node))[:1]


OPERATORS = [(kind, one_string if operator is operator_string else operator) for kind, operator in mutation_operators]


@lru_cache(maxsize=64)
def parsed(source: str) -> list[ast.stmt]:
    """Return the statements of a module."""
    return ast.parse(source).body


class Quieter(MutationVisitor):  # type: ignore[misc] # mutmut is not installed where types are checked
    """Leaves the words of log entries alone."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.Call) and isinstance(node.func, libcst.Attribute):
            called = node.func.value
            if isinstance(called, libcst.Name) and called.value in QUIET_CALLS:
                return True
        return bool(super()._skip_node_and_children(node))


def is_assignment(source: str, line: int) -> bool:
    """Return whether the line belongs to an assignment of the module: its value can be exchanged."""
    around = [node for node in parsed(source) if node.lineno <= line <= (node.end_lineno or 0)]
    return bool(around) and isinstance(around[0], ast.Assign | ast.AnnAssign)


def statement_lines(source: str, line: int) -> range:
    """Return the lines of the innermost statement at a line, without the statements inside it."""
    body = parsed(source)
    lines = range(line, line + 1)
    while around := [node for node in body if node.lineno <= line <= (node.end_lineno or 0)]:
        if isinstance(around[0], ast.FunctionDef | ast.AsyncFunctionDef) and line < around[0].body[0].lineno:
            return range(around[0].lineno, (around[0].end_lineno or 0) + 1)  # a default value: whatever calls it
        parts = [getattr(around[0], name, []) for name in ("body", "handlers", "orelse", "finalbody", "cases")]
        body = [node for part in parts for node in part if hasattr(node, "lineno")]
        first = min((node.lineno for node in body), default=(around[0].end_lineno or 0) + 1)
        lines = range(around[0].lineno, max(first, around[0].lineno + 1))
    return lines if line in lines else range(line, line + 1)


def module_name(file: Path) -> str:
    """Return the dotted name of a file below src."""
    return ".".join(file.with_suffix("").parts[1:])


def inner(code: CodeType, name: str) -> CodeType:
    """Return the code of a class or function of this name inside another code."""
    codes = [const for const in code.co_consts if isinstance(const, CodeType)]
    return next(const for const in codes if const.co_name == name)


def annotations_flag() -> int:
    """Every module here begins with `from __future__ import annotations`; parts of one need to know it."""
    import __future__

    return __future__.annotations.compiler_flag


def give_defaults(function: FunctionType, source: str, owner: tuple[str, ...]) -> None:
    """Take the plain default values of the changed function."""
    body: list[ast.stmt] = ast.parse(source).body
    node: Any = None
    for name in owner:
        node = next(n for n in body if getattr(n, "name", "") == name)
        body = node.body
    plain = ast.Constant
    if function.__defaults__ and all(isinstance(value, plain) for value in node.args.defaults):
        function.__defaults__ = tuple(value.value for value in node.args.defaults)
    for argument, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if function.__kwdefaults__ and isinstance(value, plain):
            function.__kwdefaults__[argument.arg] = value.value
