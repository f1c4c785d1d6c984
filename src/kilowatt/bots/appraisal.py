"""What a seat's position is worth in Elektro: a few numbers about it, weighted by how far the game has come.

The weights were fitted once, by least squares, to the final standings of 1,500 four-player games between bots of many
tempers (`docs/bots.md` says how); nothing here is learnt while playing. Knows one seat at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots.lore import Lore
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.engine.state import State

PROGRESS = (0.06, 0.15, 0.28, 0.42, 0.58, 0.72, 0.86, 1.0)
"""The leader's cities as a share of those that end the game: where the weights below hold."""


@final
class Weights:
    """Elektro for each of: a city; supply up to one city more than one has, the next two, the next three, and more;
    each city over four of one plant; each Elektro of fuel one production costs."""  # noqa: D205, D209

    def __init__(self, rows: tuple[tuple[float, ...], ...]) -> None:
        self.rows = rows
        """One row for each of the numbers above, one column for each point of PROGRESS."""

    def at(self, progress: float) -> tuple[float, ...]:
        """Give the weights at a point of the game, by straight lines between those that were fitted."""
        if progress <= PROGRESS[0]:
            return tuple([row[0] for row in self.rows])
        for place in range(1, len(PROGRESS)):
            high = PROGRESS[place]
            if progress <= high:
                low = PROGRESS[place - 1]
                part = (progress - low) / (high - low)
                return tuple([row[place - 1] + part * (row[place] - row[place - 1]) for row in self.rows])
        return tuple([row[-1] for row in self.rows])


AFTER_AUCTION = Weights(
    (
        (10.0, 14.5, 12.0, 16.0, 8.0, 10.0, 0.0, 0.0),
        (6.0, 18.0, 25.0, 16.0, 22.0, 18.0, 33.0, 40.0),
        (10.0, 9.5, 12.0, 13.0, 11.0, 14.0, 18.0, 16.0),
        (0.0, 6.5, 5.5, 7.0, 5.5, 4.0, 0.0, 0.0),
        (0.0, 3.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0),
        (2.0, 5.0, 9.0, 10.0, 13.0, 16.0, 20.0, 24.0),
        (-1.1, -1.5, -1.4, -1.5, -1.5, -1.4, -1.1, -1.1),
    )
)
"""With fuel and building of the round still to come."""

NEXT_ROUND = Weights(
    (
        (10.0, 33.0, 34.0, 26.0, 23.0, 28.0, 20.0, 12.0),
        (2.0, 3.0, 8.0, 12.0, 10.0, 6.0, 10.0, 20.0),
        (5.0, 10.0, 9.0, 9.0, 9.0, 9.0, 10.0, 10.0),
        (3.0, 7.0, 6.0, 5.0, 2.5, 0.0, 0.0, 0.0),
        (0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        (2.0, 6.0, 12.0, 12.5, 14.0, 18.0, 20.0, 24.0),
        (-1.7, -1.6, -1.5, -1.5, -1.4, -1.4, -1.1, -1.1),
    )
)
"""At the beginning of a round, all paid."""

HORIZON = 3
"""Rounds a plant is expected to stay where the stack ends the game."""
POINT = 10.0
"""Elektro a point at the end is worth where income is printed on the plants."""


def rounds_left(s: State) -> int:
    """Guess how many rounds are still to come where the stack ends the game, this one included."""
    if s.last_round:
        return 1
    left = s.deck[0].size() if s.deck else 0
    return max(2, 2 + left // (s.rules.seats + 1))


def fuel_prices(s: State, lore: Lore) -> list[float]:
    """Guess what a unit of each fuel will cost in the coming rounds: half-way into what everybody burns in one."""
    rules = s.rules
    if rules.columns:
        return [1.5] * FUELS
    wanted = [0.0] * FUELS
    for own in s.plants:
        for plant in own:
            card = rules.plants[plant]
            for fuel in card.fuels:
                wanted[fuel] += card.need / len(card.fuels)
    found: list[float] = []
    track = rules.tracks[0]
    for fuel in range(FUELS):
        row = lore.costs(0, fuel, s.fuel[fuel])
        units = len(row) - 1
        if not units:
            found.append(float(track.prices[fuel][-1]) if track.prices[fuel] else 0.0)
            continue
        depth = min(units, max(1, int(wanted[fuel] / 2) + 1))
        price = float(row[depth] - row[depth - 1])
        refill = track.refill[s.step - 1][fuel]
        if wanted[fuel] > refill:
            price *= 1.0 + 0.15 * min(3.0, wanted[fuel] - refill)
        found.append(price)
    return found


@final
class Appraiser:
    """Appraises positions that differ from one state in a seat's plants, cities and money."""

    def __init__(self, s: State, lore: Lore, weights: Weights) -> None:
        self.lore = lore
        self.limit = s.rules.plant_limit
        self.prices = fuel_prices(s, lore)
        self.rounds = 0
        if lore.printed:
            self.rounds = rounds_left(s)
            self.row: tuple[float, ...] = ()
        else:
            self.row = weights.at(max([mask.bit_count() for mask in s.cities]) / s.rules.end_at)
        self._fuel: dict[int, float] = {}

    def fuel_of(self, plant: int) -> float:
        """Give what one production of a plant costs."""
        known = self._fuel.get(plant)
        if known is None:
            card = self.lore.rules.plants[plant]
            known = card.need * min([self.prices[fuel] for fuel in card.fuels]) if card.fuels else 0.0
            self._fuel[plant] = known
        return known

    def value(self, plants: tuple[int, ...], cities: int) -> float:
        """Give what plants and cities are worth, without the money."""
        output = self.lore.output
        supply = 0
        keep = 0
        fuel = 0.0
        for plant in plants:
            size = output[plant]
            supply += size
            if size > 4:  # noqa: PLR2004 - what a good plant of the middle game supplies
                keep += size - 4
            fuel += self.fuel_of(plant)
        if self.lore.printed:
            # a plant bought early is likely to be replaced, so only a few rounds and a part of its points count
            ahead = min(self.rounds - 1, HORIZON)
            return (supply - fuel) * ahead + POINT * supply * min(1.0, HORIZON / self.rounds) - fuel
        city, first, second, third, more, big, burnt = self.row
        slack = supply - cities - 1
        if slack <= 0:
            return city * cities + first * supply + big * keep + burnt * fuel
        total = city * cities + first * (cities + 1) + big * keep + burnt * fuel
        if slack <= 2:  # noqa: PLR2004 - the bounds the weights were fitted for
            return total + second * slack
        if slack <= 5:  # noqa: PLR2004
            return total + second * 2 + third * (slack - 2)
        return total + second * 2 + third * 3 + more * (slack - 5)

    def with_plant(self, own: tuple[int, ...], plant: int, cities: int) -> tuple[float, int]:
        """Give the value with one plant more, and which plant goes for it (-1: none)."""
        if len(own) < self.limit:
            return self.value((*own, plant), cities), -1
        best = -1e9
        gone = -1
        for old in own:
            found = self.value(tuple([plant if p == old else p for p in own]), cities)
            if found > best:
                best, gone = found, old
        return best, gone

    def worth(self, own: tuple[int, ...], plant: int, cities: int) -> float:
        """Give what a plant would add to a position."""
        return self.with_plant(own, plant, cities)[0] - self.value(own, cities)
