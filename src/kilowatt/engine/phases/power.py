"""Bureaucracy: running plants and being paid, in turn order, then the refill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import tasks
from kilowatt.engine.actions import Action, Run, Running
from kilowatt.engine.asks import ASK_RUN
from kilowatt.engine.emitting import BYTE, PHASE_BEGAN, PLANTS_RUN, emit
from kilowatt.engine.ids import FUELS, POWER
from kilowatt.engine.menu import Menu, RunChoice
from kilowatt.engine.phases.decision import Decision, Kinds, no
from kilowatt.engine.storage import Burn, best_supply, burnable, earnings, income_of, runs

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


def power(s: State, arg: int) -> None:
    """Begin the phase; the first in order runs plants first [R18-BUR-02]."""
    s.phase = POWER
    emit(s, PHASE_BEGAN, POWER)
    s.agenda.append(tasks.POWER_TURN)


def power_turn(s: State, arg: int) -> None:
    """Ask the next seat what it runs; the Trust gives its fuel back in its place [R18-TR-19]."""
    if arg == len(s.order):
        return
    s.agenda.append(tasks.POWER_TURN + tasks.ARG * (arg + 1))
    seat = s.order[arg]
    if seat == s.rules.trust_chair:
        s.rules.trust.returns_fuel(s)
    else:
        s.ask = ASK_RUN
        s.actor = seat


def refill(s: State, arg: int) -> None:
    """Let mines sell, now that all have been paid [AT-AU-06], and refill the fuel markets [R18-BUR-09]."""
    s.rules.fuel_supply.export(s)
    s.rules.fuel_supply.refill(s)


def burn_of(s: State, action: Run) -> list[Burn]:
    """Turn what an action burns into numbers, plant by plant."""
    ids = s.rules.fuel_ids
    burns: list[Burn] = []
    for row in action.plants:
        burn = [0] * FUELS
        for fuel, count in row.burn.items():
            burn[ids[fuel]] = count
        burns.append((burn[0], burn[1], burn[2], burn[3]))
    return burns


def run(s: State, running: int, burned: int) -> None:
    """Burn the fuel and pay: plants and units of fuel are packed, a byte each, a plant as its number and 1."""
    rules = s.rules
    seat = s.actor
    cities = 0
    printed = 0
    left = running
    while left:
        plant = (left & 255) - 1
        cities += rules.supplies[plant]
        printed += rules.incomes[plant]
        left = left >> BYTE
    for fuel in range(FUELS):
        units = burned >> BYTE * fuel & 255
        if units:
            rules.fuel_supply.returns(s, seat, fuel, units)
    supplied = rules.income.supplied(s.count(seat), cities)
    paid = income_of(s, seat, supplied, printed)
    s.money[seat] += paid
    s.income[seat] = paid
    emit(s, PLANTS_RUN, seat, running, burned, supplied, paid)


class RunPlants(Decision):
    """A seat says which plants produce and what each burns [R18-BUR-06]."""

    ask = ASK_RUN
    takes: Kinds = (Run,)

    def menu(self, s: State) -> Menu:
        """List every set of plants that can run together, with the cities it supplies and what that earns."""
        seat = s.actor
        rows: list[Choice] = []
        paid = earnings(s, seat)
        least = best_supply(s, seat) if s.rules.must_supply_most else 0
        for place, run in enumerate(runs(s, seat)):
            cities, income = paid[place]
            if cities >= least:
                rows.append(RunChoice(seat, run[0], cities, income))
        return Menu(seat, {"run": rows})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse plants one does not own and fuel one does not have, or not in the right place."""
        assert isinstance(action, Run)
        rules = s.rules
        seat = action.seat
        running: list[int] = []
        for row in action.plants:
            plant = rules.plant_ids.get(row.plant)
            if plant is None or plant not in s.plants[seat]:
                return no(s, "plant_not_owned", plant=row.plant)
            if running and plant <= running[-1]:
                return no(s, "plants_not_in_order", plant=row.plant)
            running.append(plant)
            reason = self._burn_refusal(s, plant, row)
            if reason is not None:
                return reason
        burns = burn_of(s, action)
        held = s.held[seat * FUELS : seat * FUELS + FUELS]
        for slot in range(FUELS):
            wanted = sum([burn[slot] for burn in burns])
            if wanted > held[slot]:
                return no(s, "not_enough_fuel", fuel=rules.fuels[slot], need=wanted, held=held[slot])
        if not burnable(rules, s.plants[seat], held, running, burns):
            return no(s, "hybrid_blocked")
        if rules.must_supply_most:
            supplied = rules.income.supplied(s.count(seat), sum([rules.supplies[plant] for plant in running]))
            most = best_supply(s, seat)
            if supplied < most:
                return no(s, "must_supply_most", cities=supplied, most=most)
        return None

    def _burn_refusal(self, s: State, plant: int, row: Running) -> Refusal | None:
        """Refuse fuel a plant does not burn, or not in this number [R18-PLT-02]."""
        card = s.rules.plants[plant]
        for fuel, count in row.burn.items():
            slot = s.rules.fuel_ids.get(fuel)
            if slot is None:
                return no(s, "unknown_fuel", fuel=fuel)
            if slot not in card.fuels:
                return no(s, "wrong_fuel", plant=row.plant, fuel=fuel)
            if count <= 0:
                return no(s, "burn_not_positive", plant=row.plant, fuel=fuel)
        if sum(row.burn.values()) != card.need:
            return no(s, "wrong_burn", plant=row.plant, need=card.need, burn=sum(row.burn.values()))
        return None

    def apply(self, s: State, action: Action) -> None:
        """Burn the fuel and pay."""
        assert isinstance(action, Run)
        rules = s.rules
        running = 0
        burned = 0
        for place, row in enumerate(action.plants):
            running |= (rules.plant_ids[row.plant] + 1) << BYTE * place
            for fuel, count in row.burn.items():
                burned += count << BYTE * rules.fuel_ids[fuel]
        run(s, running, burned)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show each of the seat's plants running alone on each of its fuels."""
        moves: list[Action] = []
        for plant in sorted(s.plants[seat]):
            card = s.rules.plants[plant]
            for row in runs_alone(s, plant):
                moves.append(Run(seat, (row,)))
            if not card.fuels:
                moves.append(Run(seat, (Running(card.id, {}),)))
        return moves


def runs_alone(s: State, plant: int) -> list[Running]:
    """Return one plant running on each of its fuels alone."""
    card = s.rules.plants[plant]
    return [Running(card.id, {s.rules.fuels[fuel]: card.need}) for fuel in card.fuels]


DECISIONS: Final[tuple[Decision, ...]] = (RunPlants(),)
