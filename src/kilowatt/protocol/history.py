"""Finished games of one person, as the list of them and its statistics need them."""

from __future__ import annotations

from typing import Literal

import msgspec


class PlayedSeat(msgspec.Struct):
    """A player of a finished game."""

    name: str
    kind: Literal["person", "bot"]
    who: str
    """The same for the same person in all games of this list, and for bots their level; means nothing elsewhere."""
    place: int
    score: int
    you: bool


class PlayedGame(msgspec.Struct):
    """A finished game."""

    code: str
    name: str
    ruleset: str
    title: str
    at: str
    place: int
    score: int
    measure: str
    """What the scores count: the first number that decides, as `powered` or `points`."""
    left: bool
    """You resigned, and a bot played to the end: it does not count."""
    seats: list[PlayedSeat]


class PlayedGames(msgspec.Struct):
    """Finished games, the last one first."""

    games: list[PlayedGame]
