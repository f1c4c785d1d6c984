"""Lists of tables: those with open seats, a device's own, and those that can be watched."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kilowatt.host import timekeeping
from kilowatt.host.heads import table_view
from kilowatt.protocol import TableList
from kilowatt.server.store import chats, days_off

if TYPE_CHECKING:
    from kilowatt.protocol import TableView
    from kilowatt.server.tables.room.registry import Registry

AT_ONCE = 20
"""Tables that are written in one go."""


async def list_tables(registry: Registry, wanted: str, device: str) -> TableList:
    """List tables: `open`, `mine` or `watch`."""
    rows = await registry.store.lists(wanted, device)
    codes = [row.code for row in rows]
    seats = await registry.store.seats_of(codes) if codes else {}
    holders = await registry.store.holders_of(codes) if codes else {}
    away = [code for code in codes if code not in registry.rooms]
    present = await registry.loader.elsewhere(away) if away else {}
    off = await _days_off(registry, away) if wanted == "mine" and away else {}
    shown: list[TableView] = []
    for number, row in enumerate(rows):
        if number % AT_ONCE == AT_ONCE - 1:
            # others are answered in between
            await asyncio.sleep(0)
        room = registry.rooms.get(row.code)
        if room is not None and not room.stale:
            shown.append(room.table_view(device))
        else:
            here = set(present.get(row.code, ()))
            held, days = holders.get(row.code, {}), off.get(row.code)
            shown.append(table_view(row, seats.get(row.code, []), held, device, here, 0, days))
    if wanted == "mine":
        counted = await chats.unread(registry.store, {view.code: view.yours for view in shown}, device)
        for view in shown:
            view.unread = counted.get(view.code, 0)
    return TableList(shown)


async def _days_off(registry: Registry, codes: list[str]) -> dict[str, days_off.Off]:
    async with registry.store.reading() as connection:
        return await days_off.of_tables(connection, codes, timekeeping.now())
