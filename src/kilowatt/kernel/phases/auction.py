"""The menus of the auctions, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import Bid, Open, Pass
from kilowatt.engine.asks import ASK_BID, ASK_OPEN
from kilowatt.engine.phases import auction as play
from kilowatt.engine.phases.auction import least_bid, may_opt_out, pays_least
from kilowatt.kernel.decisions import LOT, NUMBER, Play, Row, Rows
from kilowatt.kernel.menus import CARD, KIND, add, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def open_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the affordable plants of the current market with their bids, and opting out [R18-AUC-04]."""
    seat = s.actor
    money = s.money[seat]
    bound = pays_least(s, seat)
    for place in range(t.plant_market.current(s)):
        plant = s.market[place]
        least = least_bid(s, plant)
        if least <= money and t.buyers.may_buy(s, seat, plant):
            add(s, m, ASK_OPEN * KIND + plant * CARD + least, 1 if bound else money - least + 1)
    end_kind(m)
    if may_opt_out(s, seat):
        add_pass(s, m)


def bid_menu(s: Game, m: Menu) -> None:
    """Offer the raises one can pay (AMB-63, AMB-64), and passing [R18-AUC-07, R18-AUC-08]."""
    money = s.money[s.actor]
    if money > s.bid:
        add(s, m, ASK_BID * KIND + s.bid + 1, money - s.bid)
        end_kind(m)
    add_pass(s, m)


def pass_opening(s: Game, t: Tables) -> None:
    """Leave the phase of one's own will."""
    play.opt_out(s, s.actor, 0)


ROWS: Rows = {
    ASK_OPEN: Row(open_menu, {Open: Play(play.open_lot, LOT), Pass: Play(pass_opening)}),
    ASK_BID: Row(bid_menu, {Bid: Play(play.raise_bid, NUMBER), Pass: Play(play.leave)}),
}
