"""Scrapping a plant: `discard_fuel:FUEL` for each unit given up with it, in the order of the fuels, then `scrap:PLANT`.

The ids of `discard_fuel` are also actions by themselves, when fuel no longer fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, DiscardFuel, Scrap
from kilowatt.engine.asks import ASK_SCRAP
from kilowatt.engine.game import options
from kilowatt.engine.ids import FUELS
from kilowatt.engine.menu import ScrapChoice
from kilowatt.envs.encoding import Decoded, Family, LegalIds, Partial, Pending
from kilowatt.envs.families.single_ids import Single, one_field

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class DiscardUnit(Single):
    """One unit of fuel that goes."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(DiscardFuel, ("fuel",), one_field(rules.fuels))

    def units(self, partial: Partial) -> list[int]:
        """Count the units of each fuel in a partial action."""
        return [partial.count(self.first + fuel) for fuel in range(FUELS)]

    def pending(self, partial: Partial) -> Pending:
        """Return the units that would be given up."""
        return Pending(0, 0, self.units(partial))


class ScrapPlant(Family):
    """A plant, after the units that are given up with it."""

    def __init__(self, rules: Rules, discards: DiscardUnit) -> None:
        super().__init__("scrap", [plant.id for plant in rules.plants], Scrap, ASK_SCRAP)
        self.rules = rules
        self.discards = discards

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the fuels of which one more unit can go, in their order, and the plants that can go with those."""
        given = self.discards.units(partial)
        last = partial[-1] - self.discards.first if partial else 0
        numbers: set[int] = set()
        for row in options(s).choices["scrap"]:
            assert isinstance(row, ScrapChoice)  # noqa: S101 - the menu lists them under this name
            most = [row.give_up.get(name, 0) for name in self.rules.fuels]
            if len(partial) > row.most or any([given[fuel] > most[fuel] for fuel in range(FUELS)]):  # noqa: C419
                continue
            numbers.add(self.first + self.rules.plant_ids[row.plant])
            if len(partial) < row.most:
                numbers |= {self.discards.first + fuel for fuel in range(last, FUELS) if given[fuel] < most[fuel]}
        return LegalIds(sorted(numbers))

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the scrapping once a plant completes it, else the longer partial action."""
        if not self.first <= number < self.first + len(self.members):
            return Decoded(None, (*partial, number))
        given = self.discards.units(partial)
        amounts = {name: given[fuel] for fuel, name in enumerate(self.rules.fuels) if given[fuel]}
        return Decoded(Scrap(s.actor, self.members[number - self.first], amounts))

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the id of each unit given up, then that of the plant."""
        assert isinstance(action, Scrap)  # noqa: S101 - the encoding chose this family by the kind of action
        given = [fuel for fuel, name in enumerate(self.rules.fuels) for _ in range(action.give_up.get(name, 0))]
        plant = self.rules.plant_ids[action.plant]
        return [*[self.discards.first + fuel for fuel in given], self.first + plant]
