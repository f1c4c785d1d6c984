"""Replay: a record played move by move at a table, with the line at which it stops if it is not good."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kilowatt.table.record import BadRecord, Record, parse, read_lines
from kilowatt.table.referee import Table

if TYPE_CHECKING:
    from collections.abc import Iterable


def read_record(path: str | Path | Iterable[str]) -> Record:
    """Read a record from a path or from lines and check every move; `BadRecord` keeps the good prefix."""
    lines = read_lines(path) if isinstance(path, str | Path) else [line.rstrip("\n") for line in path]
    try:
        record = parse(lines)
    except BadRecord as error:
        if error.prefix is not None:
            replay(error.prefix)  # a move that is not allowed comes before the damaged line
        raise
    replay(record)
    return record


def replay(record: Record, upto: int | None = None) -> Table:
    """Play a record up to entry `upto`; `BadRecord` says at which line it stops and keeps what is good."""
    if upto is not None and (type(upto) is not int or upto < 0):
        raise ValueError(f"upto: expected the number of an entry, 0 or more, or None for all, not {upto!r}")
    table = Table(record.rules_of(), players=record.header.players, deal=record.header.deal)
    table.forked = record.header.fork
    for number, entry in enumerate(record.entries, start=1):
        if upto is not None and entry.seq > upto:
            break
        if entry.action is not None:
            reason = table.refusal(entry.action)
            if reason is not None:
                prefix = Record(record.header, record.entries[: number - 1])
                raise BadRecord(number, f"not allowed: {reason}", prefix)
        table.take(entry)
    return table
