"""A finished game as a person's own list of games shows it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kilowatt.host.game.final_scores import measure_of, score_of
from kilowatt.host.review_summary import summary_at
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import PlayedGame, PlayedSeat

if TYPE_CHECKING:
    from kilowatt.engine.results import Result
    from kilowatt.host.rows import SeatRow, TableRow

MOST = 500
"""Games in one list; older ones are not shown."""


def rival_mark(viewer: str, rival: str) -> str:
    """Return what a person is called in the history of another: the same in all their games, unknown elsewhere."""
    return hashlib.sha256(f"kilowatt rival/{viewer}/{rival}".encode()).hexdigest()[:12]


def places(result: Result, seats: int) -> list[int]:
    """Return the place of every seat; seats that share a rank share the better place."""
    by_seat = [seats] * seats
    place = 1
    for group in result.ranking:
        for seat in group:
            by_seat[seat] = place
        place += len(group)
    return by_seat


def played_game(
    row: TableRow, seats: list[SeatRow], devices: dict[int, set[str]], main: str, summary: str | None
) -> PlayedGame | None:
    """Return a finished game as its own list shows it; None if a person had no seat, or it was a challenge."""
    result = row.live.result
    own = [seat for seat in range(len(seats)) if main in devices.get(seat, ())]
    if result is None or not own or row.plan.challenge is not None:
        return None
    ranks = places(result, len(seats))
    best = min(own, key=lambda seat: ranks[seat])
    left = seats[best].away == "resigned"
    shown = [
        PlayedSeat(
            seat.name,
            "person" if seat.kind == "person" else "bot",
            _who(seat, devices.get(seat.seat, set()), main),
            ranks[seat.seat],
            score_of(result, seat.seat),
            seat.seat in own,
        )
        for seat in seats
    ]
    return PlayedGame(
        row.code,
        row.plan.name,
        row.plan.ruleset,
        row.plan.title,
        iso(row.touched),
        ranks[best],
        score_of(result, best),
        measure_of(result),
        left,
        shown,
        # a bot played the rest of a game that was left: its review is not of this person alone
        review=None if left else summary_at(summary, best),
    )


def _who(seat: SeatRow, devices: set[str], main: str) -> str:
    if seat.kind != "person":
        return seat.level or "bot" if seat.token is None else "bot"
    return rival_mark(main, min(devices)) if devices else ""
