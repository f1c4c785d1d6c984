"""The menu of buying fuel, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import BuyFuel, Pass
from kilowatt.engine.asks import ASK_FUEL
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases import fuel_market as play
from kilowatt.engine.storage import burned, room_in
from kilowatt.kernel.decisions import GOODS, Play, Row, Rows
from kilowatt.kernel.menus import KIND, add, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def buy_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the fuels one can store and pay, and ending the turn [R18-RES-03, R18-RES-08]."""
    seat = s.actor
    money = s.money[seat]
    cap = t.fuel_supply.storage(s, seat)
    burns = burned(t, s.plants[seat])
    for token in range(FUELS):
        if burns >> token & 1 and room_in(s, cap, seat * FUELS, token) > 0:
            for market in range(t.market_size):
                cost = t.fuel_supply.price(s, seat, market, token)
                if cost > 0 and cost <= money:
                    add(s, m, ASK_FUEL * KIND + market * FUELS + token, 1)
    end_kind(m)
    add_pass(s, m)


ROWS: Rows = {
    ASK_FUEL: Row(buy_menu, {BuyFuel: Play(play.buy_token, GOODS), Pass: Play(play.end_buying)}),
}
