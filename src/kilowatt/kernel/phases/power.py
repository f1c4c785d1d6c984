"""Bureaucracy: running plants and being paid, in turn order."""

from __future__ import annotations

from kilowatt.engine import tasks
from kilowatt.engine.asks import ASK_RUN
from kilowatt.engine.ids import FUELS, POWER
from kilowatt.kernel import storage, trust
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import count
from kilowatt.kernel.fuel_held import returns
from kilowatt.kernel.menus import end_kind
from kilowatt.kernel.record_layout import OWNED, Game, Menu, Tables


def power(s: Game) -> None:
    """Begin the phase; the first in order runs plants first [R18-BUR-02]."""
    s.phase = POWER
    push(s, tasks.POWER_TURN)


def power_turn(s: Game, t: Tables, arg: int) -> None:
    """Ask the next seat what it runs; the Trust gives its fuel back in its place [R18-TR-19]."""
    if arg == s.order_size:
        return
    push(s, tasks.POWER_TURN + tasks.ARG * (arg + 1))
    seat = s.order[arg]
    if seat == t.trust_chair:
        trust.returns_fuel(s, t)
    else:
        s.ask = ASK_RUN
        s.actor = seat


def run_menu(s: Game, t: Tables, m: Menu) -> None:
    """List every set of plants that can run together [R18-BUR-06]."""
    storage.runs(s, t, s.actor, m)
    end_kind(m)


def income(t: Tables, supplied: int, printed: int) -> int:
    """Return the money for so many supplied cities [R18-BUR-03, AMB-79], or the printed income [C-BUR-03]."""
    if t.printed_income:
        return printed or t.least_income
    return t.payment[min(supplied, t.payment_size - 1)]


def run(s: Game, t: Tables, which: int) -> None:
    """Burn the fuel and pay."""
    seat = s.actor
    plants = [0] * OWNED
    size = storage.sorted_plants(s, seat, plants)
    burned = 0
    cities = 0
    printed = 0
    for digit in range(size):
        way = (which >> storage.DIGIT * digit & storage.DIGIT_BITS) - 1
        if way >= 0:
            plant = plants[digit]
            burned += storage.burn(t, plant, way)
            cities += t.supplies[plant]
            printed += t.incomes[plant]
    for fuel in range(FUELS):
        units = burned >> 8 * fuel & storage.BYTE
        if units:
            returns(s, t, seat, fuel, units)
    # production beyond the seat's own cities supplies nobody [R18-BUR-05, AMB-90]
    paid = income(t, min(cities, count(s.cities[seat])), printed)
    s.money[seat] += paid
    s.income[seat] = paid
