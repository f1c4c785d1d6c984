"""People at two processes on a real PostgreSQL: moderation, retention and the host's commands hold at both."""

import pytest

from kilowatt.client import Client, Gone
from kilowatt.host import timekeeping
from kilowatt.host.timekeeping import Timekeeper
from kilowatt.host.viewers import REMOVED
from kilowatt.protocol import ClockPlan, CreateTable, Moderate
from kilowatt.server import retention
from kilowatt.server.ops.admin import opened
from kilowatt.server.retention import Swept
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings
from kilowatt.server.store import downtime, person
from tests.server.kit import run, serving
from tests.server.postgres import Cluster
from tests.server.seats import TWO, device, refused, said, silenced
from tests.server.storage import age, one_process_does_it

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
            record = await bob.record(code)
            await one_process_does_it(one.server, two.server)
            for server in (one, two):
                server.server.registry.evict(float("inf"))
            await age(admin.store, code, 1000)
            assert await retention.run(admin.store, admin.settings) == Swept(packed=1)
            assert await bob.record(code) == record
            async with ann.sit(code) as seat:
                assert await person.forget(admin.store, await admin.devices(code, 1)) == 1
                await seat.until(lambda: seat.table is not None and seat.table.seats[1].name == "Player 2")
            assert (await refused(bob.leave(code))).code == "no_seat"
            assert await admin.close(code) == "closed"

    run(check())


def test_a_process_with_another_clock_moves_nobodys_time(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one process serves, another that starts with its clock a day ahead does not call the day a downtime."""

    async def check() -> None:
        url = postgres.database()
        asked = CreateTable("recharged/germany", TWO, clock=ClockPlan("bank", bank=1000))
        async with serving(url) as one, Client(one.url) as ann, Client(one.url) as bob:
            code = (await ann.create(asked)).table.code
            await bob.join(code, "Bob")
            before = await one.server.store.table(code)
            ahead = Timekeeper()
            ahead._base += 86400
            monkeypatch.setattr(timekeeping, "TIME", ahead)
            two = Server(Settings(database_url=url))
            assert await downtime.excuse(two.engine) == 0.0
            await two.engine.dispose()
            after = await one.server.store.table(code)
            assert before is not None
            assert after is not None
            assert (after.live.clock, after.wake) == (before.live.clock, before.wake)

    run(check())
