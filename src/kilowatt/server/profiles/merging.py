"""Merging: what one device has becomes another's, in one transaction, also in tables that are packed; and back again.

What was moved is noted, so that a device that signed in by mistake, or by somebody else's code, gets it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Table, and_, delete, insert, select, tuple_, update

from kilowatt.host.errors import Denied
from kilowatt.server.store import locking, people_shape, rows, shape
from kilowatt.server.store.news import News

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Column, ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

AT_ONCE = 500
"""Rows moved by one statement."""
UNFINISHED = ("waiting", "playing")


class Owned(NamedTuple):
    """Rows that belong to a device: the table, the column with the device, and what names a row."""

    table: Table
    column: str
    keys: tuple[str, ...]
    alone: bool = True
    """Only one of two devices can have such a row."""
    extra: tuple[str, ...] = ()
    """What else is kept of a row that both have, to make it again."""
    stays: bool = False
    """Where both have such a row, the old one stays what it is."""


OWNED = {
    "holders": Owned(shape.holders, "device", ("code", "seat"), alone=False),
    "packed": Owned(shape.archive_devices, "device", ("code", "seat"), alone=False),
    "tables": Owned(shape.tables, "owner", ("code",)),
    "makers": Owned(shape.makers, "device", ("code",)),
    "chats": Owned(shape.chats, "device", ("id",)),
    "reports": Owned(shape.reports, "device", ("id",)),
    "hides": Owned(shape.hides, "device", ("code", "who"), alone=False),
    "days_off": Owned(people_shape.days_off, "device", ("day",), alone=False, extra=("begins", "ends")),
    "boards": Owned(shape.boards, "device", ("id",)),
    "members": Owned(people_shape.members, "device", ("id",), alone=False, extra=("name", "at")),
    "group_chats": Owned(people_shape.group_chats, "device", ("id",)),
    "group_hides": Owned(people_shape.group_hides, "device", ("code", "who"), alone=False),
    "group_places": Owned(people_shape.group_places, "device", ("code", "seat")),
    "entrants": Owned(people_shape.entrants, "device", ("id", "number")),
    "tournaments": Owned(people_shape.tournaments, "owner", ("id",)),
    "groups": Owned(people_shape.groups, "owner", ("id",)),
    "bot_tokens": Owned(people_shape.bot_tokens, "device", ("id",)),
    "ratings": Owned(people_shape.ratings, "main", ("season", "edition"), alone=False, stays=True),
    "rating_changes": Owned(people_shape.rating_changes, "main", ("code",), alone=False, stays=True),
    "devices": Owned(shape.devices, "main", ("device",)),
    "passkeys": Owned(shape.passkeys, "main", ("id",)),
    "merges": Owned(people_shape.merges, "main", ("device",)),
}
"""Everything that moves from one device to another."""


class Brought(msgspec.Struct):
    """What a device brought along: the names of rows that moved, and of those that both had."""

    moved: dict[str, list[list[Any]]] = {}
    doubled: dict[str, list[list[Any]]] = {}
    rated: bool = False
    """The switches of the device's own profile, which are off while it is merged."""
    public: bool = False


def _names(kind: Owned, names: Sequence[str] = ()) -> list[Column[Any]]:
    return [kind.table.c[name] for name in names or kind.keys]


def _row(kind: Owned, key: Sequence[Any], device: str) -> ColumnElement[bool]:
    here = [column == value for column, value in zip(_names(kind), key, strict=False)]
    return and_(kind.table.c[kind.column] == device, *here)


async def check(connection: AsyncConnection, old: str, new: str) -> None:
    """Check that a device may bring its seats along: nobody gets a rival's seat, or out of a rated game, by a code."""
    holders, tables = shape.holders, shape.tables
    joined = holders.join(tables, tables.c.code == holders.c.code)
    query = select(holders.c.code, holders.c.seat, tables.c.state, tables.c.plan).select_from(joined)
    query = query.where(tables.c.state.in_(UNFINISHED))
    theirs = {(row.code, row.seat) for row in await connection.execute(query.where(holders.c.device == new))}
    for row in (await connection.execute(query.where(holders.c.device == old))).all():
        if (row.code, row.seat) in theirs:
            continue
        if any(code == row.code for code, _ in theirs):
            raise Denied("merge_same_table", code=row.code)
        plan = msgspec.json.decode(row.plan)
        if row.state == "playing" and plan.get("rated"):
            raise Denied("merge_rated", code=row.code)
        if row.state == "playing" and plan.get("options", {}).get("money") == "hidden":
            raise Denied("merge_hidden", code=row.code)


async def brings(connection: AsyncConnection, device: str) -> int:
    """Return how many tables a device would bring along."""
    kinds = [OWNED[name] for name in ("holders", "tables", "packed")]
    codes = [select(kind.table.c.code).where(kind.table.c[kind.column] == device) for kind in kinds]
    return len({code for query in codes for code in (await connection.execute(query)).scalars()})


