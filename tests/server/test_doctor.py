"""`kilowatt doctor`: each fault has a verdict and a remedy, and a sound server has none."""

import asyncio
import shutil
import sqlite3
import time
from contextlib import closing
from email.utils import formatdate
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from kilowatt.cli import app
from kilowatt.client import Client
from kilowatt.server.ops import doctor
from tests.server.kit import free_port, run, serving, sqlite
from tests.server.postgres import Cluster
from tests.server.sinks import mail_sink


def asked(**env: str) -> tuple[int, str]:
    """Run the command with some settings; return its status and what it said."""
    done = CliRunner().invoke(app, ["doctor"], env=env)
    return done.exit_code, f"{done.output}{done.exception or ''}"


def verdicts(said: str) -> dict[str, str]:
    """Read the verdict of everything that was looked at, the last one of each."""
    rows = [line.split(maxsplit=2) for line in said.splitlines() if not line.startswith(" ")]
    return {row[1]: row[0] for row in rows if len(row) > 1}


def test_a_sound_server_is_found_sound(tmp_path: Path) -> None:
    """A running server with mail and its address: everything is fine but what a private network cannot have."""

    async def check() -> None:
        with mail_sink() as sink:
            async with serving(sqlite(tmp_path)) as server:
                env = {"KILOWATT_DATABASE_URL": f"sqlite:///{tmp_path / 'test.db'}", "KILOWATT_SMTP": sink.url}
                env |= {"KILOWATT_MAIL_FROM": "a@example.org", "KILOWATT_URL": server.url}
                status, said = await asyncio.to_thread(asked, **env)
                assert status == 0, said
                assert verdicts(said) == {
                    "settings": "ok",
                    "database": "ok",
                    "server": "ok",
                    "disk": "ok",
                    "mail": "ok",
                    "push": "ok",
                    "proxy": "ok",
                    "address": "ok",
                    "metrics": "warn",
                    "clock": "ok",
                }
                assert sink.mails == [], "no mail is sent"

    run(check())


