"""A person's data: everything stored for the devices that hold a seat or made a table, to hand out or to delete."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, exists, func, literal, or_, select, union_all, update

from kilowatt.server.store import locking, memberships, people_shape, retention, rows, shape
from kilowatt.server.store.chats import ChatRow
from kilowatt.server.store.news import News

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

DELETED = "deleted"
"""In place of a person's name or line that was deleted."""


async def devices_of(store: Store, code: str, seat: int | None) -> list[str]:
    """Read the devices of a person: those of a seat, or the one that made the table."""
    async with store.reading() as connection:
        if seat is None:
            query = select(shape.tables.c.owner).where(shape.tables.c.code == code, shape.tables.c.owner != "")
        else:
            query = select(shape.holders.c.device).where(shape.holders.c.code == code, shape.holders.c.seat == seat)
        return list((await connection.execute(query)).scalars())


async def export(store: Store, devices: Collection[str]) -> dict[str, Any]:
    """Read everything that is stored for these devices."""
    export: dict[str, Any] = {"devices": list(devices)}
    boards, chats, hides, holders, makers = shape.boards, shape.chats, shape.hides, shape.holders, shape.makers
    seats, presence, reports, tables = shape.seats, shape.presence, shape.reports, shape.tables
    ratings, changes = people_shape.ratings, people_shape.rating_changes
    groups, members, merges = people_shape.groups, people_shape.members, people_shape.merges
    tokens = people_shape.bot_tokens
    group_chats, group_places = people_shape.group_chats, people_shape.group_places
    group_hides, entrants = people_shape.group_hides, people_shape.entrants
    held = holders.join(seats, (seats.c.code == holders.c.code) & (seats.c.seat == holders.c.seat))
    seen = held.outerjoin(presence, (presence.c.code == seats.c.code) & (presence.c.seat == seats.c.seat))
    queries = {
        "seats": select(seats.c.code, seats.c.seat, seats.c.name, presence.c.seen, presence.c.address)
        .select_from(seen)
        .where(holders.c.device.in_(devices)),
        "tables": select(tables.c.code, tables.c.state, tables.c.created).where(tables.c.owner.in_(devices)),
        "made": select(makers).where(makers.c.device.in_(devices)),
        "chat": select(chats).where(chats.c.device.in_(devices)),
        "group_chat": select(group_chats).where(group_chats.c.device.in_(devices)),
        "group_games": select(group_places).where(group_places.c.device.in_(devices)),
        "tournaments": select(entrants).where(entrants.c.device.in_(devices)),
        "notifications": select(shape.calls).where(shape.calls.c.device.in_(devices)),
        "failed_deliveries": select(shape.troubles).where(shape.troubles.c.target.in_(devices)),
        "days_off": select(people_shape.days_off).where(people_shape.days_off.c.device.in_(devices)),
        "invited": select(shape.admitted.c.at).where(shape.admitted.c.device.in_(devices)),
        "boards": select(boards.c.id, boards.c.title, boards.c.at).where(boards.c.device.in_(devices)),
        "bot_tokens": select(
            tokens.c.id, tokens.c.name, tokens.c.code, tokens.c.group_id, tokens.c.made, tokens.c.until
        ).where(tokens.c.device.in_(devices)),
        "hidden": select(hides).where(hides.c.device.in_(devices)),
        "hidden_in_groups": select(group_hides).where(group_hides.c.device.in_(devices)),
        "profile_switches": select(shape.profiles.c.rated, shape.profiles.c.public).where(
            shape.profiles.c.main.in_(devices)
        ),
        "signed_in": select(merges.c.device, merges.c.at).where(merges.c.main.in_(devices)),
        "ratings": select(ratings).where(ratings.c.main.in_(devices)),
        "rated_games": select(changes).where(changes.c.main.in_(devices)),
        "groups": select(groups.c.id, groups.c.name, members.c.name.label("member"), members.c.at, groups.c.owner)
        .join(members, members.c.id == groups.c.id)
        .where(members.c.device.in_(devices)),
        "reports": select(reports.c.id, reports.c.code, reports.c.board, reports.c.at, reports.c.reason).where(
            reports.c.device.in_(devices)
        ),
    }
    async with store.reading() as connection:
        for name, query in queries.items():
            export[name] = [dict(row) for row in (await connection.execute(query)).mappings()]
        packed = shape.archive_devices
        codes = select(packed.c.code).where(packed.c.device.in_(devices)).distinct().order_by(packed.c.code)
        export["packed"] = list((await connection.execute(codes)).scalars())
    return export


