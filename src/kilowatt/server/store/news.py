"""News: what one process sends the others on PostgreSQL about a table that it has changed.

A move travels whole, so that a process with the same table in memory applies it without reading the database. Knows no
tables and no connections.
"""

from __future__ import annotations

import msgspec

from kilowatt.server.store.rows import Live

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


class Bulletin(msgspec.Struct, array_like=True):
    """News of one process, by its name."""

    sender: str
    news: list[News]


_read = msgspec.json.Decoder(Bulletin)
_write = msgspec.json.Encoder()


def payloads(sender: str, news: list[News]) -> list[str]:
    """Write news as notifications, each short enough; a move that is too long is announced without its lines."""
    found: list[str] = []
    rows: list[bytes] = []
    size = 0
    for row in news:
        body = _write.encode(row)
        if len(body) > PAYLOAD_MOST - 40:
            body = _write.encode(News(row.code, row.seq, row.version))
        if rows and size + len(body) + 1 > PAYLOAD_MOST - 40:
            found.append(_payload(sender, rows))
            rows, size = [], 0
        rows.append(body)
        size += len(body) + 1
    if rows:
        found.append(_payload(sender, rows))
    return found


def _payload(sender: str, rows: list[bytes]) -> str:
    return (b'["' + sender.encode() + b'",[' + b",".join(rows) + b"]]").decode()


def read(payload: str) -> Bulletin:
    """Read a notification."""
    return _read.decode(payload)
