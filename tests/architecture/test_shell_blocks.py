"""The commands in the blocks of the documents run as they stand there, only with fewer games, and end well."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.cli import app
from kilowatt.engine.actions import Bid
from kilowatt.engine.game import clone

TOP = Path(__file__).parents[2]
HISTORY = {"lab", "decisions"}
"""Folders with commands of the past."""
PAGES = sorted(
    path.relative_to(TOP).as_posix()
    for path in [*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]
    if path.name != "CHANGELOG.md"
    and path.relative_to(TOP / "docs" if path.parent != TOP else TOP).parts[0] not in HISTORY
)
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
PROGRAM = re.compile(r"(kilowatt|make|python|pip)\b|export [A-Z_]+=")
OTHERS = {
    "docs/hosting.md": "server/test_hosting_commands.py",
    "docs/adding-a-board.md": "cli/test_page_commands.py",
}
"""Pages whose commands another test runs."""
ELSEWHERE = {
    "export KILOWATT_BOT_TOKEN=": "server/test_connect.py::test_the_documented_command_plays",
    "kilowatt connect ": "server/test_connect.py::test_the_documented_command_plays",
    "python examples/loop_env.py": "envs/test_research_page.py::test_the_loop_is_the_one_of_the_page",
    "python examples/train_policy.py": "envs/test_research_page.py::test_the_training_example_runs",
}
"""Commands that another test runs, by their beginning."""
FEWER = {
    "kilowatt arena": "--deals 1 --jobs 1",
    "kilowatt board try": "--games 2",
    "kilowatt dataset": "--games 2 --jobs 1",
    "kilowatt puzzles --make": "--make 1",
    "kilowatt train": "--rounds 1 --games 2 --deals 2 --yardsticks= --jobs 1",
}
"""What is added to a command so that it ends soon: the last value of an option counts."""
DATA = {
    "docs/adding-a-board.md": "boards/test_own_data.py",
    "docs/own-cards.md": "table/test_own_cards.py",
    "docs/writing-a-bot.md": "architecture/test_shell_blocks.py",
}
"""Which test reads the TOML, JSON or CSV of a page."""


def lines_of(page: str) -> list[str]:
    """Return the commands in the blocks of a page, in order."""
    blocks = [text for kind, text in BLOCK.findall((TOP / page).read_text(encoding="utf-8")) if kind in ("", "sh")]
    lines = [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if PROGRAM.match(line)]


RUN = [page for page in PAGES if page not in OTHERS and any(line.startswith("kilowatt ") for line in lines_of(page))]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder with what the pages take for granted: the examples, cities, and a short game."""
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    guide = (TOP / "docs" / "first-change.md").read_text(encoding="utf-8")
    cities = re.findall(r"^ +((?:name,lat,lon,area|[A-Z]\w+,[\d.]+,[\d.]+,\w+))$", guide, re.MULTILINE)
    (tmp_path / "cities.csv").write_text("\n".join(cities) + "\n", encoding="utf-8")
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 2, {"trust": False}), seed=6)
    bots = [make_bot("easy", 1), make_bot("simple")]
    while isinstance(table.actor, int) and table.state.round < 2:
        table.play(bots[table.actor].advise(clone(table.state), table.actor, Budget()).action)
    table.record().write(tmp_path / "game.jsonl")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.thorough
@pytest.mark.parametrize("page", RUN)
def test_the_commands_of_a_page_run(page: str, folder: Path) -> None:
    """Each `kilowatt ...` of the blocks of a page ends with 0, one after the other in one folder."""
    for line in lines_of(page):
        if not line.startswith("kilowatt ") or any(line.startswith(name) for name in ELSEWHERE):
            continue
        fewer = next((more for name, more in FEWER.items() if line.startswith(name)), "")
        words = shlex.split(line)[1:] + shlex.split(fewer)
        if words[:2] == ["board", "new"]:
            (folder / words[2]).unlink(missing_ok=True)  # two ways to make one file
        if words[0] == "train":
            shutil.rmtree(folder / "run", ignore_errors=True)  # two ways to begin
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, (line, done.output, done.exception)
        if words[0] == "review" and "--json" in words:
            (folder / "review.json").write_text(done.stdout, encoding="utf-8")


