"""Taking days off: whole days in one's own time zone on which one's clock rests at all tables with a clock of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.timekeeping import known_zone
from kilowatt.protocol import DaysOffView
from kilowatt.server.store import days_off
from kilowatt.server.tables.actions.retrying import retry_on_conflict

if TYPE_CHECKING:
    from kilowatt.protocol import TakeDaysOff
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry

YEARLY = 10
"""Days off per person and calendar year."""
AHEAD = timedelta(days=366)


class DaysOff:
    """The days off of people."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps
        self.store = registry.store

    async def view(self, device: str) -> DaysOffView:
        """Return a person's days off, and how many there are per year."""
        return DaysOffView(await days_off.days_of(self.store, device), YEARLY)

    async def change(self, device: str, asked: TakeDaysOff) -> DaysOffView:
        """Take days off, or give back those that have not begun; `Denied` says why not."""
        now = timekeeping.now()
        wanted = {day: _span(day, asked.zone) for day in asked.days}
        if asked.take:
            today = datetime.fromtimestamp(now, ZoneInfo(asked.zone)).date()
            if any(not today <= date.fromisoformat(day) <= today + AHEAD for day in wanted):
                raise Denied("day_past")
            await days_off.take(self.store, device, wanted, YEARLY, now)
        else:
            await days_off.give_back(self.store, device, list(wanted), now)
        await self._apply(device)
        return await self.view(device)

    async def _apply(self, device: str) -> None:
        """Set the clocks of the tables where the person's turn runs, and show the days at those in memory."""
        running = await days_off.tables_running(self.store, device)
        for code in running:
            room = await self.registry.open(code)

            async def save(room=room) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - the loop's own
                async with self.registry.changing(room):
                    if room.row.state == "playing":
                        await self.registry.loader.read_days_off(room)
                        await self.steps.save(room)
                        room.send_view()

            await retry_on_conflict(save)
        for room in list(self.registry.rooms.values()):
            if room.code not in running and room.seats_of(device) and room.row.plan.clock.kind == "days":
                await self.registry.loader.read_days_off(room)
                room.send_table()


def _span(day: str, zone: str) -> tuple[float, float]:
    """Return when a day begins and ends in a time zone; `Denied` if there is no such day or zone."""
    if not known_zone(zone):
        raise Denied("bad_request", field="zone", reason="expected the name of a time zone, as Europe/Berlin")
    try:
        first = date.fromisoformat(day)
        start, end = (datetime(d.year, d.month, d.day, tzinfo=ZoneInfo(zone)) for d in (first, first + timedelta(1)))
        return start.astimezone(UTC).timestamp(), end.astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        raise Denied("bad_request", field="days", reason="expected days as 2026-11-19") from None
