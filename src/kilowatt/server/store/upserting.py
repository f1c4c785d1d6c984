"""Writing rows that may be there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(
    connection: AsyncConnection, table: Table, values: list[dict[str, Any]], keep: Collection[str] = ()
) -> None:
    """Insert rows, or change those whose primary key is there already; null replaces nothing in columns `keep`."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement: Any = make(table)
    keys = [column.name for column in table.primary_key]
    changed = {
        name: func.coalesce(statement.excluded[name], table.c[name]) if name in keep else statement.excluded[name]
        for name in values[0]
        if name not in keys
    }
    if changed:
        statement = statement.on_conflict_do_update(index_elements=keys, set_=changed)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    await connection.execute(statement, values)
