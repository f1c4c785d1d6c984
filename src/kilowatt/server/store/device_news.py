"""What processes send each other on PostgreSQL about devices that are signed in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

CHANNEL = "kilowatt_devices"
Linked = tuple[str, str]
"""A device, and the main device of its person; "" when it is signed out."""
AT_ONCE = 40
"""Changes in one notification: PostgreSQL takes just under 8000 bytes."""
NOTIFY = text("select pg_notify(:channel, :payload)")
_news = msgspec.json.Decoder(tuple[str, list[Linked]])


async def send(connection: AsyncConnection, sender: str, changes: list[Linked]) -> None:
    """Send changes with the commit of a transaction."""
    for start in range(0, len(changes), AT_ONCE):
        payload = msgspec.json.encode((sender, changes[start : start + AT_ONCE])).decode()
        await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})


def read(payload: str, own: str) -> list[Linked]:
    """Read what another process than `own` has sent."""
    sender, changes = _news.decode(payload)
    return [] if sender == own else changes
