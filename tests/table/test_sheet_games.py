"""Every published game with every option on a real table: what can be seen, written down, is the very same game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.compose import compose
from kilowatt.editions.options import BadOption
from kilowatt.engine.actions import Zone
from kilowatt.engine.snapshot import snapshot
from kilowatt.protocol.views import board_view
from kilowatt.table.playout import playout, record_of
from kilowatt.table.replay import read_record
from kilowatt.table.sheet.checking import Sheet
from tests.table.test_sheet import written
from tests.tiers import some_quick

if TYPE_CHECKING:
    from collections.abc import Callable

RULESETS = {row.id: row for row in kilowatt.rulesets()}
NO_MAP = ("starting cities", "drafted areas", "chosen areas")
"""These need a board: the card game refuses them."""


def areas(ruleset: str, seats: int) -> list[str]:
    """Return areas that may be played together."""
    _, _, record = playout(compose(ruleset, seats, {}), random.Random(3), logged=True)
    return next(list(action.areas) for action in record.actions() if isinstance(action, Zone))


def own_deck(ruleset: str) -> dict[str, Any]:
    """Return the game's deck with a plant that needs more fuel."""
    name = registry.edition(RULESETS[ruleset].edition).deck
    path = registry.__file__.replace("registry.py", f"data/decks/{name}.toml")
    deck = kilowatt.read_deck(path)
    hungry = next(plant for plant in deck["plants"] if plant["need"])
    hungry["need"] += 1
    return deck


CHOICES: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "plain": lambda _, __: {},
    "contractor": lambda _, __: {"contractor": True},
    "own contractor cards": lambda ruleset, seats: {
        "contractor": True,
        "contractor_cards": [
            {"first": first + 1, "others": others}
            for first, others in board_view(compose(ruleset, seats, {"contractor": True})).contractor
        ],
    },
    "starting cities": lambda _, __: {"starting_cities": True},
    "drafted areas": lambda _, __: {"zone": "draft"},
    "chosen areas": lambda ruleset, seats: {"zone": areas(ruleset, seats)},
    "given order": lambda _, seats: {"order": list(reversed(range(seats)))},
    "hidden money": lambda _, __: {"money": "hidden"},
    "own deck": lambda ruleset, _: {"deck": own_deck(ruleset)},
    "trust": lambda _, __: {"trust": True},
}
ALL = "all at once"


def has(ruleset: str, choice: str) -> bool:
    """Return whether a game may be played so."""
    info = RULESETS[ruleset]
    if choice in NO_MAP and not info.board:
        return False
    return choice not in ("trust", "starting cities") or choice.replace(" ", "_") in info.options


def options(ruleset: str, seats: int, choice: str) -> dict[str, Any]:
    """Return the options of a choice; of all at once the last of several for one option."""
    if choice != ALL:
        return CHOICES[choice](ruleset, seats)
    chosen: dict[str, Any] = {}
    for name, of in CHOICES.items():
        if has(ruleset, name) and (name != "trust" or seats == 2):
            chosen |= of(ruleset, seats)
    return chosen


def seats_of(ruleset: str, choice: str) -> int:
    """Return how many play: the Trust only with two, marked cities where uranium is rare with four, others by turns."""
    if choice in ("trust", ALL):
        return 2
    most = 3 if choice == "starting cities" else 5
    return 2 + (list(RULESETS).index(ruleset) + list(CHOICES).index(choice)) % most


CASES = [
    (ruleset, choice) for ruleset in RULESETS for choice in (*CHOICES, ALL) if choice == ALL or has(ruleset, choice)
]
SEATS = [(ruleset, seats) for ruleset in RULESETS for seats in range(2, 7)]


def entered(ruleset: str, seats: int, chosen: dict[str, Any]) -> None:
    """A random game, entered turn by turn with auctions by their result, ends in the very same position."""
    sheet: Sheet
    sheet, end, record = written(ruleset, seats, chosen, seats, results=True, counts=True)
    assert {mark.fit for mark in sheet.marks} == {"fits"}
    assert snapshot(sheet.state) == snapshot(end)
    again = read_record(record_of(sheet.rules, sheet.actions()).lines())
    assert len(again.actions()) <= len(record.actions())
    assert len(sheet.lines) < len(record.actions()) + seats * (end.round + 1)


@pytest.mark.parametrize("game", some_quick(SEATS, 12, 2))
def test_every_game_can_be_entered_by_what_is_seen(game: tuple[str, int]) -> None:
    """A random game of any number of players, entered by what is seen, ends in the very same position."""
    entered(*game, {})


@pytest.mark.parametrize("case", some_quick(CASES, 15, 2))
def test_every_option_of_every_game_can_be_entered(case: tuple[str, str]) -> None:
    """A random game with each option its ruleset knows, alone and all at once, ends in the very same position."""
    ruleset, choice = case
    seats = seats_of(ruleset, choice)
    entered(ruleset, seats, options(ruleset, seats, choice))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_option_is_left_out_that_a_game_knows(ruleset: str) -> None:
    """Exactly those options are left out above that the ruleset refuses."""
    for choice, of in CHOICES.items():
        if has(ruleset, choice):
            seats = seats_of(ruleset, choice)
            assert compose(ruleset, seats, options(ruleset, seats, choice)).seats == seats
        else:
            with pytest.raises(BadOption):
                compose(ruleset, 2, {"zone": "draft"} if "areas" in choice else of(ruleset, 2))
