"""`random`: a kind of action first, then its argument. Knows nothing of the game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Budget, Reason, fingerprint
from kilowatt.engine.game import options
from kilowatt.engine.knowledge import known_to

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class RandomBot:
    """Plays a uniform kind of action, then a uniform row of it, always with the least bid or raise."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by chance."""
        dice = Random(fingerprint(known_to(state, seat)) * 1_000_003 + self.seed)
        choices = options(state).choices
        rows = choices[dice.choice(list(choices))]
        return Advice(dice.choice(rows).at(0), Reason("random"))
