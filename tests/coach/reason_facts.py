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

    def place(self) -> int:
        """Which of the choices the claim is about."""
        return next(place for place, one in enumerate(self.choices) if one is self.choice)

    def left(self, place: int) -> int:
        """What the plan of a choice leaves after the plants have paid."""
        plan = self.choices[place].plan
        assert plan is not None
        return plan.left + self.income(place)

    def cities(self, place: int) -> int:
        """How many cities the plan of a choice builds."""
        plan = self.choices[place].plan
        return sum(step.what.code == "step_city" for step in plan.steps) if plan else 0

    def fuel_kept(self, place: int) -> int:
        """How much fuel a choice keeps after its own run."""
        mine, self.choice = self.choice, self.choices[place]
        held = sum(self.bought().held[self.seat * FUELS : self.seat * FUELS + FUELS])
        run = self.choice.actions[0]
        burnt = sum(sum(row.burn.values()) for row in run.plants) if isinstance(run, Run) else 0
        self.choice = mine
        return held - burnt

    def _more_income(self, more: int) -> bool:
        return more == self.income(0) - self.income(1) > 0

    def _more_money(self, more: int) -> bool:
        return more == self.left(0) - self.left(1) > 0

    def _more_cities(self, more: int) -> bool:
        return more == self.cities(0) - self.cities(1) > 0

    def _more_fuel(self, more: int) -> bool:
        return more == self.fuel_kept(0) - self.fuel_kept(1) > 0

    def _more_capacity(self, capacity: int, other: int, plant: str) -> bool:
        left: list[int] = []
        for choice in self.choices[:2]:
            gone = choice.actions[0]
            assert isinstance(gone, Scrap)
            kept = [p for p in self.s.plants[self.seat] if self.rules.card_names[p] != gone.plant]
            cards = [self.rules.plants[p] for p in kept]
            left.append(sum(card.cities if self.rules.board.cities else card.income for card in cards))
        second = self.choices[1].actions[0]
        return left == [capacity, other] and capacity > other and isinstance(second, Scrap) and second.plant == plant

    # what another choice has more or less than the recommended one

    def _extra_income(self, more: int) -> bool:
        return more == self.income(self.place()) - self.income(0) > 0

    def _extra_money(self, more: int) -> bool:
        return more == self.left(self.place()) - self.left(0) > 0

    def _extra_cities(self, more: int) -> bool:
        return more == self.cities(self.place()) - self.cities(0) > 0

    def _extra_fuel(self, more: int) -> bool:
        return more == self.fuel_kept(self.place()) - self.fuel_kept(0) > 0

    def _less_income(self, less: int) -> bool:
        return less == self.income(0) - self.income(self.place()) > 0

    def _less_money(self, less: int) -> bool:
        return less == self.left(0) - self.left(self.place()) > 0

    def _less_cities(self, less: int) -> bool:
        return less == self.cities(0) - self.cities(self.place()) > 0

    def _less_fuel(self, less: int) -> bool:
        return less == self.fuel_kept(0) - self.fuel_kept(self.place()) > 0

    def _experts_less(self, chance: int, best: int) -> bool:
        chances = [int(100 * one.chance + 0.5) for one in (self.choice, self.choices[0])]
        return chances == [chance, best] and chance < best
