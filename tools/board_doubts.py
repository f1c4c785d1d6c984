"""What is in doubt on each board of the atlas, beside what is played and why: a table of docs/reference/boards.md.

Rulings are read from docs/reference/rulings.md. A number in doubt that no ruling settles has its row here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from kilowatt.editions.schema import BoardData

RULINGS = Path(__file__).parents[1] / "docs" / "reference" / "rulings.md"
ENTRY = re.compile(r"^- \*\*(.+?)\*\* \((AT-[A-Z]+-\d+)\) (.+?) \*Why:\* (.+?) \*Source:\*", re.MULTILINE)
NUMBERS = {
    ("australia", "Step 3: +2"): "AT-AU-12",
    ("baden_wuerttemberg", "2-6: coal, oil, garbage, uranium"): "AT-BW-07",
    ("france", "Recharged, 2: 0 + 5"): "AT-FR-02",
    ("india", "3/5"): "AT-IN-02",
    ("middle_east", "oil"): "AT-ME-02",
    ("northern_europe", "5, 6: coal 6, 5"): "AT-NE-03",
    ("northern_europe", "København–Göteborg 18"): "AT-NE-03",
    ("northern_europe", "Arendal–Göteborg 19"): "AT-NE-03",
    ("south_africa", "2: 18"): "AT-ZA-05",
    ("uk_ireland", "2: 10"): "AT-UK-05",
    ("benelux", "Antwerpen–Brugge 9"): (
        "The link costs 9.",
        "It is dearer than the way over Gent (8), but no source has another cost.",
    ),
    ("bremen", "Blumenthal"): (
        "Two spaces, 15 to enter, one border: Vegesack.",
        "The transcription rebuilt this corner from a photograph, and there is no second source.",
    ),
    ("india", "uranium 6-8"): (
        "Three tokens at the start, on 6 to 8.",
        "The transcription changed this from 7 to 6 in August 2026; its newest number is taken.",
    ),
    ("japan", "2-6: coal, oil, garbage, uranium"): (
        "The refill of the game of 2004.",
        "One source says that the board has a table of its own, but no source has it.",
    ),
    ("manhattan", "10, 15, 20, 25, 30, 35, 40"): (
        "17, 15, 14, 13, 10, 8 and 6 spaces at these costs.",
        "That is the transcription's list, with which its games are played; a comment in it counts otherwise.",
    ),
    ("russia", "3: oil 3, 4, 3"): (
        "3, 4 and 3, as for two players.",
        "The transcription has it so; 4, 5, 3 would follow the standard row, but no source has that.",
    ),
    ("south_africa", "Ladysmith – Newcastle 10"): (
        "The link costs 10.",
        "Its length suggests 4, but no way around is cheaper, and no source has another cost.",
    ),
}
"""Each doubt of a board's file: the ruling that settles it, or what is played and why."""


def doubt_rows(name: str, board: BoardData) -> list[str]:
    """Write the table of a board: numbers in doubt, then what the sources leave open, each with ruling and reason."""
    entries = _entries()
    rows, settled = [], set()
    for doubt in board.doubts:
        answer = NUMBERS[name, doubt]
        if isinstance(answer, str):
            question, ruling, why = entries[answer]
            settled.add(answer)
            rows.append(f"| **{doubt}** {_asked(question)} ({answer}) | {ruling} | {why} |")
        else:
            rows.append(f"| **{doubt}** | {answer[0]} | {answer[1]} |")
    rows += ruling_rows(board.chapter, settled)
    return ["| in doubt | what is played | why |", "|---|---|---|", *rows, ""] if rows else []


def ruling_rows(chapter: str, elsewhere: Collection[str] = ()) -> list[str]:
    """Write a row for each ruling of a chapter, but for those that have one elsewhere."""
    return [
        f"| {_asked(question)} ({key}) | {ruling} | {why} |"
        for key, (question, ruling, why) in _entries().items()
        if key.startswith(f"{chapter}-") and key not in elsewhere
    ]


def _entries() -> dict[str, tuple[str, str, str]]:
    """Read the rulings of the atlas: the question, what is played and why, by the rule's id."""
    return {key: (question, ruling, why) for question, key, ruling, why in ENTRY.findall(_rulings())}


def _asked(question: str) -> str:
    """Return a question without the board's name before it."""
    rest = question.partition(": ")[2] or question
    return f"{rest[0].upper()}{rest[1:]}"


def _rulings() -> str:
    return RULINGS.read_text(encoding="utf-8")
