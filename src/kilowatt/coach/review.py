"""Review of a game: everybody's chance after each turn, what each decision cost, and the swings that decided it.

The review of a record is the same everywhere. It can be stopped and continued: every step is a row,
and rows that are given are not worked out again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.values import chances
from kilowatt.coach.judge import Verdict, judge
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.ids import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.state import State
    from kilowatt.table.record import Record

Chances = tuple[float, ...]
"""Everybody's chance to win."""
SWINGS = 7
"""Mistakes of a seat that are listed."""
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
    """A decision that cost its seat chances: what it changed, and what was done."""

    row: int
    change: float
    claim: Claim


class Report(msgspec.Struct, frozen=True):
    """What a review says of one seat."""

    accuracy: float
    """The share of its chance that it kept, round by round, 0 to 100."""
    phases: dict[str, float]
    decisions: float
    """What its own decisions gave away, in all: 0 or less.

    Decisions, luck and rivals add up to what its chance changed.
    """
    luck: float
    """How much the cards that were turned up changed its chance, in all."""
    rivals: float
    """The rest: what the others did, and what the chances had not foreseen."""
    mistakes: int
    swings: tuple[Swing, ...]


class Review(msgspec.Struct, frozen=True):
    """A game looked at: the chances before the first turn, a row per turn, and a report per seat."""

    ruleset: str
    players: list[str]
    start: Chances
    rows: tuple[Row, ...]
    reports: tuple[Report, ...]


def review(
    record: Record,
    *,
    done: Sequence[Row] = (),
    on_row: Callable[[Row, int, int], None] | None = None,
) -> Review:
    """Review a record; `done` are rows of an earlier run, and `on_row` is called with each new row, its place and all.

    `ValueError` where the rows belong to another record.
    """
    turns = turns_of(record)
    _check_done(done, turns)
    rows = list(done)
    for place in range(len(rows), len(turns)):
        row = row_of(turns[place])
        rows.append(row)
        if on_row is not None:
            on_row(row, place, len(turns))
    return summed(record, rows, _rounded(turns[0].before) if turns else ())


def summed(record: Record, rows: Sequence[Row], start: Chances) -> Review:
    """Sum up some rows of a record, seat by seat."""
    seats = record.header.seats
    return Review(
        ruleset=record.header.ruleset,
        players=list(record.header.players) or [f"Seat {seat + 1}" for seat in range(seats)],
        start=start,
        rows=tuple(rows),
        reports=tuple([_report(seat, list(rows), start) for seat in range(seats)]),
    )


def start_of(turns: Sequence[Turn]) -> Chances:
    """Return everybody's chance before the first turn."""
    return _rounded(turns[0].before) if turns else ()


def _check_done(done: Sequence[Row], turns: list[Turn]) -> None:
    for place, row in enumerate(done):
        if place >= len(turns) or (row.first, row.seat) != (turns[place].first, turns[place].seat):
            raise ValueError(f"done: row {place} is not of this record")


def row_of(turn: Turn) -> Row:
    """Judge a turn."""
    return judged(bare_row(turn), turn)


def bare_row(turn: Turn) -> Row:
    """Return a turn with everybody's chance after it, not judged yet."""
    return Row(turn.first, turn.last, turn.round, turn.phase, turn.seat, _rounded(turn.after))


def judged(row: Row, turn: Turn) -> Row:
    """Return the row of a turn with the verdict on it."""
    return msgspec.structs.replace(row, verdict=judge(turn)) if turn.seat != NOBODY else row


def _rounded(state: State) -> Chances:
    return tuple([round(chance, 4) for chance in chances(state)])


# --- one seat ---------------------------------------------------------------------------------------------------------


def _report(seat: int, rows: list[Row], start: Chances) -> Report:
    own = [(row, row.verdict) for row in rows if row.seat == seat and row.verdict is not None]
    luck = sum([change for row, change in _changes(seat, rows, start) if row.seat == NOBODY])
    decisions = -sum([verdict.loss for _, verdict in own])
    whole = rows[-1].chances[seat] - start[seat] if rows else 0.0
    phases = list(dict.fromkeys(row.phase for row, _ in own))
    return Report(
        accuracy=accuracy_of([(row.round, verdict) for row, verdict in own]),
        phases={
            phase: accuracy_of([(row.round, verdict) for row, verdict in own if row.phase == phase]) for phase in phases
        },
        decisions=round(decisions, 4),
        luck=round(luck, 4),
        rivals=round(whole - luck - decisions, 4),
        mistakes=sum([verdict.mistake for _, verdict in own]),
        swings=_swings(seat, rows),
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


def largest_mistakes(seat: int, rows: Sequence[Row]) -> list[int]:
    """List the places of the decisions that cost a seat most, the dearest first."""
    wrong = [
        (-row.verdict.loss, place)
        for place, row in enumerate(rows)
        if row.seat == seat and row.verdict is not None and row.verdict.mistake
    ]
    return [place for _, place in sorted(wrong)[:SWINGS]]


def _swings(seat: int, rows: list[Row]) -> tuple[Swing, ...]:
    """Return the decisions that cost the seat most, in order of play."""
    listed = [(place, rows[place].verdict) for place in sorted(largest_mistakes(seat, rows))]
    return tuple([Swing(place, -verdict.loss, verdict.played) for place, verdict in listed if verdict is not None])