async def merge(connection: AsyncConnection, old: str, new: str) -> tuple[Brought, list[News]]:
    """Move everything of a device to another; return what was moved, and the tables that changed."""
    await locking.hold(connection, sorted(await _codes(connection, old)))
    brought = Brought()
    for name, kind in OWNED.items():
        keys = await _keys(connection, kind, old)
        both = set() if kind.alone else {tuple(key) for key in await _keys(connection, kind, new)}
        doubled = [key for key in keys if tuple(key) in both]
        moved = [key for key in keys if tuple(key) not in both]
        if doubled and not kind.stays:
            brought.doubled[name] = [await _taken_out(connection, kind, key, old) for key in doubled]
        if moved:
            brought.moved[name] = moved
            await _move(connection, kind, moved, old, new)
    return brought, await _changed(connection, brought)


async def give_back(connection: AsyncConnection, brought: Brought, old: str, new: str) -> list[News]:
    """Move what a device has brought along back to it, as far as it is still there; return the tables that changed."""
    await locking.hold(connection, sorted(_table_codes(brought)))
    for name, keys in brought.moved.items():
        kind = OWNED[name]
        mine = {tuple(key) for key in await _keys(connection, kind, old)} if not kind.alone else set()
        await _move(connection, kind, [key for key in keys if tuple(key) not in mine], new, old)
    for name, values in brought.doubled.items():
        kind = OWNED[name]
        mine = {tuple(key) for key in await _keys(connection, kind, old)}
        theirs = {tuple(key) for key in await _keys(connection, kind, new)}
        for row in values:
            key = tuple(row[: len(kind.keys)])
            # where the other no longer has it, it has ended for both
            if key in theirs and key not in mine:
                named = dict(zip((*kind.keys, *kind.extra), row, strict=True))
                await connection.execute(insert(kind.table), {**named, kind.column: old})
    return await _changed(connection, brought)


async def _keys(connection: AsyncConnection, kind: Owned, device: str) -> list[list[Any]]:
    query = select(*_names(kind)).where(kind.table.c[kind.column] == device)
    return [list(row) for row in await connection.execute(query)]


async def _taken_out(connection: AsyncConnection, kind: Owned, key: list[Any], device: str) -> list[Any]:
    """Delete a row that both have; return what is needed to make it again."""
    here = _row(kind, key, device)
    row = (await connection.execute(select(*_names(kind, (*kind.keys, *kind.extra))).where(here))).one()
    await connection.execute(delete(kind.table).where(here))
    return list(row)


async def _move(connection: AsyncConnection, kind: Owned, keys: list[list[Any]], old: str, new: str) -> None:
    changed = update(kind.table).where(kind.table.c[kind.column] == old).values({kind.column: new})
    columns = _names(kind)
    named = columns[0] if len(columns) == 1 else tuple_(*columns)
    for start in range(0, len(keys), AT_ONCE):
        part = [key[0] if len(key) == 1 else tuple(key) for key in keys[start : start + AT_ONCE]]
        await connection.execute(changed.where(named.in_(part)))


async def _codes(connection: AsyncConnection, device: str) -> set[str]:
    """List the tables that a device has a seat at or owns."""
    codes: set[str] = set()
    for kind in (OWNED["holders"], OWNED["tables"]):
        codes |= {str(key[0]) for key in await _keys(connection, kind, device)}
    return codes


def _table_codes(brought: Brought) -> set[str]:
    parts = (brought.moved.get("holders", []), brought.moved.get("tables", []), brought.doubled.get("holders", []))
    return {str(key[0]) for keys in parts for key in keys}


async def _changed(connection: AsyncConnection, brought: Brought) -> list[News]:
    tables, codes = shape.tables, sorted(_table_codes(brought))
    news: list[News] = []
    for start in range(0, len(codes), AT_ONCE):
        here = tables.c.code.in_(codes[start : start + AT_ONCE])
        await connection.execute(update(tables).where(here).values(version=tables.c.version + 1))
        query = select(tables.c.code, tables.c.seq, tables.c.version).where(here).order_by(tables.c.code)
        news += [News(row.code, row.seq, row.version) for row in await connection.execute(query)]
    return news


# --- what can be undone ----------------------------------------------------------------------------------------------


async def note(connection: AsyncConnection, device: str, main: str, brought: Brought, now: float) -> None:
    """Note what a device brought along, so that it can be given back."""
    merges = people_shape.merges
    await connection.execute(delete(merges).where(merges.c.device == device))
    row = {"device": device, "main": main, "at": now, "body": rows.text(brought)}
    await connection.execute(insert(merges), row)


async def noted(connection: AsyncConnection, device: str, since: float) -> tuple[str, float, Brought] | None:
    """Read to whom a device brought what it has, when, and what it was; None if that is too long ago."""
    merges = people_shape.merges
    query = select(merges).where(merges.c.device == device, merges.c.at > since)
    row = (await connection.execute(query)).first()
    return (row.main, row.at, msgspec.json.decode(row.body, type=Brought)) if row is not None else None
