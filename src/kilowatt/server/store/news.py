"""News: what one process sends the others on PostgreSQL about a table that it has changed.

A move travels whole, so that a process with the same table in memory applies it without reading the database. A process
that has not leaves it unread, and leaves out its own news, which PostgreSQL sends back to it. Knows no tables and no
connections.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host.rows import Live

if TYPE_CHECKING:
    from collections.abc import Callable

PRESENT = -3
"""In place of an entry: a seat's player has connected or disconnected; the seat, and when, follow."""
PAYLOAD_MOST = 7_900
"""Bytes in one notification: PostgreSQL takes just under 8000."""


class News(msgspec.Struct, array_like=True, omit_defaults=True):
    """A table is at entry `seq` and at change `version`."""

    code: str
    seq: int
    version: int
    entries: list[str] = []
    """The lines of the move that led here; none when only seats, orders or chat have changed."""
    live: Live | None = None
    wake: float | None = None
    touched: float = 0.0
    state: str = ""
    spent: list[int] = []
    """Seats whose proxy order the move has used up."""
    mark: int = 0
    """The entry of the snapshot that was stored with the move, if one was."""


_bulletin = msgspec.json.Decoder(tuple[str, list[tuple[str, msgspec.Raw]]])
_read = msgspec.json.Decoder(News)
_write = msgspec.json.Encoder()
ENVELOPE = 60
"""Bytes around the news: names, brackets and commas."""


def payloads(sender: str, news: list[News]) -> list[str]:
    """Write news as notifications, each short enough; a move that is too long is announced without its lines."""
    written: list[str] = []
    rows: list[bytes] = []
    size = 0
    for row in news:
        body = _body(row)
        if len(body) > PAYLOAD_MOST - ENVELOPE:
            body = _body(News(row.code, row.seq, row.version))
        if rows and size + len(body) + 1 > PAYLOAD_MOST - ENVELOPE:
            written.append(_payload(sender, rows))
            rows, size = [], 0
        rows.append(body)
        size += len(body) + 1
    if rows:
        written.append(_payload(sender, rows))
    return written


def _body(row: News) -> bytes:
    return b'["%b",%b]' % (row.code.encode(), _write.encode(row))


def _payload(sender: str, rows: list[bytes]) -> str:
    return (_head(sender).encode() + b",".join(rows) + b"]]").decode()


def _head(sender: str) -> str:
    return f'["{sender}",['


def read(payload: str, own: str, wanted: Callable[[str], bool]) -> list[News]:
    """Read a notification of another process than `own`: the news of tables that are wanted."""
    if payload.startswith(_head(own)):
        return []
    return [_read.decode(body) for code, body in _bulletin.decode(payload)[1] if wanted(code)]
