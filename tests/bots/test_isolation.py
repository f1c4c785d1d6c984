"""What bots may know: the rules and the state they are given, never the table, the dealer or the server."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kilowatt

BOTS = Path(kilowatt.__file__).parent / "bots"
ALLOWED_TABLE = {"kilowatt.table.messages"}
CLOSED = ("kilowatt.table", "kilowatt.arena", "kilowatt.server", "kilowatt.client", "kilowatt.envs", "kilowatt.cli")


def imports(path: Path) -> set[str]:
    """List the modules a file imports."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *[f"{node.module}.{alias.name}" for alias in node.names]}
    return modules


def is_closed(name: str) -> bool:
    """Return whether bots must not import a module."""
    if any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED_TABLE):
        return False
    return name == "kilowatt.Table" or any(name == room or name.startswith(f"{room}.") for room in CLOSED)


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.py")), ids=lambda path: path.stem)
def test_bots_import_no_table_dealer_or_server(path: Path) -> None:
    """No bot imports the referee, a dealer, records, the arena or the server; only the text catalogues of the table."""
    assert {name for name in imports(path) if is_closed(name)} == set()


@pytest.mark.parametrize("name", ["kilowatt.table.dealer.SeededDealer", "kilowatt.server", "kilowatt.Table"])
def test_closed_rooms_are_recognised(name: str) -> None:
    """The check itself knows what is closed."""
    assert is_closed(name)
