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


@pytest.mark.parametrize("broken", ["copy", "check", "exchange"])
def test_a_restore_that_fails_half_way_leaves_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """A full disk, a copy that is damaged on the way or a rename that fails: what was there is there, log included."""
    url, copy = sqlite(tmp_path), tmp_path / "copies" / "copy.db"

    async def make() -> None:
        async with serving(url) as server, Client(server.url) as ann:
            await ann.create(CreateTable("recharged/germany", BOTH))

    async def empty() -> None:
        async with serving(sqlite(tmp_path / "other")):
            pass

    run(make())
    run(empty())
    assert admin(sqlite(tmp_path / "other"), "backup", str(copy))[0] == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if broken == "copy":
        monkeypatch.setattr("shutil.copyfileobj", fail)
    elif broken == "check":
        monkeypatch.setattr("shutil.copyfileobj", lambda stored, target: target.write(stored.read()[:5000]))
    else:
        replace = Path.replace
        monkeypatch.setattr(
            Path, "replace", lambda old, new: fail() if old.name == "test.db.part" else replace(old, new)
        )
    status, said = admin(url, "restore", str(copy), "--yes")
    assert status != 0, said
    monkeypatch.undo()
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert after["test.db"] == before["test.db"]
    assert set(after) == set(before), "nothing is left behind"
    assert admin(url, "restore", str(copy), "--yes")[0] == 0


def test_a_password_with_special_characters_reaches_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is percent-encoded in the URL is the password itself in the environment, and nowhere on the command line."""
    program = tmp_path / "pg_dump"
    program.write_text(
        f'#!/bin/sh\nprintf \'%s\\n%s\' "$PGPASSWORD" "$*" > {tmp_path}/seen\nexit 1\n', encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    url = "postgresql://kilo%40watt:p%25a%2Fs%40s%3As@db.example.org:5433/games"
    assert admin(url, "backup", str(tmp_path / "copy.dump"))[0] != 0
    password, _, words = (tmp_path / "seen").read_text(encoding="utf-8").partition("\n")
    assert password == "p%a/s@s:s"
    assert "--dbname=postgresql://kilo%40watt@db.example.org:5433/games" in words
    assert "p%25a" not in words


def test_a_backup_is_restored_from_the_standard_input(tmp_path: Path) -> None:
    """Where the backup comes by the standard input it is checked as a file is, and nobody is asked."""
    url = sqlite(tmp_path)
    copy = tmp_path / "copy.db"

    async def play() -> None:
        async with serving(url) as server, Client(server.url) as ann:
            await ann.create(CreateTable("recharged/germany", BOTH))

    run(play())
    assert admin(url, "backup", str(copy))[0] == 0
    words = ["admin", "restore", "-", "--database", url]
    whole: tuple[bytes, list[str]] = (copy.read_bytes(), [])
    for given, more in (whole, (b"nothing", ["--yes"])):
        assert CliRunner().invoke(app, [*words, *more], input=given).exit_code != 0
    done = CliRunner().invoke(app, [*words, "--yes"], input=copy.read_bytes())
    assert done.exit_code == 0, done.output
    assert "checked" in done.output


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
