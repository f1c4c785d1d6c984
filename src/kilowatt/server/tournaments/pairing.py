"""Who sits at which table of a round: pure functions, the same for the same seed. No database.

Tables are as even as possible, and nobody waits where that can be helped. A bye goes to a player with the fewest byes,
among these to the last in the standing. Players meet as rarely as possible; in a Swiss round those who are near each
other in the standing play together. A round robin of tables for two is the circle method: everybody meets everybody
once. With larger tables its rounds spread the meetings.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STARTS = 24
"""Searches for the best tables, each from another beginning; one without a repeated meeting ends them."""
PAIR = 2


class Round(NamedTuple):
    """The tables of a round, each a list of players, and who has a bye."""

    tables: list[list[int]]
    byes: list[int]


def sizes(players: int, seats: int, least: int) -> list[int]:
    """Return the sizes of the tables for so many players, as even as possible; the rest have a bye."""
    for playing in range(players, least - 1, -1):
        tables = -(-playing // seats)
        small, larger = divmod(playing, tables)
        if small >= least:
            return [small + 1] * larger + [small] * (tables - larger)
    return []


def pair(one: int, other: int) -> tuple[int, int]:
    """Name two players, whichever comes first."""
    return (one, other) if one < other else (other, one)


def swiss(
    order: Sequence[int],
    met: Mapping[tuple[int, int], int],
    byes: Mapping[int, int],
    seats: int,
    least: int,
    seed: str,
) -> Round:
    """Pair a round: players in the order of the standing, how often two have met, and who has had how many byes."""
    return _round(order, met, byes, seats, least, seed, near=True)


def round_robin(
    players: Sequence[int],
    number: int,
    met: Mapping[tuple[int, int], int],
    byes: Mapping[int, int],
    seats: int,
    least: int,
    seed: str,
    gone: Sequence[int] = (),
) -> Round:
    """Pair round `number`, counted from 0, of all `players`; an opponent of somebody who is `gone` has a bye."""
    if seats > PAIR:
        return _round([one for one in players if one not in gone], met, byes, seats, least, seed, near=False)
    drawn = list(players)
    random.Random(seed).shuffle(drawn)
    places: list[int | None] = [*drawn, None] if len(drawn) % PAIR else [*drawn]
    turned = places[:1] + _turned(places[1:], number)
    tables, free = [], []
    for one, other in zip(turned[: len(turned) // 2], reversed(turned[len(turned) // 2 :]), strict=True):
        there = [who for who in (one, other) if who is not None and who not in gone]
        if len(there) == PAIR:
            tables.append(there)
        else:
            free += there
    return Round(tables, sorted(free))


def robin_rounds(players: int, seats: int) -> int:
    """Return the rounds of a round robin: at tables for two everybody meets everybody, else as many as they need."""
    if seats == PAIR:
        return players - 1 + players % PAIR
    return max(1, -(-(players - 1) // (min(seats, players) - 1)))


def _turned(places: list[int | None], by: int) -> list[int | None]:
    at = by % len(places) if places else 0
    return places[len(places) - at :] + places[: len(places) - at]


def _round(
    order: Sequence[int],
    met: Mapping[tuple[int, int], int],
    byes: Mapping[int, int],
    seats: int,
    least: int,
    seed: str,
    *,
    near: bool,
) -> Round:
    shape = sizes(len(order), seats, least)
    waiting = len(order) - sum(shape)
    last_first = sorted(range(len(order)), key=lambda place: (byes.get(order[place], 0), -place))
    free = {order[place] for place in last_first[:waiting]}
    playing = [one for one in order if one not in free]
    return Round(_split(playing, shape, met, random.Random(seed), near=near), sorted(free))


class _Costs:
    """What it costs that two players sit together: repeated meetings first, then the distance in the standing."""

    def __init__(self, players: Sequence[int], met: Mapping[tuple[int, int], int], *, near: bool) -> None:
        self.repeat = len(players) ** 4 + 1
        rank = {one: place for place, one in enumerate(players)}
        self.of: dict[tuple[int, int], int] = {}
        for one, other in combinations(players, 2):
            distance = (rank[one] - rank[other]) ** 2 if near else 0
            cost = met.get(pair(one, other), 0) ** 2 * self.repeat + distance
            self.of[one, other] = self.of[other, one] = cost

    def table(self, players: Sequence[int]) -> int:
        return sum(self.of[one, other] for one, other in combinations(players, 2))

    def all(self, tables: list[list[int]]) -> int:
        return sum(map(self.table, tables))


def _split(
    players: list[int],
    shape: list[int],
    met: Mapping[tuple[int, int], int],
    chance: random.Random,
    *,
    near: bool,
) -> list[list[int]]:
    """Split players into tables of these sizes at the least cost that swaps of two players lead to."""
    costs = _Costs(players, met, near=near)
    best: tuple[int, list[list[int]]] | None = None
    for start in range(STARTS):
        drawn = list(players)
        if start or not near:
            chance.shuffle(drawn)
        tables, at = [], 0
        for size in shape:
            tables.append(drawn[at : at + size])
            at += size
        _improve(tables, costs)
        cost = costs.all(tables)
        if best is None or cost < best[0]:
            best = cost, tables
        if best[0] < costs.repeat:
            break
    if best is None:
        return []
    for table in best[1]:
        chance.shuffle(table)
    return best[1]


def _improve(tables: list[list[int]], costs: _Costs) -> None:
    """Swap players of two tables as long as that makes them cheaper."""
    better = True
    while better:
        better = False
        for first, second in combinations(tables, 2):
            for i in range(len(first)):
                for j in range(len(second)):
                    one, other = first[i], second[j]
                    now = sum(costs.of[one, who] for who in first if who != one)
                    now += sum(costs.of[other, who] for who in second if who != other)
                    then = sum(costs.of[other, who] for who in first if who != one)
                    then += sum(costs.of[one, who] for who in second if who != other)
                    if then < now:
                        first[i], second[j] = other, one
                        better = True
