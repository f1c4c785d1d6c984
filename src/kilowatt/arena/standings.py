"""Standings of an arena: win shares with intervals bootstrapped by deal, mean ranks, times, and ratings."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

from kilowatt.arena.rows import is_external
from kilowatt.statistics import bootstrap, clusters_of, normal_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.arena.rows import Row

POINTS = 40.0
"""Rating points of one unit of openskill's skill."""
ANCHOR = "simple"
ANCHORED = 1000.0


class Line(msgspec.Struct, frozen=True):
    """One bot's line of the table."""

    bot: str
    games: int
    """Places it took: a game with two of it counts twice."""
    share: float
    low: float
    high: float
    """The win share with its 95 % interval."""
    chance: float
    """What it would be if all were equal."""
    rank: float
    rounds: float
    ms_move: float
    ms_turn: float
    unfinished: int
    forfeits: int
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0
    against: str = ""
    failures: int = 0
    """Games in which a built-in bot, this one or a rival, failed; more than 0 is a defect of that bot."""


class Forfeits(msgspec.Struct, frozen=True):
    """How often a bot forfeited, of how many places it took, and why: the most frequent reason first."""

    bot: str
    forfeits: int
    games: int
    reasons: dict[str, int]


def forfeits(rows: list[Row]) -> list[Forfeits]:
    """List the bots that forfeited, also those of a field, the one that did so most often first."""
    places = Counter([bot for row in rows for bot in row.bots])
    why: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for seat, reason in row.forfeits.items():
            why[row.bots[int(seat)]][reason] += 1
    lines = [Forfeits(bot, reasons.total(), places[bot], dict(reasons.most_common())) for bot, reasons in why.items()]
    return sorted(lines, key=lambda line: (-line.forfeits, line.bot))


def failures(rows: list[Row]) -> int:
    """Count the games in which a built-in bot raised an error or made an illegal move, so that `random` played on."""
    return sum([any(not is_external(row.bots[int(seat)]) for seat in row.forfeits) for row in rows])


def _places(row: Row) -> list[int]:
    """Return the seats a row counts: the candidate's, or all."""
    return [seat for seat, bot in enumerate(row.bots) if not row.candidate or bot == row.candidate]


def share_interval(places: Iterable[tuple[Row, int]]) -> tuple[float, float]:
    """Return the 95 % interval of the win share of some seats; the games of one deal count as one draw."""
    return bootstrap(clusters_of((row.deal, row.shares[seat]) for row, seat in places))


def table(rows: list[Row]) -> list[Line]:
    """Make the table: one line for each bot, the best first."""
    by_bot: dict[str, list[tuple[Row, int]]] = defaultdict(list)
    for row in rows:
        for seat in _places(row):
            by_bot[row.bots[seat]].append((row, seat))
    ratings = rate(rows)
    lines = [_line(bot, places, ratings) for bot, places in by_bot.items()]
    return sorted(lines, key=lambda line: -line.share)


def _line(bot: str, places: list[tuple[Row, int]], ratings: dict[str, tuple[float, float]]) -> Line:
    low, high = share_interval(places)
    ended = [(row, seat) for row, seat in places if row.finished]
    moves = sum([row.moves[seat] for row, seat in places])
    turns = sum([row.turns[seat] for row, seat in places])
    spent = sum([row.seconds[seat] for row, seat in places])
    rating, error = ratings.get(bot, (ANCHORED, 0.0))
    rating_low, rating_high = normal_interval(rating, error)
    return Line(
        bot=bot,
        games=len(places),
        share=sum([row.shares[seat] for row, seat in places]) / len(places),
        low=low,
        high=high,
        chance=sum([1 / len(row.bots) for row, _ in places]) / len(places),
        rank=sum([row.ranks[seat] for row, seat in ended]) / max(1, len(ended)),
        rounds=sum([row.rounds for row, _ in places]) / len(places),
        ms_move=1000 * spent / max(1, moves),
        ms_turn=1000 * spent / max(1, turns),
        unfinished=len(places) - len(ended),
        forfeits=sum([str(seat) in row.forfeits for row, seat in places]),
        failures=failures(list({row.key: row for row, _ in places}.values())),
        rating=rating,
        rating_low=rating_low,
        rating_high=rating_high,
        against=", ".join(sorted({other for row, seat in places for other in row.bots if other != bot})),
    )


def rate(rows: list[Row]) -> dict[str, tuple[float, float]]:
    """Rate by Plackett-Luce: points and standard error of every bot, `simple` at 1000 (or else the mean).

    Bots of one name at one table are one skill, so each seat updates a copy and the copies are averaged.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = {bot: model.rating(name=bot) for row in rows for bot in row.bots}
    for row in sorted(rows, key=lambda row: row.key):
        if not row.finished or len(set(row.bots)) == 1:
            continue
        teams = [[model.create_rating([skills[bot].mu, skills[bot].sigma], bot)] for bot in row.bots]
        rated = model.rate(teams, ranks=[float(rank) for rank in row.ranks])
        copies_of: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for bot, team in zip(row.bots, rated, strict=True):
            copies_of[bot].append((team[0].mu, team[0].sigma))
        for bot, copies in copies_of.items():
            mu = sum([mu for mu, _ in copies]) / len(copies)
            sigma = sum([sigma for _, sigma in copies]) / len(copies)
            skills[bot] = model.create_rating([mu, sigma], bot)
    if not skills:
        return {}
    zero = skills[ANCHOR].mu if ANCHOR in skills else sum([skill.mu for skill in skills.values()]) / len(skills)
    return {bot: (ANCHORED + POINTS * (skill.mu - zero), POINTS * skill.sigma) for bot, skill in skills.items()}
