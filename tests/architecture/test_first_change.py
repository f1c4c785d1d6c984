"""The guide to a first change can be followed: its board is made as it says, and the lines it names are there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kilowatt.cli import app

TOP = Path(__file__).parents[2]
GUIDE = (TOP / "docs" / "first-change.md").read_text(encoding="utf-8")
BLOCKS = [textwrap.dedent(block) for block in re.findall(r"^ {4}```\n(.*?)^ {4}```", GUIDE, re.DOTALL | re.MULTILINE)]
LINES = {
    "src/kilowatt/engine/rules.py": "        self.end_card_begins_step2: bool = False\n",
    "src/kilowatt/engine/phases/order.py": "def rank(s: State) -> None:\n",
    "src/kilowatt/table/text/en.toml": "\nmust_supply_most_on = ",
    "src/kilowatt/table/text/de.toml": "\nmust_supply_most_on = ",
    "tests/boards/test_example_boards.py": "\nBOARDS = {",
    "tests/kernel/test_broken_tables.py": "\nMATTERS_IN = {",
    "web/src/panels/Tracker.tsx": "t('step', { n: step })",
    "web/src/text/en.json": '\n  "round": ',
    "web/src/text/de.json": '\n  "round": ',
    "web/test/geometry.test.ts": "expect(names).toHaveLength(",
}
"""Where the steps put something."""


def test_the_lines_that_the_guide_names_are_there() -> None:
    """Each step finds its place: the file is there, and the line once."""
    for name, line in LINES.items():
        assert (TOP / name).read_text(encoding="utf-8").count(line) == 1, name
    rulebook = (TOP / "src" / "kilowatt" / "table" / "rulebook.py").read_text(encoding="utf-8")
    assert re.search(r"^TURNED\b", rulebook, re.MULTILINE)
    mentioned = re.findall(r"`((?:engine|editions|kernel|table|src|tests)/[\w/.]+\.\w+)`", GUIDE)
    made = {"tests/rules/test_order_stays.py", "src/panels/Purse.tsx"}
    for name in sorted({*mentioned} - made):
        assert any((TOP / folder / name).is_file() for folder in ("", "src/kilowatt", "web")), name


def test_the_board_of_the_guide_is_made_as_it_says(tmp_path: Path) -> None:
    """The check says `look` once, about the areas that do not touch; with the ferry every line says `ok`."""
    cities, commands, ferry = BLOCKS[:3]
    (tmp_path / "cities.csv").write_text(cities, encoding="utf-8")
    board = tmp_path / "lake_constance.toml"
    new = re.findall(r"board new \S+ --csv \S+ (--title) \"([^\"]+)\"", commands)[0]
    run = CliRunner()
    made = run.invoke(app, ["board", "new", str(board), "--csv", str(tmp_path / "cities.csv"), *new])
    assert made.exit_code == 0, made.output
    assert re.findall(r"^look .*", run.invoke(app, ["board", "check", str(board)]).output, re.MULTILINE) == [
        "look  connections: Areas that do not touch: East / West. They cannot be in play alone together."
    ]
    text = board.read_text(encoding="utf-8")
    board.write_text(re.sub(r'(  \["lindau", "arbon", \d+\],\n)', rf"\1{ferry}", text), encoding="utf-8")
    checked = run.invoke(app, ["board", "check", str(board)])
    assert checked.exit_code == 0
    assert not re.findall(r"^(?!ok |Playable with 2, 3, 4, 5, 6 players).+", checked.output, re.MULTILINE)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the page's folder, with everything that lies beside it."""
    for path in TOP.iterdir():
        if path.name not in ("web", ".git"):
            (tmp_path / path.name).symlink_to(path)
    web = tmp_path / "web"
    shutil.copytree(TOP / "web", web, ignore=shutil.ignore_patterns("node_modules", "mutants"))
    (web / "node_modules").symlink_to(TOP / "web" / "node_modules")
    return web


def insert(file: Path, line: str, new: str) -> None:
    """Put a line behind the only one with a text, as far to the right as that one."""
    (old,) = [row for row in file.read_text(encoding="utf-8").splitlines() if line in row]
    indent = old[: len(old) - len(old.lstrip())]
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(f"{old}\n", f"{old}\n{indent}{new}\n", 1), encoding="utf-8")


def follow(web: Path) -> list[str]:
    """Carry out the steps on a piece of the page with the guide's own words; return the files that they touch."""
    steps = GUIDE.partition("\n## A piece of the page\n")[2].partition("\n## ")[0]
    module, test = re.findall(r"^\d\. .*`((?:src|test)/[\w/.]+)`[.:] ?.*\n\n {4}```", steps, re.MULTILINE)
    code = [textwrap.dedent(block) for block in re.findall(r"^ {4}```\n(.*?)^ {4}```", steps, re.DOTALL | re.MULTILINE)]
    ((shown, imported, element, beside),) = re.findall(
        r"^\d\. `(\S+)`: `(import .*?;)` below the other imports, and `(<.*?/>)` in a line of its own "
        r"behind the one with `(.*?)`",
        steps,
        re.MULTILINE,
    )
    ((key, english, en, german, de),) = re.findall(
        r'words, behind `("\w+")`: in `(\S+)` `(".*?",)` and in `(\S+)` `(".*?",)`', steps
    )
    for name, text in ((module, code[0]), (test, code[1])):
        assert not (web / name).exists()
        (web / name).write_text(text, encoding="utf-8")
    text = (web / shown).read_text(encoding="utf-8")
    last = re.findall(r"^import .*\n", text, re.MULTILINE)[-1]
    (web / shown).write_text(text.replace(last, f"{last}{imported}\n", 1), encoding="utf-8")
    insert(web / shown, beside, element)
    insert(web / english, f"  {key}: ", en)
    insert(web / german, f"  {key}: ", de)
    return [module, shown, test, english, german]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not (TOP / "web" / "node_modules").exists(), reason="needs the page's tools")
def test_the_piece_of_the_page_is_made_as_it_says(copy: Path) -> None:
    """With its steps carried out to the letter types, style and layers are right, and the tests that it names pass."""
    touched = follow(copy)
    assert len(touched) == 5
    assert "Five files." in GUIDE
    subprocess.run([sys.executable, "-m", "tools.page_fixtures"], cwd=copy.parent, check=True)
    ((command,),) = [re.findall(r"npx (vitest run [^`]*?) &&", GUIDE)]
    tools = copy / "node_modules" / ".bin"
    code = [name for name in touched if not name.endswith(".json")]
    for line in (
        "tsc --noEmit --incremental false",
        f"eslint {' '.join(code)}",
        f"prettier --check {' '.join(touched)}",
        "depcruise --config layers.cjs src",
        command,
    ):
        program, *words = line.split()
        done = subprocess.run([tools / program, *words], cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
