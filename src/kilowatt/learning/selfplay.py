"""Training games: who sits at the table, what is noted, and how they end. Every game follows from its number."""

from __future__ import annotations

from math import nan
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from kilowatt.bots import Budget, make_bot
from kilowatt.bots.lookahead import score
from kilowatt.bots.value_features import SIZE, numbers_of, position_of
from kilowatt.bots.values import ValuesBot, read_values
from kilowatt.engine import asks
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.learning.exploring import AUCTIONS, Explorer, Exploring, ExploringStudent, Habits
from kilowatt.learning.kinds import rules_of
from kilowatt.learning.teacher import taught
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.bots import Bot
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State
    from kilowatt.learning.exploring import Fork

Data = dict[str, "NDArray[Any]"]

MOST_MOVES = 4_000
"""Longer games count for nothing."""
OTHER_SEAT = 0.5
"""How often a position is noted for another seat too."""
STUDENT = "student"
"""In the place of a file of weights: the bot `student`, which then also judges the positions."""


class Table(msgspec.Struct, frozen=True):
    """Who plays the training games, and how."""

    astray: tuple[float, ...] = (0.0, 0.06, 0.06, 0.12)
    """Shares of random choices, one of them drawn for each game."""
    spread: float = 0.12
    older: float = 0.2
    """The share of games with older selves in some seats."""
    rungs: float = 0.2
    """The share of games with bots of the ladder in some seats."""
    others: float = 0.4
    """The chance of a seat to be one of these there."""
    ladder: tuple[tuple[str, float], ...] = (
        ("random", 0.5),
        ("easy", 1.0),
        ("simple", 2.0),
        ("economist", 2.0),
        ("planner", 0.3),
        ("search", 0.15),
        ("student", 2.0),
        ("learned", 0.15),
    )
    """Every rung with its weight; slow ones have little."""
    pairs: float = 0.0
    """The share of close comparisons of which both choices are played on."""
    close: float = 0.02


_LOADED: dict[str, Weights] = {}


def load(path: str) -> Weights | None:
    """Return the network of a file, None for an empty name."""
    if path in {"", STUDENT}:
        return None
    known = _LOADED.get(path)
    if known is None:
        known = _LOADED[path] = read_values(Path(path).read_bytes(), path)
    return known


def play_on(s: State, bots: Sequence[Bot], dealer: SeededDealer) -> bool:
    """Play a game on to its end; return whether it ended in time."""
    for _ in range(MOST_MOVES):
        if s.actor == OVER:
            return s.result is not None
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
        else:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    return False


class Notes:
    """What is written down of one game."""

    def __init__(self, bots: Sequence[Bot], dice: Random, *, teach: bool) -> None:
        self.bots = bots
        self.dice = dice
        self.teach = teach
        """Whether `student` judges the positions."""
        self.lessons: list[tuple[float, float]] = []
        self.rows: list[list[float]] = []
        self.seats: list[int] = []
        self.phases: list[int] = []
        self.own = [seat for seat, bot in enumerate(bots) if isinstance(bot, ValuesBot | Exploring)]

    def take(self, s: State, seat: int, ask: int) -> None:
        """Note the position for a seat that has weighed its choice, and at times for another one."""
        position = position_of(s)
        seats = [seat]
        rivals = [other for other in self.own if other != seat]
        if rivals and self.dice.random() < OTHER_SEAT:
            seats.append(self.dice.choice(rivals))
        for each in seats:
            self.rows.append(numbers_of(position, each))
            self.seats.append(each)
            self.phases.append(s.phase)
            self.lessons.append(taught(s, each, ask) if self.teach else (nan, nan))

    def after_move(self, s: State, seat: int, ask: int, phase: int) -> None:
        """Note what was weighed once its outcome is on the table: a purchase when the lot is sold."""
        if s.result is not None:
            return
        if ask in AUCTIONS:
            if s.ask == asks.ASK_BID and s.actor not in {CHANCE, OVER}:
                return
            for other, bot in enumerate(self.bots):
                if isinstance(bot, Exploring) and bot.weighed in AUCTIONS:
                    bot.weighed = None
                    self.take(s, other, ask)
            return
        bot = self.bots[seat]
        if isinstance(bot, Exploring) and bot.weighed is not None and (s.actor, s.ask, s.phase) != (seat, ask, phase):
            bot.weighed = None
            self.take(s, seat, ask)


