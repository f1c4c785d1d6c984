"""Training games: who sits at the table, what is noted, and how they end. Every game follows from its number."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots import Budget, make_bot
from kilowatt.bots.values import read_values
from kilowatt.bots.valuing import Valuer
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.learning.exploring import Explorer, Habits
from kilowatt.learning.kinds import rules_of
from kilowatt.learning.notes import Notes, results_of
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.bots import Bot
    from kilowatt.bots.weights import Weights
    from kilowatt.engine.state import State
    from kilowatt.learning.exploring import Fork
    from kilowatt.learning.notes import Data, Results

MOST_MOVES = 4_000
"""Longer games count for nothing."""


class Table(msgspec.Struct, frozen=True):
    """The players of the training games, and their habits."""

    astray: tuple[float, ...] = (0.0, 0.06, 0.06, 0.12)
    """Shares of random choices, one of them drawn for each game."""
    spread: float = 0.12
    older: float = 0.2
    """The share of games with older selves in some seats."""
    rungs: float = 0.4
    """The share of games with bots of the ladder in some seats: among its own kind alone it does not learn to beat
    them."""
    others: float = 0.5
    """The chance of a seat to be one of these there."""
    ladder: tuple[tuple[str, float], ...] = (
        ("random", 0.3),
        ("easy", 0.7),
        ("simple", 2.0),
        ("economist", 4.0),
        ("planner", 0.1),
        ("search", 0.03),
        ("student", 2.0),
        ("learned", 0.03),
    )
    """Every rung with its weight; slow ones have little."""
    pairs: float = 0.0
    """The share of close comparisons of which both choices are played on."""
    close: float = 0.02
    ruleset: str = ""
    """The one ruleset that is played; nothing for all."""


_LOADED: dict[str, Weights] = {}


def load(path: str) -> Weights | None:
    """Return the network of a file, None for an empty name."""
    if not path:
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


def seated(table: Table, seats: int, current: str, older: Sequence[str], number: int, dice: Random) -> list[Bot]:
    """Return the players of a game: those that explore, at least one, and in some games others in some seats."""
    habits = Habits(dice.choice(table.astray), table.spread, table.pairs, table.close)
    kind = dice.random()
    names, weights = zip(*table.ladder, strict=True) if table.ladder else ((), ())
    bots: list[Bot] = []
    noted = dice.randrange(seats)  # a game without any would teach nothing
    for seat in range(seats):
        seed = number * 10 + seat
        other = seat != noted and dice.random() < table.others
        if other and kind < table.older and older:
            bots.append(Valuer(load(dice.choice(older)), seed))
        elif other and table.older <= kind < table.older + table.rungs and names:
            bots.append(make_bot(dice.choices(names, weights)[0], seed))
        else:
            bots.append(Explorer(load(current), seed, habits))
    return bots


def play(number: int, *, seed: str, table: Table, current: str, older: Sequence[str] = ()) -> Data:
    """Play a game; return what was noted of it, nothing if it did not end in time."""
    name = f"{seed}/{number}"
    dice = Random(name)  # noqa: S311 - chooses who plays
    s = new_game(rules_of(number, seed, dice, table.ruleset))
    dealer = SeededDealer(name)
    bots = seated(table, s.rules.seats, current, older, number, dice)
    notes = Notes(bots)
    for _ in range(MOST_MOVES):
        if s.actor == OVER:
            break
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        seat, ask, phase, owned = s.actor, s.ask, s.phase, list(s.plants)
        bot = bots[seat]
        advance(s, bot.advise(clone(s), seat, Budget()).action)
        notes.after_move(s, seat, ask, phase, owned)
        if isinstance(bot, Explorer):
            for fork in bot.forks:
                results = both_played(fork, current, f"{name}/{len(notes.pairs)}")
                if results:
                    notes.pair([fork.first, fork.second], fork.seat, fork.made, results)
            bot.forks.clear()
    return {} if s.result is None else notes.data(number, results_of(s))


def both_played(fork: Fork, current: str, name: str) -> list[Results]:
    """Play both choices on with the same cards; return how each ended, nothing if one did not end in time."""
    results: list[Results] = []
    for s in (clone(fork.first), clone(fork.second)):
        players = [Valuer(load(current), other) for other in range(s.rules.seats)]
        if not play_on(s, players, SeededDealer(f"{name}/pair")):
            return []
        results.append(results_of(s))
    return results
