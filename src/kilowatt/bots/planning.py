"""Whole plans for the rest of a round: plants as given, then fuel and cities with exact costs, appraised at its end.

Knows one seat; rivals enter only as the standings an end of the game would be compared with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots.appraisal import NEXT_ROUND, POINT, Appraiser
from kilowatt.bots.building import Chain, chain
from kilowatt.bots.fuelling import shelves, shortage
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.bots.lore import Lore
    from kilowatt.engine.state import State

FINAL_CITY = 40.0
"""What a city supplied at the end is worth, in a round that may be the last."""
FINAL_MONEY = 0.2
STORED = 0.7
"""What fuel kept for later is worth, as a share of its expected price."""

Plan = tuple[float, list[int], int, int]
"""Value, fuel to buy, its cost, cities to build."""


@final
class Planner:
    """Plans for one seat of one state; plants and money vary, cities and prices are as they lie."""

    def __init__(self, s: State, seat: int, lore: Lore, *, last: bool) -> None:
        self.s = s
        self.seat = seat
        self.lore = lore
        self.last = last
        self.count = s.count(seat)
        self.judge = Appraiser(s, lore, NEXT_ROUND)
        self.shelves = shelves(s, seat, lore)
        self.held = s.held[seat * FUELS : seat * FUELS + FUELS]
        self._chain: Chain | None = None

    def chain(self) -> list[int]:
        """Give what the next 0, 1, 2, ... cities cost together."""
        if self._chain is None:
            most = 0 if self.lore.printed else max(0, self.s.rules.end_at + 2 - self.count)
            self._chain = chain(self.s, self.seat, self.lore, min(most, 10), self.s.money[self.seat])
            self._spent = [0]
            for _, cost in self._chain:
                self._spent.append(self._spent[-1] + cost)
        return self._spent

    def best(self, plants: tuple[int, ...], money: int) -> Plan:
        """Find the best fuel and cities for these plants and this money."""
        lore = self.lore
        count = self.count
        spent = self.chain()
        supply = lore.capacity(plants)
        most = len(spent) - 1 if lore.printed else min(len(spent) - 1, max(0, supply - count))
        worth = [self.judge.value(plants, count + built) for built in range(most + 1)]
        mix = self.s.rules.mix
        best: Plan = (-1e9, [0, 0, 0, 0], 0, 0)
        for shelf in self.shelves:
            for need, hybrid, cities, printed in lore.subsets(plants):
                found = shortage(need, hybrid, self.held, shelf, mix)
                if found is None or found[1] > money:
                    continue
                buys, cost = found
                kept = self._kept(need, hybrid)
                for built in range(most + 1):
                    left = money - cost - spent[built]
                    if left < 0:
                        break
                    supplied = min(cities, count + built)
                    if self.last:
                        points = POINT * printed if lore.printed else FINAL_CITY * supplied
                        value = points + FINAL_MONEY * left
                    else:
                        value = left + kept + lore.pay(supplied, printed) + worth[built]
                    if value > best[0]:
                        best = (value, buys, cost, built)
        return best

    def _kept(self, need: tuple[int, int, int, int], hybrid: int) -> float:
        """Give what the fuel is worth that a production would leave."""
        total = 0.0
        for fuel in range(FUELS):
            over = self.held[fuel] - need[fuel]
            if over > 0:
                if hybrid and fuel in self.s.rules.mix:
                    used = min(over, hybrid)
                    over -= used
                    hybrid -= used
                total += STORED * over * self.judge.prices[fuel]
        return total

    def with_plant(self, plant: int, price: int) -> float:
        """Give the value of the best plan after buying a plant at a price."""
        own = self.s.plants[self.seat]
        money = self.s.money[self.seat] - price
        if len(own) < self.judge.limit:
            return self.best((*own, plant), money)[0]
        gone = self.judge.with_plant(own, plant, self.count)[1]
        return self.best(tuple([plant if p == gone else p for p in own]), money)[0]

    def without(self) -> float:
        """Give the value of the best plan without a new plant."""
        return self.best(self.s.plants[self.seat], self.s.money[self.seat])[0]

    def worth(self, plant: int, least: int, base: float) -> int:
        """Give the greatest price at which the plan with the plant is no worse than `base`; 0 if below `least`."""
        money = self.s.money[self.seat]
        if least > money or self.with_plant(plant, least) < base:
            return 0
        low, high = least, money + 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.with_plant(plant, middle) >= base:
                low = middle
            else:
                high = middle
        return low
