"""One bot in a process of its own, asked for one decision at a time: it may crash, hang or answer nonsense."""

from __future__ import annotations

import json
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from kilowatt.arena.entrants import START, BadEntrant, enter, one_line
from kilowatt.arena.lines import Forfeit
from kilowatt.arena.workers import Worker
from kilowatt.bots import Budget
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import BadAction, action, to_dict
from kilowatt.engine.snapshot import restore

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules

BUDGET_SHARE = 0.5
"""The share of its time limit that a bot which watches its budget is told to spend: it may overrun it."""


class BotFailed(Exception):
    """A bot that gave no move: the text says why."""


class SoloBot:
    """A bot by its name, in a process that is started again after each failure."""

    def __init__(self, name: str, seed: int = 0, seconds: float | None = None) -> None:
        self.name = name
        self.seed = seed
        self.seconds = seconds
        """The budget for a round of a bot that watches it; None: part of the time limit."""
        self._worker: Worker | None = None

    def decide(self, rules: dict[str, Any], snapshot: dict[str, Any], seat: int, limit: float) -> Action:
        """Return the bot's move; `BotFailed` if it gives none within the limit. Rules are arguments of `compose`."""
        budget = self.seconds if self.seconds is not None else limit * BUDGET_SHARE
        worker = self._started()
        kind, answer = "late", None
        try:
            worker.line.send((json.dumps(rules, sort_keys=True), snapshot, seat, budget))
            if worker.line.poll(limit):
                kind, answer = worker.line.recv()
        except (EOFError, ConnectionError):
            ended = worker.how_it_ended()
            self.stop()
            raise BotFailed(f"its process ended ({ended})") from None
        if kind == "late":
            self.stop()
            raise BotFailed(f"no move within {limit:.1f} seconds")
        if kind == "failed":
            raise BotFailed(str(answer))
        try:
            return action(answer)
        except BadAction as error:
            raise BotFailed(f"answered no action: {error}") from None

    def stop(self) -> None:
        """End the bot's process, if there is one."""
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.stop()

    def _started(self) -> Worker:
        if self._worker is not None:
            return self._worker
        self._worker = worker = Worker(partial(_decide, name=self.name, seed=self.seed))
        try:
            wrong = worker.line.recv() if worker.line.poll(START) else f"not made within {START:g} seconds"
        except EOFError:
            wrong = f"its code ends the process when it is loaded or made ({worker.how_it_ended()})"
        if wrong:
            self.stop()
            raise BotFailed(str(wrong))
        return worker


@lru_cache(maxsize=4)
def _rules(arguments: str) -> Rules:
    return compose(**json.loads(arguments))


def _decide(line: Connection, name: str, seed: int) -> None:
    """Make a bot and let it decide what is asked, until the line is closed."""
    try:
        bot = enter(name, seed, START)
    except BadEntrant as error:
        line.send(str(error))
        return
    line.send("")
    while True:
        rules, snapshot, seat, seconds = line.recv()
        try:
            state = restore(_rules(rules), snapshot)
            line.send(("move", to_dict(action(bot.advise(state, seat, Budget(seconds=seconds)).action))))
        except (EOFError, ConnectionError, KeyboardInterrupt):
            raise
        except Forfeit as error:
            line.send(("failed", error.reason))
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, its seat goes on
            line.send(("failed", one_line(error)))