async def known(store: Store, devices: Collection[str]) -> bool:
    """Return whether anything is stored for these devices; every column that is asked has an index."""
    columns = [
        shape.holders.c.device,
        shape.tables.c.owner,
        shape.makers.c.device,
        shape.archive_devices.c.device,
        shape.chats.c.device,
        shape.reports.c.device,
        shape.hides.c.device,
        shape.calls.c.device,
        shape.boards.c.device,
        shape.profiles.c.main,
        people_shape.members.c.device,
        people_shape.bot_tokens.c.device,
        people_shape.days_off.c.device,
        people_shape.group_chats.c.device,
        people_shape.group_places.c.device,
        people_shape.group_hides.c.device,
        people_shape.entrants.c.device,
        people_shape.tournaments.c.owner,
    ]
    queries = [select(literal(1)).where(exists().where(column.in_(devices))) for column in columns]
    async with store.reading() as connection:
        return (await connection.execute(union_all(*queries).limit(1))).first() is not None


async def _rewritten(store: Store, devices: Collection[str]) -> dict[str, bytes]:
    """Write the packed tables where these devices have seats without their names, beside the loop."""
    held, archive = shape.archive_devices, shape.archive
    others = held.alias()
    same = (others.c.code == held.c.code) & (others.c.seat == held.c.seat) & others.c.device.not_in(devices)
    query = (
        select(archive.c.code, archive.c.body, held.c.seat)
        .join(held, held.c.code == archive.c.code)
        .where(held.c.device.in_(devices), held.c.seat != retention.OWNER, ~exists().where(same))
        .distinct()
    )
    seats: dict[str, list[int]] = {}
    bodies: dict[str, bytes] = {}
    async with store.reading() as connection:
        for row in await connection.execute(query):
            seats.setdefault(row.code, []).append(row.seat)
            bodies[row.code] = row.body
    return {code: await asyncio.to_thread(_without_seats, body, seats[code]) for code, body in bodies.items()}


def _without_seats(body: bytes, seats: list[int]) -> bytes:
    packed = retention.decoded(body)
    if retention.MAKER in seats and packed.maker is not None:
        packed.maker["address"] = None
    for seat in seats:
        if seat < 0:
            continue
        packed.table["header"] = _without_name(packed.table["header"], seat, f"Player {seat + 1}")
        packed.seats[seat].update(name=f"Player {seat + 1}", restore=None, away="resigned", level="normal")
    return retention.encoded(packed)


async def forget(
    store: Store, devices: Collection[str], also: Callable[[AsyncConnection], Awaitable[None]] | None = None
) -> int:
    """Delete everything that is stored for these devices, do `also` with it, and return how many seats they had.

    Games go on for the others: the seats count as resigned, under a name that names nobody. Moves stay, because they
    are the game. Reports by others keep their place, without this person's lines.
    """
    packed = await _rewritten(store, devices)

    async def work(connection: AsyncConnection) -> tuple[int, list[News]]:
        holders, tables = shape.holders, shape.tables
        query = select(holders.c.code, holders.c.seat).where(holders.c.device.in_(devices)).distinct()
        held = [(row.code, row.seat) for row in await connection.execute(query)]
        owned = select(tables.c.code).where(tables.c.owner.in_(devices))
        codes = sorted({code for code, _ in held} | set((await connection.execute(owned)).scalars()))
        there = await locking.hold(connection, codes)
        codes, held = [code for code in codes if code in there], [row for row in held if row[0] in there]
        shared = await _shared(connection, devices)
        for code, seat in held:
            if (code, seat) not in shared:
                await _forget_seat(connection, code, seat)
        await connection.execute(delete(holders).where(holders.c.device.in_(devices)))
        await _forget_elsewhere(connection, devices)
        await _forget_packed(connection, packed, devices)
        if also is not None:
            await also(connection)
        news = []
        for code in codes:
            here = tables.c.code == code
            await connection.execute(update(tables).where(here).values(version=tables.c.version + 1))
            row = (await connection.execute(select(tables.c.seq, tables.c.version).where(here))).one()
            news.append(News(code, row.seq, row.version))
        return len(set(held) - shared), news

    return (await store.writer.call(work, lambda done: done[1]))[0]


async def _shared(connection: AsyncConnection, devices: Collection[str]) -> set[tuple[str, int]]:
    """List the seats of these devices that others hold too, by a restore code: the seats stay theirs."""
    holders, mine = shape.holders, shape.holders.alias()
    here = (mine.c.code == holders.c.code) & (mine.c.seat == holders.c.seat) & mine.c.device.in_(devices)
    query = select(holders.c.code, holders.c.seat).join(mine, here).where(holders.c.device.not_in(devices))
    return {(row.code, row.seat) for row in await connection.execute(query)}


