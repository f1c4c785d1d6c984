"""The page of rulings: it names every ruling and only tests that exist."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from kilowatt.editions import registry

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "rulings.md"
ENTRY = re.compile(r"^- \*\*(?P<question>.+?)\*\*(?: \((?P<id>AMB-\d+)\))? (?P<rest>.*)$", re.MULTILINE)
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


@cache
def named_in(file: str) -> dict[str, str]:
    """The tests of a file with their docstrings."""
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_ruling_is_on_the_page_once() -> None:
    """The page has one entry for each ambiguity of the ledger, the three mere readings apart."""
    ids = [entry["id"] for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")) if entry["id"]]
    readings = set(tomllib.loads((HERE / "untested.toml").read_text(encoding="utf-8")))
    expected = {rule for rule in registry.rules() if rule.startswith("AMB-")} - readings
    assert sorted(ids) == sorted(expected)


def test_every_ruling_gives_reason_source_and_tests() -> None:
    """Each entry says why, from where, and names at least one test."""
    for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")):
        assert "*Why:*" in entry["rest"], entry["question"]
        assert "*Source:*" in entry["rest"], entry["question"]
        assert NAMED.search(entry["rest"]), entry["question"]


def test_the_named_tests_exist_and_cite_the_ruling() -> None:
    """Every test a ruling names is there and cites that ruling's id."""
    for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")):
        for file, name in NAMED.findall(entry["rest"]):
            tests = named_in(file)
            assert name in tests, f"{file}::{name}"
            if entry["id"]:
                assert entry["id"] in tests[name], f"{file}::{name} does not cite {entry['id']}"
