"""Figures of the manual stand beside the command that measures them, or beside a link to the table that has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
FIGURE = re.compile(
    r"±|\d(?:\.\d+)? ?%"
    r"|\d ?(?:games|actions|moves|steps|positions|decisions) (?:per|a) second"
    r"|\b\d[\d.,]* (?:ms|seconds of a core|s of a core)\b"
)
COMMAND = re.compile(
    r"`(?:[A-Z_]+=\S+ )*(?:python3? (?:-X \S+ )?-m|kilowatt|make) [^`]+`|^ *(?:kilowatt|python -m|make) \w"
    r"|\]\((?:lab/|performance\.md|bots\.md|learning\.md|coach\.md)[^)]*\)|`[\w/.:]*test_\w+",
    re.MULTILINE,
)
"""A command, a test that measures, or a link to a page with tables and their commands."""
CHOSEN = {
    "bots.md": ["15 % more for each unit that they", "`search` does so from 60 % of the cities on"],
    "coach.md": [
        "at least 3 % of a chance",
        "losses below 1 % count as 0",
        "within 1 % of the best counts as right",
    ],
    "learning.md": ["47 % of all games are of the published editions", "a random choice in 0, 6 or 12 %"],
    "writing-a-bot.md": ["after 80 % of its time"],
}
"""Numbers that somebody has chosen: nothing was measured."""


def alone(name: str, text: str) -> list[str]:
    """Return the paragraphs of a page with a figure, and no command in them or in those before and after."""
    for words in CHOSEN.get(name, ()):
        assert words in text, (name, words)
        text = text.replace(words, "")
    rows = []
    for section in re.split(r"(?=^#+ )", text, flags=re.MULTILINE):
        parts = re.split(r"\n\s*\n", section)
        for place, part in enumerate(parts):
            prose = re.sub(r"^ *```.*?^ *```", "", part, flags=re.DOTALL | re.MULTILINE)
            if FIGURE.search(prose) and not COMMAND.search("\n\n".join(parts[max(0, place - 1) : place + 2])):
                rows.append(part)
    return rows


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_a_figure_stands_beside_its_command(page: Path) -> None:
    """Whoever reads a figure in the manual finds in the same place how it was measured."""
    assert not alone(page.name, page.read_text(encoding="utf-8"))


def test_a_figure_alone_is_noticed() -> None:
    """A share, an interval, a pace or a time without a command is named; with one beside it, it is not."""
    figures = ["wins 38.9 %", "38.9 ± 2", "9,000 games per second", "2.5 ms"]
    for figure in figures:
        assert alone("a.md", f"# A\n\nThe bot: {figure}.\n\nMore.\n\nAnd more: `make bench`.\n")
        assert not alone("a.md", f"# A\n\n`make bench`:\n\nThe bot: {figure}.\n")
        assert not alone("a.md", f"# A\n\nThe bot: {figure}, [measured](lab/bots.md#wins).\n")
