"""What a server's host may do from the command line, while the server runs or not."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from kilowatt.editions.options import BadOption
from kilowatt.host import codes, timekeeping
from kilowatt.host.game import live
from kilowatt.host.rows import Live, TableRow
from kilowatt.host.timekeeping import iso
from kilowatt.server import identity, retention
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.ratings import seasons
from kilowatt.server.settings import database_file
from kilowatt.server.store import facts, people_shape, person, reports, shape, upgrade
from kilowatt.server.store.retention import delete_table
from kilowatt.server.store.rows import Move
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.store.upserting import upsert
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from kilowatt.server.retention import Swept
    from kilowatt.server.settings import Settings

DAY = 86400.0
TRIES = 20
CLOSED = "closed"
"""Why a game ended: the server's host closed it."""


class Admin:
    """A host's hands on one database."""

    def __init__(self, store: Store, settings: Settings, key: bytes) -> None:
        self.store = store
        self.settings = settings
        self.key = key

    async def list_tables(self, state: str | None, most: int) -> list[dict[str, Any]]:
        """List tables, last used first."""
        table = shape.tables
        query = select(table.c.code).order_by(table.c.touched.desc()).limit(most)
        if state is not None:
            query = query.where(table.c.state == state)
        async with self.store.reading() as connection:
            codes = list((await connection.execute(query)).scalars())
        seats = await self.store.seats_of(codes)
        tables = []
        for code in codes:
            row = await self.store.table(code)
            if row is not None:
                names = [seat.name or "-" for seat in seats.get(code, [])]
                tables.append(
                    {
                        "code": code,
                        "state": row.state,
                        "visibility": row.visibility,
                        "ruleset": row.plan.ruleset,
                        "seats": names,
                        "entries": row.seq,
                        "touched": iso(row.touched),
                    }
                )
        return tables

    async def close(self, code: str) -> str:
        """End a game, or delete a table that has not begun; return what was done."""
        for _ in range(TRIES):
            try:
                return await self._close(code)
            except Conflict:
                # somebody has just moved
                continue
        raise BadOption("CODE", f"table {code} changes all the time; try again")

    async def _close(self, code: str) -> str:
        row = await self._table(code)
        if row.state == "waiting":
            await delete_table(self.store, row)
            return "deleted: it had not begun"
        if row.state != "playing":
            return f"nothing to close: it is {row.state}"
        game = live.load(row.header or "", row.seed, await self.store.entries(row.code))
        now = timekeeping.now()
        plan = game.plan_end(CLOSED, iso(now))
        ended = Live(
            row.live.clock, row.live.round, "over", None, None, CLOSED, began=row.live.began, ended=timekeeping.now()
        )
        await self.store.writer.move(Move(row.code, plan.rows(), ended, None, now, "over", row.version))
        return "closed"

    async def delete_table(self, code: str) -> None:
        """Delete a table with everything in it."""
        await delete_table(self.store, await self._table(code))

    async def _table(self, code: str) -> TableRow:
        row = await self.store.table(codes.clean_code(code))
        if row is None:
            raise BadOption("CODE", f"there is no table {code}")
        return row

    async def mute(self, addresses: list[str], days: float | None) -> None:
        """Mute addresses, given as stored hashes, for so many days or for good."""
        now = timekeeping.now()
        until = None if days is None else now + days * DAY
        values = [{"address": address, "at": now, "until": until} for address in addresses]
        await self.store.writer.call(lambda connection: upsert(connection, shape.mutes, values))

    async def unmute(self, address: str) -> bool:
        """Lift the mute of an address; return whether there was one."""
        query = delete(shape.mutes).where(shape.mutes.c.address == self.mark(address))

        async def work(connection: Any) -> bool:  # noqa: ANN401 - the driver's connection
            return bool((await connection.execute(query)).rowcount)

        return await self.store.writer.call(work)

    def mark(self, address: str) -> str:
        """Return the stored form of an address as a person writes it."""
        return identity.address_hash(self.key, identity.neighbourhood(address))

    async def reported(self, number: int) -> list[str]:
        """Return the addresses, as stored hashes, that the lines of a report came from."""
        for report in await reports.listed(self.store, closed=True):
            if report.id == number:
                return sorted({line.address for line in report.lines if line.address})
        raise BadOption("--report", f"there is no report {number}")

    async def devices(self, code: str, seat: int | None) -> list[str]:
        """Return the devices of a table's seat, or the one that made it."""
        row = await self._table(code)
        devices = await person.devices_of(self.store, row.code, seat)
        if not devices:
            who = "owner" if seat is None else f"player in seat {seat + 1}"
            raise BadOption("CODE", f"table {row.code} has no {who} with a device")
        return devices

    async def describe(self, code: str, seat: int | None) -> str:
        """Return whom a seat or a table's owner means: name, profile and what is stored."""
        devices = await self.devices(code, seat)
        row = await self._table(code)
        stored = await person.export(self.store, devices)
        names = sorted({held["name"] for held in stored["seats"]})
        async with self.store.reading() as connection:
            query = select(shape.profiles.c.name).where(shape.profiles.c.main.in_(devices))
            profiles = list((await connection.execute(query)).scalars())
        place = "owner of" if seat is None else f"seat {seat + 1} at"
        who = ", ".join(profiles or names) or "somebody without a name"
        called = f" ({row.plan.name})" if row.plan.name else ""
        counted = f"{len(devices)} devices, {len(stored['seats'])} seats, {len(stored['tables'])} own tables"
        profile = "with a profile" if profiles else "without a profile"
        return f"{who}, {place} table {row.code}{called}: {counted}, {len(stored['chat'])} lines of chat, {profile}"

    async def seasons(self) -> list[dict[str, Any]]:
        """List the seasons of ratings with how many ratings each has, the present one first."""
        ratings = people_shape.ratings
        counted = select(ratings.c.season, func.count()).group_by(ratings.c.season)
        async with self.store.reading() as connection:
            counts = {row[0]: row[1] for row in await connection.execute(counted)}
            listed = await seasons.listed(connection)
        return [
            {
                "number": row.number,
                "name": row.name,
                "began": iso(row.began) if row.began else "",
                "ratings": counts.get(row.number, 0),
            }
            for row in listed
        ]

    async def retention(self) -> Swept:
        """Make a retention run now."""
        return await retention.run(self.store, self.settings)


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Admin]:
    """Open a server's database for its host; `BadOption` if there is none or it is of another version."""
    file = database_file(settings.database_url)
    if file is not None and not file.is_file():
        raise BadOption("database", f"there is none at {file}")
    engine = make_engine(settings.database_url)
    store = Store(engine, Metrics())
    try:
        try:
            at = await upgrade.current(engine)
        except (OSError, SQLAlchemyError) as error:
            raise BadOption("database", f"it cannot be read ({type(error).__name__})") from None
        if at != upgrade.head():
            raise BadOption("database", f"it is at revision {at}, this version needs {upgrade.head()}; serve it first")
        store.start()
        yield Admin(store, settings, await facts.address_key(engine, timekeeping.now()))
    finally:
        await store.stop()
