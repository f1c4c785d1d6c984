"""Presence: who came and went is written, many at a time, and one table that is gone keeps no other from it."""

import asyncio
from pathlib import Path

from kilowatt.client import Client
from kilowatt.server.store.presence import last_seen
from tests.server.kit import cut_off, run, serving, sqlite
from tests.server.seats import THREE


def test_arrivals_are_written_together(tmp_path: Path) -> None:
    """Players who connect are written in one transaction, and those at a deleted table keep no others out of it."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            presence, store = server.server.presence, server.server.store
            codes = [(await ann.create(THREE)).table.code for _ in range(3)]
            before = [await last_seen(store, code, 0) or 0.0 for code in codes]
            calls: list[int] = []
            note = store.writer.call
            for code in codes:
                room = await server.server.registry.open(code)
                for seat in range(3):
                    presence._note(room, seat)
            await ann.delete(codes[2])

            async def counted(work: object, news: object = ()) -> object:
                calls.append(1)
                return await note(work, news)  # type: ignore[arg-type]

            store.writer.call = counted  # type: ignore[method-assign,assignment]
            await asyncio.gather(presence.flush(), presence.flush())
            # one for all; the presence's own round may add one
            written = len(calls)
            assert 1 <= written <= 2
            presence._note(await server.server.registry.open(codes[0]), 0)
            presence._note(await server.server.registry.open(codes[1]), 0)
            await presence.flush()
            assert written + 1 <= len(calls) <= written + 2
            after = [await last_seen(store, code, 0) or 0.0 for code in codes[:2]]
            assert after[0] > before[0]
            assert after[1] > before[1]

    run(check())


def test_a_departure_is_written_at_once(tmp_path: Path) -> None:
    """When the last socket of a seat closes, the database knows since when its player is away."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            before = await last_seen(server.server.store, code, 0) or 0.0
            async with ann.sit(code) as seat:
                await seat.ping()
            await cut_off(server, code, 0)
            await server.server.presence.flush()
            assert (await last_seen(server.server.store, code, 0) or 0.0) > before

    run(check())
