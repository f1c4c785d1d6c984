"""Settings of a server and of a game in the terminal: a wrong one is one line that names it."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kilowatt.cli import app
from kilowatt.server.settings import driver_url

Command = Callable[..., subprocess.CompletedProcess[str]]


def kilowatt_command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kilowatt", *words],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("play --terminal --language fr", "language: expected en or de, not 'fr'"),
        ("play --terminal --bots easy,hard --seats 4", "bots: expected one name, or one for each of the 3 other seats"),
        ("serve --database mysql://u:secret@x/y", "--database: expected sqlite:////FOLDER/games.db or postgresql://"),
        ("serve --database games.db", "--database: expected sqlite:////FOLDER/games.db or postgresql://"),
        ("serve --database sqlite://", "--database: expected sqlite:////FOLDER/games.db or postgresql://"),
    ],
)
def test_a_wrong_setting_is_one_line(command: Command, words: str, line: str) -> None:
    """What is wrong and what was expected is said in one line, without a traceback and without passwords."""
    done = command(*words.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"kilowatt: {line}")
    assert len(done.stderr.splitlines()) == 1
    assert "secret" not in done.stderr
    assert done.stdout == ""


@pytest.mark.thorough
def test_a_port_that_is_taken_is_told_before_anything_starts() -> None:
    """Where somebody else listens the server is not said to be there: one line names the port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = kilowatt_command("play", "--no-browser", "--port", str(port))
    assert done.returncode == 2
    assert done.stderr.startswith(f"kilowatt: port: cannot listen on 127.0.0.1:{port}: ")
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["serve", "play"])
def test_a_port_that_cannot_be_is_named(command: str) -> None:
    """A port has at most sixteen bits."""
    done = CliRunner().invoke(app, [command, "--port", "99999"])
    assert done.exit_code == 2
    assert "--port" in done.output
    assert "65535" in done.output


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("KILOWATT_IDLE", "abc", "expected seconds, 0 or more, not 'abc'"),
        ("KILOWATT_BOT_PAUSE", "-1", "expected seconds, 0 or more, not '-1'"),
        ("KILOWATT_SWEEP", "nan", "expected seconds, 0 or more, not 'nan'"),
        ("KILOWATT_LIMITS", "inf", "expected a factor, 0 or more, not 'inf'"),
        ("KILOWATT_BOT_PROCESSES", "0", "expected a whole number of at least 1, not '0'"),
        ("KILOWATT_LOG_LEVEL", "foo", "expected one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'foo'"),
        ("KILOWATT_KEEP_PACKED", "-1", "expected days, 0 or more, not '-1'"),
        ("KILOWATT_DEVICE_TABLES", "0", "expected a whole number of at least 1, not '0'"),
        ("KILOWATT_STAND_IN", "soon", "expected seconds, 0 or more, not 'soon'"),
        ("KILOWATT_PROXIED", "perhaps", "expected 1 or 0, not 'perhaps'"),
        ("KILOWATT_DATABASE_URL", "oracle://x", "expected sqlite:////FOLDER/games.db or postgresql://"),
    ],
)
def test_a_wrong_variable_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    """A variable of the environment that cannot be read stops the server before it starts, in one line."""
    monkeypatch.setenv(name, value)
    done = command("serve")
    assert done.returncode == 2
    assert done.stderr.startswith(f"kilowatt: {name}: {expected}")
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_databases_are_named_with_or_without_their_driver() -> None:
    """The short forms that people know mean the drivers that are used."""
    assert driver_url("sqlite:////srv/games.db") == "sqlite+aiosqlite:////srv/games.db"
    for short in ("postgres://u@h/n", "postgresql://u@h/n", "postgresql+asyncpg://u@h/n"):
        assert driver_url(short) == "postgresql+asyncpg://u@h/n"


def test_checking_games_of_no_database_makes_none(command: Command, tmp_path: Path) -> None:
    """Where no database is, the check says so with a status of its own and leaves the place as it was."""
    done = command("serve", "--check-games", "--database", f"sqlite:///{tmp_path / 'none' / 'games.db'}")
    assert done.returncode == 2
    assert "There is no database at" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_checking_cards_without_a_folder_says_so(command: Command) -> None:
    """Where no folder of cards is set, the check says so with a status of its own."""
    done = command("serve", "--check-cards")
    assert (done.returncode, done.stdout) == (2, "KILOWATT_CARDS names no folder: nothing was checked.\n")


def test_a_server_that_cannot_run_says_nothing_else() -> None:
    """Without the extra it needs, the server does not claim to listen."""
    code = "import sys; sys.modules['litestar'] = None; from kilowatt.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--port", "1"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "kilowatt[serve]" in done.stderr
    assert done.stdout == ""
