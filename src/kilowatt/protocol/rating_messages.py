"""Ratings: the list of a season and an edition, and your own."""

from __future__ import annotations

import msgspec


class SeasonRow(msgspec.Struct):
    """A season of the server's host; season 0 is the time before the first one and has no name."""

    number: int
    name: str
    began: str | None


class RatingRow(msgspec.Struct):
    """A person who agreed to be rated."""

    name: str
    points: int
    spread: int
    """Half of the 95 % interval."""
    games: int
    public: bool
    """There is a page `/player/NAME`."""


class RatingList(msgspec.Struct):
    """The ratings of a season and an edition, the best first."""

    seasons: list[SeasonRow]
    """All of them, the present one first."""
    season: int
    editions: dict[str, str]
    """The editions that ratings are kept for: id and title."""
    edition: str
    people: list[RatingRow]
    bots: dict[str, int]
    """The fixed points of the levels, for comparison."""


class OwnRating(msgspec.Struct):
    """A person's rating in one season and edition."""

    season: int
    season_name: str
    edition: str
    title: str
    """The edition's."""
    points: int
    spread: int
    games: int


class RatingChange(msgspec.Struct):
    """What a game did to your rating."""

    before: int
    after: int
