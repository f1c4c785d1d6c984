"""No module needs to import another inside a function because that one imports it."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
Imports = dict[str, set[str]]


def name_of(path: Path) -> str:
    """Return the dotted name of a module."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(node: ast.AST, modules: set[str]) -> set[str]:
    """Return the modules of ours that an import statement loads."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & modules
    if isinstance(node, ast.ImportFrom) and node.module:
        inner = {f"{node.module}.{alias.name}" for alias in node.names} & modules
        return inner or ({node.module} & modules)
    return set()


def is_for_types(node: ast.AST) -> bool:
    """Return whether a block is read by type checkers only."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def read(path: Path, modules: set[str]) -> tuple[set[str], set[str]]:
    """Return what a module imports when it is loaded, and what its functions import later."""
    first: set[str] = set()
    later: set[str] = set()

    def visit(node: ast.AST, *, inside: bool) -> None:
        if is_for_types(node):
            return
        (later if inside else first).update(imported(node, modules))
        for child in ast.iter_child_nodes(node):
            visit(child, inside=inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))

    visit(ast.parse(path.read_text(encoding="utf-8")), inside=False)
    return first, later


def reached(start: str, loads: Imports) -> set[str]:
    """Return every module that is loaded with one."""
    names: set[str] = set()
    ahead = [start]
    while ahead:
        name = ahead.pop()
        if name not in names:
            names.add(name)
            ahead += loads[name]
    return names


def test_no_import_hides_in_a_function_to_break_a_circle() -> None:
    """A module that a function imports does not itself load the module of that function."""
    paths = {name_of(path): path for path in SOURCE.rglob("*.py")}
    rows = {name: read(path, set(paths)) for name, path in paths.items()}
    loads = {name: first for name, (first, _) in rows.items()}
    circles = [
        f"{name} -> {other}"
        for name, (_, later) in rows.items()
        for other in later
        if name not in {"kilowatt", other} and name in reached(other, loads)
    ]
    assert circles == []
