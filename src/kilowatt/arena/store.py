"""Rows on disk: one JSON line for each finished game, so that a stopped run goes on where it was."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kilowatt.arena.rows import Row


class Store:
    """A file of rows. A line that was cut off by a crash is dropped and its game played again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, Row] = {}
        if path is not None and path.exists():
            good: list[bytes] = []
            lines = path.read_bytes().splitlines()
            for line in lines:
                try:
                    row = msgspec.json.decode(line, type=Row)
                except msgspec.MsgspecError:
                    continue
                self.rows[row.key] = row
                good.append(line)
            if len(good) < len(lines):
                path.write_bytes(b"".join([line + b"\n" for line in good]))

    def add(self, row: Row) -> None:
        """Keep a row, on disk too."""
        self.rows[row.key] = row
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as out:
                out.write(msgspec.json.encode(row) + b"\n")
