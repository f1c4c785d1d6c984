"""`unsure`: an economist who is not sure what is best. It makes the mistakes that puzzles and reviews are about."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.advice import Advice, Budget, fingerprint
from kilowatt.bots.building import near_cheapest
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.simple import plain_reason
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, Open, Pass
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.engine.state import State

DOUBT = (0.35, 0.75)
"""What share of a plant's worth it dares to bid, drawn again for every lot."""
NEARLY = 20
"""A plant that gains at most so much less than the best is as good to it."""
DETOUR = 10
"""A city that costs at most so much more than the cheapest is as good to it."""


class UnsureBot:
    """An economist who is not sure."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose among the nearly best."""
        s = known_to(state, seat)
        action = self._decide(s, seat)
        return Advice(action, plain_reason(s, seat, action))

    def _decide(self, s: State, seat: int) -> Action:
        tables = tables_of(s)
        dice = Random(fingerprint(s) * 1_000_003 + self.seed)
        if s.ask == asks.ASK_OPEN:
            values = economist.open_values(s, seat, tables)
            near = [plant for gain, plant, _ in values if gain >= values[0][0] - NEARLY]
            if near:
                plant = dice.choice(near)
                return Open(seat, s.rules.card_names[plant], least_bid(s, plant))
        elif s.ask == asks.ASK_BID:
            # one doubt for the whole lot, whatever has been bid so far
            doubt = Random(f"{self.seed}/{s.round}/{s.lot}/{s.drawn}").uniform(*DOUBT)
            enough = s.bid < min(s.money[seat], int(doubt * economist.reservation(s, seat, tables)))
            return Bid(seat, s.bid + 1) if enough else Pass(seat)
        elif s.ask == asks.ASK_BUILD and s.cities[seat] and economist.wanted_cities(s, seat, tables) > 0:
            cities = near_cheapest(s, seat, tables, DETOUR)
            return Build(seat, s.rules.board.cities[dice.choice(cities)[0]].id) if cities else Pass(seat)
        return economist.decide(s)
