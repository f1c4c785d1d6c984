"""What is asked of the arena and what comes back: games to play, and the row each leaves. Plain data."""

from __future__ import annotations

import json
from typing import Any

import msgspec

PROGRAM = "exec:"
"""What the name of a program starts with, as in `exec:node bot.js`."""
LIMIT = 30.0
"""Time limit per move for external bots, in seconds, unless another is given."""


def is_external(name: str) -> bool:
    """Return whether a name stands for a user's bot, which has a time limit, and not for a built-in one."""
    return ":" in name


def is_class(name: str) -> bool:
    """Return whether a name stands for a class in a file, which runs in the arena's process."""
    return is_external(name) and not name.startswith(PROGRAM)


class Game(msgspec.Struct, frozen=True):
    """One game to be played: everything a worker on another machine needs."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    """The bot in each seat."""
    deal: str
    """Seed of the dealer: zone, order and cards."""
    rotation: int
    seconds: float | None = None
    work: int | None = None
    limit: float = LIMIT
    """Time limit per move for external bots, in seconds."""
    candidate: str = ""
    """The bot this game is about, where one plays against the rest."""

    @property
    def key(self) -> str:
        """Name the game within a run: what a resumed run looks for."""
        table = ",".join(self.bots)
        spent = f"{self.seconds}/{self.work}"
        key = f"{self.ruleset}|{self.seats}|{table}|{self.deal}|{self.rotation}|{self.candidate}|{spent}"
        if self.options:
            key += f"|{json.dumps(self.options, sort_keys=True)}"
        return key if self.limit == LIMIT else f"{key}|{self.limit:g}"


class Row(msgspec.Struct, frozen=True):
    """One game that was played."""

    key: str
    ruleset: str
    bots: tuple[str, ...]
    deal: str
    rotation: int
    candidate: str
    ranks: tuple[int, ...]
    """Rank of each seat, 1 for the winner; equal ones share the smaller number."""
    shares: tuple[float, ...]
    """What each seat has of the win: 1, or equal parts where several win."""
    scores: tuple[dict[str, int], ...]
    rounds: int
    moves: tuple[int, ...]
    turns: tuple[int, ...]
    """For each seat, in how many phases of how many rounds it had something to decide."""
    seconds: tuple[float, ...]
    """Processor time each seat spent thinking; the only numbers that differ when a game is played again."""
    forfeits: dict[str, str] = {}
    """Why a seat was played on by `random`; such a game is lost for it."""
    finished: bool = True
    code: str = ""
    """Of which bots' code this is: rows of another code are not resumed from."""
