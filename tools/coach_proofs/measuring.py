"""The measurements by name, how their games are played and kept, and the time that advice and reviews take."""

from __future__ import annotations

import json
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import repeat
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.bots.steps import finished
from kilowatt.coach.advise import advise
from kilowatt.coach.record_turns import turns_of
from kilowatt.host.review_making import Job, Told, questions
from kilowatt.host.thinking import ReviewQuestion, judge_turns
from kilowatt.statistics import mean
from tools.coach_proofs.chances import chances_report, chances_rows, spread_report, spread_rows
from tools.coach_proofs.endings import endings_report, endings_rows
from tools.coach_proofs.games import played
from tools.coach_proofs.plans import (
    follow_report,
    follow_rows,
    ladder_report,
    ladder_rows,
    replace_report,
    replace_rows,
)
from tools.coach_proofs.puzzles import answer_report, answer_rows, puzzle_report, puzzle_rows
from tools.coach_proofs.targets import REVIEW_SECONDS, SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.state import State
    from kilowatt.table.record import Record
    from tools.coach_proofs.games import Asked, Row

MEASURES: dict[str, tuple[Callable[[int, Asked], list[Row]], Callable[[Sequence[Row]], list[str] | None]]] = {
    "follow": (follow_rows, follow_report),
    "ladder": (ladder_rows, ladder_report),
    "replace": (replace_rows, replace_report),
    "puzzles": (puzzle_rows, puzzle_report),
    "answers": (answer_rows, answer_report),
    "chances": (chances_rows, chances_report),
    "spread": (spread_rows, spread_report),
    "endings": (endings_rows, endings_report),
}


def speed(asked: Asked) -> list[str]:
    """Print the processor time of an advice and of a review in a game of `normal` of each ruleset."""
    every = [info.id for info in kilowatt.rulesets()]
    slow: list[str] = []
    for ruleset in every if asked.ruleset == "all" else [asked.ruleset]:
        record = played(ruleset, asked.seats, ["normal"] * asked.seats, asked.first)
        states = [turn.before for turn in turns_of(record) if turn.seat >= 0 and turn.round]
        spent = [_seconds(lambda s: advise(s, s.actor), state) for state in _spread(states, asked.games)]
        print(f"{ruleset}: advice {1000 * mean(spent):.0f} ms, the longest {1000 * max(spent):.0f} ms")
        if max(spent) > SECONDS:
            slow.append(f"an advice on {ruleset} in {1000 * SECONDS:.0f} ms")
        if asked.ruleset != "all":
            took = review_seconds(record)
            print(
                f"review of {len(turns_of(record))} turns: {', '.join(f'{what} {s:.1f} s' for what, s in took.items())}"
            )
            slow += too_slow(took)
    return slow


def review_seconds(record: Record) -> dict[str, float]:
    """Return the processor time until a review, made as hosts do, has a verdict, all of the first seat, and all."""
    job = Job(own=(0,))
    job.record = record.lines()
    began, took = time.process_time(), dict[str, float]()
    asking = questions(job)
    told: Told | None = None
    with suppress(StopIteration):
        while True:
            question = next(asking) if told is None else asking.send(told)
            assert isinstance(question, ReviewQuestion)  # noqa: S101 - nobody's claims are checked
            told = Told(finished(judge_turns(question)))
            spent = time.process_time() - began
            if question.judge:
                took.setdefault("first verdict", spent)
                mine = {job.seats[place] for place in question.places} == {0}
                took.update({"own seat": spent} if mine else {}, **{"whole review": spent})
    return {what: took[what] for what in REVIEW_SECONDS}


def too_slow(took: dict[str, float]) -> list[str]:
    """List what of a review took longer than it is to take."""
    return [f"{what} in {REVIEW_SECONDS[what]:g} s" for what, spent in took.items() if spent > REVIEW_SECONDS[what]]


def _spread(states: list[State], many: int) -> list[State]:
    """Return at most so many positions, from the first to the end of the game."""
    return [states[place * len(states) // many] for place in range(many)] if many < len(states) else states


def _seconds(work: Callable[[Any], object], given: object) -> float:
    """Return the processor time that some work takes."""
    began = time.process_time()
    work(given)
    return time.process_time() - began


def measure(asked: Asked) -> list[Row]:
    """Play the games that are not in the file yet; return the rows of all."""
    lines = asked.rows.read_text(encoding="utf-8").splitlines() if asked.rows and asked.rows.exists() else []
    rows: list[Row] = [json.loads(line) for line in lines]
    done = {row["game"] for row in rows}
    left = [number for number in range(asked.first, asked.first + asked.games) if number not in done]
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = pool.map(MEASURES[asked.what][0], left, repeat(asked))
        for number, played_rows in zip(left, results, strict=True):
            # a game that gives nothing is noted too, so that it is not played again
            new = [{"game": number, **row} for row in played_rows] or [{"game": number, "empty": True}]
            rows += new
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + "\n" for row in new)
    return [row for row in rows if "empty" not in row]
