"""Running plants, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import Run
from kilowatt.engine.asks import ASK_RUN
from kilowatt.engine.phases import power
from kilowatt.kernel import storage
from kilowatt.kernel.decisions import SETS, Play, Row, Rows
from kilowatt.kernel.menus import end_kind
from kilowatt.kernel.record_layout import OWNED, Game, Menu, Tables


def run_menu(s: Game, t: Tables, m: Menu) -> None:
    """List every set of plants that can run together [R18-BUR-06]."""
    storage.runs(s, t, s.actor, m)
    if t.must_supply_most:
        keep_most(s, t, m)
    end_kind(m)


def keep_most(s: Game, t: Tables, m: Menu) -> None:
    """Keep the sets that supply as many cities as any [AT-IN-07]."""
    owned = s.cities[s.actor].bit_count()
    most = 0
    for place in range(m.rows):
        most = max(most, storage.output(s, t, s.actor, m.first[place], 0))
    most = min(most, owned)
    kept = 0
    for place in range(m.rows):
        if storage.output(s, t, s.actor, m.first[place], 0) >= most:
            m.first[kept] = m.first[place]
            m.left[kept] = m.left[place]
            kept += 1
    m.rows = kept


def run(s: Game, t: Tables, which: int) -> None:
    """Run the plants of a number: four bits for each plant of the seat."""
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    running = 0
    burned = 0
    many = 0
    for digit in range(size):
        way = (which >> storage.DIGIT * digit & storage.DIGIT_BITS) - 1
        if way >= 0:
            running += (plants[digit] + 1) << 8 * many
            burned += storage.burn(t, plants[digit], way)
            many += 1
    power.run(s, running, burned)


ROWS: Rows = {ASK_RUN: Row(run_menu, {Run: Play(run, SETS)})}
