"""Writes `docs/reference/positions.md` from the tested positions: `python -m tests.bots.positions.page`."""

from __future__ import annotations

import inspect
from pathlib import Path
from textwrap import fill

import kilowatt
from kilowatt.table.notation import write
from tests.bots.positions import test_positions
from tests.bots.positions_independent import POSITIONS

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "positions.md"
WIDTH = 120

INTRODUCTION = """\
# Positions

Positions with a clear answer, each derived from exact numbers. `planner`, `search`, `learned` and `values` find every
answer (`tests/bots/positions`). This page is written by `python -m tests.bots.positions.page`.

The first part was written and proved with the engine alone, without knowledge of the bots: the tables are in
`tests/bots/positions_independent.py`; the proofs in `tests/bots/test_positions_independent.py` play every reply to the
end. The second part was written together with the bots. Seats are counted from 1.
"""


def text() -> str:
    """Write the page."""
    parts = [INTRODUCTION, "## Written without knowledge of the bots", ""]
    for number, position in enumerate(POSITIONS, 1):
        answers = [f"`{write(kilowatt.action(answer))}`" for answer in position.answers]
        parts += [f"### {number}. {position.name[0].upper()}{position.name[1:]} ({position.ruleset})", ""]
        parts += [fill(position.text, WIDTH), "", f"Right: {' or '.join(answers)}", ""]
    parts += ["## Written with the bots", ""]
    parts += [fill(" ".join((test_positions.__doc__ or "").split("\n\n")[1].split()), WIDTH), ""]
    tests = [
        function for name, function in inspect.getmembers(test_positions, inspect.isfunction) if name[:5] == "test_"
    ]
    tests.sort(key=lambda test: test.__code__.co_firstlineno)
    for number, test in enumerate(tests, len(POSITIONS) + 1):
        name = test.__name__.removeprefix("test_").replace("_", " ")
        told = " ".join((inspect.getdoc(test) or "").split())
        parts += [fill(f"{number}. **{name[0].upper()}{name[1:]}.** {told}", WIDTH, subsequent_indent="   ")]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
