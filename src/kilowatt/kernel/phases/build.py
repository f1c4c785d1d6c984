"""The menu of building, as numbers."""

from __future__ import annotations

from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.houses import open_masks
from kilowatt.kernel.bits import lowest
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.menus import KIND, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Mask, Menu, Tables


def build_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the cities one can reach, enter and pay, and ending the turn [R18-BLD-02]."""
    seat = s.actor
    first, second, third = open_masks(s, seat)
    left: Mask = first | second | third
    # the most that may be paid for the connection, by the space the house would take
    money = s.money[seat]
    cheap = min(money - t.house_costs[0], FAR - 1)
    middle = min(money - t.house_costs[1], FAR - 1)
    dear = min(money - t.house_costs[2], FAR - 1)
    if cheap < 0:
        left = 0
    rows = 0
    while left:
        city = lowest(left)
        left &= left - 1
        most = cheap if first >> city & 1 else middle if second >> city & 1 else dear
        if s.reach[seat][city] <= most:
            m.first[rows] = ASK_BUILD * KIND + city
            m.size[rows] = 1
            rows += 1
    m.rows = rows
    end_kind(m)
    add_pass(s, m)
