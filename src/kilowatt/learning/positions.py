"""Positions of games between bots with their outcomes, to fit win chances to. Every game follows from its number."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.features import SEAT_FIELDS, TABLE_FIELDS, features, progress
from kilowatt.bots.lookahead import score
from kilowatt.bots.tables import tables_of
from kilowatt.bots.turns import ECONOMIST, SHADING, SIMPLE, take_turn
from kilowatt.engine import asks
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import BUILD, CHANCE, FUEL, OVER, SETUP
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.playout import random_action

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from kilowatt.engine.state import State

SEATS = 6
NOISE = 0.04
"""The share of decisions made at random, in half of the cheap games."""
CASTS = {SHADING: 0.75, ECONOMIST: 0.15, SIMPLE: 0.1}
"""As what the seats of a mixed cheap game play, with their shares."""
MIXED = 0.6
"""The share of cheap games that are mixed; in the others all seats shade their bids."""
MOST_TURNS = 5_000
AFTER_AUCTIONS = 0.8
"""With what chance the position after the auctions of a round is kept: there `learned` asks the network."""
KEPT = {asks.ASK_OPEN: 0.048, asks.ASK_FUEL: 0.12, asks.ASK_BUILD: 0.12}
"""With what chance another position is kept when a seat's turn of a kind begins."""
CHUNK = 20
"""Cheap games that a process plays at once."""

Data = dict[str, "NDArray[Any]"]
Kind = tuple[str, int]
"""A ruleset and a number of seats."""
Position = tuple[list[list[float]], list[float], float]
"""The rows of the seats, that of the table, and how far the game has come."""


def kinds() -> list[Kind]:
    """List every ruleset at every seat count."""
    return [(row.id, seats) for row in kilowatt.rulesets() for seats in row.seats]


def kind_of(number: int, dice: Random, often: Sequence[Kind]) -> Kind:
    """Choose the ruleset and the seats of a game: every fourth is one of `often`, by turns, the others of all kinds."""
    return often[number // 4 % len(often)] if often and number % 4 == 0 else dice.choice(kinds())


def play(number: int, *, strong: bool, seed: str, often: Sequence[Kind] = ()) -> Data:
    """Play a game between imagined bidders, by whole turns, or a strong one between `learned`."""
    name = f"{seed}/strong/{number}" if strong else f"{seed}/{number}"
    dice = Random(name)  # noqa: S311 - chooses moves
    ruleset, seats = kind_of(number, dice, often)
    s = new_game(kilowatt.ruleset(ruleset, seats))
    dealer = SeededDealer(name)
    mixed = dice.random() < MIXED
    cast = tuple(dice.choices(list(CASTS), list(CASTS.values()), k=seats)) if mixed else (SHADING,) * seats
    bots = [make_bot("learned", number * 10 + seat) for seat in range(seats)] if strong else []
    noise = NOISE if dice.random() < 0.5 and not strong else 0.0  # noqa: PLR2004 - half of the games are played without
    found: list[Position] = []
    last, auctioned = (-1, -1), 0
    for _ in range(MOST_TURNS):
        if s.actor == OVER:
            break
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        if s.phase != SETUP:
            after = s.phase in {FUEL, BUILD} and s.round != auctioned
            if after:
                auctioned = s.round
            begins = (s.actor, s.ask) != last
            if dice.random() < (AFTER_AUCTIONS if after else KEPT.get(s.ask, 0.0) if begins else 0.0):
                found.append((*features(s), progress(s, tables_of(s))))
        last = (s.actor, s.ask)
        if dice.random() < noise:
            advance(s, random_action(s, dice))
        elif strong:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
        else:
            take_turn(s, cast)
    return _arrays(s, found, number, strong=strong)


def _arrays(s: State, found: list[Position], number: int, *, strong: bool) -> Data:
    if not found or s.result is None:
        return {}
    seats = s.rules.seats
    count = len(found)
    rows = np.zeros((count, SEATS, len(SEAT_FIELDS)), np.float16)
    rows[:, :seats] = [row for row, _, _ in found]
    wins = np.zeros((count, SEATS), np.float32)
    for seat in s.result.winners:
        wins[:, seat] = 1 / len(s.result.winners)
    scores = np.zeros((count, SEATS), np.float32)
    scores[:, :seats] = [score(s, seat) for seat in range(seats)]
    return {
        "rows": rows,
        "table": np.array([table for _, table, _ in found], np.float16).reshape(count, len(TABLE_FIELDS)),
        "wins": wins,
        "scores": scores,
        "seats": np.full(count, seats, np.int8),
        "progress": np.array([part for _, _, part in found], np.float32),
        "game": np.full(count, number * 2 + strong, np.int64),
        "strong": np.full(count, strong, np.bool_),
    }


def _chunk(job: tuple[list[int], bool, str, Sequence[Kind]]) -> Data:
    numbers, strong, seed, often = job
    return joined([play(number, strong=strong, seed=seed, often=often) for number in numbers])


def joined(parts: Iterable[Data]) -> Data:
    """Put positions of several games together."""
    kept = [part for part in parts if part]
    return {name: np.concatenate([part[name] for part in kept]) for name in kept[0]} if kept else {}


def generate(games: int, strong: int, *, seed: str, often: Sequence[Kind] = (), jobs: int = 1) -> Data:
    """Play so many cheap and strong games; return their positions."""
    # strong games take longest, so they begin first
    work = [([number], True, seed, often) for number in range(strong)]
    work += [(list(range(n, min(n + CHUNK, games))), False, seed, often) for n in range(0, games, CHUNK)]
    if jobs == 1:
        return joined([_chunk(job) for job in work])
    with ProcessPoolExecutor(jobs) as pool:
        return joined(list(pool.map(_chunk, work)))


def split(data: Data) -> tuple[Data, Data]:
    """Divide positions by game: nineteen parts to fit, one to choose the epoch by."""
    numbers, place = np.unique(data["game"], return_inverse=True)
    chosen = np.random.default_rng(0).permutation(len(numbers))[place] % 20 == 0
    return {name: part[~chosen] for name, part in data.items()}, {name: part[chosen] for name, part in data.items()}
