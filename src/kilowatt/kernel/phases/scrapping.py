"""Scrapping, as numbers."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.actions import DiscardFuel, Scrap
from kilowatt.engine.asks import ASK_DISCARD, ASK_SCRAP
from kilowatt.engine.fuel_held import drop, drop_scrapped
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.scrapping import give_up_plant
from kilowatt.engine.storage import given_up
from kilowatt.kernel.decisions import FUEL, SCRAPPED, Play, Row, Rows
from kilowatt.kernel.menus import CARD, KIND, add, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables

SECOND: Final = 256
"""What is given up: units of the plant's first fuel, and this times those of its second."""
FIRST_BITS: Final = SECOND - 1


def scrap_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the plants that may go, in most editions not the new one, each with the fuel that may go [R18-AUC-22]."""
    for place in range(s.plant_count[s.actor]):
        plant = s.plants[s.actor][place]
        if t.may_scrap_new_plant or plant != s.newest:
            most = given_up(s, s.actor, plant)
            total = most[FUELS]
            action = ASK_SCRAP * KIND + plant * CARD
            first = max(0, min(most[t.burns[plant][0]], total)) if t.fuels[plant] else 0
            add(s, m, action, first + 1)
            if t.fuels[plant] == 2:
                for units in range(first + 1):
                    for other in range(1, min(most[t.burns[plant][1]], total - units) + 1):
                        add(s, m, action + units + other * SECOND, 1)
    end_kind(m)


def scrap_plant(s: Game, t: Tables, plant: int, given: int) -> None:
    """Take the plant out of the game with the fuel given up; what else it stored is settled next [R18-AUC-23]."""
    give_up_plant(s, plant)
    if given & FIRST_BITS:
        drop(s, s.actor, t.burns[plant][0], given & FIRST_BITS)
    if given >= SECOND:
        drop(s, s.actor, t.burns[plant][1], given // SECOND)
    drop_scrapped(s, s.actor, plant)


def discard_menu(s: Game, t: Tables, m: Menu) -> None:
    """List which of the hybrids' fuels may go when both cannot stay (AMB-74)."""
    for place in range(2):
        if s.held[s.actor * FUELS + t.mix[place]]:
            add(s, m, ASK_DISCARD * KIND + t.mix[place], 1)
    end_kind(m)


def discard(s: Game, t: Tables, fuel: int) -> None:
    """Give up one unit."""
    drop(s, s.actor, fuel, 1)


ROWS: Rows = {
    ASK_SCRAP: Row(scrap_menu, {Scrap: Play(scrap_plant, SCRAPPED)}),
    ASK_DISCARD: Row(discard_menu, {DiscardFuel: Play(discard, FUEL)}),
}
