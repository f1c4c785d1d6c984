"""What bots know by heart about one game's rules: what plants need, what they pay, what fuel costs unit by unit.

Derived from `Rules` once and kept; knows no position.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, final

from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Subset = tuple[tuple[int, int, int, int], int, int, int]
"""Plants that run together: units of each fuel for one-fuel plants, units for the hybrids, cities, printed income."""

_LIMIT = 20_000
_KEPT: dict[int, Tables] = {}
_KEPT_LIMIT = 64


@final
class Tables:
    """Tables about one `Rules`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.printed = not any(plant.cities for plant in rules.plants)
        """Whether plants pay what is printed on them, so that there are no cities at all."""
        self.output = [plant.income if self.printed else plant.cities for plant in rules.plants]
        """What a plant is for: the cities it supplies, or its printed income."""
        self.most_output = sum(sorted(self.output)[-rules.plant_limit - 1 :])
        """More than any seat's plants can be for."""
        self.free_links = bool(rules.board.links) and not any(cost for _, _, cost in rules.board.links)
        """Whether connections cost nothing."""
        self._subsets: dict[tuple[int, ...], list[Subset]] = {}
        self._costs: dict[tuple[int, int, int, int], list[int]] = {}
        self.growths: dict[tuple[int, ...], Any] = {}
        """How a network grows from a position of the board; kept by `building`."""
        self.card_shelves: dict[tuple[int, ...], list[list[int]]] = {}
        """What the cards of the columns cost, unit by unit; kept by `fuelling`."""
        self.spread: dict[int, list[int]] = {}
        """For each zone, how dear the surroundings of every city are; kept by `building`."""

    def subsets(self, plants: tuple[int, ...]) -> list[Subset]:
        """List every set of these plants with what it needs and gives, the empty one first."""
        known = self._subsets.get(plants)
        if known is None:
            known = [
                self._subset([p for i, p in enumerate(plants) if mask >> i & 1]) for mask in range(1 << len(plants))
            ]
            if len(self._subsets) > _LIMIT:
                self._subsets.clear()
            self._subsets[plants] = known
        return known

    def _subset(self, plants: list[int]) -> Subset:
        need = [0] * FUELS
        hybrid = cities = income = 0
        for plant in plants:
            card = self.rules.plants[plant]
            if len(card.fuels) == 1:
                need[card.fuels[0]] += card.need
            elif card.fuels:
                hybrid += card.need
            cities += card.cities
            income += card.income
        return (need[0], need[1], need[2], need[3]), hybrid, cities, income

    def capacity(self, plants: tuple[int, ...]) -> int:
        """Count the cities all these plants supply, or add up what is printed on them."""
        output = self.output
        return sum([output[p] for p in plants])

    def pay(self, cities: int, printed: int) -> int:
        """Return the money for so many supplied cities, or for so much printed income."""
        return self.rules.income.pay(self.rules, cities, printed)

    def costs(self, market: int, fuel: int, mask: int, more: int = 0) -> list[int]:
        """Return what the first 0, 1, 2, ... tokens of a fuel track cost together, each so much above its space."""
        known = self._costs.get((market, fuel, mask, more))
        if known is None:
            row = self.rules.tracks[market].prices[fuel]
            known = [0, *accumulate([price + more for space, price in enumerate(row) if mask >> space & 1])]
            if len(self._costs) > _LIMIT:
                self._costs.clear()
            self._costs[market, fuel, mask, more] = known
        return known


def tables_of(s: State) -> Tables:
    """Return the tables of a state's rules."""
    rules = s.rules
    known = _KEPT.get(id(rules))
    if known is None:
        if len(_KEPT) >= _KEPT_LIMIT:
            _KEPT.clear()
        # the tables hold on to their rules, so no other rules can come to have this id
        known = _KEPT[id(rules)] = Tables(rules)
    return known