async def _forget_seat(connection: AsyncConnection, code: str, seat: int) -> None:
    tables, seats = shape.tables, shape.seats
    name = f"Player {seat + 1}"
    values = (await connection.execute(select(tables).where(tables.c.code == code))).mappings().one()
    row = rows.table_row(values)
    # `wake` makes the server look at the table, where a bot plays for the seat from now on
    changed: dict[str, Any] = {"header": _without_name(row.header, seat, name)}
    if row.state == "playing":
        changed["wake"] = 0.0
    await connection.execute(update(tables).where(tables.c.code == code).values(changed))
    here = (seats.c.code == code) & (seats.c.seat == seat)
    gone: dict[str, Any] = {"name": name, "restore": None, "agreed": False}
    if row.state == "waiting":
        gone.update(kind="open", name="")
    else:
        gone.update(away="resigned", level="normal")
    await connection.execute(update(seats).where(here).values(gone))
    for table in (shape.holders, shape.presence, shape.orders):
        await connection.execute(delete(table).where(table.c.code == code, table.c.seat == seat))


def _without_name(header: str | None, seat: int, name: str) -> str | None:
    if header is None:
        return None
    plain = msgspec.json.decode(header)
    if seat < len(plain.get("players", [])):
        plain["players"][seat] = name
    return rows.text(plain)


async def _forget_elsewhere(connection: AsyncConnection, devices: Collection[str]) -> None:
    await connection.execute(delete(shape.chats).where(shape.chats.c.device.in_(devices)))
    await connection.execute(delete(shape.hides).where(shape.hides.c.device.in_(devices)))
    for table in (people_shape.group_chats, people_shape.group_hides):
        await connection.execute(delete(table).where(table.c.device.in_(devices)))
    played = people_shape.group_places
    gone = update(played).where(played.c.device.in_(devices)).values(device="", name="")
    await connection.execute(gone)
    entrants, run = people_shape.entrants, people_shape.tournaments
    left = {"device": "", "name": "", "left": func.coalesce(entrants.c.left, entrants.c.at)}
    await connection.execute(update(entrants).where(entrants.c.device.in_(devices)).values(left))
    await connection.execute(update(run).where(run.c.owner.in_(devices)).values(owner=""))
    await connection.execute(delete(shape.calls).where(shape.calls.c.device.in_(devices)))
    await connection.execute(delete(people_shape.days_off).where(people_shape.days_off.c.device.in_(devices)))
    await connection.execute(delete(shape.outbox).where(shape.outbox.c.target.in_(devices)))
    await connection.execute(delete(shape.troubles).where(shape.troubles.c.target.in_(devices)))
    await connection.execute(delete(shape.admitted).where(shape.admitted.c.device.in_(devices)))
    await connection.execute(delete(shape.profiles).where(shape.profiles.c.main.in_(devices)))
    await connection.execute(delete(shape.boards).where(shape.boards.c.device.in_(devices)))
    tokens = people_shape.bot_tokens
    await connection.execute(delete(tokens).where(tokens.c.device.in_(devices)))
    merges = people_shape.merges
    await connection.execute(delete(merges).where(merges.c.device.in_(devices) | merges.c.main.in_(devices)))
    await memberships.forget(connection, devices)
    makers, tables, reports = shape.makers, shape.tables, shape.reports
    await connection.execute(update(makers).where(makers.c.device.in_(devices)).values(device="", address=None))
    owned = list((await connection.execute(select(tables.c.code).where(tables.c.owner.in_(devices)))).scalars())
    await retention.forget_messages(connection, owned)
    await connection.execute(update(tables).where(tables.c.owner.in_(devices)).values(owner=""))
    await connection.execute(update(reports).where(reports.c.device.in_(devices)).values(device=""))
    quoted = or_(*(reports.c.lines.like(f"%{device}%") for device in devices))
    for row in (await connection.execute(select(reports.c.id, reports.c.lines).where(quoted))).all():
        lines = msgspec.json.decode(row.lines, type=list[ChatRow])
        if any(line.device in devices for line in lines):
            kept = [_without_author(line) if line.device in devices else line for line in lines]
            await connection.execute(update(reports).where(reports.c.id == row.id).values(lines=rows.text(kept)))


def _without_author(line: ChatRow) -> ChatRow:
    return msgspec.structs.replace(line, name="", text=DELETED, who=None, device=None, address=None)


async def _forget_packed(connection: AsyncConnection, bodies: dict[str, bytes], devices: Collection[str]) -> None:
    for code, body in bodies.items():
        await connection.execute(update(shape.archive).where(shape.archive.c.code == code).values(body=body))
    await connection.execute(delete(shape.archive_devices).where(shape.archive_devices.c.device.in_(devices)))
