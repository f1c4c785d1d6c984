"""The Trust of the board games: takes the biggest plant, one production of fuel, and the second space of new cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import houses, plants, tasks
from kilowatt.engine.emitting import BYTE, PLANT_SCRAPPED, TRUST_FUELLED, TRUST_PLACED, TRUST_TOOK, emit
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.policies import Trust

if TYPE_CHECKING:
    from kilowatt.engine.state import State

LIMIT = 3
SECOND_SPACE = 1


class BoardTrust(Trust):
    """Never bids, never pays, cannot win [R18-TR-01, R18-TR-05, R18-TR-07]."""

    def takes_plant(self, s: State) -> None:
        """Take the biggest plant on offer; with three only for a smaller one of its own [R18-TR-08, R18-TR-10]."""
        rules = s.rules
        offered = rules.plant_market.current(s)
        if not offered:
            return
        plant = s.market[offered - 1]
        own = s.plants[rules.trust_chair]
        if len(own) == LIMIT:
            smallest = min(own, key=rules.numbers.__getitem__)
            if rules.numbers[plant] < rules.numbers[smallest]:
                return
            own = tuple([p for p in own if p != smallest])
            s.removed |= 1 << smallest
            emit(s, PLANT_SCRAPPED, NOBODY, smallest)
        plants.take_out(s, plant)
        s.plants[rules.trust_chair] = (*own, plant)
        emit(s, TRUST_TOOK, plant)
        s.agenda.append(tasks.REPLACEMENT)

    def joins_city(self, s: State, city: int) -> None:
        """Stand a house on the second space of a city that was empty, while there are any [R18-TR-16, R18-TR-18]."""
        if s.trust_houses:
            s.trust_houses -= 1
            houses.put(s, city, SECOND_SPACE, s.rules.trust_chair)
            emit(s, TRUST_PLACED, city, SECOND_SPACE)

    def buys_fuel(self, s: State) -> None:
        """Take one production's fuel: one-fuel plants first, then hybrids in turn from one fuel and the other.

        [R18-TR-11, R18-TR-13, R18-TR-14, AMB-88]
        """
        rules = s.rules
        chair = rules.trust_chair
        own = sorted(s.plants[chair], key=rules.numbers.__getitem__)
        before = s.held[chair * FUELS : chair * FUELS + FUELS]
        for plant in own:
            card = rules.plants[plant]
            if len(card.fuels) == 1:
                for _ in range(card.need):
                    self._take(s, card.fuels[0])
        for plant in own:
            card = rules.plants[plant]
            if len(card.fuels) > 1:
                for turn in range(card.need):
                    first, second = rules.mix if turn % 2 == 0 else rules.mix[::-1]
                    if not self._take(s, first):
                        self._take(s, second)
        taken = 0
        for fuel in range(FUELS):
            taken |= (s.held[chair * FUELS + fuel] - before[fuel]) << BYTE * fuel
        emit(s, TRUST_FUELLED, taken)

    def _take(self, s: State, fuel: int) -> bool:
        """Take the cheapest token of a fuel on any market; not from a storage (AMB-44)."""
        if not any(s.fuel[market * FUELS + fuel] for market in range(len(s.rules.tracks))):
            return False
        s.rules.fuel_supply.buy_cheapest(s, s.rules.trust_chair, fuel)
        return True
