"""Games between bots that a tool seats itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import Budget
from kilowatt.engine.game import advance, clone, outcomes
from kilowatt.engine.ids import CHANCE, OVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots import Bot
    from kilowatt.engine.results import Result
    from kilowatt.engine.state import State
    from kilowatt.table.dealer import SeededDealer


def play_on(s: State, bots: Sequence[Bot], dealer: SeededDealer) -> Result:
    """Play a game on to its end, with the bot of each seat; return its result."""
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
        else:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    assert s.result is not None  # noqa: S101 - the game is over
    return s.result


def share(result: Result, seat: int) -> float:
    """Return a seat's share of the win."""
    return 1 / len(result.winners) if seat in result.winners else 0.0
