"""The menus of fuel cards, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import BuyCard, Pass, RevealFuel
from kilowatt.engine.asks import ASK_CARD, ASK_FUEL_CARD
from kilowatt.engine.fuel_held import fuel_of
from kilowatt.engine.ids import FUELS, KINDS
from kilowatt.engine.phases import card_market as play
from kilowatt.engine.phases.card_market import LAST, SINGLES
from kilowatt.engine.storage import room_in
from kilowatt.kernel.decisions import COLUMN, KIND_OF_CARD, Play, Row, Rows
from kilowatt.kernel.menus import KIND, add, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def fuel_reveals(s: Game, m: Menu) -> None:
    """List the kinds of card that may come, weighted by how many there are."""
    for card in range(KINDS):
        if s.fuel_bag[card]:
            add(s, m, ASK_FUEL_CARD * KIND + card, s.fuel_bag[card])


def card_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the kinds of card one can use and pay, column by column, and ending the turn [C-RES-02, C-RES-03]."""
    seat = s.actor
    cap = t.fuel_supply.storage(s, seat)
    free = [0] * FUELS
    for fuel in range(FUELS):
        free[fuel] = room_in(s, cap, seat * FUELS, fuel)
    for column in range(SINGLES, LAST + 1):
        if t.column_prices[column] <= s.money[seat]:
            for card in range(KINDS):
                if s.columns[column * KINDS + card] and free[fuel_of(card)] > 0:
                    add(s, m, ASK_CARD * KIND + column * KINDS + card, 1)
    end_kind(m)
    add_pass(s, m)


ROWS: Rows = {
    ASK_CARD: Row(card_menu, {BuyCard: Play(play.buy_card, COLUMN), Pass: Play(None)}),
    ASK_FUEL_CARD: Row(fuel_reveals, {RevealFuel: Play(play.card_laid, KIND_OF_CARD)}),
}
