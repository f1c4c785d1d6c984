"""The kernel plays every game exactly as the reference does."""

from __future__ import annotations

import os
from typing import Any

import pytest

import kilowatt
from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.kernel import transfer
from tests.conformance.vocabulary import OPTIONS, options_for
from tests.kernel.lockstep import SLOTS, STYLES, play_in_step
from tests.rulesets import ATLAS
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets()]
OLD_OPTIONS = (OPTIONS[1], OPTIONS[3], OPTIONS[5], OPTIONS[6])
"""Seats and options that older revisions are played with as well."""
GAMES = [
    (ruleset, seats, options_for(ruleset, options), revision)
    for ruleset in RULESETS
    for revision in range(REVISION if ruleset in ATLAS else 1, REVISION + 1)
    for seats, options in (OPTIONS if revision == REVISION else OLD_OPTIONS)
]
Played = tuple[str, int, dict[str, Any], int]
MANY = 300_000
SOAK = int(os.environ.get("KILOWATT_SOAK_ACTIONS", "20000000"))


def name_of(game: object) -> str:
    """Name a parametrised game in the test's id."""
    return str(game).replace(" ", "")


@pytest.mark.parametrize("game", some_quick(GAMES, 15, 3), ids=name_of)
def test_every_field_action_and_draw_is_that_of_the_reference(game: Played) -> None:
    """After every action of a game the kernel's state, legal actions, draws and result are those of the reference."""
    rules = compose(*game)
    place = GAMES.index(game)
    whole = place % 4 == 0
    assert play_in_step(rules, place, STYLES[place % len(STYLES)], limit=1000 if whole else 250)


def play_many(ruleset: str, actions: int, first_seed: int) -> None:
    """Play games in step over all seats, options, revisions and styles until so many actions have been compared."""
    games = [compose(*game) for game in GAMES if game[0] == ruleset]
    played = seed = 0
    while played < actions:
        style = STYLES[seed // len(games) % len(STYLES)]
        played += play_in_step(games[seed % len(games)], first_seed + seed, style)
        seed += 1


@pytest.mark.compiled
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_actions_in_step(ruleset: str) -> None:
    """Over 300,000 actions of all rulesets, seats, options and styles nothing differs."""
    play_many(ruleset, MANY // len(RULESETS), 1000)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", RULESETS)
def test_twenty_million_actions_in_step(ruleset: str) -> None:
    """Over twenty million actions of all rulesets, seats, options and styles nothing differs."""
    play_many(ruleset, SOAK // len(RULESETS), 1_000_000)


def test_no_field_of_the_state_is_forgotten() -> None:
    """Every field of a state is one that import and export carry, has another form in the record, or follows."""
    other_form = {*transfer.NOT_ALIKE, "result"}
    follows = {"distances", "log", "rules"}
    assert {*transfer.CARRIED} | other_form | follows == set(SLOTS)
