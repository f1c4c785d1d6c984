"""Finished games of one person, as the list of them and its statistics need them."""

from __future__ import annotations

from typing import Literal

import msgspec

from kilowatt.protocol.rating_messages import OwnRating, RatingChange


class PlayedSeat(msgspec.Struct):
    """A player of a finished game."""

    name: str
    kind: Literal["person", "bot"]
    who: str
    """The same for the same person in all games of this list, and for bots their level; means nothing elsewhere."""
    place: int
    score: int
    you: bool


class PlayedReview(msgspec.Struct):
    """What the review of a game says of one seat, in short."""

    accuracy: float
    """The share of its chance that it kept, 0 to 100."""
    curve: list[int]
    """Its chance to win in percent: after the first turn, then at the end of each round."""


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
    rating: RatingChange | None = None
    """What the game did to your rating, where it was rated."""
    review: PlayedReview | None = None
    """Your own accuracy and chances, where the game's review is stored; not of a game that you left."""


class PlayedGames(msgspec.Struct):
    """Finished games, the last one first."""

    games: list[PlayedGame]
    ratings: list[OwnRating] = []
