"""`kilowatt replay` and `kilowatt verify`: look at a record, and check its deal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

import kilowatt
from kilowatt import BadRecord
from kilowatt.cli.errors import reading
from kilowatt.engine.actions import Action, SeatOrder
from kilowatt.table import notation
from kilowatt.table.record import Record, parse, read_lines
from kilowatt.table.referee import is_decision
from kilowatt.table.replay import read_record
from kilowatt.table.replay import replay as replay_record
from kilowatt.table.verify import verify_record


def replay(
    file: Path,
    upto: Annotated[int | None, typer.Option(min=0, help="Stop after this entry")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the state as a snapshot")] = False,
    marks: Annotated[Path | None, typer.Option("--review", help="Mark the swings of a review in JSON")] = None,
) -> None:
    """Replay a record and show the state it leads to; a damaged one is replayed as far as it is good."""
    trouble: BadRecord | None = None
    try:
        with reading(file):
            record = read_record(read_lines(file))
    except BadRecord as error:
        if error.prefix is None:
            raise
        trouble = error
        record = error.prefix
    table = replay_record(record, upto)
    names = record.header.players
    swings = _swings(marks, record) if marks is not None else {}
    if as_json:
        print(json.dumps(kilowatt.snapshot(table.state), indent=1, ensure_ascii=False))
    else:
        for entry in record.entries:
            if upto is not None and entry.seq > upto:
                break
            if entry.action is not None:
                who = _seat(entry.action.seat, names) if is_decision(entry.action) else "deal"  # type: ignore[attr-defined]
                print(f"{entry.seq:5}  {who:<20} {_line(entry.action, names)}")
                for line in swings.get(entry.seq, ()):
                    print(f"       ^ {line}")
            elif entry.undo is not None:
                print(f"{entry.seq:5}  back to after entry {entry.undo}")
        _print_state(table.state, names)
    if trouble is not None:
        print(f"kilowatt: {file}: {trouble}; everything before is good and shown", file=sys.stderr)
        sys.exit(1)


def _swings(file: Path, record: Record) -> dict[int, list[str]]:
    """Read a review of this record; return the lines about its swings by the last entry of their turns."""
    import msgspec

    from kilowatt.cli.review import swing_text
    from kilowatt.coach import Review

    with reading(file):
        try:
            review = msgspec.json.decode(file.read_bytes(), type=Review)
        except msgspec.MsgspecError as error:
            raise ValueError(f"review: expected what `kilowatt review --json` prints: {error}") from None
    if review.ruleset != record.header.ruleset or len(review.reports) != record.header.seats:
        raise ValueError(f"review: {file} is a review of another game")
    lines: dict[int, list[str]] = {}
    for seat, report in enumerate(review.reports):
        for place, swing in enumerate(report.swings):
            text = f"{review.players[seat]}, {swing_text(review, record.rules_of(), seat, place)}"
            lines.setdefault(review.rows[swing.row].last, []).append(text)
    return lines


def _seat(seat: int, names: list[str]) -> str:
    """Write a seat as people count them, from 1, with its player's name where the record has one."""
    return f"seat {seat + 1} ({names[seat]})" if seat < len(names) else f"seat {seat + 1}"


def _line(action: Action, names: list[str]) -> str:
    """Write an action in the notation; the drawn order names seats, which the notation counts from 0."""
    if isinstance(action, SeatOrder):
        return f"order {', '.join(_seat(seat, names) for seat in action.order)}"
    return notation.write(action)


def _print_state(state: kilowatt.State, names: list[str]) -> None:
    seen = kilowatt.snapshot(state)
    print(f"\n{seen['ruleset']}: round {seen['round']}, Step {seen['step']}, {seen['phase']} phase")
    for seat, row in enumerate(seen["seats"]):
        fuel = ", ".join(f"{count} {name}" for name, count in row["fuel"].items() if count) or "no fuel"
        plants = f"plants {', '.join(row['plants'])}" if row["plants"] else "no plants"
        cities = "1 city" if len(row["cities"]) == 1 else f"{len(row['cities']) or 'no'} cities"
        print(f"  {_seat(seat, names)}: {row['money']} Elektro, {cities}, {plants}; {fuel}")
    if seen["result"] is None:
        actor = seen["actor"]
        print(f"  to act: {_seat(actor, names) if isinstance(actor, int) else actor}")
    else:
        places = "; ".join(
            f"{place}. {' and '.join(_seat(seat, names) for seat in seats)}"
            for place, seats in enumerate(seen["result"]["ranking"], start=1)
        )
        print(f"  the end: {places}")


def _parsed(file: Path) -> Record:
    with reading(file):
        return parse(read_lines(file))


def verify(
    file: Path,
    source: Annotated[Path | None, typer.Option(help="The record this one was forked from, to check that too")] = None,
) -> None:
    """Check a record: every move allowed, and every card dealt as its seed says."""
    record = _parsed(file)
    verdict = verify_record(record, None if source is None else _parsed(source))
    if source is not None and record.header.fork is None:
        print(f"This record is not a fork, so it was not compared with {source}.")
    for line in verdict.lines:
        print(line)
    if not verdict.good:
        sys.exit(1)