def seated(table: Table, seats: int, current: str, older: Sequence[str], number: int, dice: Random) -> list[Bot]:
    """Return the players of a game: the current ones that explore, and in some games others in some seats."""
    habits = Habits(dice.choice(table.astray), table.spread, table.pairs, table.close)
    kind = dice.random()
    names, weights = zip(*table.ladder, strict=True) if table.ladder else ((), ())
    bots: list[Bot] = []
    for seat in range(seats):
        seed = number * 10 + seat
        if kind < table.older and older and dice.random() < table.others:
            bots.append(ValuesBot(load(dice.choice(older)), seed))
        elif table.older <= kind < table.older + table.rungs and names and dice.random() < table.others:
            bots.append(make_bot(dice.choices(names, weights)[0], seed))
        elif current == STUDENT:
            bots.append(ExploringStudent(seed, habits))
        else:
            bots.append(Explorer(load(current), seed, habits))
    return bots


def play(number: int, *, seed: str, table: Table, current: str, older: Sequence[str] = ()) -> Data:
    """Play a game; return the positions that were noted with their results, and the pairs that were played on."""
    name = f"{seed}/{number}"
    dice = Random(name)  # noqa: S311 - chooses who plays
    s = new_game(rules_of(number, seed, dice))
    dealer = SeededDealer(name)
    bots = seated(table, s.rules.seats, current, older, number, dice)
    notes = Notes(bots, dice, teach=current == STUDENT)
    pairs: list[tuple[list[float], list[float], float, float]] = []
    for _ in range(MOST_MOVES):
        if s.actor == OVER:
            break
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        seat, ask, phase = s.actor, s.ask, s.phase
        bot = bots[seat]
        advance(s, bot.advise(clone(s), seat, Budget()).action)
        notes.after_move(s, seat, ask, phase)
        if isinstance(bot, Explorer):
            for fork in bot.forks:
                pairs += difference(fork, current, f"{name}/{len(pairs)}")
            bot.forks.clear()
    if s.result is None:
        return {}
    wins = [1 / len(s.result.winners) if each in s.result.winners else 0.0 for each in range(s.rules.seats)]
    scores = [score(s, each) for each in range(s.rules.seats)]
    count = len(notes.rows)
    return {
        "numbers": np.array(notes.rows, np.float16).reshape(count, SIZE),
        "wins": np.array([wins[each] for each in notes.seats], np.float32),
        "scores": np.array([scores[each] for each in notes.seats], np.float32),
        "lessons": np.array(notes.lessons, np.float32).reshape(count, 2),
        "seat": np.array(notes.seats, np.int8),
        "seats": np.full(count, s.rules.seats, np.int8),
        "phases": np.array(notes.phases, np.int8),
        "games": np.full(count, number, np.int64),
        "first": np.array([pair[0] for pair in pairs], np.float16).reshape(-1, SIZE),
        "second": np.array([pair[1] for pair in pairs], np.float16).reshape(-1, SIZE),
        "win_lead": np.array([pair[2] for pair in pairs], np.float32),
        "score_lead": np.array([pair[3] for pair in pairs], np.float32),
        "pair_games": np.full(len(pairs), number, np.int64),
    }


def difference(fork: Fork, current: str, name: str) -> list[tuple[list[float], list[float], float, float]]:
    """Play both choices on with the same cards; return their numbers and by how much the first did better."""
    seat = fork.seat
    rows = [numbers_of(position_of(s), seat) for s in (fork.first, fork.second)]
    ends: list[tuple[float, float]] = []
    for s in (clone(fork.first), clone(fork.second)):
        players = [ValuesBot(load(current), other) for other in range(s.rules.seats)]
        if not play_on(s, players, SeededDealer(f"{name}/pair")) or s.result is None:
            return []
        won = 1 / len(s.result.winners) if seat in s.result.winners else 0.0
        ends.append((won, score(s, seat)))
    (win, points), (other_win, other_points) = ends
    return [(rows[0], rows[1], win - other_win, points - other_points)]


def joined(parts: Sequence[Data]) -> Data:
    """Put the notes of several games together."""
    kept = [part for part in parts if part]
    return {name: np.concatenate([part[name] for part in kept]) for name in kept[0]} if kept else {}
