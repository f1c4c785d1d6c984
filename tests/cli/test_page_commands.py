"""The commands of the pages for players and makers of boards and cards do what the pages say; each is run as it is.

`docs/hosting.md` has `tests/server/test_hosting_commands.py`; that commands of all pages exist is tested there too.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.server.kit import free_port

pytestmark = pytest.mark.thorough
TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
PAGES = ("play", "workshop", "adding-a-board", "own-cards", "real-table")
STAYS = {"serve", "play"}
"""Commands that go on until they are ended."""
DECK = ["--ruleset", "card-game", "--deck", "mine.toml"]
SAME = {
    "board": ["board", "--help"],
    "simulate": ["simulate", *DECK, "--games", "2", "--check"],
}
"""Names of commands without what they are given, and what stands for them: "and the same with `kilowatt simulate`"."""


def commands() -> list[tuple[str, str]]:
    """List the commands of the pages: in their blocks, and within sentences, where a line may end."""
    found = []
    for name in PAGES:
        page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
        lines = [line.split(" #")[0].strip() for what, block in blocks if not what for line in block.splitlines()]
        rest = re.sub(r"^ *```.*?^ *```", "", page, flags=re.DOTALL | re.MULTILINE)
        lines += [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", rest)]
        wanted = [line for line in lines if re.match(r"kilowatt [a-z-]|python -m tools\.sheet_slips", line)]
        found += [(name, line) for line in dict.fromkeys(wanted)]
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files that the pages show, where the pages put them."""
    board, rulesets = re.findall(r"```toml\n(.*?)```", (DOCS / "adding-a-board.md").read_text("utf-8"), re.DOTALL)[:2]
    deck, contractor = re.findall(r"```toml\n(.*?)```", (DOCS / "own-cards.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "mine" / "boards").mkdir(parents=True)
    (tmp_path / "mine" / "boards" / "triangle.toml").write_text(board)
    (tmp_path / "mine" / "rulesets.toml").write_text(rulesets)
    (tmp_path / "folder").mkdir()
    for name in ("mine.toml", "folder/mine.deck.toml"):
        (tmp_path / name).write_text(deck)
    for name in ("cards.toml", "folder/mine.contractor_cards.toml"):
        (tmp_path / name).write_text(contractor)
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    return tmp_path


def settings(folder: Path) -> dict[str, str]:
    """Return the environment of a command: a database and cards of its own."""
    own = {"KILOWATT_DATABASE_URL": f"sqlite:///{folder / 'games.db'}", "KILOWATT_CARDS": str(folder / "folder")}
    return {**os.environ, "PYTHONPATH": str(TOP), **own}


def ends(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that ends by itself; one that asks is answered `quit`."""
    asked = [sys.executable, "-m", *words]
    return subprocess.run(
        asked, input="quit\n", capture_output=True, text=True, check=False, cwd=folder, env=settings(folder)
    )


def offered(port: int) -> str | None:
    """Ask a server on this machine for its rulesets; None while it does not answer yet."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}/api/rulesets", timeout=10, trust_env=False)
    except httpx.TransportError:
        return None
    return answer.raise_for_status().text


def serves(words: list[str], folder: Path) -> list[str]:
    """Run a command that serves, without a browser and on a free port; return the rulesets that the page offers."""
    port = free_port()
    own = ["--port", str(port), *(["--no-browser"] if words[-1] == "play" else [])]
    asked = [sys.executable, "-m", *words, *own]
    with subprocess.Popen(asked, cwd=folder, env=settings(folder), stdout=subprocess.DEVNULL) as started:
        try:
            while (text := offered(port)) is None:
                assert started.poll() is None, "it ended by itself"
                time.sleep(0.1)
        finally:
            started.send_signal(signal.SIGTERM)
            started.wait(60)
    return re.findall(r'"id":"([^"]+)"', text)


def test_the_pages_name_commands() -> None:
    """The commands are found where they stand: a page that is written differently is noticed here."""
    found = {line for _, line in commands()}
    assert {"kilowatt --data mine serve", "kilowatt serve --check-cards", "kilowatt rules card-game"} <= found
    assert {page for page, _ in commands()} == set(PAGES)


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_of_a_page_ends_well(page: str, line: str, folder: Path) -> None:
    """A command does its work with exit status 0 in a folder with the files of the pages."""
    words = shlex.split(line)
    if words[0] == "python":
        # the page names 5 games with 10 changes each, of which the figures are
        done = ends([words[2], "--games", "1", "--changes", "1"], folder)
        assert set(words[3:]) <= {"--games", "5", "--changes", "10"}
        assert "with the right correction" in done.stdout
    elif words[-1] in STAYS:
        names = serves(words, folder)
        assert "card-game" in names
        own = {"mine": "mine/triangle", "examples/ireland": "ireland"}.get(words[2] if "--data" in words else "")
        assert own is None or any(own in name for name in names), "the boards of --data are offered"
        return
    else:
        if words[1:] in (["simulate"], ["board"]):
            words = ["kilowatt", *SAME[words[1]]]
        done = ends(words, folder)
    assert done.returncode == 0, f"{page}: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("words", [["play", "--terminal"], ["simulate", "--games", "2", "--check"]])
def test_cards_of_ones_own_are_options(words: list[str], folder: Path) -> None:
    """`--contractor-cards cards.toml` goes beside the deck, and both are read: a mistake in either is named."""
    line = ["kilowatt", *words, *DECK, "--contractor-cards", "cards.toml"]
    assert "`--contractor-cards cards.toml`" in (DOCS / "own-cards.md").read_text(encoding="utf-8")
    done = ends(line, folder)
    assert done.returncode == 0, done.stderr
    for name in ("mine.toml", "cards.toml"):
        text = (folder / name).read_text()
        (folder / name).write_text("wrong = 1\n")
        done = ends(line, folder)
        assert done.returncode != 0
        assert name in done.stdout + done.stderr
        (folder / name).write_text(text)


def test_a_mistake_in_the_cards_of_a_server_is_found(folder: Path) -> None:
    """`kilowatt serve --check-cards` has exit status 1 where a file is wrong, and 2 without a folder."""
    command = [sys.executable, "-m", "kilowatt", "serve", "--check-cards"]
    (folder / "folder" / "mine.deck.toml").write_text("wrong = 1\n")
    done = ends(["kilowatt", "serve", "--check-cards"], folder)
    assert (done.returncode, "mine.deck.toml" in done.stdout + done.stderr) == (1, True)
    env = {name: value for name, value in settings(folder).items() if name != "KILOWATT_CARDS"}
    assert subprocess.run(command, capture_output=True, check=False, env=env, cwd=folder).returncode == 2
