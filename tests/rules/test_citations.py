"""Every rule that can be tested is cited by a test: the ledger's ids against the docstrings of the tests."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from kilowatt.editions import registry

HERE = Path(__file__).parent
TESTS = HERE.parent
ID = re.compile(r"\b(?:R18|C|DC|O|D|K|Ch|AT)-[A-Z0-9]+-\d+\b|\bAMB-\d+\b")
MOST = 5


@cache
def citations() -> dict[str, list[str]]:
    """List the ids that each test cites."""
    return {
        f"{path.relative_to(TESTS)}::{node.name}": ids_of(node)
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def cited() -> set[str]:
    """Return the ids that tests cite."""
    return {rule for rules in citations().values() for rule in rules}


def ids_of(node: ast.FunctionDef) -> list[str]:
    """Return the ids in the brackets of a test's docstring."""
    text = ast.get_docstring(node) or ""
    return [rule for part in re.findall(r"\[([^\[\]]*)\]", text) for rule in ID.findall(part)]


def untested() -> dict[str, str]:
    """Return the ids that no test can check, each with its reason."""
    return tomllib.loads((HERE / "untested.toml").read_text(encoding="utf-8"))


def test_every_rule_is_cited_or_excused() -> None:
    """Every id of the ledger is cited by a test, or stands in the list of untestable ones with a reason."""
    known = set(registry.rules())
    missing = sorted(known - cited() - set(untested()))
    assert missing == [], f"{len(missing)} rules without a test: {', '.join(missing)}"


def test_citations_are_true_ids() -> None:
    """Every cited and every excused id is one of the ledger's."""
    known = set(registry.rules())
    assert sorted(cited() - known) == []
    assert sorted(set(untested()) - known) == []


def test_nothing_is_excused_that_is_tested() -> None:
    """An id is either tested or excused, and an excuse has a reason."""
    assert sorted(set(untested()) & cited()) == []
    assert all(len(reason) > 20 for reason in untested().values())


def test_a_test_cites_five_rules_at_most() -> None:
    """No test claims more than five rules."""
    assert citations()
    assert {test: rules for test, rules in citations().items() if len(rules) > MOST} == {}
