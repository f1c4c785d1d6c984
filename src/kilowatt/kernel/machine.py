"""The machine: which function does which task, which answers which question, and the loop that works off the agenda."""

from __future__ import annotations

from kilowatt.engine import asks, tasks
from kilowatt.engine.asks import ASK_CARD, ASK_FUEL, NO_ASK
from kilowatt.engine.ids import CHANCE, NOBODY, OVER, SETUP
from kilowatt.kernel import agenda, deck, menus, plants, trust
from kilowatt.kernel.menus import AMOUNT_BITS, CARD_BITS, CARD_SHIFT, EMPTY_MENU, KIND
from kilowatt.kernel.phases import auction, build, card_market, fuel_market, order, power, scrapping, setup
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


def turn(s: Game, t: Tables, task: int, ask: int, arg: int) -> None:
    """Give the next seat from the last its buying turn; the Trust takes its fuel in its place [R18-TR-12, C-TR-11]."""
    if arg == 0:
        return
    agenda.push(s, task + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat == t.trust_chair:
        trust.buys_fuel(s, t)
    else:
        s.ask = ask
        s.actor = seat


def work(s: Game, t: Tables, m: Menu) -> None:  # noqa: PLR0915 - one line for each task
    """Do the next task of the agenda."""
    next_task = agenda.pop(s)
    task = next_task & tasks.NAME_BITS
    arg = next_task >> tasks.ARG_SHIFT
    if task == tasks.SEAT_ORDER:
        setup.seat_order(s, t)
    elif task == tasks.ZONE:
        setup.zone(s, t, arg)
    elif task == tasks.OPENING_MARKET:
        setup.opening_market(s, t, arg)
    elif task == tasks.TOP_CARD:
        plants.top_card(s, t)
    elif task == tasks.FUEL_MARKETS:
        setup.fuel_markets(s, t)
    elif task == tasks.FUEL_CARDS:
        card_market.fuel_cards(s, t)
    elif task == tasks.TRUST_CITIES:
        setup.trust_cities(s, t, arg)
    elif task == tasks.MARK_STARTS:
        setup.mark_starts(s, t, arg)
    elif task == tasks.FIRST_DISCOUNT:
        plants.place_discount(s, t)
    elif task == tasks.ROUND:
        order.new_round(s, t)
    elif task == tasks.ORDER:
        order.order(s, t)
    elif task == tasks.END_CHECK:
        order.end_check(s, t, m)
    elif task == tasks.STEP_2:
        plants.step_2(s, t)
    elif task == tasks.STEP_2_CHANGES:
        plants.step_2_changes(s, t)
    elif task == tasks.STEP_3:
        plants.step_3(s)
    elif task == tasks.DRAW:
        plants.draw(s)
    elif task == tasks.SHOW_BACK:
        plants.show_back(s, t)
    elif task == tasks.OBSOLETE:
        plants.obsolete(s, t)
    elif task == tasks.END_CARD_LEAVES:
        plants.end_card_leaves(s, t)
    elif task == tasks.PLANT_UPDATE:
        plants.update(s, t)
    elif task == tasks.PLANT_FILL:
        plants.fill(s, t, arg)
    elif task == tasks.AUCTION:
        auction.auction(s, t)
    elif task == tasks.AUCTION_TURN:
        auction.auction_turn(s, t)
    elif task == tasks.PAY:
        auction.pay(s, t)
    elif task == tasks.SCRAP:
        auction.scrap(s, t)
    elif task == tasks.COMPENSATION:
        auction.compensation(s, t)
    elif task == tasks.REPLACEMENT:
        auction.replacement(s, t)
    elif task == tasks.TRUST_TAKES:
        auction.trust_takes(s, t)
    elif task == tasks.UNSOLD_DISCOUNT:
        auction.unsold_discount(s)
    elif task == tasks.NOBODY_BOUGHT:
        auction.nobody_bought(s, t)
    elif task == tasks.END_CARD:
        plants.end_card(s)
    elif task == tasks.CONTRACTOR:
        auction.contractor(s, t)
    elif task == tasks.FIRST_ORDER:
        order.first_order(s, t)
    elif task == tasks.FUEL:
        fuel_market.fuel(s)
    elif task == tasks.FUEL_TURN:
        turn(s, t, tasks.FUEL_TURN, ASK_FUEL, arg)
    elif task == tasks.CARDS:
        card_market.cards(s)
    elif task == tasks.CARDS_TURN:
        turn(s, t, tasks.CARDS_TURN, ASK_CARD, arg)
    elif task == tasks.BUILD:
        build.build(s)
    elif task == tasks.BUILD_TURN:
        build.build_turn(s, t, arg)
    elif task == tasks.BUILD_MORE:
        build.build_more(s, arg)
    elif task == tasks.TRUST_HOUSE:
        trust.joins_city(s, t, arg)
    elif task == tasks.POWER:
        power.power(s)
    elif task == tasks.POWER_TURN:
        power.power_turn(s, t, arg)
    elif task == tasks.REFILL:
        fuel_market.refill(s, t)
    elif task == tasks.RESUPPLY:
        card_market.resupply(s, t, arg)


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
            build.build_house(s, t, what)
    elif ask == asks.ASK_BID:
        if action:
            auction.bid(s, t, what)
        else:
            auction.leave(s, t)
    elif ask == asks.ASK_FUEL:
        if action:
            fuel_market.buy_token(s, t, what)
    elif ask == asks.ASK_OPEN:
        if action:
            auction.open_lot(s, t, action >> CARD_SHIFT & CARD_BITS, action & AMOUNT_BITS)
        else:
            auction.opt_out(s, t, s.actor)
    elif ask == asks.ASK_RUN:
        power.run(s, t, what)
    elif ask == asks.ASK_CARD:
        if action:
            card_market.buy_card(s, t, what)
    elif ask == asks.ASK_SCRAP:
        scrapping.scrap_plant(s, t, action >> CARD_SHIFT & CARD_BITS, action & AMOUNT_BITS)
    elif ask == asks.ASK_DISCARD:
        scrapping.discard(s, t, what)
    elif ask == asks.ASK_REVEAL:
        plants.revealed(s, t, what)
    elif ask == asks.ASK_BACK:
        plants.shown(s, what)
    elif ask == asks.ASK_FUEL_CARD:
        card_market.fuel_revealed(s, t, what)
    elif ask == asks.ASK_AREA:
        setup.draft(s, what)
    elif ask == asks.ASK_TRUST_CITY:
        setup.place_trust(s, t, what)
    elif ask == asks.ASK_MARK:
        setup.mark(s, t, what)
    elif ask == asks.ASK_ORDER:
        setup.order_drawn(s, t, what)
    elif ask == asks.ASK_ZONE:
        setup.set_zone(s, t, what)
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
        deck.odds(s, m)
    elif ask == asks.ASK_BACK:
        deck.backs(s, t, m, asks.ASK_BACK)
    elif ask == asks.ASK_FUEL_CARD:
        card_market.fuel_reveals(s, m)
    elif ask == asks.ASK_AREA:
        setup.draft_menu(s, t, m)
    elif ask == asks.ASK_TRUST_CITY:
        setup.trust_city_menu(s, t, m)
    elif ask == asks.ASK_MARK:
        setup.mark_menu(s, m)
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
