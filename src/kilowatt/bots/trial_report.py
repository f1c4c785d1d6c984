"""What the games of a trial show of a board: its balance, its length, and which cities and links are used."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.trial import BOT
from kilowatt.statistics import wilson

if TYPE_CHECKING:
    from kilowatt.bots.trial import TrialGame
    from kilowatt.engine.rules import Rules

RARE = 0.05
"""A link that is paid for in a smaller share of the games in which it is in play is hardly used."""


class Share(msgspec.Struct):
    """So many of so many games, with the 95 % interval (Wilson) of their share."""

    name: str
    wins: int
    games: int
    low: float
    high: float


class LinkUse(msgspec.Struct):
    """In how many games somebody paid for a link, of those in which both of its cities were in play."""

    a: str
    b: str
    paid: int
    games: int


class TrialReport(msgspec.Struct):
    """What the games showed."""

    games: int
    seats: int
    bot: str
    rounds: tuple[int, int, int]
    """The shortest game, the median, the longest."""
    lengths: dict[int, int]
    """Rounds -> games."""
    mean_rounds: float
    step2: float | None
    """The round in which Step 2 began, in the mean of the games that had one."""
    reasons: dict[str, int]
    seat_wins: list[Share]
    area_wins: list[Share]
    """By area: wins of players who built their first city there, of all who did; of given starts where there are any.
    Fair is one in as many as play."""
    city_use: list[Share]
    """In how many games a city had a house, of those in which it was in play."""
    link_use: list[LinkUse]
    line_share: float
    """The part of what was paid for building that was paid for links."""
    rare_links: int
    """Links in play at least once that are hardly used."""
    lead_changes: float
    """How often the lead changed, in the mean."""
    never_built: list[str]
    """Cities in play at least once in which nobody ever built."""


def report_of(rules: Rules, games: list[TrialGame], bot: str = BOT) -> TrialReport:
    """Count what the games showed."""
    wins = Counter(played.winner for played in games if played.winner is not None)
    lengths = sorted(played.rounds for played in games) or [0]
    cities, links = _city_use(rules, games), _link_use(rules, games)
    lines = sum(played.line_money for played in games)
    houses = sum(played.house_money for played in games)
    begun = [played.step2 for played in games if played.step2 is not None]
    return TrialReport(
        len(games),
        rules.seats,
        bot,
        (lengths[0], lengths[len(lengths) // 2], lengths[-1]),
        dict(sorted(Counter(played.rounds for played in games).items())),
        round(sum(lengths) / len(lengths), 2),
        round(sum(begun) / len(begun), 2) if begun else None,
        dict(Counter(played.reason for played in games).most_common()),
        [_share(str(seat), wins[seat], len(games)) for seat in range(rules.seats)],
        _area_wins(rules, games),
        cities,
        links,
        round(lines / max(1, lines + houses), 3),
        sum(row.games > 0 and row.paid < RARE * row.games for row in links),
        round(sum(played.leads for played in games) / max(1, len(games)), 2),
        [row.name for row in cities if row.games and not row.wins],
    )


def _share(name: str, wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(name, wins, games, round(low, 3), round(high, 3))


def _area_wins(rules: Rules, games: list[TrialGame]) -> list[Share]:
    begun: Counter[str] = Counter()
    won: Counter[str] = Counter()
    forced = any(played.forced is not None for played in games)
    for played in games:
        for seat, area in enumerate(played.starts):
            if area is not None and (not forced or seat == played.forced):
                begun[area] += 1
                won[area] += seat == played.winner
    return [_share(area.id, won[area.id], begun[area.id]) for area in rules.board.areas]


def _city_use(rules: Rules, games: list[TrialGame]) -> list[Share]:
    built = Counter(city for played in games for city in played.built)
    in_play = Counter(area for played in games for area in played.areas)
    areas = rules.board.areas
    return [_share(city.id, built[city.id], in_play[areas[city.area].id]) for city in rules.board.cities]


def _link_use(rules: Rules, games: list[TrialGame]) -> list[LinkUse]:
    paid = Counter(link for played in games for link in played.links)
    zones = Counter(frozenset(played.areas) for played in games)
    cities, areas = rules.board.cities, rules.board.areas
    rows = []
    for a, b, _ in rules.board.links:
        homes = {areas[cities[a].area].id, areas[cities[b].area].id}
        together = sum(count for zone, count in zones.items() if homes <= zone)
        rows.append(LinkUse(cities[a].id, cities[b].id, paid[cities[a].id, cities[b].id], together))
    return rows
