"""The page of rulings: it names every ruling and only tests that exist."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import kilowatt
from kilowatt.editions import registry

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "reference" / "rulings.md"
ENTRY = re.compile(r"^- \*\*(?P<question>.+?)\*\*(?: \((?P<id>AMB-\d+|AT-[A-Z]+-\d+)\))? (?P<rest>.*)$", re.MULTILINE)
WEIGHED = {"AT-BX-01", "AT-BX-04", "AT-IN-07"}
"""Rules with a source that another source contradicts, or that leaves something open."""
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


@cache
def named_in(file: str) -> dict[str, str]:
    """The tests of a file with their docstrings."""
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_ruling_is_on_the_page_once() -> None:
    """The page has one entry for each ambiguity that we settled or weighed, the three mere readings apart."""
    ids = [entry["id"] for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")) if entry["id"]]
    readings = set(tomllib.loads((HERE / "untested.toml").read_text(encoding="utf-8")))
    settled = {rule for rule, row in registry.rules().items() if rule.startswith("AMB-") or row.kind == "A"}
    assert sorted(ids) == sorted((settled | WEIGHED) - readings)


def test_every_ruling_gives_reason_source_and_tests() -> None:
    """Each entry says why, from where, and names at least one test."""
    for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")):
        assert "*Why:*" in entry["rest"], entry["question"]
        assert "*Source:*" in entry["rest"], entry["question"]
        assert NAMED.search(entry["rest"]), entry["question"]


def test_the_named_tests_exist_and_cite_the_ruling() -> None:
    """Every test a ruling names is there and cites that ruling's id."""
    for entry in ENTRY.finditer(PAGE.read_text(encoding="utf-8")):
        for file, name in NAMED.findall(entry["rest"]):
            tests = named_in(file)
            assert name in tests, f"{file}::{name}"
            if entry["id"]:
                assert entry["id"] in tests[name], f"{file}::{name} does not cite {entry['id']}"


def test_each_doubt_of_a_board_stands_beside_what_is_played_and_why() -> None:
    """The page of boards has a row of three cells for each number in doubt and for each ruling of a board."""
    text = (PAGE.parent / "boards.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert all(len(row) == 3 and all(row) for row in rows)
    sections = dict(zip(*[iter(re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:])] * 2, strict=True))
    for title, doubts, settled in answered():
        shown = [row for row in rows if f"| {' | '.join(row)} |" in sections[title]]
        for doubt in doubts:
            assert any(row[0].startswith(f"**{doubt}**") for row in shown), (title, doubt)
        for key in settled:
            assert any(f"({key})" in row[0] for row in shown), key


def answered() -> list[tuple[str, tuple[str, ...], list[str]]]:
    """Each board of the atlas with its numbers in doubt and its rulings."""
    rows = []
    for name in dict.fromkeys([info.board for info in kilowatt.rulesets() if info.chapter]):
        board = registry.board(name)
        chapter = [(key, row) for key, row in registry.rules().items() if key.startswith(f"{board.chapter}-")]
        settled = [key for key, row in chapter if row.kind == "A" or key in WEIGHED]
        rows.append((board.title, tuple(board.doubts), settled))
    return rows


def test_the_short_page_of_boards_lists_every_doubt_too() -> None:
    """`docs/boards.md` has a row for each of them, with the board, what is played and why."""
    text = (PAGE.parents[1] / "boards.md").read_text(encoding="utf-8")
    table = text.split("<!-- doubts: written by make docs -->")[1].split("<!-- doubts end -->")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    assert all(len(row) == 4 and all(row) for row in rows)
    for title, doubts, settled in answered():
        shown = [row for row in rows if row[0].startswith(f"[{title}](")]
        for doubt in doubts:
            assert any(row[1].startswith(f"**{doubt}**") for row in shown), (title, doubt)
        for key in settled:
            assert any(f"({key})" in row[1] for row in shown), key
    common = {key for key, row in registry.rules().items() if key.startswith("AT-ALL-") and row.kind == "A"}
    assert {row[1][-10:].strip("()") for row in rows if row[0] == "all"} == common


def test_links_to_a_board_lead_to_its_section() -> None:
    """Every board's link of `docs/boards.md` ends with the place of its section, also with letters beyond ASCII."""
    text = (PAGE.parents[1] / "boards.md").read_text(encoding="utf-8")
    sections = (PAGE.parent / "boards.md").read_text(encoding="utf-8")
    assert "[Italy](reference/boards.md#italy)" in text
    for title, place in {"Baden-Württemberg": "board-baden-wuerttemberg", "Québec": "board-quebec"}.items():
        assert f"[{title}](reference/boards.md#{place})" in text
        assert f'<a id="{place}"></a>\n\n## {title}\n' in sections
    assert "](reference/boards.md) |" not in text
