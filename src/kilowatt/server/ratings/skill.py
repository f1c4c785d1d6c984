"""Skill by Plackett-Luce (`openskill`): what one finished game changes, and the points that are shown. No database."""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.roster import ROSTER
from kilowatt.statistics import Z

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import PlackettLuce

    from kilowatt.engine.results import Result

MU, SIGMA = 25.0, 25.0 / 3.0
"""A new player."""
BETA = 25.0 / 6.0
"""How much a game varies: the method's default."""
POINTS = 40.0
"""Points of one unit of skill, as in the arena."""
STARTED = 1000.0
"""Points of a new player, which are those of the bot `simple`."""
BOTS = {name: entry.points for name, entry in ROSTER.items() if entry.points is not None}
"""Points of the bots. They never change by a game."""
BOT_SIGMA = 2.0
"""How well these are known: the width of their intervals."""


class Skill(msgspec.Struct, frozen=True):
    """An estimate of somebody's skill, and its standard error."""

    mu: float = MU
    sigma: float = SIGMA


def bot_skill(level: str) -> Skill:
    """Return the fixed skill of a bot."""
    return Skill(MU + (BOTS[level] - STARTED) / POINTS, BOT_SIGMA)


def points_from(share: float, seats: int, rival: float) -> int:
    """Return the points of a bot that wins this share alone at a table of bots with known points, by Plackett-Luce."""
    heat = sqrt(seats * (BOT_SIGMA**2 + BETA**2))
    return round(rival + POINTS * heat * log((seats - 1) * share / (1 - share)))


def points(mu: float) -> int:
    """Return a skill as the points people see."""
    return round(STARTED + POINTS * (mu - MU))


def spread(sigma: float) -> int:
    """Return half of the 95 % interval in points."""
    return round(Z * POINTS * sigma)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return everybody's skill after a game with these places; equal places are shared."""
    model = _model()
    teams = [[model.create_rating([skill.mu, skill.sigma])] for skill in skills]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]


def places(result: Result, resigned: set[int]) -> dict[int, int]:
    """Return the place of every seat; those who resigned share the last one."""
    ranking = [[seat for seat in group if seat not in resigned] for group in result.ranking]
    by_seat: dict[int, int] = {}
    place = 1
    for group in [*ranking, sorted(resigned)]:
        by_seat |= dict.fromkeys(group, place)
        place += len(group)
    return by_seat
