"""The menu of building, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import Build, Jump, Pass
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.houses import jump_masks, open_masks
from kilowatt.engine.ids import bits
from kilowatt.engine.phases import build as play
from kilowatt.kernel.decisions import CITY, Play, Row, Rows
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.menus import JUMP, KIND, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def build_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the cities one can reach, enter and pay, and ending the turn [R18-BLD-02]."""
    seat = s.actor
    first, second, third = open_masks(s, seat)
    money = s.money[seat]
    rows = 0
    for city in bits(first | second | third if money >= t.least_house else 0):
        space = 0 if first >> city & 1 else 1 if second >> city & 1 else 2
        if s.reach[seat][city] <= min(money - t.space_costs[space][city], FAR - 1):
            m.first[rows] = ASK_BUILD * KIND + city
            m.size[rows] = 1
            rows += 1
    m.rows = rows
    end_kind(m)
    if t.starting_cities:
        first, second, third = jump_masks(s, seat)
        for city in bits(first | second | third):
            space = 0 if first >> city & 1 else 1 if second >> city & 1 else 2
            if t.space_costs[space][city] <= money:
                m.first[rows] = ASK_BUILD * KIND + JUMP + city
                m.size[rows] = 1
                rows += 1
        m.rows = rows
        end_kind(m)
    add_pass(s, m)


ROWS: Rows = {
    ASK_BUILD: Row(
        build_menu,
        {Build: Play(play.build_house, CITY), Jump: Play(play.jump_to, CITY, JUMP), Pass: Play(None)},
    ),
}
