"""Scrapping: the plant over the limit and the fuel that goes with it."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.asks import ASK_DISCARD, ASK_SCRAP
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.kernel import storage, trust
from kilowatt.kernel.fuel_held import returns
from kilowatt.kernel.menus import CARD, KIND, add, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables

SECOND: Final = 256
"""What is given up: units of the plant's first fuel, and this times those of its second."""
FIRST_BITS: Final = SECOND - 1


def scrap_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the plants that may go, in most editions not the new one, each with the fuel that may go [R18-AUC-22]."""
    most = [0] * FUELS
    for place in range(s.plant_count[s.actor]):
        plant = s.plants[s.actor][place]
        if t.may_scrap_new_plant or plant != s.newest:
            total = storage.may_give_up(s, t, s.actor, plant, most)
            action = ASK_SCRAP * KIND + plant * CARD
            first = max(0, min(most[t.burns[plant][0]], total)) if t.fuels[plant] else 0
            add(s, m, action, first + 1)
            if t.fuels[plant] == 2:
                for units in range(first + 1):
                    for other in range(1, min(most[t.burns[plant][1]], total - units) + 1):
                        add(s, m, action + units + other * SECOND, 1)
    end_kind(m)


def scrap_plant(s: Game, t: Tables, plant: int, given_up: int) -> None:
    """Take the plant out of the game with the fuel given up; what else it stored is settled next [R18-AUC-23]."""
    for place in range(s.plant_count[s.actor]):
        if s.plants[s.actor][place] == plant:
            trust.give_up(s, s.actor, place)
            break
    s.scrapped = 1
    if given_up & FIRST_BITS:
        returns(s, t, s.actor, t.burns[plant][0], given_up & FIRST_BITS)
    if given_up >= SECOND:
        returns(s, t, s.actor, t.burns[plant][1], given_up // SECOND)
    if t.only_scrapped_fuel_goes and t.fuels[plant] == 1:
        drop_scrapped(s, t, t.burns[plant][0])


def drop_scrapped(s: Game, t: Tables, fuel: int) -> None:
    """Drop what does not fit any more of the one fuel of a scrapped plant; a hybrid's owner chooses (AMB-74)."""
    gone = [0] * FUELS
    choice = storage.overflow(s, t, s.actor, NOBODY, gone)
    units = min(s.held[s.actor * FUELS + fuel], gone[fuel] + choice)
    if choice and units and (fuel == t.mix[0] or fuel == t.mix[1]):
        returns(s, t, s.actor, fuel, units)


def discard_menu(s: Game, t: Tables, m: Menu) -> None:
    """List which of the hybrids' fuels may go when both cannot stay (AMB-74)."""
    for place in range(2):
        if s.held[s.actor * FUELS + t.mix[place]]:
            add(s, m, ASK_DISCARD * KIND + t.mix[place], 1)
    end_kind(m)


def discard(s: Game, t: Tables, fuel: int) -> None:
    """Give up one unit."""
    returns(s, t, s.actor, fuel, 1)
