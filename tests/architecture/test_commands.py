"""Commands that the documents name exist: `kilowatt` with its options, `make` targets, modules and files of Python."""

from __future__ import annotations

import re
import shlex
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer

from kilowatt.cli import app

TOP = Path(__file__).parents[2]
LATER = {"lab", "decisions"}
"""Folders with commands of the past."""
PAGES = sorted(
    [TOP / "README.md", TOP / "CONTRIBUTING.md"]
    + [page for page in (TOP / "docs").rglob("*.md") if page.relative_to(TOP / "docs").parts[0] not in LATER]
)


@cache
def commands(page: Path) -> list[str]:
    """Return the lines of a page's blocks and the words of its spans of code."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
    shown = [block for language, block in blocks if language in {"", "sh"}]
    lines = [line.split("  #")[0].split(" # ")[0].strip() for block in shown for line in block.splitlines()]
    rest = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", rest)]
    return [re.sub(r"^((?:[A-Z_]+=\S+ )+|\.venv/bin/|\S*/\.venv/bin/)+", "", line) for line in [*lines, *spans]]


@cache
def program() -> Any:
    """Return all commands."""
    return typer.main.get_command(app)


def unknown(line: str) -> str:
    """Return what is wrong with a line of `kilowatt`: a command or an option that it does not have."""
    words = [word for word in shlex.split(line)[1:] if word not in {"|", "&", ">", "&&"}]
    command = program()
    while words and (inner := getattr(command, "commands", {})):
        options = [name for one in command.params for name in (*one.opts, *one.secondary_opts)]
        if words[0].startswith("-"):
            if words[0] not in {*options, "--help"}:
                return words[0]
            words = words[1:] if words[0] == "--version" else words[2:]
        elif words[0] in inner:
            command, words = inner[words[0]], words[1:]
        else:
            return "" if words[0].isupper() or words[0] == "..." else words[0]
    known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
    return next((word for word in words if re.match(r"--?[a-z]", word) and word.split("=")[0] not in known), "")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_a_page_exist(page: Path) -> None:
    """Every command that a page names is one, with the options that it gives."""
    targets = set(re.findall(r"^([a-z-]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in commands(page):
        if re.match(r"kilowatt [a-z-]", line):
            assert not unknown(line), line
        if found := re.match(r"make ([a-z-]+)", line):
            assert found[1] in targets, line
        if found := re.match(r"python3? (?:-X \S+ )?-m ((?:tools|bench|tests|kilowatt)\S*)", line):
            assert find_spec(found[1]) is not None, line
        if found := re.match(r"python3? ((?:examples|tools|bench)/\S+)", line):
            assert (TOP / found[1]).exists(), line


def test_a_wrong_word_is_noticed() -> None:
    """A command, an option or an option of another command that does not exist is named."""
    assert unknown("kilowatt serve --port 8000") == ""
    assert unknown("kilowatt sevre") == "sevre"
    assert unknown("kilowatt serve --prot 1") == "--prot"
    assert unknown("kilowatt board check mine.toml --games 3") == "--games"
