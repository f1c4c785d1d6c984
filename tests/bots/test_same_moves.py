"""Bots play the moves they played before: a change of them is deliberate."""

from __future__ import annotations

import json

import pytest

from tests.tiers import some_quick
from tools.same_moves import RULESETS, SEATS, STORED, WORK, hashes

MOVES: dict[str, str] = json.loads(STORED.read_text(encoding="utf-8"))

QUICK = {"recharged/germany", "original/korea", "card-game"}
"""Rulesets that differ most. The bots know no ruleset by name, and `make soak` plays all."""


@pytest.mark.parametrize("bot", some_quick(list(SEATS), 3))
@pytest.mark.parametrize(
    "ruleset", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in RULESETS]
)
def test_a_bot_plays_the_stored_moves(ruleset: str, bot: str) -> None:
    """A seeded game has the stored hash; `python -m tools.same_moves --write` stores a change that is meant."""
    moves = hashes([ruleset], [bot], 1, WORK)
    assert moves == {game: MOVES[game] for game in moves}


def test_every_ruleset_has_its_games() -> None:
    """The stored hashes are of the rulesets and bots there are."""
    assert {game.rsplit(" ", 3)[0] for game in MOVES} == set(RULESETS)
    assert {game.rsplit(" ", 3)[1] for game in MOVES} == set(SEATS)
