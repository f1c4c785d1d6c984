"""Looking back: missing entries and earlier moments. Reads only, and replays beside the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kilowatt.engine import knowledge
from kilowatt.engine.snapshot import BadSnapshot
from kilowatt.protocol import coding
from kilowatt.server.errors import Denied
from kilowatt.server.game import moments
from kilowatt.server.tables.room.room import shown_game

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kilowatt.engine.state import State
    from kilowatt.server.store.snapshots import Stretch
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.viewers import Viewer

T = TypeVar("T")


async def lines_after(registry: Registry, room: Room, have: int, address: str) -> list[bytes]:
    """Return the lines after an entry, with what happened by them; if there are many, the last page of them."""
    if room.game is None or have >= room.game.seq:
        return []
    tail = [line for seq, line in room.game.tail if seq > have]
    if len(tail) == room.game.seq - have:
        return tail
    return await page(registry, room, max(have + 1, room.game.seq - moments.PAGE + 1), room.game.seq, address)


async def earlier(registry: Registry, room: Room, before: int, address: str) -> tuple[list[bytes], bool]:
    """Return the page of lines before an entry, and whether there are more before it."""
    if room.game is None:
        raise Denied("waiting")
    last = min(before - 1, room.game.seq)
    first = max(1, last - moments.PAGE + 1)
    return (await page(registry, room, first, last, address) if last >= first else []), first > 1


async def page(registry: Registry, room: Room, first: int, last: int, address: str) -> list[bytes]:
    """Read and replay some lines, from the snapshot before them."""

    async def read() -> list[bytes]:
        stretch = await _stretch(registry, room, first - 1, last)
        return await registry.workers.do(address, moments.page, room.row.header or "", stretch, first)

    return await _from_snapshots(registry, room, read)


async def _from_snapshots(registry: Registry, room: Room, read: Callable[[], Awaitable[T]]) -> T:
    """Read something that rests on snapshots; if one is damaged all are taken again."""
    try:
        return await read()
    except BadSnapshot:
        await registry.loader.renew_snapshots(room.row)
        return await read()


async def _stretch(registry: Registry, room: Room, start: int, upto: int) -> Stretch:
    stretch = await registry.store.stretch(room.code, start, upto)
    first = stretch.snapshot[0] if stretch.snapshot is not None else 0
    far = moments.far_targets(stretch.lines, first)
    return stretch._replace(far=await registry.store.snapshots_at(room.code, far)) if far else stretch


async def moment(registry: Registry, room: Room, viewer: Viewer, name: str, upto: int) -> bytes:
    """Return the table as it was after an entry, as this viewer may see it now."""
    if room.game is None:
        raise Denied("waiting")
    if upto > room.game.seq:
        raise Denied("no_moment", seq=upto, last=room.game.seq)
    seats = tuple(range(len(room.seats))) if open_book(room) else viewer.seats

    async def read() -> bytes:
        stretch = await _stretch(registry, room, upto, upto)
        return await registry.workers.do(
            viewer.address, _written_moment, room.row.header or "", stretch, seats, name, upto
        )

    return await _from_snapshots(registry, room, read)


async def read_moment(registry: Registry, room: Room, upto: int | None, address: str, read: Callable[[State], T]) -> T:
    """Read something off the table after an entry, or as it is."""
    if room.game is None:
        raise Denied("waiting")
    last = room.game.seq
    if upto is not None and upto > last:
        raise Denied("no_moment", seq=upto, last=last)
    asked = last if upto is None else upto

    async def look() -> T:
        stretch = await _stretch(registry, room, asked, asked)
        return await registry.workers.do(address, _of_moment, room.row.header or "", stretch, read)

    return await _from_snapshots(registry, room, look)


def _of_moment(header: str, stretch: Stretch, read: Callable[[State], T]) -> T:
    return read(moments.game_at(header, stretch).state)


def _written_moment(header: str, stretch: Stretch, seats: tuple[int, ...], name: str, upto: int) -> bytes:
    shown = shown_game(moments.game_at(header, stretch), seats)
    return coding.write({"type": "history", "id": name, "seq": upto, "game": shown})


def open_book(room: Room) -> bool:
    """Return whether all money may be shown: it is open, or the game is over."""
    assert room.game is not None  # noqa: S101 - callers have a game
    return room.game.over or not knowledge.hides_money(room.game.state)
