"""What trials of our own boards showed, measured once: a balance report compares with them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec


class ReferenceRow(msgspec.Struct, frozen=True):
    """One of our boards with so many players."""

    ruleset: str
    seats: int
    games: int
    rounds: float
    """The mean length."""
    lines: float
    """The part of what was paid for building that was paid for links."""
    rare: int
    """Links hardly used, of the links that were in play."""
    links: int
    leads: float
    """How often the lead changed."""


class Reference(msgspec.Struct):
    """The rows, the command that measured them, and the bot that played."""

    command: str
    bot: str
    rows: list[ReferenceRow]


@cache
def reference() -> Reference:
    """Read the rows."""
    return msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes(), type=Reference)
