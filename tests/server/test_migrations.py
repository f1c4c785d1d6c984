"""Migrations: a database of the first release, with games in it, is brought here and plays on."""

import random
import zlib
from pathlib import Path

import pytest
from sqlalchemy import text

from kilowatt.client import Client
from kilowatt.coach.review import Row
from kilowatt.host.review_summary import pack, summary_at
from kilowatt.protocol import ChangeSeat, PlayedReview
from kilowatt.server.identity import new_token, token_hash
from kilowatt.server.store import chats, upgrade
from kilowatt.server.store.store import make_engine
from tests.server.first_release import CODE, first_rows
from tests.server.kit import play_on, run, serving, sqlite
from tests.server.postgres import Cluster
from tests.server.seats import refused


async def old_reviews_have_a_summary(url: str) -> None:
    """Check that a review of an earlier release gets its summary, and one that cannot be read stays without."""
    engine = make_engine(url)
    await upgrade.upgrade(engine, "0040")
    table = first_rows(new_token(), new_token())["tables"][0]
    bodies = {CODE: pack([Row(1, 4, 1, "auction", -1, (0.25, 0.75))]), "HGFEDCBA": zlib.compress(b'[{"first": 1}]')}
    async with engine.begin() as connection:
        for code, body in bodies.items():
            row = {**table, "code": code, "state": "over"}
            values = ", ".join(f":{column}" for column in row)
            await connection.execute(text(f"insert into tables ({', '.join(row)}) values ({values})"), row)
            stored = {"code": code, "body": body}
            await connection.execute(text("insert into reviews (code, body) values (:code, :body)"), stored)
    await upgrade.upgrade(engine)
    async with engine.connect() as connection:
        rows = (await connection.execute(text("select code, summary from reviews"))).all()
    assert {code: summary_at(summary, 1) for code, summary in rows} == {
        CODE: PlayedReview(100.0, [75]),
        "HGFEDCBA": None,
    }
    await upgrade.downgrade(engine, "0040")
    async with engine.connect() as connection:
        assert (await connection.execute(text("select count(*) from reviews"))).scalar_one() == 2
    await engine.dispose()


async def old_games_play_on(url: str) -> None:
    """Check that a game of the first release is there after all migrations, with its players, chat and presence."""
    token, other = new_token(), new_token()
    engine = make_engine(url)
    await upgrade.upgrade(engine, "0001")
    async with engine.begin() as connection:
        for name, rows in first_rows(token, other).items():
            columns = ", ".join(rows[0])
            values = ", ".join(f":{column}" for column in rows[0])
            await connection.execute(text(f"insert into {name} ({columns}) values ({values})"), rows)
    await upgrade.upgrade(engine)
    assert await upgrade.current(engine) == upgrade.head()
    async with serving(url, stand_in=0.0) as server, Client(server.url, token) as ann, Client(server.url, other) as bob:
        async with ann.sit(CODE) as first, bob.sit(CODE) as second:
            assert [line.text for line in second.said] == ["good luck"]
            acting = first if first.my_turn else second
            assert await play_on(acting, random.Random(1), 1) == 1
        stored = await chats.recent(server.server.store, CODE)
        assert (stored[0].text, stored[0].who) == ("good luck", None)
        assert [table.code for table in await bob.tables("mine")] == [CODE]
        async with server.server.engine.connect() as connection:
            made = (await connection.execute(text("select device, imported, bytes from makers"))).one()
            assert tuple(made) == (token_hash(token), False, 0)
        assert (await refused(ann.change_seat(CODE, 1, ChangeSeat("open")))).code == "not_absent"
    await upgrade.downgrade(engine, "0001")
    async with engine.connect() as connection:
        assert (await connection.execute(text("select count(*) from entries"))).scalar_one() > 1
        assert (await connection.execute(text("select text from chats"))).scalar_one() == "good luck"
    await engine.dispose()


def test_games_of_the_first_release_play_on(tmp_path: Path) -> None:
    """On SQLite."""
    run(old_games_play_on(sqlite(tmp_path)))


def test_reviews_of_an_earlier_release_have_a_summary(tmp_path: Path) -> None:
    """On SQLite."""
    run(old_reviews_have_a_summary(sqlite(tmp_path)))


@pytest.mark.postgres
def test_reviews_of_an_earlier_release_have_a_summary_in_postgres(postgres: Cluster) -> None:
    """On PostgreSQL."""
    run(old_reviews_have_a_summary(postgres.database()))


@pytest.mark.postgres
def test_games_of_the_first_release_play_on_in_postgres(postgres: Cluster) -> None:
    """On PostgreSQL."""
    run(old_games_play_on(postgres.database()))
