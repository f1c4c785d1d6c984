"""Review of a game: everybody's chance after each turn, what each decision cost, and the swings that decided it.

The review of a record, a level and a seed is the same everywhere. It can be stopped and continued: every step is a row,
and rows that are given are not worked out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.prediction import Chances
from kilowatt.coach.advise import DEALS, LEVELS
from kilowatt.coach.claims import Claim
from kilowatt.coach.happened import happened
from kilowatt.coach.judge import Verdict, judge
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.win_chances import chances
from kilowatt.engine.ids import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.table.record import Record

MOMENT_DEALS = {"easy": 4, "normal": 8, "hard": 16, "expert": 32}
"""Imagined games of each position on the curves."""
SWINGS = 5
SMALL = 0.02
"""A change that is smaller than this is no swing."""
FLOOR = 0.05
"""A share of a chance is counted from here on: a seat with next to no chance cannot lose much of it."""


class Row(msgspec.Struct, frozen=True):
    """One turn: which entries it is, everybody's chance after it, and the verdict on its decision."""

    first: int
    last: int
    round: int
    phase: str
    seat: int
    """The seat that decided, -1 where cards were turned up."""
    chances: Chances
    verdict: Verdict | None = None


class Swing(msgspec.Struct, frozen=True):
    """A large change of one seat's chance: a mistake, luck, or what a rival did."""

    row: int
    change: float
    cause: str
    """`mistake`, `luck`, `rival` or `own`."""
    claim: Claim


class Report(msgspec.Struct, frozen=True):
    """What a review says of one seat."""

    accuracy: float
    """The share of its chance that it kept, round by round, 0 to 100."""
    phases: dict[str, float]
    luck: float
    """How much the cards that were turned up changed its chance, in all."""
    mistakes: int
    swings: tuple[Swing, ...]


class Review(msgspec.Struct, frozen=True):
    """A game looked at: the chances before the first turn, a row per turn, and a report per seat."""

    ruleset: str
    players: list[str]
    level: str
    seed: int
    start: Chances
    rows: tuple[Row, ...]
    reports: tuple[Report, ...]


def review(
    record: Record,
    level: str = "normal",
    seed: int = 0,
    *,
    done: Sequence[Row] = (),
    on_row: Callable[[Row, int, int], None] | None = None,
) -> Review:
    """Review a record; `done` are rows of an earlier run, and `on_row` is called with each new row, its place and all.

    `ValueError` where the level is unknown or the rows belong to another record.
    """
    if level not in LEVELS:
        raise ValueError(f"level: expected one of {', '.join(LEVELS)}, not {level!r}")
    turns = turns_of(record)
    _check_done(done, turns)
    rows = list(done)
    for place in range(len(rows), len(turns)):
        row = row_of(turns[place], level, seed)
        rows.append(row)
        if on_row is not None:
            on_row(row, place, len(turns))
    start = chances(turns[0].before, seed, MOMENT_DEALS[level]) if turns else ()
    seats = record.header.seats
    return Review(
        ruleset=record.header.ruleset,
        players=list(record.header.players) or [f"Seat {seat + 1}" for seat in range(seats)],
        level=level,
        seed=seed,
        start=start,
        rows=tuple(rows),
        reports=tuple([_report(seat, turns, rows, start) for seat in range(seats)]),
    )


def _check_done(done: Sequence[Row], turns: list[Turn]) -> None:
    for place, row in enumerate(done):
        if place >= len(turns) or (row.first, row.seat) != (turns[place].first, turns[place].seat):
            raise ValueError(f"done: row {place} is not of this record")


def row_of(turn: Turn, level: str, seed: int) -> Row:
    """Judge a turn."""
    verdict = judge(turn, DEALS[level], seed) if turn.seat != NOBODY else None
    after = chances(turn.after, seed, MOMENT_DEALS[level])
    after = tuple([round(chance, 4) for chance in after])
    return Row(turn.first, turn.last, turn.round, turn.phase, turn.seat, after, verdict)


# --- one seat ---------------------------------------------------------------------------------------------------------


def _report(seat: int, turns: list[Turn], rows: list[Row], start: Chances) -> Report:
    own = [(row, row.verdict) for row in rows if row.seat == seat and row.verdict is not None]
    luck = sum([change for row, change in _changes(seat, rows, start) if row.seat == NOBODY])
    phases = list(dict.fromkeys(row.phase for row, _ in own))
    return Report(
        accuracy=accuracy_of([(row.round, verdict) for row, verdict in own]),
        phases={
            phase: accuracy_of([(row.round, verdict) for row, verdict in own if row.phase == phase]) for phase in phases
        },
        luck=round(luck, 4),
        mistakes=sum([verdict.mistake for _, verdict in own]),
        swings=_swings(seat, turns, rows, start),
    )


def accuracy_of(verdicts: Sequence[tuple[int, Verdict]]) -> float:
    """Return the mean over rounds of the share of its chance that a seat kept in them, in percent.

    The verdicts on its decisions come with their rounds.
    """
    kept: dict[int, float] = {}
    for around, verdict in verdicts:
        share = 1 - verdict.loss / max(FLOOR, verdict.best) if verdict.loss else 1.0
        kept[around] = kept.get(around, 1.0) * max(0.0, share)
    return round(100 * sum(kept.values()) / len(kept), 1) if kept else 100.0


def _changes(seat: int, rows: list[Row], start: Chances) -> list[tuple[Row, float]]:
    changes: list[tuple[Row, float]] = []
    before = start[seat] if start else 0.0
    for row in rows:
        changes.append((row, row.chances[seat] - before))
        before = row.chances[seat]
    return changes


def _swings(seat: int, turns: list[Turn], rows: list[Row], start: Chances) -> tuple[Swing, ...]:
    """Return the largest changes, in order of play: a mistake counts by what it lost, the rest by what changed."""
    swings: list[Swing] = []
    for place, (row, change) in enumerate(_changes(seat, rows, start)):
        verdict = row.verdict
        if row.seat == seat and verdict is not None and verdict.mistake:
            swings.append(Swing(place, -verdict.loss, "mistake", verdict.played))
        elif abs(change) >= SMALL:
            cause = "luck" if row.seat == NOBODY else "own" if row.seat == seat else "rival"
            swings.append(Swing(place, round(change, 4), cause, happened(turns[place])))
    # mistakes first: what could have been done better teaches more than what happened
    swings.sort(key=lambda swing: (-abs(swing.change) - (1.0 if swing.cause == "mistake" else 0.0), swing.row))
    return tuple(sorted(swings[:SWINGS], key=lambda swing: swing.row))
