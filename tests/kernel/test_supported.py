"""What the kernel does not know it refuses by name; what it says it knows, its machine has."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from kilowatt.editions.compose import compose
from kilowatt.engine import asks, tasks
from kilowatt.envs.kernel_ids import can_play
from kilowatt.kernel import Batch, Unsupported, supported

MACHINE = Path(supported.__file__).parent / "machine.py"


def read_by(function: str, module: str) -> set[Any]:
    """Return the numbers of a module (`tasks` or `asks`) that a function of the kernel's machine names."""
    tree = ast.parse(MACHINE.read_text(encoding="utf-8"))
    body = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return {
        getattr({"tasks": tasks, "asks": asks}[module], test.attr)
        for node in ast.walk(body)
        if isinstance(node, ast.Compare)
        for test in node.comparators
        if isinstance(test, ast.Attribute) and isinstance(test.value, ast.Name) and test.value.id == module
    }


def test_a_switch_the_kernel_does_not_know_is_refused_where_it_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules with a switch that the kernel does not read are refused where it is on, and played where it is off."""
    monkeypatch.setattr(supported, "SWITCHES", [name for name in supported.SWITCHES if name != "discount_token"])
    Batch(compose("original/germany", 4))
    rules = compose("recharged/germany", 4)
    with pytest.raises(Unsupported, match="discount_token: the kernel does not know this switch"):
        Batch(rules)
    assert not can_play(rules)


def test_an_action_the_kernel_does_not_know_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that takes an action which the kernel lacks is refused with the action's name."""
    monkeypatch.setitem(supported.ACTIONS, "build", ("build",))
    with pytest.raises(Unsupported, match="build: the kernel does not know the action pass"):
        Batch(compose("recharged/germany", 4))


def test_a_decision_the_kernel_does_not_know_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that the kernel lacks is refused with its name."""
    monkeypatch.delitem(supported.ACTIONS, "buy_card")
    with pytest.raises(Unsupported, match="buy_card: the kernel does not know this decision"):
        Batch(compose("recharged/germany", 4))


@pytest.mark.parametrize("function", ["step", "legal"])
def test_the_kernel_answers_every_decision_that_it_says_it_knows(function: str) -> None:
    """The decisions listed as known are those that the kernel's machine lists and plays; the rest are draws."""
    names = {asks.NAMES[ask] for ask in read_by(function, "asks") if ask < asks.FIRST_DRAW}
    assert names == set(supported.ACTIONS)
