"""How far players have read the chat: kept by the server, before the game too, and nobody else's business."""

from pathlib import Path

from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from tests.server.kit import run, serving, sqlite, until

THREE = [SeatPlan("person", name="Anna"), SeatPlan("open"), SeatPlan("open")]


async def unread(client: Client) -> list[int]:
    """Read how many new lines a device's tables have."""
    return [table.unread for table in await client.tables()]


def test_new_lines_are_counted_until_they_are_read(tmp_path: Path) -> None:
    """Lines of others count as new on every device of a player until one has read them, also before the game."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url) as server, Client(server.url) as anna, Client(server.url) as bob:
            code = (await anna.create(CreateTable("recharged/germany", THREE))).table.code
            restore = (await bob.join(code, "Bob")).restore["1"]
            async with anna.sit(code) as first, bob.sit(code) as second, Client(server.url) as phone:
                assert first.table is not None
                assert first.table.state == "waiting"
                for text in ("good luck", "have fun"):
                    await first.chat(text)
                await second.until(lambda: len(second.said) == 2)
                assert (await unread(anna), await unread(bob)) == ([0], [2]), "your own lines are not new"
                await second.read(second.said[0].id)
                await second.ping()
                assert await unread(bob) == [1]
                await second.read(0)
                await second.ping()
                assert await unread(bob) == [1], "nobody unreads"
                await phone.join(code, restore=restore)
                assert await unread(phone) == [1], "it is kept by the server"
                await second.read(second.said[1].id)
                await second.ping()
                assert await unread(phone) == [0]

    run(check())


def test_a_stranger_marks_nothing_as_read(tmp_path: Path) -> None:
    """Whoever has no seat changes nobody's count, and nobody has read what is not written yet."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            code = (await anna.create(CreateTable("recharged/germany", THREE))).table.code
            await bob.join(code, "Bob")
            async with Client(server.url) as eve, anna.sit(code) as first, eve.sit(code) as watcher:
                await first.chat("hello")
                await until(lambda: bool(watcher.said))
                await watcher.read(2**31 - 1)
                await watcher.ping()
                assert await unread(bob) == [1]
                async with bob.sit(code) as second:
                    assert second.read_upto == 0
                    await second.read(2**31 - 1)
                    await second.ping()
                async with bob.sit(code) as second:
                    assert second.read_upto == second.said[-1].id
            assert await unread(bob) == [0]

    run(check())
