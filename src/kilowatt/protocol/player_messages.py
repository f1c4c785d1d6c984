"""The public page of a player who wants one."""

from __future__ import annotations

import msgspec

from kilowatt.protocol.rating_messages import OwnRating


class PlayerGame(msgspec.Struct):
    """A finished game, without the names of the others."""

    ruleset: str
    title: str
    day: str
    place: int
    players: int
    score: int
    measure: str
    left: bool
    """The player resigned, and a bot played to the end: it does not count."""
    code: str | None
    """The table, where it was open to everybody."""


class BoardSum(msgspec.Struct):
    """Games on one board."""

    ruleset: str
    title: str
    games: int
    wins: int
    mean_place: float


class PlayerPage(msgspec.Struct):
    """What everybody may know of a player who wants a public page."""

    name: str
    games: list[PlayerGame]
    boards: list[BoardSum]
    ratings: list[OwnRating]
