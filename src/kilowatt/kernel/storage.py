"""What a seat's plants can hold, and which plants its fuel can run."""

from __future__ import annotations

from typing import Final

from kilowatt.engine import storage
from kilowatt.engine.asks import ASK_RUN
from kilowatt.engine.ids import FUELS
from kilowatt.engine.rows import Room
from kilowatt.kernel.menus import KIND, TOO_MANY_ROWS
from kilowatt.kernel.record_layout import OWNED, ROWS, Game, Menu, Tables

GUARDS: Final = 0x80808080
"""Fuel packed into one number has a byte per fuel; the top bit of each shows a subtraction that took too much."""
BYTE: Final = 255
UNITS: Final = 127
DIGIT: Final = 4
"""Bits of a run for each plant, in ascending order of the plants: 0, or 1 + which of its ways."""
DIGIT_BITS: Final = 15


def sorted_plants(s: Game, chair: int, plants: list[int]) -> int:
    """Fill in a chair's plants in ascending order; return how many there are."""
    for place in range(s.plant_count[chair]):
        plant = s.plants[chair][place]
        at = place
        while at > 0 and plants[at - 1] > plant:
            plants[at] = plants[at - 1]
            at -= 1
        plants[at] = plant
    return s.plant_count[chair]


def ways(t: Tables, plant: int) -> int:
    """Count the ways a plant may run: a hybrid on every mix, every other one way [R18-PLT-04]."""
    return t.needs[plant] + 1 if t.fuels[plant] == 2 else 1


def burn(t: Tables, plant: int, way: int) -> int:
    """Return what a plant burns in one of its ways, packed: a hybrid's first fuel as far as it goes at first."""
    if t.fuels[plant] == 0:
        return 0
    if t.fuels[plant] == 1:
        return t.needs[plant] << 8 * t.burns[plant][0]
    return ((t.needs[plant] - way) << 8 * t.burns[plant][0]) + (way << 8 * t.burns[plant][1])


def runs(s: Game, t: Tables, seat: int, m: Menu) -> None:
    """List every set of this seat's plants that its fuel can run together, the empty set first [R18-BUR-06]."""
    base = seat * FUELS
    full = s.held[base] + (s.held[base + 1] << 8) + (s.held[base + 2] << 16) + (s.held[base + 3] << 24) + GUARDS
    plants = [0] * OWNED
    size = sorted_plants(s, seat, plants)
    hybrids = 0
    m.first[0] = ASK_RUN * KIND
    m.left[0] = full
    rows = 1
    for digit in range(size):
        plant = plants[digit]
        many = ways(t, plant)
        if t.fuels[plant] == 2:
            hybrids += 1
        before = rows
        for place in range(before):
            for way in range(many):
                left = m.left[place] - burn(t, plant, way)
                if left & GUARDS == GUARDS:
                    if rows >= ROWS:
                        s.fault = TOO_MANY_ROWS
                        return
                    m.first[rows] = m.first[place] + ((way + 1) << DIGIT * digit)
                    m.left[rows] = left
                    rows += 1
    if hybrids and t.hybrid_burns_own_store:
        rows = keep_burnable(s, t, seat, m, rows, plants, size)
    for place in range(rows):
        m.size[place] = 1
    m.rows = rows


def keep_burnable(s: Game, t: Tables, seat: int, m: Menu, rows: int, plants: list[int], size: int) -> int:
    """Keep the sets whose hybrids can burn what lies on them; return how many are left (AMB-89)."""
    cap = storage.capacity(t, s.plants[seat])
    kept = 0
    for place in range(rows):
        if mixable(t, cap, m.left[place], m.first[place], plants, size):
            m.first[kept] = m.first[place]
            m.left[kept] = m.left[place]
            kept += 1
    return kept


def mixable(t: Tables, cap: Room, rest: int, run: int, plants: list[int], size: int) -> int:
    """Return whether the hybrids of a set can burn what lies on them, in some order; the others burn first."""
    ones = [0] * OWNED
    others = [0] * OWNED
    hybrids = 0
    one = rest >> 8 * t.mix[0] & UNITS
    other = rest >> 8 * t.mix[1] & UNITS
    for digit in range(size):
        way = (run >> DIGIT * digit & DIGIT_BITS) - 1
        plant = plants[digit]
        if way >= 0 and t.fuels[plant] == 2:
            packed = burn(t, plant, way)
            ones[hybrids] = packed >> 8 * t.mix[0] & BYTE
            others[hybrids] = packed >> 8 * t.mix[1] & BYTE
            one += ones[hybrids]
            other += others[hybrids]
            hybrids += 1
    if hybrids == 0:
        return 1
    return storage.mixable(t, cap, one, other, ones, others, hybrids)


def output(s: Game, t: Tables, seat: int, run: int, printed: int) -> int:
    """Add up the cities that a set of plants supplies or, with `printed`, its printed income."""
    plants = [0] * OWNED
    size = sorted_plants(s, seat, plants)
    total = 0
    for digit in range(size):
        if run >> DIGIT * digit & DIGIT_BITS:
            total += t.incomes[plants[digit]] if printed else t.supplies[plants[digit]]
    return total


def best_output(s: Game, t: Tables, seat: int, m: Menu, printed: int) -> int:
    """Return the most that a seat's plants and fuel could supply now, or earn as printed (AMB-76)."""
    runs(s, t, seat, m)
    best = 0
    for place in range(m.rows):
        best = max(best, output(s, t, seat, m.first[place], printed))
    return best
