"""Batches into PostgreSQL in one go: a lock on the tables, one statement for everything, and the commit.

A statement per kind of row would be up to seven trips to the database for each batch. Knows no tables.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Double, Integer, LargeBinary

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.server.store.sqlite import Part

TYPES = {Integer: "int", Double: "double precision", Boolean: "boolean", LargeBinary: "bytea"}
LOCK = "select code, version, seq from tables where code = any($1::text[]) order by code for no key update"
Versions = dict[str, tuple[int, int | None]]
"""Table -> the version it must have, and the entry it must be at where that matters."""


class BatchConnection:
    """Writes batches over its own connection."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql+asyncpg://", "postgresql://")
        self._connection: Any = None

    async def write(self, parts: list[Part], expected: Versions, channel: str, payloads: list[str]) -> bool:
        """Write a batch and commit it; False, and nothing written, if another process has changed a table before.

        A database that does not answer or cannot write is a `ConnectionError`; see `locking.was_rolled_back` for those
        after which the whole batch can be repeated.
        """
        import asyncpg  # type: ignore[import-untyped]

        try:
            if self._connection is None:
                settings = {"synchronous_commit": "on", "application_name": "kilowatt"}
                self._connection = await asyncpg.connect(self.url, timeout=10, server_settings=settings)
            async with self._connection.transaction():
                _check(await self._connection.fetch(LOCK, list(expected)), expected)
                text = _text(tuple((part.table, part.columns, part.match, part.add) for part in parts))
                columns = [list(column) for part in parts for column in zip(*part.rows, strict=True)]
                await self._connection.execute(text, *columns, channel, payloads)
        except (_ChangedError, asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):
            return False
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise ConnectionError(type(error).__name__) from error
        return True

    def drop(self) -> None:
        """Abandon the connection, which may hang; the next batch opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


class _ChangedError(Exception):
    """Ends a transaction."""


def _check(found: list[tuple[str, int, int]], expected: Versions) -> None:
    for code, version, seq in found:
        if version != expected[code][0] or expected[code][1] not in (None, seq):
            raise _ChangedError


@cache
def _text(parts: tuple[tuple[str, tuple[str, ...], int, bool], ...]) -> str:
    """Write one statement for all parts; each column of each part is a parameter, then the channel and its payloads."""
    steps: list[str] = []
    number = 0
    for place, (table, columns, match, add) in enumerate(parts):
        marks = [f"${number + 1 + index}::{_type(table, name)}[]" for index, name in enumerate(columns)]
        number += len(columns)
        names = ", ".join(columns)
        rows = f"unnest({', '.join(marks)}) as news({names})"
        if match and not add:
            changes = ", ".join(f"{name} = news.{name}" for name in columns[match:])
            here = " and ".join(f"{table}.{name} = news.{name}" for name in columns[:match])
            step = f"update {table} set {changes} from {rows} where {here}"  # noqa: S608 - names of our own tables
        else:
            step = f"insert into {table} ({names}) select * from {rows}"  # noqa: S608
            if add:
                changes = ", ".join(f"{name} = excluded.{name}" for name in columns[match:])
                step += f" on conflict ({', '.join(columns[:match])}) do update set {changes}"
        steps.append(f"p{place} as ({step})")
    notify = f"select pg_notify(${number + 1}::text, payload) from unnest(${number + 2}::text[]) as payload"  # noqa: S608
    return f"with {', '.join(steps)} {notify}" if steps else notify


def _type(table: str, column: str) -> str:
    kind = type(shape.metadata.tables[table].c[column].type)
    return TYPES.get(kind, "text")
