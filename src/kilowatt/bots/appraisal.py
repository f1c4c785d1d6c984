"""What a seat's position is worth in Elektro: a few numbers about it, weighted by how far the game has come.

The weights were fitted once, by least squares, to the final standings of 1,500 four-player games between bots of many
tempers (`docs/bots.md` says how); nothing here is learnt while playing. Knows one seat at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots.card_rounds import POINT, later_rounds, unit_prices
from kilowatt.bots.fuelling import Base, Shelf, shelves
from kilowatt.bots.mining import mine_worths
from kilowatt.bots.plant_tables import Tables
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS
from kilowatt.statistics import total

if TYPE_CHECKING:
    from kilowatt.engine.state import State

Offer = tuple[float, float]
"""What must stay in hand when plants are paid for, and what the plants and this round's income are worth then."""

PROGRESS = (0.06, 0.15, 0.28, 0.42, 0.58, 0.72, 0.86, 1.0)
"""The leader's cities as a share of those that end the game: where the weights below hold."""


@final
class Weights:
    """Elektro for each of: a city; supply up to one city more than it has, the next two, the next three, and more;
    each city over four of one plant; each Elektro of fuel one production costs."""  # noqa: D205, D209

    def __init__(self, rows: tuple[tuple[float, ...], ...]) -> None:
        self.rows = rows
        """One row for each of the numbers above, one column for each point of PROGRESS."""
        self.kept: dict[tuple[int, int], tuple[tuple[float, ...], dict[int, list[float]]]] = {}
        """For a leader's cities and those that end the game: the weights then, and tables made of them."""

    def at(self, progress: float) -> tuple[float, ...]:
        """Return the weights at a point of the game, by straight lines between those that were fitted."""
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


def fuel_prices(s: State, tables: Tables) -> list[float]:
    """Guess what a unit of each fuel will cost in the coming rounds: half-way into what everybody burns in one."""
    rules = s.rules
    wanted = [0.0] * FUELS
    for own in s.plants:
        for plant in own:
            card = rules.plants[plant]
            for fuel in card.fuels:
                wanted[fuel] += card.need / len(card.fuels)
    prices: list[float] = []
    if rules.columns:
        return unit_prices(s, shelves(s, 0, tables)[0], wanted)
    track = rules.tracks[0]
    more = rules.fuel_supply.surcharge(s, 0)
    for fuel in range(FUELS):
        row = tables.costs(0, fuel, s.fuel[fuel], more)
        units = len(row) - 1
        if not units:
            prices.append(float(track.prices[fuel][-1] + more) if track.prices[fuel] else 0.0)
            continue
        depth = min(units, max(1, int(wanted[fuel] / 2) + 1))
        price = float(row[depth] - row[depth - 1])
        refill = track.refill[s.step - 1][fuel]
        if wanted[fuel] > refill:
            price *= 1.0 + 0.15 * min(3.0, wanted[fuel] - refill)
        prices.append(price)
    return prices


@final
class Appraiser:
    """Appraises positions that differ from one state in a seat's plants, cities and money."""

    def __init__(self, s: State, tables: Tables, weights: Weights) -> None:
        self.tables = tables
        self.limit = s.rules.plant_limit
        self.prices = fuel_prices(s, tables)
        self.row: tuple[float, ...] = ()
        self.shelf: Shelf = []
        self._levels: dict[int, list[float]] = {}
        if tables.printed:
            ahead, stays = later_rounds(s)
            self.each = ahead + POINT * stays
            self.big, self.burnt = 0.0, -ahead - stays
            self.shelf = shelves(s, 0, tables)[0]
        else:
            # tables are made once for each number of cities the leader may have
            leader = s.most_cities()
            end = end_at(s)
            known = weights.kept.get((leader, end))
            if known is None:
                known = weights.kept[leader, end] = (weights.at(leader / end), {})
            self.row, self._levels = known
            self.big, self.burnt = self.row[5], self.row[6]
        self.offers: dict[tuple[int, int], list[Offer]] = {}
        self.gains: dict[int, list[tuple[float, int]]] = {}
        self.worths: dict[int, float] = {}
        """Kept by `card_worth`: for a seat and a plant its offers, for a seat its gains and the worth of its plants."""
        self.bases: dict[int, Base] = {}
        """What each seat could supply in this round, once somebody has asked; for what may be the last one."""
        self.mines = mine_worths(s)
        self._merits: dict[int, float] = {}
        self._sums: dict[tuple[int, ...], tuple[int, float]] = {}

    def fuel_of(self, plant: int) -> float:
        """Return what one production of a plant costs."""
        card = self.tables.rules.plants[plant]
        return card.need * min([self.prices[fuel] for fuel in card.fuels]) if card.fuels else 0.0

    def merit(self, plant: int) -> float:
        """Return what a plant is worth apart from its supply: its size, less its fuel."""
        known = self._merits.get(plant)
        if known is None:
            size = self.tables.output[plant]
            keep = size - 4 if size > 4 else 0  # noqa: PLR2004 - what a good plant of the middle game supplies
            known = self._merits[plant] = self.big * keep + self.burnt * self.fuel_of(plant)
        return known

    def levels(self, cities: int) -> list[float]:
        """Return what each number of cities supplied is worth with so many cities, the cities included."""
        known = self._levels.get(cities)
        if known is None or len(known) <= self.tables.most_output:
            known = [self._level(n, cities) for n in range(self.tables.most_output + 1)]
            self._levels[cities] = known
        return known

    def _level(self, supply: int, cities: int) -> float:
        if self.tables.printed:
            return self.each * supply
        city, first, second, third, more, _, _ = self.row
        slack = supply - cities - 1
        total = city * cities + first * min(supply, cities + 1)
        return total + second * max(0, min(slack, 2)) + third * max(0, min(slack - 2, 3)) + more * max(0, slack - 5)

    def sums(self, plants: tuple[int, ...]) -> tuple[int, float]:
        """Add up the supply of some plants, and their merits."""
        known = self._sums.get(plants)
        if known is None:
            known = self.tables.capacity(plants), total([self.merit(p) for p in plants])
            self._sums[plants] = known
        return known

    def value(self, plants: tuple[int, ...], cities: int) -> float:
        """Return what plants and cities are worth, without the money."""
        supply, merits = self.sums(plants)
        return self.levels(cities)[supply] + merits

    def worth(self, own: tuple[int, ...], plant: int, cities: int) -> float:
        """Return what a plant would add to a position; without room the least useful plant goes for it."""
        if plant in self.mines:
            return self.mines[plant]
        supply, _ = self.sums(own)
        levels = self.levels(cities)
        before = levels[supply]
        output = self.tables.output
        more, merit = supply + output[plant], self.merit(plant)
        if len(own) < self.limit:
            return levels[more] - before + merit
        return max([levels[more - output[old]] - self.merit(old) for old in own]) - before + merit
