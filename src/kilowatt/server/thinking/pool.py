"""Bots and hints: they think in processes of their own, with a time limit; one that fails is replaced by a simpler one.

The processes are shared fairly: tables where a connected player waits go first, and among them every address gets the
same time, and every table of an address. The event loop only waits. The last resort, a random legal move, takes
microseconds and is made here.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from kilowatt.bots.roster import QUICK, ROSTER
from kilowatt.host.thinking import (
    Answer,
    CheckAnswer,
    CheckQuestion,
    GameAnswer,
    GameQuestion,
    ReviewAnswer,
    ReviewQuestion,
    problem_of,
    question_of,
    random_move,
)
from kilowatt.host.trials import PIECE
from kilowatt.server.fairness import FairTurns
from kilowatt.server.helper_process import HelperProcess, Stuck
from kilowatt.server.monitoring.metrics import labelled

if TYPE_CHECKING:
    from kilowatt.coach.check import Trial
    from kilowatt.engine.state import State
    from kilowatt.host.recalling import Past
    from kilowatt.server.monitoring.metrics import Metrics

SECONDS = {name: entry.seconds for name, entry in ROSTER.items()}
GRACE = 6.0
"""Seconds beyond its budget after which a bot counts as stuck."""
SIMPLER = "simple"
PLAYER, ABSENT, WATCHER, LOOKING_BACK, TRIAL = range(5)
"""Lanes: a player is connected; players are away; only bots play, and somebody watches; a review; a board's trial."""
LANES = ("player", "absent", "watcher", "review", "trial")
REVIEW_SECONDS = 20.0
"""Seconds that a few turns of a review, or a trial of a claim, may take."""
LOOK_SECONDS = REVIEW_SECONDS + GRACE
"""Seconds after which a process that looks back counts as stuck."""
BRIEF = 1.0
"""Seconds a bot has at most where no player is connected: a player who comes waits no longer for its thought."""
WORKER = "kilowatt.server.thinking.worker"

log = logging.getLogger("kilowatt.thinking")
T = TypeVar("T")


class Asker(NamedTuple):
    """For whom a bot thinks: the table, the address that the time is charged to, and the lane."""

    table: str
    address: str
    lane: int = PLAYER


class Thinker:
    """A few thinking processes that all tables share."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self.metrics = metrics
        self.processes = [HelperProcess(WORKER) for _ in range(max(1, processes))]
        self._turns = FairTurns(self.processes, len(LANES))
        for lane, name in enumerate(LANES):
            metrics.gauges[f'thinking_waiting{{lane="{name}"}}'] = partial(self._turns.waiting, lane)

    async def stop(self) -> None:
        """End the processes."""
        for process in self.processes:
            await process.kill()

    async def advise(
        self, bot: str, state: State, seat: int, asker: Asker, past: Past | None = None
    ) -> tuple[Answer, str]:
        """Ask a bot, then a simpler one, then chance; return the answer, whose action is allowed, and who gave it."""
        for who in dict.fromkeys((bot, SIMPLER)):
            answer = await self._ask(who, state, seat, asker, past if who == bot else None)
            if answer is not None:
                return answer, who
        self.metrics.count("bots_replaced")
        return Answer(action=msgspec.to_builtins(random_move(state))), "random"

    async def review(self, question: ReviewQuestion, asker: Asker) -> ReviewAnswer:
        """Look at a few turns of a record when no game needs a process; `Stuck` if that fails."""
        answer, _ = await self._look_back(question, ReviewAnswer, asker)
        if answer.error is not None:
            raise Stuck(answer.error)
        return answer

    async def check(self, question: CheckQuestion, asker: Asker) -> tuple[Trial, float]:
        """Play a decision of a record on once each way, when no game needs a process; `Stuck` if that fails.

        Return the trial and the seconds of a process that it took, without the waiting.
        """
        answer, took = await self._look_back(question, CheckAnswer, asker)
        if answer.trial is None:
            raise Stuck(answer.error or "no trial")
        return answer.trial, took

    async def _look_back(
        self, question: ReviewQuestion | CheckQuestion, kind: type[T], asker: Asker
    ) -> tuple[T, float]:
        process = await self._turns.take(asker.address, asker.table, asker.lane)
        began = time.perf_counter()
        try:
            answer = await process.ask(msgspec.json.encode(question), LOOK_SECONDS, kind)
            return answer, time.perf_counter() - began
        finally:
            took = time.perf_counter() - began
            self.metrics.observe("review_seconds", took)
            self._turns.give_back(process, asker.address, asker.table, took, asker.lane)

    async def _ask(self, bot: str, state: State, seat: int, asker: Asker, past: Past | None) -> Answer | None:
        seconds = SECONDS.get(bot, QUICK)
        if asker.lane != PLAYER:
            seconds = min(seconds, BRIEF)
        question = question_of(state, seat, bot, asker.table, seconds, past)
        asked = time.perf_counter()
        process = await self._turns.take(asker.address, asker.table, asker.lane)
        began = time.perf_counter()
        self.metrics.observe(labelled("thinking_wait_seconds", lane=LANES[asker.lane]), began - asked)
        try:
            answer = await process.ask(msgspec.json.encode(question), seconds + GRACE, Answer)
        except Stuck as error:
            self.metrics.count("bots_stuck")
            log.warning("bot stuck", extra={"fields": {"bot": bot, "why": str(error)}})
            return None
        finally:
            took = time.perf_counter() - began
            self.metrics.observe("thinking_seconds", took)
            self._turns.give_back(process, asker.address, asker.table, took, asker.lane)
        if answer.warning is not None:
            log.warning("bot replaced", extra={"fields": {"bot": bot, "why": answer.warning}})
        problem = answer.error or problem_of(state, answer)
        if problem is not None:
            self.metrics.count("bots_failed")
            log.warning("bot failed", extra={"fields": {"bot": bot, "why": problem}})
            return None
        return answer

    async def trial(self, question: GameQuestion, asker: Asker) -> GameAnswer:
        """Play a piece of a game of bots, when nothing else waits; `Stuck` if no answer comes."""
        process = await self._turns.take(asker.address, asker.table, asker.lane)
        began = time.perf_counter()
        try:
            answer = await process.ask(msgspec.json.encode(question), PIECE + GRACE, GameAnswer)
        finally:
            self._turns.give_back(process, asker.address, asker.table, time.perf_counter() - began, asker.lane)
        if answer.error is not None:
            log.warning("trial failed", extra={"fields": {"why": answer.error}})
        return answer
