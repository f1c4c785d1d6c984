"""Games and databases of a newer version: refused by name, and left as they are. Those of an older one: checked."""

from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect

from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.identity import new_token
from kilowatt.server.ops.audit import check_games
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings
from kilowatt.server.store import upgrade
from kilowatt.server.store.store import make_engine
from tests.server.first_release import first_rows
from tests.server.kit import run, serving, sqlite, until
from tests.server.seats import refused

BOTS = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [('"revision":', '"revision":99', "revision: 99"), ('"version":', '"version":9', "version: 9")],
)
def test_a_game_of_a_newer_version_is_refused_and_kept(tmp_path: Path, old: str, new: str, words: str) -> None:
    """A game of an unknown rules revision or record version is opened nowhere, and no row of it changes."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url, bot_pause=60.0) as server, Client(server.url) as ann:
            code = (
                await ann.create(CreateTable("recharged/germany", BOTS, {"order": [1, 0], "trust": False}))
            ).table.code
            token = ann.token
        engine = make_engine(url)
        async with engine.begin() as connection:
            # the first digit stays behind the new number: 99 becomes 991, which is unknown too
            query = "update tables set header = replace(header, :old, :new), wake = 1 where code = :code"
            await connection.execute(text(query), {"old": old, "new": new, "code": code})
        async with serving(url, sweep=0.05) as server, Client(server.url, token) as ann:
            store = server.server.store
            before = (await store.table(code), await store.entries(code))
            error = await refused(ann.table(code))
            assert error.code == "unknown_rules"
            assert words in error.text
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(socket, proxy=None) as reader:
                assert "unknown_rules" in str(await reader.recv())
            # the sweep has found the table overdue, and has left it alone
            await until(lambda: code in server.server.sweeper.broken)
            assert [table.code for table in await ann.tables("mine")] == [code]
            assert (await store.table(code), await store.entries(code)) == before
        await engine.dispose()

    run(check())


def test_a_database_of_a_newer_version_is_refused_and_kept(tmp_path: Path) -> None:
    """Neither a server nor the check of games touches a database whose revision this version does not know."""

    async def check() -> None:
        url = sqlite(tmp_path)
        engine = make_engine(url)
        await upgrade.upgrade(engine)
        async with engine.begin() as connection:
            await connection.execute(text("update alembic_version set version_num = '9999'"))
        said: list[str] = []
        assert await check_games(Settings(database_url=url), said.append) == 2
        assert "revision 9999" in said[0]
        server = Server(Settings(database_url=url))
        with pytest.raises(upgrade.UnknownRevision, match="revision 9999"):
            await server.start()
        assert server.lock is not None
        server.lock.release()
        await server.engine.dispose()
        assert await upgrade.current(engine) == "9999"
        await engine.dispose()

    run(check())


@pytest.mark.parametrize("revision", ["0001", "0050"])
def test_games_of_an_older_database_are_checked(tmp_path: Path, revision: str) -> None:
    """The check before an upgrade replays the games of a database of an older revision, and changes nothing in it."""

    async def check() -> None:
        url = sqlite(tmp_path)
        engine = make_engine(url)
        await upgrade.upgrade(engine, revision)
        async with engine.begin() as connection:
            for name, rows in first_rows(new_token(), new_token()).items():
                columns, values = ", ".join(rows[0]), ", ".join(f":{column}" for column in rows[0])
                await connection.execute(text(f"insert into {name} ({columns}) values ({values})"), rows)
        said: list[str] = []
        assert await check_games(Settings(database_url=url), said.append) == 0
        assert said == ["1 unfinished games, 0 would not go on"]
        async with engine.begin() as connection:
            await connection.execute(text("update entries set body = 'nonsense' where seq = 1"))
        assert await check_games(Settings(database_url=url), said.append) == 1
        assert await upgrade.current(engine) == revision
        await engine.dispose()

    run(check())
