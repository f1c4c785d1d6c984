"""Batches into PostgreSQL in one go: one statement locks the tables, checks them, writes everything and is committed.

A statement per kind of row, with a transaction around them, would be up to ten trips to the database for each batch,
and each trip costs processor time here. Knows no tables.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Double, Integer, LargeBinary

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.server.store.sqlite import Part

TYPES = {Integer: "int", Double: "double precision", Boolean: "boolean", LargeBinary: "bytea"}
HEAD = """\
with expected as (select * from unnest($1::text[], $2::int[], $3::int[]) as expected(code, version, seq)),
held as (select code, version, seq from tables where code = any($1::text[]) order by code for no key update),
changed as (select from held join expected using (code) where held.version <> expected.version
  or held.seq <> expected.seq)"""
"""Locks the tables in the order of `locking`, and finds those that are not as expected (seq null: any)."""
UNCHANGED = "not exists (select from changed)"
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
            text = _text(tuple((part.table, part.columns, part.match, part.add) for part in parts))
            columns = [list(column) for part in parts for column in zip(*part.rows, strict=True)]
            held = [list(expected), *map(list, zip(*expected.values(), strict=True))]
            # a statement outside a transaction is one of its own, committed when it returns
            changed: bool = await self._connection.fetchval(text, *held, *columns, channel, payloads)
        except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):
            return False
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise ConnectionError(type(error).__name__) from error
        return not changed

    def drop(self) -> None:
        """Abandon the connection, which may hang; the next batch opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


@cache
def _text(parts: tuple[tuple[str, tuple[str, ...], int, bool], ...]) -> str:
    """Write one statement for all parts; it returns whether a table has changed, and then has written nothing.

    Its parameters are the tables with the versions and entries expected, each column of each part, the channel and its
    payloads.
    """
    steps = [HEAD]
    number = 3
    for place, (table, columns, match, add) in enumerate(parts):
        marks = [f"${number + 1 + index}::{_type(table, name)}[]" for index, name in enumerate(columns)]
        number += len(columns)
        names = ", ".join(columns)
        rows = f"unnest({', '.join(marks)}) as news({names})"
        if match and not add:
            changes = ", ".join(f"{name} = news.{name}" for name in columns[match:])
            here = " and ".join(f"{table}.{name} = news.{name}" for name in columns[:match])
            step = f"update {table} set {changes} from {rows} where {here} and {UNCHANGED}"  # noqa: S608 - names of our own tables
        else:
            step = f"insert into {table} ({names}) select * from {rows} where {UNCHANGED}"  # noqa: S608
            if add:
                changes = ", ".join(f"{name} = excluded.{name}" for name in columns[match:])
                step += f" on conflict ({', '.join(columns[:match])}) do update set {changes}"
        steps.append(f"p{place} as ({step})")
    payloads = f"unnest(${number + 2}::text[]) as payload"
    sent = f"select count(pg_notify(${number + 1}::text, payload)) from {payloads} where {UNCHANGED}"  # noqa: S608
    return f"{', '.join(steps)} select exists (select from changed), ({sent})"  # noqa: S608


def _type(table: str, column: str) -> str:
    kind = type(shape.metadata.tables[table].c[column].type)
    return TYPES.get(kind, "text")
