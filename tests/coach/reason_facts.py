"""Recomputes the coach's reasons: why to bid less than a plant is worth, and what favours the recommended choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine.actions import Run, Scrap
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.coach import Choice, Worth
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class ReasonFacts:
    """What `Facts` knows of a position and its choices."""

    s: State
    seat: int
    money: int
    rules: Rules
    choice: Choice
    choices: tuple[Choice, ...]
    worths: dict[str, Worth]

    def plant(self) -> str:
        """The plant that the choice is about."""
        raise NotImplementedError

    def offered(self) -> list[str]:
        """The plants that may be opened."""
        raise NotImplementedError

    def card(self, plant: str) -> Any:
        """A plant's card."""
        raise NotImplementedError

    def prices(self, market: int, fuel: int) -> list[int]:
        """What the units of a fuel cost on a market, cheapest first."""
        raise NotImplementedError

    def bought(self) -> State:
        """The table after the choice's fuel."""
        raise NotImplementedError

    # why to bid less than a plant is worth

    def gap(self, stop: int) -> bool:
        """Whether there is a gap above this price."""
        row = self.worths[self.plant()]
        return row.stop == stop and 0 < stop < row.worth

    def _gap_other(self, stop: int, plant: str, price: int) -> bool:
        other = self.worths[plant]
        return (
            self.gap(stop) and plant in self.offered() and plant != self.plant() and other.price == price <= other.stop
        )

    def _gap_money(self, stop: int, city: str, left: int) -> bool:
        cost = sum(kilowatt.reach(self.s, self.seat)[city])
        return self.gap(stop) and left == self.money - stop - 1 and left < cost + self.most_for_fuel()

    def most_for_fuel(self) -> int:
        """No less than what a run of all plants and the new one costs: all that each may burn, at the dearest."""
        cards = [self.rules.plants[p] for p in self.s.plants[self.seat]] + [self.card(self.plant())]
        need = [sum(card.need for card in cards if fuel in card.fuels) for fuel in range(FUELS)]
        tracks = range(len(self.rules.tracks))
        return sum(max(sum(self.prices(market, fuel)[: need[fuel]]) for market in tracks) for fuel in range(FUELS))

    def _gap_rival(self, stop: int, seat: int, left: int) -> bool:
        costs = [sum(parts) for parts in kilowatt.reach(self.s, seat).values()]
        return self.gap(stop) and left == self.s.money[seat] - stop - 1 and left < min(costs)

    # what favours the recommended choice over the next best: plans are played out by `Following`

    def _experts(self, chance: int, other: int) -> bool:
        return [int(100 * choice.chance + 0.5) for choice in self.choices[:2]] == [chance, other] and chance > other

    def _no_win(self) -> bool:
        return self.choices[0].chance == 0 and (
            self.s.last_round or max(self.s.count(seat) for seat in range(self.rules.seats)) >= self.rules.end_at
        )

    def income(self, place: int) -> int:
        """What the plan of a choice earns."""
        plan = self.choices[place].plan
        assert plan is not None
        return plan.steps[-1].money

    def _more_income(self, more: int) -> bool:
        return more == self.income(0) - self.income(1) > 0

    def _more_money(self, more: int) -> bool:
        first, second = self.choices[0].plan, self.choices[1].plan
        assert first is not None
        assert second is not None
        return more == first.left + self.income(0) - second.left - self.income(1) > 0

    def _more_cities(self, more: int) -> bool:
        first, second = [
            sum(step.what.code == "step_city" for step in one.plan.steps) if one.plan else 0 for one in self.choices[:2]
        ]
        return more == first - second > 0

    def _more_fuel(self, more: int) -> bool:
        units: list[int] = []
        for choice in self.choices[:2]:
            self.choice, mine = choice, self.choice
            held = sum(self.bought().held[self.seat * FUELS : self.seat * FUELS + FUELS])
            run = choice.actions[0]
            burnt = sum(sum(row.burn.values()) for row in run.plants) if isinstance(run, Run) else 0
            units.append(held - burnt)
            self.choice = mine
        return more == units[0] - units[1] > 0

    def _more_capacity(self, capacity: int, other: int) -> bool:
        left: list[int] = []
        for choice in self.choices[:2]:
            gone = choice.actions[0]
            assert isinstance(gone, Scrap)
            kept = [p for p in self.s.plants[self.seat] if self.rules.card_names[p] != gone.plant]
            cards = [self.rules.plants[p] for p in kept]
            left.append(sum(card.cities if self.rules.board.cities else card.income for card in cards))
        return left == [capacity, other] and capacity > other
