"""Scrapping: which plant a buyer over the limit gives up, and which fuel goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import storage, tasks
from kilowatt.engine.actions import Action, DiscardFuel, Scrap
from kilowatt.engine.asks import ASK_DISCARD, ASK_SCRAP
from kilowatt.engine.emitting import COMPENSATED, CONTRACTOR_ADVANCED, PLANT_SCRAPPED, emit
from kilowatt.engine.fuel_held import drop, drop_overflow, drop_scrapped
from kilowatt.engine.ids import FUELS
from kilowatt.engine.menu import DiscardChoice, Menu, ScrapChoice
from kilowatt.engine.phases.decision import Decision, Kinds, menu_of, no
from kilowatt.engine.rows import without
from kilowatt.engine.sales import compensation_for

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


# tasks


def scrap(s: State, arg: int) -> None:
    """Ask a buyer over the limit for the plant to give up, then settle its fuel [R18-AUC-22, AMB-85]."""
    seat = s.leader
    if len(s.plants[seat]) > s.rules.plant_limit:
        s.ask = ASK_SCRAP
        s.actor = seat
        s.agenda.append(tasks.SCRAP)
        return
    if drop_overflow(s, seat):
        s.ask = ASK_DISCARD
        s.actor = seat
        s.agenda.append(tasks.SCRAP)


def compensation(s: State, arg: int) -> None:
    """Pay for the scrapped plant from the top contractor card [DC-GEN-04, DC-GEN-05]."""
    if s.scrapped and s.rules.contractor:
        amount = compensation_for(s)
        s.paid_scraps += 1
        s.money[s.leader] += amount
        emit(s, COMPENSATED, s.leader, amount)


def contractor(s: State, arg: int) -> None:
    """Uncover the next contractor card after a phase with a paid scrap; the last one stays [DC-GEN-08, DC-GEN-10].

    The plants paid for are those of this phase, so their count ends with it.
    """
    if s.paid_scraps and s.contractor + 1 < len(s.rules.contractor):
        s.contractor += 1
        emit(s, CONTRACTOR_ADVANCED, s.contractor + 1)
    s.paid_scraps = 0


# what seats do


def give_up_plant(s: State, plant: int) -> None:
    """Take a plant of the acting seat out of the game."""
    seat = s.actor
    s.plants[seat] = without(s.plants[seat], s.plants[seat].index(plant))
    s.removed |= 1 << plant
    s.scrapped = True
    emit(s, PLANT_SCRAPPED, seat, plant)


# decisions


class ScrapPlant(Decision):
    """A buyer over the limit gives up a plant [R18-AUC-22]."""

    ask = ASK_SCRAP
    takes: Kinds = (Scrap,)

    def menu(self, s: State) -> Menu:
        """List the plants that may go, each with the fuel that may go with it."""
        rules = s.rules
        rows: list[Choice] = []
        for plant in s.plants[s.actor]:
            if plant != s.newest or rules.may_scrap_new_plant:
                most, total = storage.may_give_up(s, s.actor, plant)
                fuels = {rules.fuels[fuel]: most[fuel] for fuel in range(FUELS) if most[fuel]}
                rows.append(ScrapChoice(s.actor, rules.card_names[plant], fuels, total))
        return menu_of(s.actor, {"scrap": rows})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse other people's plants, in most editions the new one, and to give up more fuel than lies on it."""
        assert isinstance(action, Scrap)
        plant = s.rules.plant_ids.get(action.plant)
        if plant is None or plant not in s.plants[action.seat]:
            return no(s, "plant_not_owned", plant=action.plant)
        if plant == s.newest and not s.rules.may_scrap_new_plant:
            return no(s, "cannot_scrap_new_plant", plant=action.plant)
        return self._gives_up(s, action, plant) if action.give_up else None

    def _gives_up(self, s: State, action: Scrap, plant: int) -> Refusal | None:
        """Refuse to give up fuel that the plant cannot hold, or more of it than it can (AMB-74)."""
        most, total = storage.may_give_up(s, action.seat, plant)
        for name, count in action.give_up.items():
            fuel = s.rules.fuel_ids.get(name)
            if fuel is None:
                return no(s, "unknown_fuel", fuel=name)
            if not most[fuel]:
                return no(s, "cannot_give_up", plant=action.plant, fuel=name)
            if not 1 <= count <= most[fuel]:
                return no(s, "gives_up_wrong_amount", plant=action.plant, fuel=name, count=count, most=most[fuel])
        count = sum(action.give_up.values())
        if count > total:
            return no(s, "gives_up_too_much", plant=action.plant, count=count, most=total)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Take the plant out of the game with the fuel given up; what else it stored is settled next."""
        assert isinstance(action, Scrap)
        plant = s.rules.plant_ids[action.plant]
        give_up_plant(s, plant)
        for name, count in action.give_up.items():
            drop(s, s.actor, s.rules.fuel_ids[name], count)
        drop_scrapped(s, s.actor, plant)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show the seat's plants."""
        return [Scrap(seat, s.rules.card_names[plant]) for plant in s.plants[seat]]


class DiscardOverflow(Decision):
    """A buyer who has scrapped a hybrid chooses which of its fuels goes when both cannot stay (AMB-74)."""

    ask = ASK_DISCARD
    takes: Kinds = (DiscardFuel,)

    def menu(self, s: State) -> Menu:
        """List the two fuels."""
        base = s.actor * FUELS
        rows = [DiscardChoice(s.actor, s.rules.fuels[fuel]) for fuel in s.rules.mix if s.held[base + fuel]]
        return menu_of(s.actor, {"discard_fuel": [*rows]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse fuels whose going would make no room."""
        assert isinstance(action, DiscardFuel)
        fuel = s.rules.fuel_ids.get(action.fuel)
        if fuel is None:
            return no(s, "unknown_fuel", fuel=action.fuel)
        if fuel not in s.rules.mix or not s.held[action.seat * FUELS + fuel]:
            return no(s, "cannot_discard", fuel=action.fuel)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Give up one unit."""
        assert isinstance(action, DiscardFuel)
        drop(s, s.actor, s.rules.fuel_ids[action.fuel], 1)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every fuel."""
        return [DiscardFuel(seat, fuel) for fuel in s.rules.fuels]


DECISIONS: Final[tuple[Decision, ...]] = (ScrapPlant(), DiscardOverflow())
