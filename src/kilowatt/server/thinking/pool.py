"""Bots and hints: they think in processes of their own, with a time limit; one that fails is replaced by a simpler one.

The event loop only waits. The last resort, a random legal move, takes microseconds and is made here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import sys
import zlib
from typing import TYPE_CHECKING

import msgspec

from kilowatt.editions import registry
from kilowatt.engine import game
from kilowatt.engine.actions import BadAction, action
from kilowatt.engine.snapshot import snapshot
from kilowatt.server.thinking.worker import Answer, Question

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.server.ops.metrics import Metrics

SECONDS = {"easy": 0.2, "normal": 0.4, "hard": 0.8, "expert": 2.0, "search": 2.0, "planner": 0.8}
DEFAULT_SECONDS = 0.3
GRACE = 6.0
"""Seconds beyond its budget after which a bot counts as stuck."""
SIMPLER = "simple"
LINE_LONGEST = 1 << 20

log = logging.getLogger("kilowatt.thinking")


def levels() -> list[str]:
    """List the bots there are, those for people first."""
    from kilowatt.bots import LADDER, LEVELS

    return [*LEVELS, *LADDER]


class Stuck(Exception):
    """A bot did not answer, or its process died."""


class _Process:
    """One thinking process, started when first needed and again after it was killed."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, seconds: float) -> Answer:
        try:
            async with asyncio.timeout(seconds):
                if self.process is None or self.process.returncode is not None:
                    self.process = await asyncio.create_subprocess_exec(
                        sys.executable,
                        "-m",
                        "kilowatt.server.thinking.worker",
                        # data of one's own, of which a new process has not been told
                        *map(str, registry.added()),
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                        stderr=asyncio.subprocess.DEVNULL,
                        limit=LINE_LONGEST,
                    )
                stdin, stdout = self.process.stdin, self.process.stdout
                assert stdin is not None  # noqa: S101 - both are pipes
                assert stdout is not None  # noqa: S101
                stdin.write(question + b"\n")
                await stdin.drain()
                line = await stdout.readline()
            return msgspec.json.decode(line, type=Answer)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            await self.kill()
            raise Stuck(type(error).__name__) from None
        except asyncio.CancelledError:
            # its answer would be taken for that of the next question
            await self.kill()
            raise

    async def kill(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 2)


class Thinker:
    """A few thinking processes that all tables share."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self.metrics = metrics
        self.processes = [_Process() for _ in range(max(1, processes))]
        self._free: asyncio.Queue[_Process] = asyncio.Queue()
        for process in self.processes:
            self._free.put_nowait(process)

    async def stop(self) -> None:
        """End the processes."""
        for process in self.processes:
            await process.kill()

    async def advise(self, bot: str, state: State, seat: int, name: str) -> tuple[Answer, str]:
        """Ask a bot, then a simpler one, then chance. Give the answer, whose action is allowed, and who gave it."""
        for who in dict.fromkeys((bot, SIMPLER)):
            found = await self._ask(who, state, seat, name)
            if found is not None:
                return found, who
        self.metrics.count("bots_replaced")
        return Answer(action=msgspec.to_builtins(random_move(state))), "random"

    async def _ask(self, bot: str, state: State, seat: int, name: str) -> Answer | None:
        seconds = SECONDS.get(bot, DEFAULT_SECONDS)
        rules = state.rules
        question = Question(
            rules.id,
            rules.seats,
            rules.options,
            snapshot(state),
            seat,
            bot,
            zlib.crc32(f"{name}/{seat}".encode()),
            seconds,
        )
        process = await self._free.get()
        try:
            found = await process.ask(msgspec.json.encode(question), seconds + GRACE)
        except Stuck as error:
            self.metrics.count("bots_stuck")
            log.warning("bot stuck", extra={"fields": {"bot": bot, "why": str(error)}})
            return None
        finally:
            self._free.put_nowait(process)
        problem = found.error or _problem(state, found)
        if problem is not None:
            self.metrics.count("bots_failed")
            log.warning("bot failed", extra={"fields": {"bot": bot, "why": problem}})
            return None
        return found


def _problem(state: State, found: Answer) -> str | None:
    """Say what is wrong with an answer."""
    try:
        move = action(found.action)
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
