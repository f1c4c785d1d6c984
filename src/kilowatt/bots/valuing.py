"""`values`: many choices, each judged by the network of values; it imagines no games.

Knows nothing that is hidden from its seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.bot_memory import Limit
from kilowatt.bots.lookahead import Choice, appraised, by_losing, by_winning
from kilowatt.bots.more_plans import more_builds, more_fuel
from kilowatt.bots.search import Looker
from kilowatt.bots.turns import SHADING
from kilowatt.bots.value_features import chosen
from kilowatt.bots.values import after, shipped, values
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.bots.advice import Budget
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State

STEPS = 4
"""Between so many prices and one more the limit of a bid is looked for."""


class Valuer(Looker):
    """Takes the choice with the best value; without a network, always that of an economist that shades its bids."""

    role = SHADING
    cheap = 0.0
    dear = 2.0
    trifle = 0.0005
    because = "estimate"
    win = 0.0
    """How much of a choice's value is the chance to win; the rest is the expected score, which counts wins too."""

    def __init__(self, network: Weights | None, seed: int = 0) -> None:
        self._beliefs = Beliefs()
        super().__init__(seed, self._beliefs)
        self.network = network

    def late(self, s: State) -> bool:
        """Return whether this round is the last: then everything can be calculated."""
        return s.last_round or 0 < s.rules.end_at <= s.most_cities()

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Judge the choices; none in the last round, which the economist calculates."""
        if self.network is None or self.late(s):
            return
        cast = self._beliefs.likeliest(s, seat, self.role)
        ends = [after(s, choice, cast) for choice in choices]
        open_ = [place for place, end in enumerate(ends) if end.result is None]
        made = [chosen(s.ask, prior=place == 0, choices=len(choices)) for place in open_]
        judged = dict(zip(open_, self._judged(self.network, [ends[place] for place in open_], seat, made), strict=True))
        for place, (choice, end) in enumerate(zip(choices, ends, strict=True)):
            score, chance = judged[place] if place in judged else appraised(end, seat)
            value = self.win * chance + (1 - self.win) * score
            # two equal ones: a single score cannot be compared
            choice.scores += [value, value]
            choice.chances.append(chance)

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
        """Find the price up to which the plant is better than none, on straight lines between some prices."""
        low, money = s.bid + 1, s.money[seat]
        high = min(money, max(low + 1, int(self.dear * prior)))
        prices = sorted({low + (high - low) * step // STEPS for step in range(STEPS + 1)})
        losing = Choice(0, by_losing(seat))
        winning = [Choice(price, by_winning(seat, price)) for price in prices]
        self._compare(s, seat, [losing, *winning], budget)
        weighed = [(price, choice.chance()) for price, choice in zip(prices, winning, strict=True)]
        if not losing.scores:
            return Limit(prior, losing.chance(), weighed)
        ahead = [choice.mean() - losing.mean() for choice in winning]
        while ahead[-1] > 0 and prices[-1] < money:
            # a plant that decides the game may be worth any price
            prices.append(min(money, 2 * prices[-1]))
            losing, dearer = Choice(0, by_losing(seat)), Choice(prices[-1], by_winning(seat, prices[-1]))
            self._compare(s, seat, [losing, dearer], budget)
            ahead.append(dearer.mean() - losing.mean())
            weighed.append((prices[-1], dearer.chance()))
        return Limit(turning_point(prices, ahead), losing.chance(), weighed)

    def _judged(
        self, network: Weights, states: list[State], seat: int, made: list[list[float]]
    ) -> list[tuple[float, float]]:
        """Return the seat's score and its chance to win where these choices lead to."""
        return [(value.scores[seat], value.chances[seat]) for value in values(network, states, seat, made)]


class ValuesBot(Valuer):
    """Plays from the network that comes with the package."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(shipped(), seed)


def turning_point(prices: list[int], ahead: list[float]) -> int:
    """Return the price at which what is ahead first falls below 0, by straight lines; 0 if it is never above."""
    if ahead[0] <= 0:
        return 0
    for place in range(1, len(prices)):
        if ahead[place] < 0:
            share = ahead[place - 1] / (ahead[place - 1] - ahead[place])
            return prices[place - 1] + int((prices[place] - prices[place - 1]) * share)
    return prices[-1]
