"""Reviews in the store: the coach's rows of a finished game, written anew once its claims are surer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.server.store.store import Store


async def get(store: Store, code: str) -> bytes | None:
    """Read the review of a table."""
    query = select(shape.reviews.c.body).where(shape.reviews.c.code == code)
    async with store.reading() as connection:
        row = (await connection.execute(query)).first()
    return None if row is None else bytes(row.body)


async def put(store: Store, code: str, body: bytes, summary: str) -> None:
    """Write a table's review and its summary; one that another process wrote first stays, a deleted table has none."""
    try:
        async with store.engine.begin() as connection:
            await connection.execute(insert(shape.reviews), {"code": code, "body": body, "summary": summary})
    except IntegrityError:
        return


async def replace(store: Store, code: str, body: bytes, summary: str) -> None:
    """Write a table's review anew; a deleted table has none."""
    change = update(shape.reviews).where(shape.reviews.c.code == code).values(body=body, summary=summary)
    async with store.engine.begin() as connection:
        await connection.execute(change)
