"""The order in which transactions lock rows on PostgreSQL, so that two processes never wait for each other in a circle.

1. Rows of `tables`, in the order of their codes: whoever changes anything of a table locks its row first. Moves and
   orders lock all tables of their batch at once (`postgres.HEAD`); `hold` does the same for everything else. A new
   table needs no lock: nobody else can know its row.
2. Rows that belong to tables, in the order of their keys. Presence is written for many tables at once, so it locks
   their rows only against deletion (`hold_against_deletion`), and moves go on meanwhile.
3. Rows of the server itself (`facts`, `mutes`, `reports`, `archive`), one kind per transaction.
   People's rows are of this kind: a rating takes the game's code first, then the ratings in the order of their owners.
4. The news, which PostgreSQL sends under a lock of its own at the commit.

Somebody else, such as a host who runs `lock table`, need not keep this order. A transaction that PostgreSQL ends to
break a circle, or because it cannot be serialized, has written nothing: the writer repeats it (`was_rolled_back`).
SQLite has one writer at a time; there the same calls read and lock nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

ROLLED_BACK = ("40001", "40P01")
"""PostgreSQL's codes for a transaction that it has ended by itself: serialization failure, deadlock."""


async def hold(connection: AsyncConnection, codes: Collection[str]) -> set[str]:
    """Lock tables, for a transaction that changes something of them; return those that exist."""
    return await _lock(connection, codes, read=False, key_share=True)


async def hold_whole(connection: AsyncConnection, codes: Collection[str]) -> set[str]:
    """Lock tables that are to be deleted, with all their rows; return those that exist."""
    return await _lock(connection, codes, read=False, key_share=False)


async def hold_against_deletion(connection: AsyncConnection, codes: Collection[str]) -> set[str]:
    """Keep tables from being deleted, and hinder nothing else; return those that exist."""
    return await _lock(connection, codes, read=True, key_share=True)


async def _lock(connection: AsyncConnection, codes: Collection[str], *, read: bool, key_share: bool) -> set[str]:
    code = shape.tables.c.code
    query = select(code).where(code.in_(codes)).order_by(code).with_for_update(read=read, key_share=key_share)
    return set((await connection.execute(query)).scalars())


def was_rolled_back(error: BaseException) -> bool:
    """Return whether PostgreSQL has ended a transaction that can be repeated as it is."""
    cause: Any = error
    while cause is not None:
        if getattr(cause, "sqlstate", None) in ROLLED_BACK:
            return True
        cause = getattr(cause, "orig", None) or cause.__cause__
    return False
