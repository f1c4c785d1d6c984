"""Quiet hours: when a notification may be sent, in the player's own time zone. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from kilowatt.host.timekeeping import known_zone

DAY = 24 * 60


def after_quiet(moment: float, zone: str, start: int | None, end: int | None) -> float:
    """Return the moment itself, or the end of the quiet hours it falls into; both are minutes after midnight."""
    if start is None or end is None or start == end:
        return moment
    local = datetime.fromtimestamp(moment, ZoneInfo(zone) if known_zone(zone) else UTC)
    minute = local.hour * 60 + local.minute
    if (minute - start) % DAY >= (end - start) % DAY:
        return moment
    wait = (end - minute) % DAY
    # counted on the wall, so that a change to summer time does not call an hour early
    wall = local.replace(second=0, microsecond=0, tzinfo=None) + timedelta(minutes=wait)
    return wall.replace(tzinfo=local.tzinfo).timestamp()
