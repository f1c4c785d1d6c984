"""Bots in other languages: a program that reads lines of JSON and answers with lines of JSON, within a time limit.

The protocol is described in `docs/writing-a-bot.md`.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import subprocess
from time import monotonic
from typing import TYPE_CHECKING, Any

from kilowatt.bots import Advice, Budget, Reason
from kilowatt.engine.actions import BadAction, action, to_dict
from kilowatt.engine.game import options
from kilowatt.engine.menu import rows_of
from kilowatt.engine.snapshot import snapshot

if TYPE_CHECKING:
    from kilowatt.engine.state import State

PROTOCOL = 1
CHUNK = 65_536
LONGEST = 1_000_000
"""An answer longer than this is no answer."""


class Forfeit(BaseException):
    """A external bot crashed, answered nonsense or was too slow: `reason` says which.

    No `Exception`, so that a slow bot that catches all of those does not catch the end of its time.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LineBot:
    """A program as a bot. It is started when first asked, and ended with the game."""

    def __init__(self, command: str, seed: int = 0, limit: float = 30.0) -> None:
        self.command = command
        self.seed = seed
        self.limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Send the position, wait for the answer."""
        if self._process is None:
            self._start(state, seat)
        menu = [to_dict(row.at(0)) | _range(row) for row in rows_of(options(state))]
        seconds = budget.seconds if budget.seconds is not None else self.limit
        self._send({"type": "decide", "seat": seat, "seconds": seconds, "state": snapshot(state), "options": menu})
        answer = self._receive()
        try:
            chosen = action(answer.get("action", {}))
        except BadAction as error:
            raise Forfeit(f"answered no action: {error}") from None
        return Advice(chosen, Reason("outside"))

    def close(self) -> None:
        """End the program: ask by closing its input, then insist."""
        process = self._process
        if process is None:
            return
        self._process = None
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self, state: State, seat: int) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running the program is what was asked for
                shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise Forfeit(f"did not start: {error}") from None
        rules = state.rules
        self._send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "ruleset": rules.id,
                "seats": rules.seats,
                "options": rules.options,
                "seat": seat,
                "seed": self.seed,
            }
        )

    def _send(self, message: dict[str, Any]) -> None:
        process = self._process
        assert process is not None  # noqa: S101 - started by advise
        assert process.stdin is not None  # noqa: S101 - made with a pipe
        line = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        pipe = process.stdin.fileno()
        os.set_blocking(pipe, False)
        deadline = monotonic() + self.limit
        while line:
            _, ready, _ = select.select([], [pipe], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise Forfeit(f"did not read for {self.limit:g} seconds")
            try:
                line = line[os.write(pipe, line) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Forfeit("ended before it received the decision") from None

    def _receive(self) -> dict[str, Any]:
        process = self._process
        assert process is not None  # noqa: S101 - started by advise
        assert process.stdout is not None  # noqa: S101 - made with a pipe
        deadline = monotonic() + self.limit
        while b"\n" not in self._rest:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, deadline - monotonic()))
            if not ready:
                raise Forfeit(f"no answer within {self.limit:g} seconds")
            chunk = os.read(process.stdout.fileno(), CHUNK)
            if not chunk:
                raise Forfeit("ended without an answer")
            self._rest += chunk
            if len(self._rest) > LONGEST:
                raise Forfeit("answered without end")
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Forfeit("answered no JSON") from None
        if not isinstance(answer, dict):
            raise Forfeit("answered no object")
        return answer


def _range(row: object) -> dict[str, Any]:
    """Return the highest bid a row allows, where it has one."""
    most = getattr(row, "most", None)
    return {} if most is None else {"most": most}
