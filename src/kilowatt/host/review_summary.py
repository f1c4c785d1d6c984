"""What lists show of a review: the accuracy of each seat and its chance to win, round by round.

It is worked out once from the review's rows and stored beside them, so that a list reads no whole review.
"""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.review import Row, accuracy_of
from kilowatt.protocol import PlayedReview

if TYPE_CHECKING:
    from collections.abc import Sequence

POINTS = 40
"""Points of a curve at most; of a longer game some rounds are left out, never the last."""
_read_rows = msgspec.json.Decoder(list[Row])
_read_parts = msgspec.json.Decoder(list[PlayedReview])


def pack(rows: Sequence[Row]) -> bytes:
    """Write a review's rows as they are stored."""
    return zlib.compress(msgspec.json.encode(rows), 9)


def unpack(body: bytes) -> list[Row]:
    """Read a stored review's rows."""
    return _read_rows.decode(zlib.decompress(body))


def summary_of(rows: Sequence[Row]) -> str:
    """Write the summary of a review, one part per seat."""
    seats = len(rows[0].chances) if rows else 0
    return msgspec.json.encode([_part(seat, rows) for seat in range(seats)]).decode()


def summary_at(stored: str | None, seat: int) -> PlayedReview | None:
    """Read a seat's part of a stored summary; None where there is no summary."""
    parts = [] if stored is None else _read_parts.decode(stored)
    return parts[seat] if seat < len(parts) else None


def _part(seat: int, rows: Sequence[Row]) -> PlayedReview:
    judged = [(row.round, row.verdict) for row in rows if row.seat == seat and row.verdict is not None]
    return PlayedReview(accuracy_of(judged), [round(100 * row.chances[seat]) for row in _round_ends(rows)])


def _round_ends(rows: Sequence[Row]) -> list[Row]:
    """Return the first row and the last one of every round, thinned out evenly."""
    ends = [row for row, after in pairwise(rows) if row.round > 0 and row.round != after.round]
    points = [*rows[:1], *[row for row in ends if row is not rows[0]], *rows[1:][-1:]]
    step = -(-len(points) // POINTS)
    return points[::-1][::step][::-1]
