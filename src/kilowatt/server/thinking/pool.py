"""Bots and hints: they think in processes of their own, with a time limit; one that fails is replaced by a simpler one.

The processes are shared fairly: tables where a connected player waits go first, and among them every address gets the
same time, and every table of an address. The event loop only waits. The last resort, a random legal move, takes
microseconds and is made here.
"""

from __future__ import annotations

import logging
import random
import time
import zlib
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from kilowatt.bots.roster import QUICK, ROSTER
from kilowatt.bots.trial import BOT as TRIAL_BOT
from kilowatt.engine import game
from kilowatt.engine.actions import BadAction, action
from kilowatt.engine.snapshot import snapshot
from kilowatt.server.fairness import FairTurns
from kilowatt.server.helper_process import HelperProcess, Stuck
from kilowatt.server.monitoring.metrics import labelled
from kilowatt.server.thinking.worker import (
    Answer,
    CheckAnswer,
    CheckQuestion,
    GameAnswer,
    GameQuestion,
    Question,
    ReviewAnswer,
    ReviewQuestion,
)

if TYPE_CHECKING:
    from kilowatt.bots.trial import TrialGame
    from kilowatt.coach.check import Trial
    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.thinking.recalling import Past

SECONDS = {name: entry.seconds for name, entry in ROSTER.items()}
GRACE = 6.0
"""Seconds beyond its budget after which a bot counts as stuck."""
SIMPLER = "simple"
PLAYER, ABSENT, WATCHER, LOOKING_BACK, TRIAL = range(5)
"""Lanes: a player is connected; players are away; only bots play, and somebody watches; a review; a board's trial."""
LANES = ("player", "absent", "watcher", "review", "trial")
REVIEW_SECONDS = 20.0
"""Seconds that a few turns of a review, or a trial of a claim, may take."""
GAME_SECONDS = 20.0
"""How long one game of a trial may take."""
BRIEF = 1.0
"""Seconds a bot has at most where no player is connected: a player who comes waits no longer for its thought."""
WORKER = "kilowatt.server.thinking.worker"

log = logging.getLogger("kilowatt.thinking")
T = TypeVar("T")


def levels() -> list[str]:
    """List the bots there are, those for people first."""
    from kilowatt.bots import LADDER, LEVELS

    return [*LEVELS, *LADDER]


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
        answer = await self._look_back(question, ReviewAnswer, asker)
        if answer.error is not None:
            raise Stuck(answer.error)
        return answer

    async def check(self, question: CheckQuestion, asker: Asker) -> Trial:
        """Play a decision of a record on once each way, when no game needs a process; `Stuck` if that fails."""
        answer = await self._look_back(question, CheckAnswer, asker)
        if answer.trial is None:
            raise Stuck(answer.error or "no trial")
        return answer.trial

    async def _look_back(self, question: ReviewQuestion | CheckQuestion, kind: type[T], asker: Asker) -> T:
        process = await self._turns.take(asker.address, asker.table, asker.lane)
        began = time.perf_counter()
        try:
            return await process.ask(msgspec.json.encode(question), REVIEW_SECONDS + GRACE, kind)
        finally:
            took = time.perf_counter() - began
            self.metrics.observe("review_seconds", took)
            self._turns.give_back(process, asker.address, asker.table, took, asker.lane)

    async def _ask(self, bot: str, state: State, seat: int, asker: Asker, past: Past | None) -> Answer | None:
        seconds = SECONDS.get(bot, QUICK)
        if asker.lane != PLAYER:
            seconds = min(seconds, BRIEF)
        rules = state.rules
        question = Question(
            rules.id,
            rules.seats,
            rules.options,
            snapshot(state),
            seat,
            bot,
            seed_of(asker.table, seat),
            seconds,
            past,
        )
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
        problem = answer.error or _problem(state, answer)
        if problem is not None:
            self.metrics.count("bots_failed")
            log.warning("bot failed", extra={"fields": {"bot": bot, "why": problem}})
            return None
        return answer

    async def trial(self, rules: Rules, seed: int, asker: Asker) -> TrialGame:
        """Play out one game of bots, when nothing else waits; `Stuck` if it does not end."""
        question = GameQuestion(rules.id, rules.seats, rules.options, rules.revision, seed, TRIAL_BOT)
        process = await self._turns.take(asker.address, asker.table, asker.lane)
        began = time.perf_counter()
        try:
            answer = await process.ask(msgspec.json.encode(question), GAME_SECONDS, GameAnswer)
        finally:
            self._turns.give_back(process, asker.address, asker.table, time.perf_counter() - began, asker.lane)
        if answer.game is None:
            log.warning("trial failed", extra={"fields": {"why": answer.error}})
            raise Stuck(answer.error or "no game")
        return answer.game


def seed_of(table: str, seat: int) -> int:
    """Return the seed of the bot at a seat of a table."""
    return zlib.crc32(f"{table}/{seat}".encode())


def _problem(state: State, answer: Answer) -> str | None:
    """Return what is wrong with an answer."""
    try:
        move = action(answer.action)
    except BadAction as error:
        return str(error)
    reason = game.refusal(state, move)
    return None if reason is None else f"not allowed: {reason.code}"


def random_move(state: State) -> Action:
    """Choose a kind of action, then one of that kind, with the least raise in auctions."""
    choices = game.options(state).choices
    kind = random.choice(list(choices))
    row = random.choice(choices[kind])
    return row.at(0 if kind in ("open", "bid") else random.randrange(len(row)))
