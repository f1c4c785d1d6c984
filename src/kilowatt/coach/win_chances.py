"""Chances to win: imagined games, scored by a small model where they stop before the end.

An imagined game goes on to after the next round's auctions, everybody playing as `economist`; what each seat then has
is turned into chances by `bots/prediction.py`. A game that ends first counts as it ended. Knows nothing that the state
does not show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.lookahead import imagine
from kilowatt.bots.prediction import PLACES, Chances, predicted
from kilowatt.engine.game import clone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.state import State


def imagined(
    s: State,
    enter: Callable[[State], None] | None,
    seed: str,
    score: Callable[[State], Sequence[float]] = predicted,
) -> Chances:
    """Return the chances after one imagined game that begins with a choice; `score` says what it came to."""
    trial = clone(s)
    if enter is not None:
        enter(trial)
    imagine(trial, seed, s.round + 1, (0,) * s.rules.seats)
    return tuple(score(trial))


def seed_of(s: State, seed: int) -> str:
    """Return what imagined deals of a position begin with; the same in all positions of a round, so that they compare.

    Cards are dealt by their place in the stack: two positions of a round see the same cards to come.
    """
    return f"coach/{seed}/{s.round}"


def chances(s: State, seed: int = 0, deals: int = 16) -> Chances:
    """Return every seat's chance to win: the mean of imagined games."""
    if s.result is not None:
        return predicted(s)
    rows = [imagined(s, None, f"{seed_of(s, seed)}/{number}") for number in range(deals)]
    return tuple([round(sum(column) / deals, PLACES) for column in zip(*rows, strict=True)])
