"""Looking back: missing entries and earlier moments. Reads only, and replays beside the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kilowatt.engine.snapshot import BadSnapshot
from kilowatt.host import answers
from kilowatt.host.errors import Denied
from kilowatt.host.game import moments

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kilowatt.engine.state import State
    from kilowatt.host.rows import Stretch
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

T = TypeVar("T")


async def lines_after(registry: Registry, room: Room, have: int, address: str) -> list[bytes]:
    """Return the lines after an entry, with what happened by them; if there are many, the last page of them."""
    if room.game is None or have >= room.game.seq:
        return []
    tail = [line for seq, line in room.game.tail if seq > have]
    if len(tail) == room.game.seq - have:
        return tail
    return await page(registry, room, *answers.missing(room, have), address)


async def earlier(registry: Registry, room: Room, before: int, address: str) -> tuple[list[bytes], bool]:
    """Return the page of lines before an entry, and whether there are more before it."""
    first, last = answers.page_before(room, before)
    return (await page(registry, room, first, last, address) if last >= first else []), first > 1


async def page(registry: Registry, room: Room, first: int, last: int, address: str) -> list[bytes]:
    """Read and replay some lines, from the snapshot before them."""

    async def read() -> list[bytes]:
        stretch = await registry.loader.stretch(room.code, first - 1, last)
        return await registry.workers.do(address, moments.page, room.row.header or "", stretch, first)

    return await _from_snapshots(registry, room, read)


async def _from_snapshots(registry: Registry, room: Room, read: Callable[[], Awaitable[T]]) -> T:
    """Read something that rests on snapshots; if one is damaged all are taken again."""
    try:
        return await read()
    except BadSnapshot:
        await registry.loader.renew_snapshots(room.row)
        return await read()


async def moment(registry: Registry, room: Room, viewer: Viewer, name: str, upto: int) -> bytes:
    """Return the table as it was after an entry, as this viewer may see it now."""
    answers.check_moment(room, upto)
    seats = answers.shown_seats(room, viewer.seats)

    async def read() -> bytes:
        stretch = await registry.loader.stretch(room.code, upto, upto)
        return await registry.workers.do(
            viewer.address, answers.moment, room.row.header or "", stretch, seats, name, upto
        )

    return await _from_snapshots(registry, room, read)


async def read_moment(registry: Registry, room: Room, upto: int | None, address: str, read: Callable[[State], T]) -> T:
    """Read something off the table after an entry, or as it is."""
    if room.game is None:
        raise Denied("waiting")
    asked = room.game.seq if upto is None else upto
    answers.check_moment(room, asked)

    async def look() -> T:
        stretch = await registry.loader.stretch(room.code, asked, asked)
        return await registry.workers.do(address, _of_moment, room.row.header or "", stretch, read)

    return await _from_snapshots(registry, room, look)


def _of_moment(header: str, stretch: Stretch, read: Callable[[State], T]) -> T:
    return read(moments.game_at(header, stretch).state)
