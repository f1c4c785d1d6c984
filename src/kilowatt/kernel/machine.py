"""The machine: which function does which task, which answers which question, and the loop that works off the agenda."""

from __future__ import annotations

from kilowatt.engine import asks, plants
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.fuel_held import drop
from kilowatt.engine.ids import CHANCE, FUELS, KINDS, NOBODY, OVER, SETUP
from kilowatt.engine.phases import auction as play_auction
from kilowatt.engine.phases import build as play_build
from kilowatt.engine.phases import card_market as play_cards
from kilowatt.engine.phases import fuel_market as play_fuel
from kilowatt.engine.phases import setup as play_setup
from kilowatt.kernel import agenda, deck, menus
from kilowatt.kernel.menus import AMOUNT_BITS, CARD_BITS, CARD_SHIFT, EMPTY_MENU, KIND
from kilowatt.kernel.phases import auction, build, card_market, fuel_market, power, scrapping, setup
from kilowatt.kernel.record_layout import Game, Menu, Tables


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


def settle(s: Game, t: Tables, m: Menu) -> None:
    """Work off the agenda until somebody must decide, a card must be dealt or the game is over."""
    while s.ask == NO_ASK and s.actor != OVER and s.agenda_size > 0 and not s.fault:
        work(s, t, m)


def step(s: Game, t: Tables, m: Menu, action: int) -> None:
    """Apply an action that is known to be right, then work off the agenda."""
    ask = s.ask
    what = action & (KIND - 1)
    s.ask = NO_ASK
    if ask == asks.ASK_BUILD:
        if action:
            play_build.build_house(s, what)
    elif ask == asks.ASK_BID:
        if action:
            play_auction.raise_bid(s, what)
        else:
            play_auction.leave(s)
    elif ask == asks.ASK_FUEL:
        if action:
            play_fuel.buy_token(s, what // FUELS, what % FUELS)
    elif ask == asks.ASK_OPEN:
        if action:
            play_auction.open_lot(s, action >> CARD_SHIFT & CARD_BITS, action & AMOUNT_BITS)
        else:
            play_auction.opt_out(s, s.actor, 0)
    elif ask == asks.ASK_RUN:
        power.run(s, t, what)
    elif ask == asks.ASK_CARD:
        if action:
            play_cards.buy_card(s, what // KINDS, what % KINDS)
    elif ask == asks.ASK_SCRAP:
        scrapping.scrap_plant(s, t, action >> CARD_SHIFT & CARD_BITS, action & AMOUNT_BITS)
    elif ask == asks.ASK_DISCARD:
        drop(s, s.actor, what, 1)
    elif ask == asks.ASK_REVEAL:
        plants.card_revealed(s, what)
    elif ask == asks.ASK_BACK:
        plants.back_shown(s, what)
    elif ask == asks.ASK_FUEL_CARD:
        play_cards.card_laid(s, what)
    elif ask == asks.ASK_AREA:
        play_setup.draft(s, what)
    elif ask == asks.ASK_TRUST_CITY:
        play_setup.place_trust(s, what)
    elif ask == asks.ASK_MARK:
        play_setup.mark(s, what)
    elif ask == asks.ASK_ORDER:
        play_setup.order_drawn(s, what)
    elif ask == asks.ASK_ZONE:
        play_setup.set_zone(s, what)
    if s.ask == NO_ASK:
        settle(s, t, m)


def legal(s: Game, t: Tables, m: Menu) -> None:
    """Fill in the menu of what may be played or dealt now, in the order of the reference."""
    menus.clear(m)
    ask = s.ask
    if ask == asks.ASK_BUILD:
        build.build_menu(s, t, m)
    elif ask == asks.ASK_BID:
        auction.bid_menu(s, m)
    elif ask == asks.ASK_FUEL:
        fuel_market.buy_menu(s, t, m)
    elif ask == asks.ASK_OPEN:
        auction.open_menu(s, t, m)
    elif ask == asks.ASK_RUN:
        power.run_menu(s, t, m)
    elif ask == asks.ASK_CARD:
        card_market.card_menu(s, t, m)
    elif ask == asks.ASK_SCRAP:
        scrapping.scrap_menu(s, t, m)
    elif ask == asks.ASK_DISCARD:
        scrapping.discard_menu(s, t, m)
    elif ask == asks.ASK_REVEAL:
        deck.odds(s, t, m)
    elif ask == asks.ASK_BACK:
        deck.backs(s, t, m)
    elif ask == asks.ASK_FUEL_CARD:
        card_market.fuel_reveals(s, m)
    elif ask == asks.ASK_AREA:
        setup.draft_menu(s, t, m)
    elif ask == asks.ASK_TRUST_CITY:
        setup.trust_city_menu(s, t, m)
    elif ask == asks.ASK_MARK:
        setup.mark_menu(s, t, m)
    elif ask == asks.ASK_ORDER:
        setup.orders(s, t, m)
    elif ask == asks.ASK_ZONE:
        setup.zones(s, t, m)
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
