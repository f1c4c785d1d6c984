"""Backups: made while the server plays, whole, private; and restored only where no server runs."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kilowatt.cli import app
from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from tests.server.kit import play_on, run, serving, sqlite
from tests.server.postgres import Cluster

BOTH = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]


def admin(url: str, *words: str) -> tuple[int, str]:
    """Run a command of the host; return its status and what it said."""
    done = CliRunner().invoke(app, ["admin", *words, "--database", url])
    return done.exit_code, f"{done.output}{done.exception or ''}"


def test_a_backup_is_made_while_the_server_plays_and_restored(tmp_path: Path) -> None:
    """A backup has every move that was confirmed before it; restored, the game goes on from there."""
    url = sqlite(tmp_path)
    copy = tmp_path / "elsewhere" / "copy.db"

    async def play() -> tuple[str, str, int]:
        async with serving(url) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", BOTH))).table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1), 5)
                before = seat.seq
                status, said = await asyncio.to_thread(admin, url, "backup", str(copy))
                assert status == 0, said
                status, said = await asyncio.to_thread(admin, url, "restore", str(copy), "--yes")
                assert "in use by another server" in said
                await play_on(seat, random.Random(2), 5)
                assert ann.token is not None
                return code, ann.token, before

    code, token, before = run(play())
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
    status, said = admin(url, "restore", str(copy))
    assert status != 0, "nobody has answered the question"
    status, said = admin(url, "restore", str(copy), "--yes")
    assert status == 0, said
    assert "1 tables" in said
    kept = [path for path in tmp_path.iterdir() if ".before-" in path.name]
    assert kept, "what was there is kept"
    assert (tmp_path / "test.db").stat().st_mode & 0o777 == 0o600

    async def go_on() -> None:
        async with serving(url) as server, Client(server.url, token) as ann, ann.sit(code) as seat:
            assert seat.seq >= before
            await play_on(seat, random.Random(3), 3)

    run(go_on())


def test_a_backup_has_a_name_of_its_own_beside_the_database(tmp_path: Path) -> None:
    """Without a name the backup is in a folder beside the database, whatever the working folder is."""
    url = sqlite(tmp_path)

    async def make() -> None:
        async with serving(url):
            pass

    run(make())
    status, said = admin(url, "backup")
    assert status == 0, said
    [made] = (tmp_path / "backups").iterdir()
    assert said.startswith(f"{made}: 0 tables, 0 entries, revision ")


def test_what_is_no_backup_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    """No database, a file that is there, a damaged or foreign file and a newer version are one line each."""
    url = sqlite(tmp_path)
    assert "there is none at" in admin(url, "backup")[1]
    assert not (tmp_path / "test.db").exists(), "no empty database is made"

    async def make() -> None:
        async with serving(url):
            pass

    run(make())
    before = (tmp_path / "test.db").read_bytes()
    bad = tmp_path / "bad.db"
    assert "there is none" in admin(url, "restore", str(bad), "--yes")[1]
    bad.write_bytes(b"nothing")
    assert "no database of Kilowatt" in admin(url, "restore", str(bad), "--yes")[1]
    assert "already" in admin(url, "backup", str(bad))[1]
    bad.unlink()
    assert admin(url, "backup", str(bad))[0] == 0
    with closing(sqlite3.connect(bad)) as base:
        base.execute("update alembic_version set version_num = '9999'")
        base.commit()
    assert "newer version" in admin(url, "restore", str(bad), "--yes")[1]
    half = tmp_path / "half.db"
    half.write_bytes(bad.read_bytes()[: bad.stat().st_size // 2])
    assert admin(url, "restore", str(half), "--yes")[0] != 0
    assert (tmp_path / "test.db").read_bytes() == before


@pytest.mark.parametrize("words", [["--version"]])
def test_the_version_is_printed(words: list[str]) -> None:
    """`kilowatt --version` prints name and version."""
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0
    assert done.output.startswith("kilowatt ")


@pytest.mark.postgres
def test_a_postgres_database_is_dumped_and_loaded(postgres: Cluster, tmp_path: Path) -> None:
    """On PostgreSQL a backup is a dump that brings every table back, made while the server plays."""
    url = postgres.database()
    copy = tmp_path / "copy.dump"

    async def play() -> tuple[str, str]:
        async with serving(url) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", BOTH))).table.code
            status, said = await asyncio.to_thread(admin, url, "backup", str(copy))
            assert status == 0, said
            later = (await ann.create(CreateTable("recharged/germany", BOTH))).table.code
            return code, later

    code, later = run(play())
    assert copy.stat().st_mode & 0o777 == 0o600
    status, said = admin(url, "restore", str(copy), "--yes")
    assert status == 0, said
    listed = admin(url, "list")[1]
    assert code in listed
    assert later not in listed
    copy.write_bytes(b"nothing")
    assert admin(url, "restore", str(copy), "--yes")[0] != 0
