"""A decision as the coach sees it: the position without what rivals hide, and what plants are worth to the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots.values import chances
from kilowatt.coach.thinking import Thinking
from kilowatt.coach.worth import worths
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL
from kilowatt.engine.game import clone
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.knowledge import hides_money, known_to
from kilowatt.engine.phases.auction import buyers_of, least_bid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots.valuing import Judged, Lot
    from kilowatt.coach.option import Option
    from kilowatt.engine.state import State


@final
class Case:
    """A position in which a seat decides."""

    def __init__(self, state: State, seat: int, earlier: Sequence[State] = ()) -> None:
        self.state = clone(known_to(state, seat))
        self.seat = seat
        self.earlier = (
            () if state.rules.fuel_goes_round else tuple([then for then in earlier if _same_turn(then, state)])
        )
        """The positions in which the seat has decided since its turn began, if no card was turned up."""
        self.open_money = not hides_money(state)
        """Whether everybody sees what rivals can pay."""
        self.bot = Thinking()
        self.options: list[tuple[Option, Judged]] | None = None
        """What the bot weighed, once it was asked."""
        self._chance: float | None = None
        self._cities: dict[tuple[object, ...], list[str]] = {}
        self._lots: dict[int, Lot | None] = {}
        self._worths: dict[int, int] = {}
        self._limits: dict[int, dict[int, int]] = {}
        self._replaced: dict[tuple[int, int], int] = {}

    def chance(self) -> float:
        """Return the seat's chance to win in this position."""
        if self._chance is None:
            self._chance = chances(self.state)[self.seat]
        return self._chance

    def next_cities(self, s: State) -> list[str]:
        """List the cities that the bot would build with a position's plants, fuel and money if it were to build now."""
        seat = self.seat
        if not s.rules.board.cities:
            return []
        key = (s.plants[seat], s.money[seat], *s.held[seat * FUELS : seat * FUELS + FUELS])
        if key not in self._cities:
            self._cities[key] = Thinking().builds(s, seat)
        return self._cities[key]

    def lot(self, plant: int) -> Lot | None:
        """Return what getting and leaving a plant are worth at some prices; None where it is no question of price."""
        if plant not in self._lots:
            s = self.state
            offered = plant == s.lot or plant in s.market[: s.rules.plant_market.current(s)]
            may = (s.bidders if plant == s.lot else buyers_of(s, plant)) >> self.seat & 1
            self._lots[plant] = self.bot.lot_of(s, self.seat, plant) if offered and may else None
        return self._lots[plant]

    def stop(self, plant: int) -> int:
        """Return up to where to bid: the price at which the seat wins as often with the plant as without it."""
        lot, money = self.lot(plant), self.state.money[self.seat]
        if lot is not None:
            return min(money, lot.limit())
        worth = self._appraised(plant)
        return min(money, worth, least_bid(self.state, plant)) if self.alone(plant) else min(money, worth)

    def replaced(self, plant: int, price: int) -> int:
        """Return the plant that the seat would scrap for a new one at a price, `NOBODY` where it scraps none."""
        s = self.state
        if len(s.plants[self.seat]) < s.rules.plant_limit or s.rules.fuel_supply.is_mine(plant):
            return NOBODY
        if (plant, price) not in self._replaced:
            self._replaced[plant, price] = self.bot.given_up(s, self.seat, plant, price)
        return self._replaced[plant, price]

    def alone(self, plant: int) -> bool:
        """Return whether the seat may have a plant of the market and nobody else can bid for it."""
        s = self.state
        offered = s.lot == NOBODY and plant in s.market[: s.rules.plant_market.current(s)]
        return offered and buyers_of(s, plant) == 1 << self.seat

    def worth(self, plant: int) -> int:
        """Return what a plant adds to the seat's income and cities in Elektro, at least what to bid for it."""
        return max(self._appraised(plant), self.stop(plant))

    def price(self, plant: int) -> int:
        """Return what a plant is likely to cost the seat, were it to go on bidding."""
        s = self.state
        least = s.bid + (s.leader != self.seat) if s.lot == plant else least_bid(s, plant)
        return max(least, min(s.money[self.seat], max(self.rivals(plant).values(), default=0) + 1))

    def keenest(self, plant: int) -> int | None:
        """Return the rival who would pay most for a plant; None where nobody else can bid."""
        limits = self.rivals(plant)
        return max(limits, key=lambda rival: (limits[rival], -rival), default=None)

    def rivals(self, plant: int) -> dict[int, int]:
        """Return how far each rival who may still bid for a plant is likely to go."""
        if plant not in self._limits:
            self._limits[plant] = self.bot.limits(self.state, self.seat, plant)
        return self._limits[plant]

    def _appraised(self, plant: int) -> int:
        if plant == NOBODY:
            return 0
        if plant not in self._worths:
            self._worths.update(worths(self.state, self.seat, (plant,)))
        return self._worths[plant]


def _same_turn(then: State, now: State) -> bool:
    """Return whether a seat that buys fuel or builds has decided at both with no card turned up between."""
    keys = [(s.actor, s.ask, s.round, s.drawn, s.shuffles) for s in (then, now)]
    return keys[0] == keys[1] and now.ask in (ASK_FUEL, ASK_BUILD)
