"""Running plants: plant by plant in the atomic grain, as one id for the whole set in the whole grain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, Run, Running
from kilowatt.engine.asks import ASK_RUN
from kilowatt.engine.ids import FUELS
from kilowatt.engine.storage import legal_runs
from kilowatt.envs.encoding import Decoded, Family, LegalIds, Partial, Pending

if TYPE_CHECKING:
    from kilowatt.engine.rules import Plant, Rules
    from kilowatt.engine.state import State

SLOTS = 4
"""Plants a seat can own, lowest card first."""
LEAST_NEED = 3
"""A run set has digits for a hybrid of this need in any deck, so that most decks share their ids."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def is_hybrid(plant: Plant) -> bool:
    """Return whether a plant burns any mix of two fuels."""
    return len(plant.fuels) > 1


def first_units(rules: Rules, plant: Plant, burn: dict[str, int]) -> int:
    """Return the units of its first fuel that a hybrid burns; 0 for any other plant."""
    return burn.get(rules.fuels[plant.fuels[0]], 0) if is_hybrid(plant) else 0


def running(rules: Rules, plant: Plant, units: int) -> Running:
    """Return a plant that runs, as an action names it; `units` counts a hybrid's first fuel."""
    amounts = [0] * FUELS
    if is_hybrid(plant):
        amounts[plant.fuels[0]] = units
        amounts[plant.fuels[1]] = plant.need - units
    elif plant.fuels:
        amounts[plant.fuels[0]] = plant.need
    return Running(plant.id, {rules.fuels[fuel]: amounts[fuel] for fuel in range(FUELS) if amounts[fuel]})


class RunPlants(Family):
    """`run:PLANT` or `run:PLANT:N-FUEL` for each plant that runs, lowest card first, then `run:done`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rows: list[Running] = []
        """By id, counted from the one after `done`: the plant and what it burns."""
        names: list[str] = []
        self.places: dict[tuple[str, int], int] = {}
        for plant in rules.plants:
            for units in range(plant.need + 1 if is_hybrid(plant) else 1):
                self.places[plant.id, units] = len(names)
                names.append(f"{plant.id}:{units}-{rules.fuels[plant.fuels[0]]}" if is_hybrid(plant) else plant.id)
                self.rows.append(running(rules, plant, units))
        super().__init__("run", ["done", *names], Run, ASK_RUN)
        self._known: dict[int, int] = {}
        self._kept: list[Running] = []
        """Rows of run sets and their ids. The engine shares the rows, so there are few and each comes often."""

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the plants that can run next, and the end, after those named."""
        depth = len(partial)
        numbers: list[int] = []
        for run in legal_runs(s, s.actor):
            rows = run[0]
            if len(rows) < depth:
                continue
            begins = True
            for i in range(depth):
                if self._shared_id(rows[i]) != partial[i]:
                    begins = False
                    break
            if begins:
                number = self._shared_id(rows[depth]) if len(rows) > depth else self.first
                if number not in numbers:
                    numbers.append(number)
        numbers.sort()
        return LegalIds(numbers)

    def _shared_id(self, row: Running) -> int:
        known = self._known.get(id(row))
        if known is None:
            known = self._known[id(row)] = self._id(row)
            self._kept.append(row)  # while it lives, no other row can have its identity
        return known

    def _id(self, row: Running) -> int:
        plant = self.rules.plants[self.rules.plant_ids[row.plant]]
        return self.first + 1 + self.places[row.plant, first_units(self.rules, plant, row.burn)]

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the run set once `done` completes it, else the longer partial action."""
        if number != self.first:
            return Decoded(None, (*partial, number))
        return Decoded(Run(s.actor, tuple([self.rows[other - self.first - 1] for other in partial])))

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the id of each plant, then `done`."""
        assert isinstance(action, Run)  # noqa: S101 - the encoding chose this family by the kind of action
        return [*[self._id(row) for row in action.plants], self.first]

    def pending(self, partial: Partial) -> Pending:
        """Return the plants named so far and what they would burn."""
        plants = 0
        burn = [0] * FUELS
        for number in partial:
            row = self.rows[number - self.first - 1]
            plants |= 1 << self.rules.plant_ids[row.plant]
            for fuel, count in row.burn.items():
                burn[self.rules.fuel_ids[fuel]] += count
        return Pending(plants, 0, burn)


class RunSet(Family):
    """`run:wxyz`: what each plant of the seat does, lowest card first. 0 rests, 1 + n runs, a hybrid on n units of its
    first fuel. The digits are those of a number whose base follows from the hybrid of the deck that needs most fuel.
    """  # noqa: D205 - the form of the id is the sentence

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.base = 2 + max([LEAST_NEED, *[plant.need for plant in rules.plants if is_hybrid(plant)]])
        super().__init__("run", [self._digits(number) for number in range(self.base**SLOTS)], Run, ASK_RUN)

    def _digits(self, number: int) -> str:
        return "".join([DIGITS[number // self.base**slot % self.base] for slot in range(SLOTS)])

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the id of every run set."""
        return LegalIds(sorted([self._id(s, run[0]) for run in legal_runs(s, s.actor)]))

    def _id(self, s: State, rows: tuple[Running, ...]) -> int:
        own = sorted(s.plants[s.actor])
        number = 0
        for row in rows:
            plant = self.rules.plant_ids[row.plant]
            units = first_units(self.rules, self.rules.plants[plant], row.burn)
            number += (1 + units) * self.base ** own.index(plant)
        return self.first + number

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the run set."""
        rest = number - self.first
        plants: list[Running] = []
        for plant in sorted(s.plants[s.actor]):
            rest, digit = divmod(rest, self.base)
            if digit:
                plants.append(running(self.rules, self.rules.plants[plant], digit - 1))
        return Decoded(Run(s.actor, tuple(plants)))

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the one id."""
        assert isinstance(action, Run)  # noqa: S101 - the encoding chose this family by the kind of action
        return [self._id(s, action.plants)]
