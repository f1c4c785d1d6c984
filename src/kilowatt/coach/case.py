"""A decision as the coach sees it: the position without what rivals hide, and what plants are worth to the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.coach.thinking import Thinking
from kilowatt.coach.worth import worths
from kilowatt.engine.game import clone
from kilowatt.engine.ids import NOBODY
from kilowatt.engine.knowledge import hides_money, known_to
from kilowatt.engine.phases.auction import eligible, least_bid

if TYPE_CHECKING:
    from kilowatt.bots.valuing import Judged, Lot
    from kilowatt.coach.option import Option
    from kilowatt.engine.state import State


@final
class Case:
    """A position in which a seat decides."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = clone(known_to(state, seat))
        self.seat = seat
        self.open_money = not hides_money(state)
        """Whether everybody sees what rivals can pay."""
        self.bot = Thinking()
        self.options: list[tuple[Option, Judged]] | None = None
        """What the bot weighed, once it was asked."""
        self._lots: dict[int, Lot | None] = {}
        self._worths: dict[int, int] = {}

    def lot(self, plant: int) -> Lot | None:
        """Return what getting and leaving a plant are worth at some prices; None where it is no question of price."""
        if plant not in self._lots:
            s = self.state
            offered = plant == s.lot or plant in s.market[: s.rules.plant_market.current(s)]
            may = (s.bidders if plant == s.lot else eligible(s)) >> self.seat & 1
            self._lots[plant] = self.bot.lot_of(s, self.seat, plant) if offered and may else None
        return self._lots[plant]

    def stop(self, plant: int) -> int:
        """Return up to where to bid: the price at which the seat wins as often with the plant as without it."""
        lot, money = self.lot(plant), self.state.money[self.seat]
        if lot is not None:
            return min(money, lot.limit())
        worth = self._appraised(plant)
        return min(money, worth, least_bid(self.state, plant)) if self.alone(plant) else min(money, worth)

    def alone(self, plant: int) -> bool:
        """Return whether the seat may have a plant of the market and nobody else can bid for it."""
        s = self.state
        offered = s.lot == NOBODY and plant in s.market[: s.rules.plant_market.current(s)]
        return offered and eligible(s) == 1 << self.seat

    def worth(self, plant: int) -> int:
        """Return what a plant adds to the seat's income and cities in Elektro, at least what to bid for it."""
        return max(self._appraised(plant), self.stop(plant))

    def price(self, plant: int) -> int:
        """Return what a plant is likely to cost the seat, were it to go on bidding."""
        s = self.state
        least = s.bid + (s.leader != self.seat) if s.lot == plant else least_bid(s, plant)
        return max(least, min(s.money[self.seat], self.bot.likely_limit(s, self.seat, plant) + 1))

    def keenest(self, plant: int) -> int | None:
        """Return the rival who would pay most for a plant; None where nobody else can bid."""
        return self.bot.keenest_for(self.state, self.seat, plant)

    def rivals(self, plant: int) -> dict[int, int]:
        """Return how far each rival who may still bid for a plant may go: what it is worth there."""
        s = self.state
        who = s.bidders if s.lot == plant else eligible(s)
        return {
            rival: worths(s, rival, (plant,))[plant]
            for rival in range(s.rules.seats)
            if rival != self.seat and who >> rival & 1
        }

    def _appraised(self, plant: int) -> int:
        if plant == NOBODY:
            return 0
        if plant not in self._worths:
            self._worths.update(worths(self.state, self.seat, (plant,)))
        return self._worths[plant]
