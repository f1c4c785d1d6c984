"""The commands that the document on hosting names do what it says: each is run as printed, or its words are known."""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kilowatt.cli import app
from tests.server.kit import free_port, migrated, run, sqlite
from tests.server.postgres import Cluster, cluster

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
SETTING = r"(?:[A-Z_]+=\S+ )"
PROGRAM = re.compile(rf"{SETTING}*(?:\.venv/bin/)?kilowatt [a-z-]")
DATABASE_TOOLS = re.compile(r"(createuser|createdb|pg_dump|psql) ")


def printed() -> list[str]:
    """List what stands in blocks, a line that goes on in the next one as one, and between backticks in sentences."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = [text.replace("\\\n", " ") for kind, text in BLOCK.findall(page) if not kind]
    lines = [" ".join(line.split(" #")[0].split()) for block in blocks for line in block.splitlines()]
    sentences = re.findall(r"`([^`\n]+)`", BLOCK.sub("", page))
    inside = [re.sub(r"^docker (?:compose )?(?:exec|run) .*?(kilowatt admin )", r"\1", text) for text in sentences]
    return list(dict.fromkeys([*lines, *inside]))


def commands() -> list[str]:
    """List the commands of Kilowatt, with the settings that stand before them."""
    return sorted(line for line in printed() if PROGRAM.match(line))


def parts(line: str) -> tuple[dict[str, str], list[str]]:
    """Return the settings and the words of a command."""
    words = shlex.split(line)
    first = next(place for place, word in enumerate(words) if "=" not in word)
    return dict(word.split("=", 1) for word in words[:first]), words[first + 1 :]


def stays(line: str) -> bool:
    """Return whether a command is a server, which runs until it is ended."""
    _, words = parts(line)
    return words[0] == "serve" and not any(word.startswith("--check") for word in words)


SERVERS = [line for line in commands() if stays(line)]
ON_POSTGRES = [line for line in SERVERS if "postgresql" in line]


def test_the_page_names_commands() -> None:
    """The commands are found where they stand: a page that is written differently is noticed here."""
    assert {
        "kilowatt serve",
        "kilowatt admin backup",
        "kilowatt doctor",
        "KILOWATT_CLOSED=1 KILOWATT_INVITATION=WORD .venv/bin/kilowatt serve",
        "KILOWATT_PROXIED=1 kilowatt serve --host 127.0.0.1",
        "KILOWATT_DATABASE_URL=… kilowatt serve --check-games",
    } <= set(commands())
    assert [line for line in SERVERS if "KILOWATT_SMTP=" in line], "the block on notifications"
    assert len(ON_POSTGRES) == 1
    assert "kilowatt admin restore - --yes < FILE" in commands(), "as the containers are told"


@pytest.mark.parametrize("line", [line for line in commands() if line not in SERVERS])
def test_a_command_of_the_page_is_one(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command ends well on a database of its own; one that needs a name has the words it is given."""
    url = sqlite(tmp_path)
    run(migrated(url))
    (tmp_path / "cards").mkdir()
    monkeypatch.setenv("KILOWATT_CARDS", str(tmp_path / "cards"))
    settings, words = parts(line)
    for name, value in {**settings, "KILOWATT_DATABASE_URL": url}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    if words in (["admin"], ["play"]):
        words = [*words, "--help"]
    given = None
    if "FILE" in words:
        saved = CliRunner().invoke(app, ["admin", "backup", str(tmp_path / "copy.db")])
        assert saved.exit_code == 0, saved.output
        given = (tmp_path / "copy.db").read_bytes() if "<" in words else None
        words = words[: words.index("<")] if given else [*words, "--yes"]
        words = [str(tmp_path / "copy.db") if word == "FILE" else word for word in words]
    done = CliRunner().invoke(app, words, input=given)
    if "ADDRESS" in words:
        assert done.exit_code == 1, "there is no such board, and the command says so"
    else:
        assert done.exit_code == 0, f"{done.output}{done.exception or ''}"


