"""`easy`, the lowest level for people: a beginner.

The others are rungs of the ladder: `normal` is economist, `hard` is student, `expert` is values.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots import simple
from kilowatt.bots.advice import Advice, Budget, Reason, fingerprint
from kilowatt.bots.building import house_in, near_cheapest
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Open, Pass
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

DOUBT = (0.8, 1.6)
"""What share of the yardstick's limit `easy` bids, drawn again for every lot."""
DETOUR = 15
"""A city that costs at most so much more than the cheapest is as good to it."""


class Mistakes(NamedTuple):
    """What else `easy` does not do as the yardstick does."""

    nearly: int
    """A plant whose score is at most so much lower than the best is as good to it; a city counts 15."""
    forgets: float
    """In so many rounds it buys no fuel."""


MAP = Mistakes(30, 0.15)
CARDS = Mistakes(90, 0.5)
"""Where plants print their income: there mistakes cost less."""


class EasyBot:
    """A beginner: plays by the rules of the yardstick, is not sure of them, and sometimes forgets its fuel."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose what looks good enough."""
        s = known_to(state, seat)
        tables = tables_of(s)
        mistakes = CARDS if tables.printed else MAP
        dice = Random(fingerprint(s) * 1_000_003 + self.seed)
        match s.ask:
            case asks.ASK_OPEN:
                action = self._open(s, seat, tables, mistakes.nearly, dice)
            case asks.ASK_BID:
                # one doubt for the whole lot, whatever has been bid so far
                doubt = Random(f"{self.seed}/{s.round}/{s.lot}/{s.drawn}").uniform(*DOUBT)
                most = min(s.money[seat], int(doubt * simple.limit_of(s, seat, tables, s.lot)))
                action = Bid(seat, s.bid + 1) if s.bid < most else Pass(seat)
            case asks.ASK_FUEL | asks.ASK_CARD if Random(f"{self.seed}/{s.round}/fuel").random() < mistakes.forgets:
                return Advice(Pass(seat), Reason("no_fuel"))
            case asks.ASK_BUILD if s.cities[seat] and simple.wanted_cities(s, seat, tables) > s.count(seat):
                near = near_cheapest(s, seat, tables, DETOUR)
                action = house_in(s, seat, dice.choice(near)[0]) if near else Pass(seat)
            case _:
                action = simple.decide(s)
        return Advice(action, simple.explain(s, seat, action))

    def _open(self, s: State, seat: int, tables: Tables, nearly: int, dice: Random) -> Action:
        plants = simple.wanted_plants(s, seat, tables)
        if not plants:
            return Pass(seat)
        good = max(simple.score(tables, plant) for plant in plants) - nearly
        plant = dice.choice([plant for plant in plants if simple.score(tables, plant) >= good])
        return Open(seat, s.rules.card_names[plant], least_bid(s, plant))
