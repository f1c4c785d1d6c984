"""What a plant is worth to a seat: one number for the whole auction phase, the same for every caller.

It is worked out only from what stays the same from the phase's first lot to its last: the seat's own plants, money and
cities, everybody's cities, and the fuel market. Nothing that a rival buys, bids or holds in secret changes it; only the
seat's own purchase does. So it needs no memory: hints, tags on the cards and default limits cannot contradict it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import card_rounds, card_worth
from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.building import chain
from kilowatt.bots.economist import worth_of
from kilowatt.bots.fuelling import Shelf, shelves
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.engine.game import clone
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.engine.state import State

SHARE = 0.8
"""What share of what a plant adds it is worth from the second round on: the next round has other plants."""
CLOSE = 2
"""A rival who lacks at most so many cities is expected to end the game this round."""
FEW = 2
"""Units of a fuel that are priced at least, where the refill is smaller."""
OTHER_GAINS = (7, 7, 6, 5, 4, 4, 4, 9)
"""Half of what a seat gains by the next best plant, by round, the last round and all after it alike: of bot games."""
USUAL_ROUNDS = 9
"""Rounds of a game whose stack ends it: with two to six seats it takes 8 to 10."""


def worths(s: State, seat: int, plants: tuple[int, ...]) -> dict[int, int]:
    """Return what plants are worth to a seat in Elektro, 0 for nothing, as far as its money goes."""
    view = phase_view(s, seat)
    judge = judge_of(view, seat)
    if judge.tables.printed:
        return {plant: max(0, _printed_worth(view, seat, judge, plant)) for plant in plants}
    closing = _closing(view, seat, judge.tables)
    # in the first round everybody must buy; later there is another plant in the next round
    share = 1.0 if s.round <= 1 or closing else SHARE
    return {plant: max(0, int(share * worth_of(view, seat, judge, plant, closing=closing))) for plant in plants}


def phase_view(s: State, seat: int) -> State:
    """Copy a state and blank everything that may change for a seat before it buys: rivals' plants, money and fuel."""
    view = clone(s)
    chairs = len(view.plants)
    for other in range(chairs):
        if other != seat:
            view.plants[other] = ()
            view.held[other * FUELS : other * FUELS + FUELS] = [0] * FUELS
    for other in range(s.rules.seats):
        if other != seat:
            view.money[other] = s.money[seat]
    view.market = ()
    view.bought = view.out = 0
    view.lot = view.leader = view.opener = -1
    view.bid = view.bidders = 0
    return view


def judge_of(view: State, seat: int) -> Appraiser:
    """Return an appraiser that prices fuel by the market and its refill, whatever rivals burn."""
    tables = tables_of(view)
    judge = Appraiser(view, tables, AFTER_AUCTION)
    judge.prices = unit_prices(view, shelves(view, seat, tables)[0])
    if tables.printed:
        ahead, stays = _later(view)
        judge.each = ahead + card_rounds.POINT * stays
        judge.burnt = -ahead - stays
    return judge


def unit_prices(s: State, shelf: Shelf) -> list[float]:
    """Return what a unit of each fuel costs in the middle of what one refill brings."""
    prices: list[float] = []
    for fuel in range(FUELS):
        row = shelf[fuel]
        units = len(row) - 1
        if not units:
            dearest = s.rules.column_prices[-1:] if s.rules.columns else s.rules.tracks[0].prices[fuel][-1:]
            prices.append(float(dearest[0] + s.rules.fuel_supply.surcharge(s, 0)) if dearest else 0.0)
        elif s.rules.columns:
            depth = min(units, s.rules.seats)
            prices.append(row[depth] / depth)
        else:
            refill = s.rules.tracks[0].refill[s.step - 1][fuel]
            depth = min(units, max(FEW, (refill + 1) // 2))
            prices.append(row[depth] / depth)
    return prices


def _later(s: State) -> tuple[float, float]:
    """Guess in how many rounds a plant pays and with what chance it counts at the end, as `printed` does.

    By the number of the round: the stack changes within a phase.
    """
    if s.last_round:
        return 0.0, 0.0
    rounds = max(2, USUAL_ROUNDS - s.round + 1)
    return float(min(rounds - 2, card_rounds.HORIZON)), (2 / rounds) ** card_rounds.FADING


def _printed_worth(view: State, seat: int, judge: Appraiser, plant: int) -> int:
    """Return the most that a plant with a printed income is worth: what is left must pay for its fuel.

    Leaving it means to buy another one, so what another one usually gains comes off.
    """
    gains = OTHER_GAINS[-1] if view.last_round else OTHER_GAINS[min(view.round, len(OTHER_GAINS)) - 1]
    base = card_worth.without(view, seat, judge) + gains
    money = view.money[seat]
    return int(
        max([min(money - cost, value - base) for cost, value in card_worth.with_plant(view, seat, judge, plant)])
    )


def _closing(view: State, seat: int, tables: Tables) -> bool:
    """Return whether this round may well be the last: a rival is nearly there, or the seat itself can get there."""
    if tables.printed:
        return False
    end = end_at(view)
    if max([view.count(other) for other in range(view.rules.seats) if other != seat]) >= end - CLOSE:
        return True
    missing = end - view.count(seat)
    return missing <= 0 or (
        missing * view.rules.house_costs[0] <= view.money[seat]
        and len(chain(view, seat, tables, missing, view.money[seat])) >= missing
    )
