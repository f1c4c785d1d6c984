"""`values`: many choices, each judged by the network of values; it imagines no games.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from bisect import bisect_right
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots import economist
from kilowatt.bots.bot_memory import Limit
from kilowatt.bots.ending import can_end, may_close
from kilowatt.bots.lookahead import appraised
from kilowatt.bots.more_plans import more_builds, more_fuel
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.rivals import Unread
from kilowatt.bots.search import Looker
from kilowatt.bots.turns import SHADING, limit_of
from kilowatt.bots.value_features import chosen
from kilowatt.bots.values import after, next_round, shipped, values
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import clone, sell_lot
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import AUCTION
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.lookahead import Choice
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

STEPS = 4
"""Between so many prices and one more the limit of a bid is looked for."""
STRETCH = 2.0
"""The dearest of them first, as a multiple of what an economist that shades its bids would pay."""


class Judged(NamedTuple):
    """What a position is worth to a seat."""

    score: float
    chance: float
    """To win."""


class Lot(NamedTuple):
    """A plant that is up, at some prices: getting it, and leaving it to the rival who would pay most for it."""

    prices: list[int]
    won: list[Judged]
    lost: list[Judged]

    def limit(self) -> int:
        """Return the price up to which getting the plant is better."""
        return turning_point(
            self.prices, [won.score - lost.score for won, lost in zip(self.won, self.lost, strict=True)]
        )

    def at(self, price: int) -> tuple[Judged, Judged]:
        """Return what getting it and leaving it are worth at a price, by straight lines."""
        won, lost = [
            Judged(*[between(price, self.prices, [row[n] for row in rows]) for n in (0, 1)])
            for rows in (self.won, self.lost)
        ]
        return won, lost


class Valuer(Looker):
    """Takes the choice with the best value; without a network, always that of an economist that shades its bids."""

    role = SHADING
    cheap = 0.0
    dear = inf
    keeps_limits = False
    trifle = 0.0005
    because = "estimate"

    def __init__(self, network: Weights | None, seed: int = 0) -> None:
        super().__init__(seed, Unread())
        self.network = network

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Judge where the choices lead to."""
        if self.network is None:
            return
        cast = (self.role,) * s.rules.seats
        ends = [after(s, choice, cast) for choice in choices]
        made = [chosen(s.ask, prior=place == 0, choices=len(choices)) for place in range(len(choices))]
        for choice, judged in zip(choices, self.judged(s, ends, seat, made), strict=True):
            # two equal ones: a single score cannot be compared
            choice.scores += [judged.score, judged.score]
            choice.chances.append(judged.chance)

    def judged(self, s: State, ends: list[State], seat: int, made: list[list[float]]) -> list[Judged]:
        """Judge positions that come of a position, by their results where the game ends in this round."""
        ends = [self.settled(end) for end in ends]
        going_on = [place for place, end in enumerate(ends) if end.result is None]
        values = self._values([ends[place] for place in going_on], seat, [made[place] for place in going_on])
        rows = dict(zip(going_on, values, strict=True))
        return [rows[place] if place in rows else Judged(*appraised(end, seat)) for place, end in enumerate(ends)]

    def late(self, s: State) -> bool:
        """Return whether this round is the last: then everything can be calculated."""
        return s.last_round or 0 < end_at(s) <= s.most_cities()

    def settled(self, end: State) -> State:
        """Return how the game ends if it does so in this round, else the position itself.

        Once the auctions are over nothing but the seats' own moves decides that: economists make them.
        """
        if end.result is not None or not (self.late(end) or (end.phase > AUCTION and can_end(end, tables_of(end)))):
            return end
        last = next_round(end)
        return end if last.result is None else last

    def _values(self, states: list[State], seat: int, made: list[list[float]]) -> list[Judged]:
        """Return the seat's score and its chance to win where these choices lead to."""
        assert self.network is not None  # noqa: S101 - without one nothing is compared
        return [Judged(row.scores[seat], row.chances[seat]) for row in values(self.network, states, seat, made)]

    def _lots(self, s: State, seat: int, worths: dict[int, int]) -> list[int]:
        """Return every plant that it can pay, also one that only rivals want."""
        return sorted(
            [p for p in worths if least_bid(s, p) <= s.money[seat]], key=lambda p: least_bid(s, p) - worths[p]
        )

    def _fuel_plans(self, s: State, seat: int, tables: Tables) -> list[tuple[int, ...]]:
        """Return the economist's fuel first, then more of it and less."""
        return more_fuel(s, seat, tables)

    def _builds_weighed(
        self, s: State, seat: int, plans: list[tuple[int, ...]], costs: list[int], usual: int
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Return any number of cities, and other last cities."""
        return more_builds(s, seat, plans, costs, usual)

    def _limit(self, s: State, seat: int, prior: int, budget: Budget) -> Limit:
        """Find the price up to which the plant is better than leaving it to a rival at that price."""
        if self.network is None:
            return Limit(prior)
        lot = self.lot(s, seat, prior)
        return Limit(
            lot.limit(),
            lot.lost[0].chance,
            [(price, won.chance) for price, won in zip(lot.prices, lot.won, strict=True)],
        )

    def lot(self, s: State, seat: int, prior: int) -> Lot:
        """Judge the plant that is up at some prices, from the lowest bid on, whatever has been bid so far."""
        money, low = s.money[seat], least_bid(s, s.lot)
        high = min(money, max(low + 1, int(STRETCH * prior)))
        lot = self._at(s, seat, sorted({low + (high - low) * step // STEPS for step in range(STEPS + 1)}))
        while lot.won[-1].score > lot.lost[-1].score and lot.prices[-1] < money:
            # a plant that decides the game may be worth any price
            more = self._at(s, seat, [min(money, 2 * lot.prices[-1])])
            lot = Lot(lot.prices + more.prices, lot.won + more.won, lot.lost + more.lost)
        return lot

    def _at(self, s: State, seat: int, prices: list[int]) -> Lot:
        rival = self.keenest(s, seat)
        ends: list[State] = []
        for buyer in (seat, rival):
            for price in prices:
                end = clone(s)
                sell_lot(end, buyer, min(price, s.money[buyer]))
                ends.append(end)
        many = len(prices)
        made = [chosen(ASK_BID, prior=place >= many, choices=STEPS + 2) for place in range(len(ends))]
        rows = self.judged(s, ends, seat, made)
        return Lot(prices, rows[:many], rows[many:])

    def keenest(self, s: State, seat: int) -> int:
        """Return the rival who would pay most for the plant that is up."""
        tables = tables_of(s)
        judge, closing = economist.judge_of(s, tables), may_close(s, tables)
        rivals = [other for other in range(s.rules.seats) if other != seat and s.bidders >> other & 1]
        return max(rivals, key=lambda other: (limit_of(s, other, self.role, judge, s.lot, closing=closing), -other))


class ValuesBot(Valuer):
    """Plays from the network that comes with the package."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(shipped(), seed)


def between(price: int, prices: list[int], values: list[float]) -> float:
    """Return the value at a price by straight lines; beyond the first and the last price it stays."""
    place = bisect_right(prices, price) - 1
    if place < 0:
        return values[0]
    if place + 1 == len(prices) or price == prices[place]:
        return values[place]
    slope = (values[place + 1] - values[place]) / (prices[place + 1] - prices[place])
    return slope * (price - prices[place]) + values[place]


def turning_point(prices: list[int], ahead: list[float]) -> int:
    """Return the price at which what is ahead first falls below 0, by straight lines; 0 if it is never above."""
    if ahead[0] <= 0:
        return 0
    for place in range(1, len(prices)):
        if ahead[place] < 0:
            share = ahead[place - 1] / (ahead[place - 1] - ahead[place])
            return prices[place - 1] + int((prices[place] - prices[place - 1]) * share)
    return prices[-1]