def test_the_commands_of_the_tables_have_the_options_they_are_shown_with() -> None:
    """Each `admin ...` between backticks is a command, and every option that stands there is one of it."""
    shown = [re.sub(r"[][]", "", line) for line in printed() if re.match(r"admin [a-z]", line)]
    assert len(shown) > 10
    for line in shown:
        done = CliRunner().invoke(app, [*shlex.split(line), "--help"])
        assert done.exit_code == 0, (line, done.output)


def answer(url: str) -> int:
    """Return the status with which a server answers, 0 where none does."""
    try:
        with urllib.request.urlopen(url, timeout=5) as got:
            return int(got.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


@contextlib.contextmanager
def started(line: str, folder: Path, more: dict[str, str]) -> Iterator[str]:
    """Run a line of the page in a shell until its server is ready, then end it as a service manager does."""
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    program = programs / "kilowatt"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m kilowatt "$@"\n', encoding="utf-8")
    program.chmod(0o700)
    own = {name: value for name, value in os.environ.items() if not name.startswith("KILOWATT_")}
    env = {**own, "XDG_DATA_HOME": str(folder / "data"), **more}
    env["PATH"] = f"{programs}:{env['PATH']}"
    port = free_port()
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            ["bash", "-c", f"exec env {line} --port {port}"], cwd=folder, env=env, stdout=log, stderr=log
        )
        url, end = f"http://127.0.0.1:{port}", time.monotonic() + 120
        try:
            while answer(f"{url}/readyz") != 200:
                assert server.poll() is None, (folder / "log").read_text(encoding="utf-8")
                assert time.monotonic() < end, "the server did not start"
                time.sleep(0.1)
            yield url
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) in (0, -signal.SIGTERM), (folder / "log").read_text(encoding="utf-8")
        finally:
            server.kill()


@pytest.mark.thorough
@pytest.mark.parametrize("line", [line for line in SERVERS if line not in ON_POSTGRES])
def test_a_server_of_the_page_starts_as_it_is_printed(line: str, tmp_path: Path) -> None:
    """A line that starts a server, with the settings before it, is ready at last; a closed one shows no tables."""
    with started(line, tmp_path, {}) as url:
        assert answer(f"{url}/api/tables") == (403 if "KILOWATT_CLOSED" in line else 200)
    assert (tmp_path / "data" / "kilowatt" / "kilowatt.db").is_file(), "where the page says"


def shell(line: str, folder: Path, env: dict[str, str]) -> None:
    """Run a line of the page in a shell; nothing may go wrong in it."""
    done = subprocess.run(["bash", "-e", "-c", line], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), line


def as_host(running: Cluster) -> dict[str, str]:
    """Return the environment of a host on a PostgreSQL without a role named kilowatt, as after its installation."""
    env = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(running.port), "PGUSER": "kilowatt"}
    env["PATH"] = f"{running.programs}:{env['PATH']}"
    for user, said in (("kilowatt", "create role host superuser login"), ("host", "alter role kilowatt rename to one")):
        subprocess.run(
            ["psql", "--quiet", "--dbname=postgres", f"--command={said}"], env={**env, "PGUSER": user}, check=True
        )
    return {**env, "PGUSER": "host"}


@pytest.mark.postgres
def test_the_lines_on_postgres_run_as_they_are_printed(tmp_path: Path) -> None:
    """Role and database are made, the server starts on them, and a dump that is read into another has the table."""
    tools = [line for line in printed() if DATABASE_TOOLS.match(line)]
    make, dump, restore = tools
    [serve] = ON_POSTGRES
    wish = b'{"ruleset": "card-game", "seats": 2, "level": "random", "name": "Ann"}'
    with cluster() as running:
        env = as_host(running)
        shell(make, tmp_path, env)
        with started(serve, tmp_path, env) as url:
            asked = urllib.request.Request(f"{url}/api/quick", wish, {"Content-Type": "application/json"})
            with urllib.request.urlopen(asked, timeout=30) as got:
                code = re.search(rb'"code":"(\w+)"', got.read())
        assert code is not None
        shell(dump, tmp_path, env)
        shell(restore, tmp_path, env)
        again = serve.replace("/kilowatt ", "/again ")
        assert again != serve
        with started(again, tmp_path, env) as url:
            assert answer(f"{url}/api/tables/{code[1].decode()}") == 200
    shutil.rmtree(tmp_path / "data", ignore_errors=True)
