"""Buying fuel, token by token, in reverse turn order; prices and the refill of the markets."""

from __future__ import annotations

from kilowatt.engine import tasks
from kilowatt.engine.asks import ASK_FUEL
from kilowatt.engine.ids import FUEL, FUELS, NOBODY
from kilowatt.kernel import storage
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import highest, lowest
from kilowatt.kernel.menus import KIND, add, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Mask, Menu, Tables


def fuel(s: Game) -> None:
    """Begin the phase; the last in order buys first [R18-ORD-06, R18-RES-01]."""
    s.phase = FUEL
    push(s, tasks.FUEL_TURN + tasks.ARG * s.order_size)


def price(s: Game, t: Tables, seat: int, market: int, token: int) -> int:
    """Return the price of the next token, 0 if there is none for this seat [R18-RES-03].

    A storage sells once the market has none left (AMB-43) [R18-MAP-02]. Where a seat uses one market per round, the
    others sell it nothing [K-RES-02].
    """
    if market >= t.track_size:
        if market != t.storage_market or token != t.storage_fuel or s.supply[token] == 0 or s.fuel[token]:
            return 0
        return t.storage_price
    if t.twin_markets and seat < t.seats:
        chosen = s.slots[t.supply_slot + seat]
        if chosen and chosen != market + 1:
            return 0
    track = market * FUELS + token
    if s.fuel[track] == 0:
        return 0
    return t.prices[track][lowest(s.fuel[track]) + 1]


def take(s: Game, t: Tables, chair: int, market: int, token: int) -> None:
    """Give a chair the cheapest token of a market (AMB-83); a seat is then bound to it (AMB-96, AMB-100)."""
    s.held[chair * FUELS + token] += 1
    if market >= t.track_size:
        s.supply[token] -= 1
        return
    s.fuel[market * FUELS + token] &= s.fuel[market * FUELS + token] - 1
    if t.twin_markets and chair < t.seats:
        s.slots[t.supply_slot + chair] = market + 1


def buy_cheapest(s: Game, t: Tables, chair: int, token: int) -> None:
    """Take the cheapest token of a fuel on any market."""
    best = NOBODY
    least = 0
    for market in range(t.market_size):
        cost = price(s, t, chair, market, token)
        if cost and (best == NOBODY or cost < least):
            best = market
            least = cost
    if best != NOBODY:
        take(s, t, chair, best, token)


def refill(s: Game, t: Tables) -> None:
    """Refill every market by its table, dearest space first, as far as the supply goes [R18-BUR-09, R18-BUR-10].

    A fuel whose phase-out has begun is left out [R18-MAP-04, R18-MAP-05].
    """
    for market in range(t.track_size):
        for token in range(FUELS):
            if t.phase_out and token == t.phase_out_fuel and s.slots[t.supply_slot]:
                continue
            track = market * FUELS + token
            wanted = min(t.refill[s.step - 1][track], s.supply[token])
            empty: Mask = t.full[track] & ~s.fuel[track]
            placed = 0
            while placed < wanted and empty:
                empty ^= 1 << highest(empty)
                placed += 1
            s.fuel[track] = t.full[track] & ~empty
            s.supply[token] -= placed


def buy_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the fuels one can store and pay, and ending the turn [R18-RES-03, R18-RES-08]."""
    seat = s.actor
    money = s.money[seat]
    cap = [0] * (FUELS + 1)
    storage.buying_storage(s, t, seat, cap)
    burns = storage.burned(s, t, seat)
    for token in range(FUELS):
        if burns >> token & 1 and storage.room_in(s, t, cap, seat * FUELS, token) > 0:
            for market in range(t.market_size):
                cost = price(s, t, seat, market, token)
                if cost > 0 and cost <= money:
                    add(s, m, ASK_FUEL * KIND + market * FUELS + token, 1)
    end_kind(m)
    add_pass(s, m)


def buy_token(s: Game, t: Tables, what: int) -> None:
    """Pay and store the token; the same seat is asked again."""
    market = what // FUELS
    token = what % FUELS
    s.money[s.actor] -= price(s, t, s.actor, market, token)
    take(s, t, s.actor, market, token)
    s.ask = ASK_FUEL
