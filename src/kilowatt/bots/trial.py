"""Trials of a board: quick games of bots on it, and what they show of its balance."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.advice import Budget
from kilowatt.engine import game
from kilowatt.engine.actions import Build
from kilowatt.engine.ids import CHANCE
from kilowatt.statistics import wilson

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

BOT = "simple"
"""The quickest bot that plays to win."""
ACTIONS_MOST = 5_000
ENDLESS = "endless"


class TrialGame(msgspec.Struct):
    """One game: how long it took, why it ended, who won, and where everybody built."""

    rounds: int
    reason: str
    winner: int | None
    starts: list[str | None]
    """By seat the area of its first city."""
    areas: list[str]
    """Areas in play."""
    built: list[str]
    """Cities with a house at the end."""


class Share(msgspec.Struct):
    """So many wins of so many games, with the 95 % interval (Wilson) of their share."""

    name: str
    wins: int
    games: int
    low: float
    high: float


class TrialReport(msgspec.Struct):
    """What the games showed."""

    games: int
    seats: int
    bot: str
    rounds: tuple[int, int, int]
    """The shortest game, the median, the longest."""
    reasons: dict[str, int]
    seat_wins: list[Share]
    area_wins: list[Share]
    """By area: wins of players who built their first city there, of all who did. Fair is one in as many as play."""
    never_built: list[str]
    """Cities in play at least once in which nobody ever built."""


def trial_game(rules: Rules, seed: int, bot: str = BOT) -> TrialGame:
    """Play one game of bots."""
    from kilowatt.bots import make_bot

    players = [make_bot(bot, seed * 10 + seat) for seat in range(rules.seats)]
    rng = Random(seed)
    state = game.new_game(rules)
    homes = {city.id: rules.board.areas[city.area].id for city in rules.board.cities}
    starts: list[str | None] = [None] * rules.seats
    budget = Budget(seconds=0.05)
    for _ in range(ACTIONS_MOST):
        if state.result is not None:
            break
        if state.actor == CHANCE:
            game.advance(state, game.outcome_at(state, rng.random()))
            continue
        seat = state.actor
        move = players[seat].advise(state, seat, budget).action
        if isinstance(move, Build) and starts[seat] is None:
            starts[seat] = homes[move.city]
        game.advance(state, move)
    built = 0
    for cities in state.cities[: rules.seats]:
        built |= cities
    in_play = [area.id for area in rules.board.areas if area.cities & state.zone]
    return TrialGame(
        state.round,
        state.result.reason if state.result is not None else ENDLESS,
        state.result.winners[0] if state.result is not None else None,
        starts,
        in_play,
        [city.id for number, city in enumerate(rules.board.cities) if built >> number & 1],
    )


def _share(name: str, wins: int, games: int) -> Share:
    low, high = wilson(wins, games)
    return Share(name, wins, games, round(low, 3), round(high, 3))


def report_of(rules: Rules, games: list[TrialGame], bot: str = BOT) -> TrialReport:
    """Count what the games showed."""
    wins = Counter(played.winner for played in games if played.winner is not None)
    begun: Counter[str] = Counter()
    won: Counter[str] = Counter()
    in_play: set[str] = set()
    built: set[str] = set()
    for played in games:
        begun.update(area for area in played.starts if area is not None)
        in_play |= set(played.areas)
        built |= set(played.built)
        area = played.starts[played.winner] if played.winner is not None else None
        if area is not None:
            won[area] += 1
    lengths = sorted(played.rounds for played in games) or [0]
    return TrialReport(
        len(games),
        rules.seats,
        bot,
        (lengths[0], lengths[len(lengths) // 2], lengths[-1]),
        dict(Counter(played.reason for played in games).most_common()),
        [_share(str(seat), wins[seat], len(games)) for seat in range(rules.seats)],
        [_share(area.id, won[area.id], begun[area.id]) for area in rules.board.areas],
        [city.id for city in rules.board.cities if rules.board.areas[city.area].id in in_play and city.id not in built],
    )
