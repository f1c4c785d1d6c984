"""What the answers of the shipped puzzles gain, and which bots give them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from kilowatt.cli.puzzles import answer_of
from kilowatt.coach.puzzles import MARGIN, answers_of, position, shipped
from kilowatt.statistics import Z, mean, standard_error
from tools.coach_proofs.games import after, won_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.coach_proofs.games import Asked, Row

MANY = 200
"""Games from which on an outcome that is always the same says something."""


def puzzle_rows(number: int, asked: Asked) -> list[Row]:
    """Play the best answer of a shipped puzzle and the next best on, with the same cards, `--replays` times each."""
    collection = shipped()
    if number >= len(collection.puzzles):
        return []
    puzzle = collection.puzzles[number]
    state = position(collection, puzzle)
    answers = answers_of(state)
    rest = sorted([place for place in range(len(answers)) if place != puzzle.best], key=lambda at: -puzzle.chances[at])
    began = time.process_time()
    ways = [after(state, list(answers[place].option.actions)) for place in (puzzle.best, rest[0])]
    gains: list[float] = []
    for replay in range(asked.replays):
        best, other = [won_by(s, asked.on, f"puzzle/{number}/{replay}")[state.actor] for s in ways]
        gains.append(best - other)
    row = {"puzzle": number, "kind": puzzle.kind, "claimed": puzzle.chances[puzzle.best] - puzzle.chances[rest[0]]}
    error = standard_error(gains) if len(gains) > 1 else 1.0
    seconds = time.process_time() - began
    return [{**row, "gain": mean(gains), "error": error, "replays": asked.replays, "seconds": seconds}]


def puzzle_report(rows: Sequence[Row]) -> None:
    """Print what each puzzle's best answer gains over the next best, and which are shown to gain 5 points."""
    for row in rows:
        shown = "holds" if row["gain"] - Z * row["error"] >= MARGIN else "open"
        shown = "fails" if row["gain"] + Z * row["error"] < MARGIN else shown
        if row["error"] == 0 and row["replays"] < MANY:
            shown = "open"  # a few games that all ended alike
        print(
            f"{row['puzzle']:4} {row['kind']:6} claimed {100 * row['claimed']:5.1f}, gained {100 * row['gain']:5.1f} ± "
            f"{100 * Z * row['error']:.1f}: {shown}; {row['seconds']:.0f} s"
        )
    held = sum(row["gain"] >= MARGIN for row in rows)
    print(f"{held} of {len(rows)} gain {100 * MARGIN:.0f} points on average")


def answer_rows(number: int, asked: Asked) -> list[Row]:
    """Note which bots give the answer of a shipped puzzle."""
    collection = shipped()
    if number >= len(collection.puzzles):
        return []
    puzzle = collection.puzzles[number]
    state = position(collection, puzzle)
    return [{"bot": name, "right": answer_of(name, state) == puzzle.best} for name in asked.bots.split(",")]


def answer_report(rows: Sequence[Row]) -> None:
    """Print how many of the answers each bot gives."""
    for name in dict.fromkeys(row["bot"] for row in rows):
        here = [row["right"] for row in rows if row["bot"] == name]
        print(f"{name:10} gives {sum(here)} of {len(here)} answers")
