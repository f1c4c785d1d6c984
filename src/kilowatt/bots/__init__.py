"""Bots decide for a seat. A bot knows the state it is given and its rules; no table, no dealer, no server."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kilowatt.bots import roster
from kilowatt.bots.advice import Advice, Alternative, Bot, Budget, Reason, Remembering, reason_text
from kilowatt.bots.roster import ROSTER

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "LADDER",
    "LEVELS",
    "Advice",
    "Alternative",
    "Bot",
    "Budget",
    "Reason",
    "Remembering",
    "bot_names",
    "make_bot",
    "reason_text",
    "remembers",
]

LADDER = tuple(roster.RUNGS)
"""The rungs, weakest first."""

LEVELS = tuple(roster.LEVELS)
"""The levels for people, weakest first."""


def bot_names() -> list[str]:
    """List every name `make_bot` knows: the ladder, the levels, then the bots for puzzles."""
    return list(ROSTER)


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make the bot of a name; the same seed plays the same moves."""
    if name not in ROSTER:
        msg = f"there is no bot {name!r}; there are {', '.join(bot_names())}"
        raise ValueError(msg)
    return _maker(name)(seed)


def remembers(name: str) -> bool:
    """Return whether the bot of a name keeps something of a game: whether it is `Remembering`."""
    return name in ROSTER and hasattr(_maker(name), "recall")


def _maker(name: str) -> Callable[[int], Bot]:
    entry = ROSTER[name]
    maker: Callable[[int], Bot] = getattr(import_module(f"kilowatt.bots.{entry.module}"), entry.kind)
    return maker
