"""A process beside the server that answers a line for every line: it thinks for bots, or paints pictures."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import TYPE_CHECKING, TypeVar

import msgspec

from kilowatt.editions import registry

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
LINE_LONGEST = 1 << 20


class Stuck(Exception):
    """A process did not answer, or died."""


class HelperProcess:
    """One process that runs a module, started when first needed and again after it was killed."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, seconds: float, kind: type[T]) -> T:
        """Send a question and return the answer; `Stuck` if none comes in time, and then the process is killed."""
        try:
            async with asyncio.timeout(seconds):
                if self.process is None or self.process.returncode is not None:
                    self.process = await asyncio.create_subprocess_exec(
                        sys.executable,
                        "-m",
                        self.module,
                        # custom data, which a new process does not know of
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
            return msgspec.json.decode(line, type=kind)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            await self.kill()
            raise Stuck(type(error).__name__) from None
        except asyncio.CancelledError:
            # its answer would be taken for that of the next question
            await self.kill()
            raise

    async def kill(self) -> None:
        """End the process; the next question starts another."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 2)


def answer_lines(answer: Callable[[bytes], object]) -> None:
    """Be such a process: answer every line until there are no more; what a library prints goes to the error output."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        out.write(msgspec.json.encode(answer(line)) + b"\n")
        out.flush()
