"""A process that thinks for bots: reads a question a line, writes an answer a line, ends when its input ends.

Its arguments are folders with custom data.

It knows positions only: no table, no player, no store. What it prints by accident goes to the error output.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from kilowatt import coach
from kilowatt.editions.registry import add_data
from kilowatt.engine.actions import to_dict
from kilowatt.engine.snapshot import restore
from kilowatt.server.tables.live import rules_for

COACH = "coach"
"""Asked as a bot is, but for everything it has to say."""
COACH_LEVEL = "hard"


class Question(msgspec.Struct):
    """A position, who is to move, and which bot shall think how long."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    snapshot: dict[str, Any]
    seat: int
    bot: str
    seed: int
    seconds: float


class Thought(msgspec.Struct):
    """A move a bot considered, with its value as the bot sees it."""

    action: dict[str, Any]
    value: float | None


class Answer(msgspec.Struct):
    """What the bot would do, why, and what else; or what went wrong."""

    action: dict[str, Any] | None = None
    value: float | None = None
    reason: str | None = None
    args: dict[str, Any] = {}
    alternatives: list[Thought] = []
    advice: dict[str, Any] | None = None
    """What the coach says, if it was asked: a `kilowatt.coach.Advice` as plain data."""
    error: str | None = None


def answer(question: Question) -> Answer:
    """Ask the bot."""
    from kilowatt.bots import Budget, make_bot

    rules = rules_for(question.ruleset, question.seats, question.options, question.snapshot["revision"])
    state = restore(rules, question.snapshot)
    if question.bot == COACH:
        found = coach.advise(state, question.seat, COACH_LEVEL)
        best = found.best
        return Answer(action=to_dict(best.actions[0]), value=best.chance, advice=msgspec.to_builtins(found))
    bot = make_bot(question.bot, question.seed)
    advice = bot.advise(state, question.seat, Budget(seconds=question.seconds))
    return Answer(
        action=to_dict(advice.action),
        value=advice.value,
        reason=advice.reason.code,
        args=advice.reason.args,
        alternatives=[Thought(to_dict(other.action), other.value) for other in advice.alternatives],
    )


def main() -> None:
    """Answer until there are no more questions."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for folder in sys.argv[1:]:
        add_data(folder)
    read = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        try:
            found = answer(read.decode(line))
        except Exception as error:  # noqa: BLE001 - a bot's mistake is answered, and a simpler bot plays
            found = Answer(error=f"{type(error).__name__}: {error}")
        out.write(msgspec.json.encode(found) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
