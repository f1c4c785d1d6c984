"""`random`: a kind of action first, then its argument. Knows nothing of the game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Budget, Reason, fingerprint
from kilowatt.engine.asks import ASK_SCRAP
from kilowatt.engine.game import options
from kilowatt.engine.knowledge import known_to
from kilowatt.kernel.menus import AMOUNT_BITS, KIND_SHIFT

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.kernel.plain_core import Core


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

    def number(self, core: Core, game: int) -> int:
        """Choose by chance in a game of the kernel: the number of the action that `advise` gives."""
        dice = Random(hash(core.signature(game)) * 1_000_003 + self.seed)
        kinds: list[list[int]] = []
        last = -1
        for first, _ in core.rows(game):
            kind = first >> KIND_SHIFT
            if kind != last:
                kinds.append([])
                last = kind
            if kind != ASK_SCRAP or not first & AMOUNT_BITS:  # a plant is one row, whatever fuel may go with it
                kinds[-1].append(first)
        return dice.choice(dice.choice(kinds))
