"""Whole turns of imagined seats: a lot is settled at once, a turn's fuel and cities are chosen once.

Only imagined games are played this way: a real bot answers move by move. A seat is imagined as an `economist`, as one
that shades its bids, or as a `simple`; the highest limit gets a lot, at the second price. Knows no choices and no
scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import economist, simple
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.building import chain, house_in
from kilowatt.bots.ending import can_end, last_buying, may_close
from kilowatt.bots.fuelling import best_buying, best_run, first_token
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.bots.shading import shaded
from kilowatt.engine import asks
from kilowatt.engine.actions import BuyFuel, Open, Pass
from kilowatt.engine.game import advance, buy_tokens, settle_lot
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import eligible, least_bid, may_opt_out

if TYPE_CHECKING:
    from kilowatt.engine.state import State

ECONOMIST = 0
SIMPLE = 1
SHADING = 2
"""An `economist` that bids less than a plant is worth to it."""

Cast = tuple[int, ...]
"""As what each seat is imagined."""

_BURNT_WORTH = [0.01] * FUELS


def take_turn(s: State, cast: Cast) -> None:
    """Let the acting seat play what it is asked for, to the end of its turn where that needs no other seat."""
    seat = s.actor
    tables = tables_of(s)
    plays_simple = cast[seat] == SIMPLE
    match s.ask:
        case asks.ASK_OPEN:
            _open(s, seat, tables, cast)
        case asks.ASK_BID:
            settle_lot(s, _limits(s, tables, cast, Appraiser(s, tables, AFTER_AUCTION)))
        case asks.ASK_FUEL:
            _buy(s, seat, _simple_buys(s, seat, tables) if plays_simple else _buys(s, seat, tables))
        case asks.ASK_BUILD:
            _build(s, seat, tables, simply=plays_simple)
        case asks.ASK_RUN:
            advance(s, best_run(s, seat, _BURNT_WORTH)[0])
        case _:
            advance(s, simple.decide(s) if plays_simple else economist.decide(s))


def _build(s: State, seat: int, tables: Tables, *, simply: bool) -> None:
    wanted = (
        simple.wanted_cities(s, seat, tables) - s.count(seat) if simply else economist.wanted_cities(s, seat, tables)
    )
    for city, _ in chain(s, seat, tables, wanted, s.money[seat]):
        advance(s, house_in(s, seat, city))
        if s.ask != asks.ASK_BUILD:
            # a plant is turned up in the middle of the turn; the rest is built when asked again
            return
    advance(s, Pass(seat))


def _limits(s: State, tables: Tables, cast: Cast, judge: Appraiser) -> dict[int, int]:
    """Return what every bidder would go up to for the plant that is up."""
    limits: dict[int, int] = {}
    closing = may_close(s, tables)
    for seat in range(s.rules.seats):
        if s.bidders >> seat & 1:
            limits[seat] = limit_of(s, seat, cast[seat], judge, s.lot, closing=closing)
    return limits


def limit_of(s: State, seat: int, role: int, judge: Appraiser, plant: int, *, closing: bool) -> int:
    """Return the most a seat imagined as something would bid for a plant, as far as its money goes."""
    if role == SIMPLE:
        return min(s.money[seat], simple.limit_of(s, seat, judge.tables, plant))
    worth = economist.worth_of(s, seat, judge, plant, closing=closing)
    return shaded(judge.tables, worth, closing=closing) if role == SHADING else worth


def _open(s: State, seat: int, tables: Tables, cast: Cast) -> None:
    judge = Appraiser(s, tables, AFTER_AUCTION)
    if cast[seat] == SIMPLE:
        action = simple.opening(s, seat, tables)
        plant = s.rules.plant_ids[action.plant] if isinstance(action, Open) else -1
    else:
        plant = choose_lot(s, seat, tables, cast, judge)
        if plant < 0:
            action = Pass(seat) if may_opt_out(s, seat) else economist.opening(s, seat, tables)
        else:
            action = Open(seat, s.rules.card_names[plant], least_bid(s, plant))
    advance(s, action)
    if s.ask == asks.ASK_BID:
        settle_lot(s, _limits(s, tables, cast, judge))


def choose_lot(s: State, seat: int, tables: Tables, cast: Cast, judge: Appraiser) -> int:
    """Choose the plant with the greatest gain over what rivals would drive it to; -1 if none is worth its price."""
    mine = economist.worths(s, seat, judge)
    wanted = [p for p, worth in mine.items() if worth >= least_bid(s, p)]
    if len(wanted) < 2:  # noqa: PLR2004 - nothing to choose between
        return wanted[0] if wanted else -1
    who = eligible(s)
    closing = may_close(s, tables)
    best = -1
    most = (0, 0)
    others = [other for other in range(s.rules.seats) if who >> other & 1 and other != seat]
    for plant in wanted:
        least = least_bid(s, plant)
        against = 0
        for other in others:
            against = max(against, limit_of(s, other, cast[other], judge, plant, closing=closing))
        gain = mine[plant] - max(least, min(mine[plant], against + 1))
        if best < 0 or (gain, mine[plant]) > most:
            best, most = plant, (gain, mine[plant])
    return best


def _simple_buys(s: State, seat: int, tables: Tables) -> tuple[list[int], int]:
    scale = 10.0 if s.last_round else 1.0
    cities = s.count(seat) + simple.MORE_CITIES
    bought = best_buying(s, seat, tables, cities=cities, money=s.money[seat], scale=scale)
    return bought[0], bought[1]


def _buys(s: State, seat: int, tables: Tables) -> tuple[list[int], int]:
    if can_end(s, tables) and not tables.printed:
        bought = last_buying(s, seat, tables)
        return bought[0], bought[1]
    return economist.plain_buys(s, seat, tables)[:2]


def _buy(s: State, seat: int, plan: tuple[list[int], int]) -> None:
    buys, cost = plan
    if len(s.rules.markets) == 1 and cost <= s.money[seat] and not s.rules.fuel_goes_round:
        for fuel in range(FUELS):
            buy_tokens(s, seat, 0, fuel, buys[fuel])
        advance(s, Pass(seat))
    else:
        buy_all(s, seat, buys[:])


def buy_all(s: State, seat: int, left: list[int]) -> None:
    """Buy so many units of each fuel, token by token, as far as they can be had, and end the turn."""
    while s.actor == seat and s.ask == asks.ASK_FUEL:
        action = first_token(s, seat, left)
        if not isinstance(action, BuyFuel):
            advance(s, Pass(seat))
            return
        left[s.rules.fuel_ids[action.fuel]] -= 1
        advance(s, action)
