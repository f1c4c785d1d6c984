"""Recomputes the coach's reasons: what favours the recommended choice, and what others have more or less."""

from __future__ import annotations

from kilowatt.coach.estimates import MATTERS
from kilowatt.engine.actions import Open, Run, Scrap
from kilowatt.engine.ids import BUILD, FUELS
from tests.coach.last_rounds import won_by_building
from tests.coach.lot_facts import LotFacts


class ReasonFacts(LotFacts):
    """Why the recommended choice, and why not another."""

    # what favours the recommended choice over the next best: plans are played out by `Following`

    def _experts(self, chance: int, other: int) -> bool:
        return [int(100 * choice.chance + 0.5) for choice in self.choices[:2]] == [chance, other] and chance > other

    def _as_good(self) -> bool:
        return self.choices[0].chance - self.choices[1].chance <= MATTERS

    def _no_worse(self) -> bool:
        return self.choices[0].chance - self.choice.chance <= MATTERS

    def _no_win(self, place: int) -> bool:
        """Whether the game ends with this phase, so many are ahead, and no way to build that is tried wins it."""
        ends = (
            self.s.phase == BUILD and max(self.s.count(seat) for seat in range(self.rules.seats)) >= self.rules.end_at
        )
        return ends and place > 1 and self.choices[0].chance == 0 and not won_by_building(self.s, tries=20)

    def income(self, place: int) -> int:
        """What the plan of a choice earns."""
        plan = self.choices[place].plan
        assert plan is not None
        return next(step.money for step in reversed(plan.steps) if step.what.code != "step_sale")

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

    def supplied(self, place: int) -> int:
        """How many cities the plan of a choice powers when the game ends."""
        plan = self.choices[place].plan
        assert plan is not None
        ends = next(step for step in plan.steps if step.what.code == "step_end")
        assert ends.why is not None
        return int(ends.why.args["supplied"])

    def _more_supplied(self, more: int) -> bool:
        return more == self.supplied(0) - self.supplied(1) > 0

    def _more_left(self, more: int) -> bool:
        return more == self.left(0) - self.left(1) > 0 and self.supplied(0) >= self.supplied(1)

    def _extra_supplied(self, more: int) -> bool:
        return more == self.supplied(self.place()) - self.supplied(0) > 0

    def _extra_left(self, more: int) -> bool:
        return more == self.left(self.place()) - self.left(0) > 0

    def _less_supplied(self, less: int) -> bool:
        return less == self.supplied(0) - self.supplied(self.place()) > 0

    def _less_left(self, less: int) -> bool:
        return less == self.left(0) - self.left(self.place()) > 0

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

    def opened(self, place: int) -> str:
        """The plant that a choice opens."""
        action = self.choices[place].actions[0]
        assert isinstance(action, Open)
        return action.plant

    def _more_gain(self, plant: str, more: int, other: str) -> bool:
        first, second = [self.worths[self.opened(place)] for place in (0, 1)]
        return [plant, other] == [self.opened(0), self.opened(1)] and more == (first.worth - first.price) - (
            second.worth - second.price
        ) > 0

    def _more_power(self, capacity: int, other: int, plant: str) -> bool:
        powers = [card.cities for card in self.rules.plants]
        return capacity > other and plant == self.opened(1) and self.sums_up(powers, capacity, other)

    def _more_pay(self, capacity: int, other: int, plant: str) -> bool:
        pays = [card.income for card in self.rules.plants]
        return capacity > other and plant == self.opened(1) and self.sums_up(pays, capacity, other)

    def sums_up(self, per_plant: list[int], *claimed: int) -> bool:
        """Whether the plants with that of a choice come to what is claimed, one scrapped where there is no room."""
        own = self.s.plants[self.seat]
        for place, total in enumerate(claimed):
            row = [per_plant[p] for p in (*own, self.rules.plant_ids[self.opened(place)])]
            kept = [sum(row) - gone for gone in row] if len(own) >= self.rules.plant_limit else [sum(row)]
            if total not in kept:
                return False
        return True

    def _more_kept(self, plant: str, more: int, other: str) -> bool:
        first, second = [self.worths[self.opened(place)] for place in (0, 1)]
        return [plant, other] == [self.opened(0), self.opened(1)] and more == second.price - first.price > 0

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
