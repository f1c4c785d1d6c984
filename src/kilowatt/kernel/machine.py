"""The machine: the loop that works off the agenda, what lists and plays every decision and draw, and new games."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.ids import CHANCE, NOBODY, OVER, SETUP
from kilowatt.kernel import agenda, deck, menus
from kilowatt.kernel.decisions import Rows
from kilowatt.kernel.menus import EMPTY_MENU
from kilowatt.kernel.phases import auction, build, card_market, fuel_market, power, scrapping, setup
from kilowatt.kernel.record_layout import Game, Menu, Tables

TABLE: Final[Rows] = {
    ask: row
    for module in (setup, auction, scrapping, fuel_market, card_market, build, power, deck)
    for ask, row in module.ROWS.items()
}
"""Every decision and draw."""


def new_game(s: Game, t: Tables, m: Menu) -> None:
    """Lay out a game in an empty record and go on to its first decision or draw."""
    s.phase = SETUP
    s.step = 1
    s.actor = CHANCE
    for seat in range(t.seats):
        s.money[seat] = t.start_money
    s.discount = NOBODY
    s.top_back = NOBODY
    s.lot = NOBODY
    s.leader = NOBODY
    s.opener = NOBODY
    s.newest = NOBODY
    for task in range(t.setup_size - 1, -1, -1):
        agenda.push(s, t.setup_tasks[task])
    settle(s, t, m)


def work(s: Game, t: Tables, m: Menu) -> None:
    """Do the next task of the agenda: the translation writes a switch over the engine's tasks in place of this."""


def play(s: Game, t: Tables, ask: int, action: int) -> None:
    """Play an action: the translation writes a switch over `TABLE` in place of this."""


def list_menu(s: Game, t: Tables, m: Menu) -> None:
    """Fill in the menu: the translation writes a switch over `TABLE` in place of this."""


def settle(s: Game, t: Tables, m: Menu) -> None:
    """Work off the agenda until somebody must decide, a card must be dealt or the game is over."""
    while s.ask == NO_ASK and s.actor != OVER and s.agenda_size > 0 and not s.fault:
        work(s, t, m)


def step(s: Game, t: Tables, m: Menu, action: int) -> None:
    """Apply an action that is known to be right, then work off the agenda."""
    ask = s.ask
    s.ask = NO_ASK
    play(s, t, ask, action)
    if s.ask == NO_ASK:
        settle(s, t, m)


def legal(s: Game, t: Tables, m: Menu) -> None:
    """Fill in the menu of what may be played or dealt now, in the order of the reference."""
    menus.clear(m)
    list_menu(s, t, m)
    if m.rows == 0 and s.actor != OVER and not s.fault:
        s.fault = EMPTY_MENU


def is_legal(s: Game, t: Tables, m: Menu, action: int) -> int:
    """Return whether an action may be played or dealt now."""
    legal(s, t, m)
    for row in range(m.rows):
        many = m.size[row] if s.actor != CHANCE else 1
        if action >= m.first[row] and action < m.first[row] + many:
            return 1
    return 0
