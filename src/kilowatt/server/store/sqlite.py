"""Moves into SQLite in one go: a thread with a connection of its own writes a whole batch and commits it.

Through the asynchronous driver every statement goes to a thread and back several times, and each time waits until the
busy loop lets go of the interpreter; so a commit took several times as long as the disk needs. Knows no tables.
"""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from sqlalchemy.sql.expression import Executable

Batch = list[tuple["Executable", list[dict[str, Any]]]]
"""Statements in order, each with the rows it is done for."""

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
"""What is committed stays, also when the machine goes down."""


def durable(connection: Any) -> None:  # noqa: ANN401 - sqlite3's own, or the asynchronous driver's in its place
    """Set up a connection so that what it commits stays."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class BatchThread:
    """Writes batches one after another; `sqlite3.Error` comes to who waits, and the batch is then not in the file."""

    def __init__(self, url: str) -> None:
        self.path = make_url(url).database or ""
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None
        self._texts: dict[int, tuple[str, dict[str, Any]]] = {}

    async def write(self, batch: Batch) -> None:
        """Write a batch and commit it; returns when it is on the disk."""
        await self._do(self._write, batch)

    async def pragma(self, name: str) -> Any:  # noqa: ANN401 - a text or a number
        """Read back a setting of the connection that writes."""
        return await self._do(lambda: self._open().execute(f"PRAGMA {name}").fetchone()[0])

    async def _do(self, work: Any, *args: Any) -> Any:  # noqa: ANN401 - any function of the thread
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "batches")
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def drop(self) -> None:
        """Let go of thread and connection, which may hang; the next batch starts afresh."""
        thread, self._thread = self._thread, None
        connection, self._connection = self._connection, None
        if thread is not None:
            if connection is not None:
                thread.submit(connection.close)
            thread.shutdown(wait=False)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            # closed by the thread too, but made anew by another one after a fault
            self._connection = sqlite3.connect(self.path, check_same_thread=False)
            durable(self._connection)
        return self._connection

    def _write(self, batch: Batch) -> None:
        connection = self._open()
        try:
            for statement, rows in batch:
                text, fixed = self._text(statement)
                connection.executemany(text, [{**fixed, **row} for row in rows])
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    def _text(self, statement: Executable) -> tuple[str, dict[str, Any]]:
        """Write a statement as SQLite reads it, once; and the values it brings itself."""
        known = self._texts.get(id(statement))
        if known is None:
            made = statement.compile(dialect=sqlite.dialect(paramstyle="named"))  # type: ignore[attr-defined]
            known = (str(made), dict(made.params))
            self._texts[id(statement)] = known
        return known
