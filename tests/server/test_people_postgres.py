"""People at two processes on a real PostgreSQL: moderation, retention and the host's commands hold at both."""

import pytest

from kilowatt.client import Client, Gone
from kilowatt.protocol import CreateTable, Moderate
from kilowatt.server.ops import retention
from kilowatt.server.ops.admin import opened
from kilowatt.server.ops.retention import Swept
from kilowatt.server.settings import Settings
from kilowatt.server.store import person
from kilowatt.server.tables.viewers import REMOVED
from tests.server.kit import run, serving
from tests.server.postgres import Cluster
from tests.server.test_moderation import device, said, silenced
from tests.server.test_play import refused
from tests.server.test_postgres import TWO
from tests.server.test_retention import age, one_process_does_it

pytestmark = pytest.mark.postgres


def test_moderation_holds_at_every_process(postgres: Cluster) -> None:
    """Muted at one process a player is silent at the other, and a removed watcher is disconnected there."""

    async def check() -> None:
        url = postgres.database()
        async with (
            serving(url) as one,
            serving(url) as two,
            Client(one.url) as ann,
            Client(two.url) as bob,
            Client(two.url) as eve,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            async with bob.sit(code) as seat, (await device(eve)).sit(code) as watcher, ann.sit(code) as owner:
                who = await said(watcher, "spoiler")
                await owner.until(lambda: bool(owner.said))
                await ann.moderate(code, Moderate("mute", "seat-1"))
                await seat.until(lambda: seat.table is not None and seat.table.muted == ["seat-1"])
                assert await silenced(seat) == "muted"
                await ann.moderate(code, Moderate("remove", who))
                with pytest.raises(Gone) as caught:
                    await watcher.until(lambda: False)
                assert caught.value.code == REMOVED

    run(check())


def test_retention_and_deletion_on_postgres(postgres: Cluster) -> None:
    """A table is packed and comes back, one process makes the run, and a person's data is deleted at both."""

    async def check() -> None:
        url = postgres.database()
        async with (
            serving(url) as one,
            serving(url) as two,
            Client(one.url) as ann,
            Client(two.url) as bob,
            opened(Settings(database_url=url)) as admin,
        ):
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            await bob.join(code, "Bob")
            record = await ann.record(code)
            await one_process_does_it(one.server, two.server)
            for server in (one, two):
                server.server.registry.let_go(float("inf"))
            await age(admin.store, code, 1000)
            assert await retention.run(admin.store, admin.settings) == Swept(packed=1)
            assert await bob.record(code) == record
            async with ann.sit(code) as seat:
                assert await person.forget(admin.store, await admin.devices(code, 1)) == 1
                await seat.until(lambda: seat.table is not None and seat.table.seats[1].name == "Player 2")
            assert (await refused(bob.leave(code))).code == "no_seat"
            assert await admin.close(code) == "closed"

    run(check())
