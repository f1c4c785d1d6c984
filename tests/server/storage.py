"""What holds for every database: on SQLite and on PostgreSQL the tests ask for the same."""

import random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from kilowatt.client import Client, ServerSaidNo
from kilowatt.server import retention
from kilowatt.server.retention import Swept
from kilowatt.server.server import Server
from kilowatt.server.store import upgrade
from kilowatt.server.store.shape import metadata
from kilowatt.server.store.store import Store, make_engine
from tests.server.kit import Running, eager_move, play_on
from tests.server.seats import THREE


async def migrations_agree(url: str) -> None:
    """Check that migrating up gives the declared shape, and migrating down leaves nothing."""
    engine = make_engine(url)
    try:
        assert await upgrade.current(engine) is None
        await upgrade.upgrade(engine)
        await upgrade.upgrade(engine)
        assert await upgrade.current(engine) == upgrade.head()
        async with engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), metadata)
            )
        assert differences == []
        await upgrade.downgrade(engine, "base")
        async with engine.connect() as connection:
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
        assert set(names) <= {"alembic_version"}
    finally:
        await engine.dispose()


async def fails_then_goes_on(server: Running, client: Client, fail: object, recover: object) -> None:
    """Check that a move is refused while the store fails, is not seen by anybody, and is played when it is back."""
    code = (await client.create(THREE)).table.code
    async with client.sit(code) as seat:
        await play_on(seat, random.Random(1), 5)
        before = seat.seq
        move = eager_move(seat, random.Random(2))
        await fail()  # type: ignore[operator]
        with pytest.raises(ServerSaidNo) as caught:
            await seat.act(move, key="again", expect=before)
        assert caught.value.code == "store_unavailable"
        assert seat.seq == before
        await recover()  # type: ignore[operator]
        done = await seat.act(move, key="again", expect=before)
        await seat.seen(done.seq)
        await play_on(seat, random.Random(3), 5)
        last = seat.seq
    stored = await server.server.store.entries(code)
    assert len(stored) == last


async def age(store: Store, code: str, days: float) -> None:
    """Let so many days pass since anybody was at a table."""
    async with store.engine.begin() as connection:
        values = {"seconds": days * 86400, "code": code}
        await connection.execute(text("update presence set seen = seen - :seconds where code = :code"), values)
        await connection.execute(text("update tables set touched = touched - :seconds where code = :code"), values)


async def one_process_does_it(one: Server, two: Server) -> None:
    """Check that of two processes one makes this hour's run."""
    assert await retention.run_if_due(one.store, one.settings) == Swept()
    assert await retention.run_if_due(two.store, two.settings) is None
