"""`kilowatt doctor`: each fault has a verdict and a remedy, and a sound server has none."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kilowatt.cli import app
from kilowatt.server.ops import doctor
from tests.server.kit import free_port, run, serving, sqlite
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
