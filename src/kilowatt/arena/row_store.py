"""Rows on disk: one JSON line for each finished game, so that a stopped run goes on where it was."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kilowatt.arena.rows import Row
from kilowatt.editions.options import BadOption

BEGINS = b'{"key":'
"""How every row begins on disk."""


def _not_ours(path: Path, line: int) -> BadOption:
    reason = f"line {line} of {path} is no finished game of the arena; name another file"
    return BadOption("run", reason)


class Store:
    """A file of rows. A last line that was cut off by a crash is dropped and its game played again.

    Rows of other code stay in the file and count for nothing: their games are played again too. A file that holds
    anything else is not ours and is refused: nothing of it may be lost.
    """

    def __init__(self, path: Path | None, code: str = "") -> None:
        self.path = path
        self.code = code
        self.rows: dict[str, Row] = {}
        self._whole: bytes | None = None
        """The file without its cut line, written when a row is added: whoever only reads changes nothing."""
        if path is not None and path.exists():
            lines = path.read_bytes().split(b"\n")
            cut = lines.pop()  # a whole file ends with the end of a line
            for number, line in enumerate(lines, start=1):
                try:
                    row = msgspec.json.decode(line, type=Row)
                except msgspec.MsgspecError:
                    raise _not_ours(path, number) from None
                if row.code == code:
                    self.rows[row.key] = row
            if cut:
                if not cut.startswith(BEGINS[: len(cut)]):
                    raise _not_ours(path, len(lines) + 1)
                self._whole = b"".join([line + b"\n" for line in lines])

    def add(self, row: Row) -> None:
        """Keep a row, on disk too, with the code it was played by."""
        row = msgspec.structs.replace(row, code=self.code)
        self.rows[row.key] = row
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._whole is not None:
                self.path.write_bytes(self._whole)
                self._whole = None
            with self.path.open("ab") as out:
                out.write(msgspec.json.encode(row) + b"\n")