def test_every_fault_has_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong settings, a missing, foreign, newer or open file, no mail server, no HTTPS and a full disk are named."""
    assert verdicts(asked(KILOWATT_SWEEP="often")[1]) == {"settings": "BAD"}
    file = tmp_path / "games.db"
    env = {"KILOWATT_DATABASE_URL": f"sqlite:///{file}"}
    status, said = asked(**env)
    assert (status, verdicts(said)["database"]) == (0, "warn")
    assert not file.exists(), "nothing is made"
    file.write_bytes(b"nothing at all")
    status, said = asked(**env)
    assert (status, verdicts(said)["database"]) == (1, "BAD")
    assert "chmod 600" in said
    assert "admin restore" in said
    file.unlink()
    with closing(sqlite3.connect(file)) as base:
        base.executescript(
            "create table alembic_version (version_num text); insert into alembic_version values ('9999')"
        )
    assert "update kilowatt" in asked(**env)[1]
    gone = f"http://127.0.0.1:{free_port()}"
    more = {"KILOWATT_SMTP": f"smtp://127.0.0.1:{free_port()}", "KILOWATT_MAIL_FROM": "a@example.org"}
    said = asked(**env, **more, KILOWATT_URL=gone, KILOWATT_PUSH="mailto:a@example.org")[1]
    assert {"mail": "BAD", "push": "BAD", "address": "BAD"}.items() <= verdicts(said).items()
    assert said.count("->") >= 4
    assert verdicts(asked(**env, KILOWATT_URL="https://127.0.0.1:1")[1])["proxy"] == "BAD"
    assert verdicts(asked(**env, KILOWATT_PROXIED="1")[1])["proxy"] == "warn"
    monkeypatch.setattr(doctor, "TOO_LITTLE", 10**18)
    monkeypatch.setattr(doctor, "LITTLE", 10**18)
    assert verdicts(asked(**env)[1])["disk"] == "BAD"


def test_a_clock_that_was_set_back_is_found(tmp_path: Path) -> None:
    """A game that was played later than now says that the clock is wrong."""
    file = tmp_path / "test.db"
    env = {"KILOWATT_DATABASE_URL": f"sqlite:///{file}"}

    async def make() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            await ann.quick()

    run(make())
    assert verdicts(asked(**env)[1])["clock"] == "ok"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("update tables set touched = touched + 100000")
    status, said = asked(**env)
    assert (status, verdicts(said)["clock"]) == (1, "BAD")
    assert "NTP" in said


@pytest.mark.parametrize(
    ("what", "env", "verdict", "remedy"),
    [
        ("settings", {"KILOWATT_SWEEP": "often"}, "BAD", "docs/reference/settings.md"),
        ("settings", {"KILOWATT_DATABASE_URL": "mysql://x"}, "BAD", "docs/reference/settings.md"),
        ("database", {"KILOWATT_DATABASE_URL": "sqlite:///FOLDER/none.db"}, "warn", "start the server once"),
        ("database", {"KILOWATT_DATABASE_URL": "sqlite:///FOLDER/empty.db"}, "BAD", "admin restore"),
        (
            "mail",
            {"KILOWATT_SMTP": "smtp://127.0.0.1:CLOSED", "KILOWATT_MAIL_FROM": "a@example.org"},
            "BAD",
            "KILOWATT_SMTP",
        ),
        (
            "mail",
            {"KILOWATT_SMTP": "smtps://127.0.0.1:CLOSED", "KILOWATT_MAIL_FROM": "a@example.org"},
            "BAD",
            "KILOWATT_SMTP",
        ),
        (
            "push",
            {"KILOWATT_PUSH": "mailto:a@example.org", "KILOWATT_URL": "http://127.0.0.1:CLOSED"},
            "BAD",
            "https://",
        ),
        ("proxy", {"KILOWATT_URL": "https://127.0.0.1:CLOSED"}, "BAD", "KILOWATT_PROXIED=1"),
        ("proxy", {"KILOWATT_PROXIED": "1"}, "warn", "KILOWATT_HOSTS"),
        ("address", {"KILOWATT_URL": "http://127.0.0.1:CLOSED"}, "BAD", "start the server and the proxy"),
    ],
)
def test_one_fault_is_found_alone(tmp_path: Path, what: str, env: dict[str, str], verdict: str, remedy: str) -> None:
    """One wrong setting is one verdict with its remedy, and what it does not concern is fine; a fault is status 1."""
    (tmp_path / "empty.db").write_bytes(b"")
    given = {"KILOWATT_DATABASE_URL": f"sqlite:///{tmp_path / 'none.db'}", **env}
    if what == "mail":
        given["KILOWATT_URL"] = "http://127.0.0.1:CLOSED"
    port = str(free_port())
    given = {name: value.replace("FOLDER", str(tmp_path)).replace("CLOSED", port) for name, value in given.items()}
    status, said = asked(**given)
    found = verdicts(said)
    assert (status, found[what]) == (int("BAD" in found.values()), verdict)
    lines = said.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith(verdict) and what in line)
    assert "->" in lines[at + 1]
    assert remedy in " ".join(lines[at + 1 : at + 3])
    concerned = {what, "database", "address"}
    assert {row for row, given in found.items() if given != "ok"} <= concerned


@pytest.mark.parametrize(("free", "verdict"), [(10**6, "BAD"), (10**9, "warn"), (10**10, "ok")])
def test_the_room_on_the_disk_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, verdict: str
) -> None:
    """A nearly full disk is a warning, a full one a fault; there is room enough above 2 GB."""
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    said = asked(KILOWATT_DATABASE_URL=f"sqlite:///{tmp_path / 'games.db'}")[1]
    assert verdicts(said)["disk"] == verdict
    assert ("make room" in said) == (verdict != "ok")


@pytest.mark.parametrize(("off", "verdict"), [(0.0, "ok"), (-3600.0, "BAD"), (3600.0, "BAD")])
def test_a_clock_that_differs_from_the_proxys_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, off: float, verdict: str
) -> None:
    """The time in the proxy's answer is compared with the machine's."""

    def answer(url: str, **_: object) -> httpx.Response:
        return httpx.Response(404 if url.endswith("/metrics") else 200, headers={"date": formatdate(time.time() + off)})

    monkeypatch.setattr(httpx, "get", answer)
    env = {"KILOWATT_DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}", "KILOWATT_URL": "http://games.example.org"}
    status, said = asked(**env)
    assert (verdicts(said)["clock"], status) == (verdict, int(verdict == "BAD"))
    assert ("NTP" in said) == (verdict == "BAD")


@pytest.mark.parametrize(("cookie", "verdict"), [("k=1; Path=/; Secure", "ok"), ("k=1; Path=/", "BAD")])
def test_the_headers_of_the_proxy_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cookie: str, verdict: str
) -> None:
    """A cookie that is not secure behind HTTPS says that the proxy does not say how players come."""

    def answer(url: str, **_: object) -> httpx.Response:
        return httpx.Response(404 if url.endswith("/metrics") else 200, headers={"set-cookie": cookie})

    monkeypatch.setattr(httpx, "get", answer)
    env = {"KILOWATT_DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}", "KILOWATT_PROXIED": "1"}
    said = asked(**env, KILOWATT_URL="https://games.example.org", KILOWATT_HOSTS="games.example.org")[1]
    assert verdicts(said)["headers"] == verdict
    assert ("X-Forwarded-Proto, X-Forwarded-For" in said) == (verdict == "BAD")


def test_a_postgres_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A database server that is away is a fault with a remedy, and its password is not shown."""
    pytest.importorskip("asyncpg")
    monkeypatch.setattr(doctor, "SECONDS", 3.0)
    url = f"postgresql://kilowatt:hushhush@127.0.0.1:{free_port()}/kilowatt"
    status, said = asked(KILOWATT_DATABASE_URL=url)
    assert (status, verdicts(said)["database"]) == (1, "BAD")
    assert "start PostgreSQL" in said
    assert "hushhush" not in said


@pytest.mark.postgres
def test_a_postgres_database_is_found_sound(postgres: Cluster) -> None:
    """Revision, clock and size are asked of the database itself."""
    url = postgres.database()

    async def check() -> None:
        status, said = await asyncio.to_thread(asked, KILOWATT_DATABASE_URL=url)
        assert (status, verdicts(said)["database"]) == (0, "warn")
        async with serving(url):
            status, said = await asyncio.to_thread(asked, KILOWATT_DATABASE_URL=url)
        assert status == 0, said
        assert {"database": "ok", "clock": "ok", "disk": "ok"}.items() <= verdicts(said).items()

    run(check())
