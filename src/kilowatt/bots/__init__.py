"""Bots decide for a seat. A bot knows the state it is given and its rules; no table, no dealer, no server."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Alternative, Bot, Budget, Reason, Remembering, reason_text

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

LADDER = ("random", "simple", "economist", "planner", "search", "student", "learned")
"""The rungs, weakest first."""

LEVELS = ("easy", "normal", "hard", "expert")
"""The levels for people, weakest first."""

PRACTICE = ("unsure",)
"""Neither levels nor rungs: bots whose games have mistakes in them, for puzzles and measurements of the coach."""

_WHERE = {
    "random": ("random", "RandomBot"),
    "simple": ("simple", "SimpleBot"),
    "economist": ("economist", "EconomistBot"),
    "planner": ("planner", "PlannerBot"),
    "search": ("search", "SearchBot"),
    "student": ("student", "StudentBot"),
    "learned": ("learned", "LearnedBot"),
    "easy": ("levels", "EasyBot"),
    "normal": ("economist", "EconomistBot"),
    "hard": ("student", "StudentBot"),
    "expert": ("learned", "LearnedBot"),
    "unsure": ("unsure", "UnsureBot"),
}


def bot_names() -> list[str]:
    """List every name `make_bot` knows: the ladder, the levels, then the bots for puzzles."""
    return [*LADDER, *LEVELS, *PRACTICE]


def make_bot(name: str, seed: int = 0) -> Bot:
    """Make the bot of a name; the same seed plays the same moves."""
    if name not in _WHERE:
        msg = f"there is no bot {name!r}; there are {', '.join(bot_names())}"
        raise ValueError(msg)
    return _maker(name)(seed)


def remembers(name: str) -> bool:
    """Return whether the bot of a name keeps something of a game: whether it is `Remembering`."""
    return name in _WHERE and hasattr(_maker(name), "recall")


def _maker(name: str) -> Callable[[int], Bot]:
    module, kind = _WHERE[name]
    maker: Callable[[int], Bot] = getattr(import_module(f"kilowatt.bots.{module}"), kind)
    return maker
