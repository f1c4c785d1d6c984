"""What is written down of a training game: positions with all their seats, the seats that chose there, and results.

A position is noted once, right after a choice; a view is one of the seats that chose, and how. Arrays by name:

- by position `tables`, `seats`, `phases`, `games`, `lines` (0 is the game itself, others are choices played on);
- by position and seat `rows`, `wins`, `scores`, one position after the other;
- by view `at` (its position), `who`, `made` (the choice);
- by pair `pairs`: two views of the same decision, played on with the same cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kilowatt.bots.lookahead import score
from kilowatt.bots.value_features import CHOSEN, ROW, TABLE, chosen, encoded, position_of
from kilowatt.engine.asks import ASK_BID, ASK_OPEN
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.learning.exploring import Explorer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.bots import Bot
    from kilowatt.bots.value_features import Position
    from kilowatt.engine.state import State
    from kilowatt.learning.exploring import Weighed

Data = dict[str, "NDArray[Any]"]
Results = tuple[list[float], list[float]]
"""The shares of the win and the scores of all seats."""

AUCTIONS = (ASK_OPEN, ASK_BID)


def results_of(s: State) -> Results:
    """Return how a finished game ended for each seat."""
    assert s.result is not None  # noqa: S101 - for callers with finished games
    seats, winners = range(s.rules.seats), s.result.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in seats], [score(s, seat) for seat in seats]


class Notes:
    """What is written down of one game."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.bots = bots
        self.positions: list[Position] = []
        self.phases: list[int] = []
        self.results: list[Results | None] = []
        """None for positions of the game itself, which is not over yet."""
        self.views: list[tuple[int, int, list[float]]] = []
        self.pairs: list[tuple[int, int]] = []

    def take(self, s: State, made: Sequence[tuple[int, Weighed]], results: Results | None = None) -> None:
        """Note a position, and the seats that chose there."""
        for seat, weighed in made:
            choice = chosen(weighed.ask, prior=bool(weighed.prior), choices=weighed.choices)
            self.views.append((len(self.positions), seat, choice))
        self.positions.append(position_of(s))
        self.phases.append(s.phase)
        self.results.append(results)

    def pair(self, states: Sequence[State], seat: int, made: Sequence[Weighed], results: Sequence[Results]) -> None:
        """Note two choices of a decision that were both played on."""
        self.pairs.append((len(self.views), len(self.views) + 1))
        for state, weighed, result in zip(states, made, results, strict=True):
            self.take(state, [(seat, weighed)], result)

    def after_move(self, s: State, seat: int, ask: int, phase: int, owned: Sequence[tuple[int, ...]]) -> None:
        """Note what was weighed once its outcome is on the table: a purchase when the lot is sold.

        `owned`: the plants of all seats before the move.
        """
        if s.result is not None:
            return
        made: list[tuple[int, Weighed]] = []
        if ask in AUCTIONS:
            if s.ask == ASK_BID and s.actor not in {CHANCE, OVER}:
                return
            for other, bot in enumerate(self.bots):
                if isinstance(bot, Explorer) and bot.weighed is not None and bot.weighed.ask in AUCTIONS:
                    weighed, bot.weighed = bot.weighed, None
                    if weighed.prior is None:
                        # not to get the lot is what a limit is compared with
                        weighed = weighed._replace(prior=s.plants[other] == owned[other])
                    made.append((other, weighed))
        else:
            bot = self.bots[seat]
            ended = (s.actor, s.ask, s.phase) != (seat, ask, phase)
            if isinstance(bot, Explorer) and bot.weighed is not None and ended:
                made.append((seat, bot.weighed))
                bot.weighed = None
        if made:
            self.take(s, made)

    def data(self, number: int, results: Results) -> Data:
        """Return all of it as arrays, with the results of the game."""
        count = len(self.positions)
        seats = len(results[0])
        ends = [results if each is None else each for each in self.results]
        lines = [0 if each is None else place + 1 for place, each in enumerate(self.results)]
        rows, tables = encoded(self.positions) if count else (np.zeros(0), np.zeros(0))
        return {
            "rows": rows.astype(np.float16).reshape(count * seats, ROW),
            "wins": np.array([end[0] for end in ends], np.float32).reshape(count * seats),
            "scores": np.array([end[1] for end in ends], np.float32).reshape(count * seats),
            "tables": tables.astype(np.float16).reshape(count, TABLE),
            "seats": np.full(count, seats, np.int8),
            "phases": np.array(self.phases, np.int8),
            "games": np.full(count, number, np.int64),
            "lines": np.array(lines, np.int32),
            "at": np.array([view[0] for view in self.views], np.int64),
            "who": np.array([view[1] for view in self.views], np.int64),
            "made": np.array([view[2] for view in self.views], np.float16).reshape(-1, CHOSEN),
            "pairs": np.array(self.pairs, np.int64).reshape(-1, 2),
        }


def joined(parts: Sequence[Data]) -> Data:
    """Put the notes of several games together."""
    kept: list[Data] = []
    positions = views = 0
    for part in parts:
        if part:
            kept.append(part | {"at": part["at"] + positions, "pairs": part["pairs"] + views})
            positions += len(part["seats"])
            views += len(part["at"])
    return {name: np.concatenate([part[name] for part in kept]) for name in kept[0]} if kept else {}
