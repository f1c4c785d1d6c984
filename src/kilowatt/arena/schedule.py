"""Which games make a fair comparison: every deal is played once per seat, the bots rotated through the seats."""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.arena.rows import LIMIT, Game
from kilowatt.editions.registry import DEFAULT_RULESET


class Plan(msgspec.Struct, frozen=True):
    """A tournament. With `field` each bot plays alone against a table of that one; without, tables are mixed.

    With more bots than seats there are several tables, so that all meet.
    """

    bots: tuple[str, ...]
    rulesets: tuple[str, ...] = (DEFAULT_RULESET,)
    seats: int = 4
    deals: int = 25
    """Deals of each ruleset; each is played as often as there are seats, by each table of bots."""
    seed: str = "1"
    field: str | None = None
    options: dict[str, Any] = {}
    seconds: float | None = None
    work: int | None = None
    limit: float = LIMIT


def games(plan: Plan) -> list[Game]:
    """List the games of a plan, all rotations of a deal together."""
    schedule: list[Game] = []
    for ruleset in plan.rulesets:
        for deal in range(plan.deals):
            seed = f"{plan.seed}/{ruleset}/{plan.seats}/{deal}"
            for candidate, lineup in _lineups(plan, deal):
                for rotation in range(plan.seats):
                    bots = tuple([lineup[(seat - rotation) % plan.seats] for seat in range(plan.seats)])
                    schedule.append(
                        Game(
                            ruleset=ruleset,
                            seats=plan.seats,
                            options=plan.options,
                            bots=bots,
                            deal=seed,
                            rotation=rotation,
                            seconds=plan.seconds,
                            work=plan.work,
                            limit=plan.limit,
                            candidate=candidate,
                        )
                    )
    return schedule


def _lineups(plan: Plan, deal: int) -> list[tuple[str, list[str]]]:
    """Return who plays a deal: each bot against the field, all together, or at several tables."""
    if plan.field is not None:
        return [(bot, [bot] + [plan.field] * (plan.seats - 1)) for bot in plan.bots]
    bots = plan.bots if len(plan.bots) <= plan.seats else tuple(dict.fromkeys(plan.bots))
    count = len(bots)
    if count <= plan.seats:
        return [("", [bots[(deal + place) % count] for place in range(plan.seats)])]
    return [("", [bots[place] for place in places]) for places in round_robin(count, plan.seats)]


def round_robin(count: int, seats: int) -> list[tuple[int, ...]]:
    """Form tables of more bots than fit at one: all sit at equally many, and any two meet at one at least.

    A pattern of places is moved round the circle of bots. Two that are d apart on it meet if two places of a pattern
    are d apart, so patterns are added until every distance occurs.
    """
    missing = set(range(1, count // 2 + 1))
    tables: dict[frozenset[int], tuple[int, ...]] = {}
    while missing:
        pattern = [0]
        while len(pattern) < seats:
            free = [place for place in range(1, count) if place not in pattern]
            pattern.append(max(free, key=lambda place: len(missing & _distances(place, pattern, count))))
            missing -= _distances(pattern[-1], pattern[:-1], count)
        for shift in range(count):
            places = tuple([(place + shift) % count for place in pattern])
            tables.setdefault(frozenset(places), places)
    return list(tables.values())


def _distances(place: int, pattern: list[int], count: int) -> set[int]:
    """Return the distances of a place to those of a pattern, the shorter way round the circle."""
    return {min((place - other) % count, (other - place) % count) for other in pattern}