def test_a_board_of_the_page_is_read_as_it_says(folder: Path) -> None:
    """The Python of `docs/reference/board-files.md` makes rules of the board that its commands have made."""
    page = "docs/reference/board-files.md"
    new = shlex.split(next(line for line in lines_of(page) if "--from" in line))
    assert CliRunner().invoke(app, new[1:]).exit_code == 0
    (source,) = [text for kind, text in BLOCK.findall((TOP / page).read_text(encoding="utf-8")) if kind == "python"]
    names: dict[str, Any] = {"kilowatt": kilowatt}
    exec(compile(source, page, "exec"), names)
    assert names["rules"].board.title == kilowatt.ruleset("recharged/usa", 3).board.title
    assert (folder / "mine.toml").is_file()


def test_every_command_of_a_block_is_run_or_has_its_test() -> None:
    """No line is left out: it runs here or in `test_installing.py`, is a target of `make`, or has its own test."""
    for page in PAGES:
        for line in lines_of(page) if page not in OTHERS else ():
            known = line.startswith(("kilowatt ", "make", "pip install ")) or any(map(line.startswith, ELSEWHERE))
            assert known or line.startswith("python -m pytest "), (page, line)
    for page, test in OTHERS.items():
        assert Path(page).name in (TOP / "tests" / test).read_text(encoding="utf-8"), page
    for test in ELSEWHERE.values():
        file, name = test.split("::")
        assert f"def {name}(" in (TOP / "tests" / file).read_text(encoding="utf-8"), test


@pytest.mark.skipif(shutil.which("make") is None, reason="GNU make is not on this machine")
def test_make_finds_what_the_targets_of_the_pages_need() -> None:
    """Every `make ...` of a block, gone through without being carried out, has a rule for each of its parts."""
    lines = {" ".join(line.split()) for page in PAGES for line in lines_of(page) if line.split()[0] == "make"}
    assert {"make", "make play", "make test", "make hooks"} <= lines
    for line in sorted(lines):
        done = subprocess.run(
            [*shlex.split(line), "--dry-run"],
            cwd=TOP,
            capture_output=True,
            text=True,
            check=False,
            env={key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))},
        )
        assert done.returncode == 0, (line, done.stderr)


def test_extras_that_the_pages_install_exist() -> None:
    """Every extra in a `pip install` of a block or a sentence is one of the project."""
    extras = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = re.findall(
        r"pip install [^`\n]*?\[([\w,]+)\]", "".join((TOP / page).read_text(encoding="utf-8") for page in PAGES)
    )
    assert {"rl", "openspiel"} <= {extra for names in named for extra in names.split(",")} <= set(extras)


def test_blocks_of_data_are_read_by_a_test() -> None:
    """A page with a block of TOML, JSON or CSV has a test that reads it."""
    shown = {
        page
        for page in PAGES
        if any(kind in ("toml", "json", "csv") for kind, _ in BLOCK.findall((TOP / page).read_text(encoding="utf-8")))
    }
    assert shown == DATA.keys()
    for page, test in DATA.items():
        assert Path(page).name in (TOP / "tests" / test).read_text(encoding="utf-8")


def test_the_lines_for_other_languages_are_those_of_the_arena(folder: Path) -> None:
    """The JSON of `docs/writing-a-bot.md` has the keys that the arena sends, and its answer is a legal action there."""
    text = (TOP / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
    hello, decide, answer = [json.loads(block) for kind, block in BLOCK.findall(text) if kind == "json"]
    spy = folder / "spy.py"
    spy.write_text(
        "import json, pathlib, sys\n"
        "seen = {}\n"
        "for line in sys.stdin:\n"
        "    row = json.loads(line)\n"
        "    seen.setdefault(row['type'], sorted(row))\n"
        "    if row['type'] == 'decide':\n"
        "        least = {key: value for key, value in row['options'][0].items() if key != 'most'}\n"
        "        print(json.dumps({'action': least}), flush=True)\n"
        "        pathlib.Path('seen.json').write_text(json.dumps(seen))\n",
        encoding="utf-8",
    )
    bots = f"exec:{sys.executable} {spy},random"
    done = CliRunner().invoke(
        app, ["arena", "--bots", bots, "--ruleset", "recharged/germany", "--seats", "2", "--deals", "1"]
    )
    assert done.exit_code == 0, done.output
    seen = json.loads((folder / "seen.json").read_text(encoding="utf-8"))
    assert seen == {"hello": sorted(hello), "decide": sorted(decide)}
    assert list(answer) == ["action"]
    bid = kilowatt.action(answer["action"])
    assert isinstance(bid, Bid)
    offered = decide["options"][0]
    assert bid.seat == offered["seat"] == decide["seat"]
    assert offered["amount"] <= bid.amount <= offered["most"]
