"""The Trust of the board games: takes the biggest plant, one production of fuel, and the second space of new cities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import houses, plants, tasks
from kilowatt.engine.emitting import BYTE, PLANT_SCRAPPED, TRUST_FUELLED, TRUST_PLACED, TRUST_TOOK, emit
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.policies import Trust
from kilowatt.engine.rows import appended, without

if TYPE_CHECKING:
    from kilowatt.engine.state import State

LIMIT: Final = 3
SECOND_SPACE: Final = 1


class BoardTrust(Trust):
    """Never bids, never pays, cannot win [R18-TR-01, R18-TR-05, R18-TR-07]."""

    key = "trust"
    cites = "R18-TR-05 R18-TR-08"

    def takes_plant(self, s: State) -> None:
        """Take the biggest plant on offer; with three only for a smaller one of its own [R18-TR-08, R18-TR-10]."""
        rules = s.rules
        offered = rules.plant_market.current(s)
        if not offered:
            return
        chair = rules.trust_chair
        plant = s.market[offered - 1]
        if len(s.plants[chair]) == LIMIT:
            smallest = s.plants[chair][0]
            for own in s.plants[chair]:
                if rules.numbers[own] < rules.numbers[smallest]:
                    smallest = own
            if rules.numbers[plant] < rules.numbers[smallest]:
                return
            s.plants[chair] = without(s.plants[chair], s.plants[chair].index(smallest))
            s.removed |= 1 << smallest
            emit(s, PLANT_SCRAPPED, NOBODY, smallest)
        plants.take_out(s, plant)
        s.plants[chair] = appended(s.plants[chair], plant)
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
        before = [0] * FUELS
        for fuel in range(FUELS):
            before[fuel] = s.held[chair * FUELS + fuel]
        own = [0] * LIMIT
        size = len(s.plants[chair])
        for place in range(size):
            plant = s.plants[chair][place]
            at = place
            while at and rules.numbers[own[at - 1]] > rules.numbers[plant]:
                own[at] = own[at - 1]
                at -= 1
            own[at] = plant
        for place in range(size):
            if len(rules.burns[own[place]]) == 1:
                for _ in range(rules.needs[own[place]]):
                    self._take(s, rules.burns[own[place]][0])
        for place in range(size):
            if len(rules.burns[own[place]]) > 1:
                for turn in range(rules.needs[own[place]]):
                    if not self._take(s, rules.mix[turn & 1]):
                        self._take(s, rules.mix[1 - (turn & 1)])
        taken = 0
        for fuel in range(FUELS):
            taken |= (s.held[chair * FUELS + fuel] - before[fuel]) << BYTE * fuel
        emit(s, TRUST_FUELLED, taken)

    def _take(self, s: State, fuel: int) -> bool:
        """Take the cheapest token of a fuel on any market; not from a storage (AMB-44)."""
        for market in range(s.rules.track_size):
            if s.fuel[market * FUELS + fuel]:
                s.rules.fuel_supply.buy_cheapest(s, s.rules.trust_chair, fuel)
                return True
        return False
