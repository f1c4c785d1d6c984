"""Restore codes of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.server import identity

if TYPE_CHECKING:
    from kilowatt.host.rows import SeatRow


def issue(seats: list[SeatRow], which: list[int]) -> dict[str, str]:
    """Make new restore codes for seats; only their hashes are stored."""
    codes: dict[str, str] = {}
    for seat in which:
        codes[str(seat)] = identity.new_restore()
        seats[seat].restore = identity.restore_hash(codes[str(seat)])
    return codes
