"""Proposals: what somebody may have meant who gives a sum only. Each is a line to confirm."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from kilowatt.engine import game, houses
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL, ASK_RUN
from kilowatt.engine.ids import FUELS, NOBODY, bits
from kilowatt.engine.menu import RunChoice
from kilowatt.engine.network import FAR
from kilowatt.table.sheet.lines import FuelLine, HousesLine, Line, PowerLine, TokenLot

if TYPE_CHECKING:
    from kilowatt.engine.rows import Mask
    from kilowatt.engine.state import State

NODES = 4_000
"""Sets of cities that a search looks at: more than the choices of a usual turn, and about a hundredth of a second."""
HOUSES_MOST = 12
MOST = 3
"""Proposals at once."""


Cities = tuple[int, ...]
"""Cities in the order of building; one that is negative is jumped to: `~city`."""


class _Search:
    """A search for cities that cost a sum, the cheapest first."""

    def __init__(self, s: State, seat: int, count: int, total: int) -> None:
        self.s, self.seat, self.count, self.total = s, seat, count, total
        self.answers: list[tuple[Cities, int]] = []
        self.nearest: tuple[Cities, int] | None = None
        """The first set that was found: the cheapest."""
        self.seen: set[tuple[Mask, bool]] = set()
        self.least = s.rules.least_house
        self.may_jump = s.rules.starts.may_jump(s, seat)

    def look(self, network: Mask, reach: list[int], chosen: Cities, paid: int) -> None:
        if len(chosen) == self.count:
            if self.nearest is None:
                self.nearest = chosen, paid
            if paid == self.total:
                self.answers.append((chosen, paid))
            return
        left = self.count - len(chosen) - 1
        jumped = any(city < 0 for city in chosen)
        for cost, step in self._open(network, reach, jumps=self.may_jump and not jumped):
            if self.nearest is not None and paid + cost + left * self.least > self.total:
                return
            city = step if step >= 0 else ~step
            after = (network | 1 << city, jumped or step < 0)
            if after in self.seen or len(self.seen) >= NODES or len(self.answers) >= MOST:
                continue
            self.seen.add(after)
            near = houses.joined(self.s, network, reach if network else [], city)
            self.look(after[0], near, (*chosen, step), paid + cost)

    def _open(self, network: Mask, reach: list[int], *, jumps: bool) -> list[tuple[int, int]]:
        """List the cities that could be next, the cheapest first; of equal cost links come before the jump."""
        costs = self.s.rules.space_costs
        rows: list[tuple[int, int]] = []
        for space, mask in enumerate(houses.open_masks(self.s, self.seat, network)):
            for city in bits(mask & ~network):
                connection = reach[city] if network else 0
                if connection < FAR:
                    rows.append((costs[space][city] + connection, city))
        if jumps and network:
            free = self.s.zone & self.s.rules.starting_cities & ~network
            for city in bits(free):
                space = houses.free_space(self.s, city)
                if space != NOBODY:
                    rows.append((costs[space][city], ~city))
        return sorted(rows, key=lambda row: (row[0], row[1] < 0, abs(row[1])))


def of_houses(s: State, seat: int, count: int, total: int) -> list[HousesLine]:
    """Propose cities for so many houses that cost a sum together, or else the cheapest ones with what they cost."""
    if s.ask != ASK_BUILD or s.actor != seat or not 0 <= count <= HOUSES_MOST:
        return []
    names = s.rules.city_names
    search = _Search(s, seat, count, total)
    search.look(s.cities[seat], s.reach[seat] or s.rules.no_connection, (), 0)
    rows = search.answers or ([search.nearest] if search.nearest is not None else [])
    lines: list[HousesLine] = []
    for steps, paid in rows[:MOST]:
        cities = tuple([names[step if step >= 0 else ~step] for step in steps])
        lines.append(HousesLine(seat, cities, paid, next((names[~step] for step in steps if step < 0), "")))
    return lines


def of_fuel(s: State, seat: int, total: int) -> list[FuelLine]:
    """Propose tokens of one market that cost a sum, those with the fewest kinds of fuel first."""
    if s.ask != ASK_FUEL or s.actor != seat:
        return []
    rows: list[tuple[int, int, FuelLine]] = []
    for market, name in enumerate(s.rules.markets):
        sums = [_prices(s, seat, market, fuel) for fuel in range(FUELS)]
        for counts in product(*[range(len(row)) for row in sums]):
            if sum([row[count] for row, count in zip(sums, counts, strict=True)]) == total:
                lots = tuple(TokenLot(s.rules.fuels[fuel], name, count) for fuel, count in enumerate(counts) if count)
                rows.append((len(lots), sum(counts), FuelLine(seat, lots, paid=total)))
    rows.sort(key=lambda row: row[:2])
    return [row for _, _, row in rows[:MOST]]


def _prices(s: State, seat: int, market: int, fuel: int) -> list[int]:
    """Return what 0, 1, 2 ... tokens of a fuel cost, as far as the seat can use and pay them."""
    trial = game.clone(s)
    sums = [0]
    name = s.rules.fuels[fuel] if fuel < len(s.rules.fuels) else ""
    while name and any(row.fuel == name and row.market == s.rules.markets[market] for row in _on_sale(trial)):  # type: ignore[attr-defined]
        game.buy_tokens(trial, seat, market, fuel, 1)
        sums.append(s.money[seat] - trial.money[seat])
        if s.rules.fuel_goes_round:
            break
    return sums


def _on_sale(s: State) -> list[object]:
    return [*game.options(s).choices.get("buy_fuel", [])]


def of_power(s: State, seat: int, cities: int | None = None, earned: int | None = None) -> list[PowerLine]:
    """Propose plants to run that supply so many cities or earn so much, those that burn least first."""
    if s.ask != ASK_RUN or s.actor != seat:
        return []
    rows = [row for row in game.options(s).choices["run"] if isinstance(row, RunChoice)]
    if cities is not None:
        rows = [row for row in rows if row.cities == cities]
    if earned is not None:
        rows = [row for row in rows if row.income == earned]
    rows.sort(key=lambda row: (sum([sum(plant.burn.values()) for plant in row.plants]), len(row.plants)))
    return [PowerLine(seat, row.plants, row.income) for row in rows[:MOST]]


def of_line(s: State, line: Line) -> list[Line]:
    """Propose turns of the same kind and size that cost or earn what a line states."""
    if isinstance(line, HousesLine) and line.paid is not None:
        return [*of_houses(s, line.seat, len(line.cities), line.paid)]
    if isinstance(line, FuelLine) and line.paid is not None:
        return [*of_fuel(s, line.seat, line.paid)]
    if isinstance(line, PowerLine) and line.earned is not None:
        return [*of_power(s, line.seat, earned=line.earned)]
    return []
