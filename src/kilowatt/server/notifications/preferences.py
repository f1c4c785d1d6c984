"""How each device wants to be notified, and the webhooks of tables: rows of the database and how they change."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from kilowatt.server.notifications.webpush import Subscription
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

KEY_BYTES = 24


class Preference(msgspec.Struct):
    """How one device wants to be notified."""

    device: str
    at: float = 0.0
    language: str = "en"
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    push: Subscription | None = None
    mail: str | None = None
    mail_on: bool = False
    mail_key: str | None = None
    mailed: float = 0.0
    off: str = ""
    """Events that are switched off."""


class Hook(msgspec.Struct):
    """A table's webhook."""

    code: str
    kind: str
    url: str
    at: float
    language: str = "en"
    zone: str = "UTC"
    off: str = ""
    mentions: dict[str, str] = {}
    """Seat -> what the chat service calls its player."""


def _preference(values: Any) -> Preference:  # noqa: ANN401 - a mapping row of the driver
    fields = dict(values)
    push = fields["push"]
    fields["push"] = msgspec.json.decode(push, type=Subscription) if push is not None else None
    return Preference(**fields)


async def read(connection: AsyncConnection, devices: list[str]) -> dict[str, Preference]:
    """Read how some devices want to be notified; those that never said are left out."""
    query = select(shape.calls).where(shape.calls.c.device.in_(devices))
    return {row["device"]: _preference(row) for row in (await connection.execute(query)).mappings()}


async def of(store: Store, device: str) -> Preference:
    """Read how a device wants to be notified."""
    async with store.reading() as connection:
        return (await read(connection, [device])).get(device) or Preference(device)


async def change(store: Store, device: str, now: float, **values: Any) -> Preference:  # noqa: ANN401 - of columns
    """Change how a device wants to be notified; a device that no longer wants anything leaves no row."""

    async def work(connection: AsyncConnection) -> Preference:
        stored = (await read(connection, [device])).get(device)
        known = stored is not None
        changed = msgspec.structs.replace(stored or Preference(device), at=now, **values)
        row = {name: getattr(changed, name) for name in Preference.__struct_fields__}
        row["push"] = rows.text(changed.push) if changed.push is not None else None
        if changed.push is None and changed.mail is None and changed.quiet_from is None and not changed.off:
            await connection.execute(delete(shape.calls).where(shape.calls.c.device == device))
        elif known:
            await connection.execute(update(shape.calls).where(shape.calls.c.device == device).values(row))
        else:
            await connection.execute(insert(shape.calls), row)
        return changed

    return await store.writer.call(work)


def new_mail_key() -> str:
    """Make the random part of links in mails."""
    return secrets.token_urlsafe(KEY_BYTES)


async def by_mail_key(store: Store, key: str) -> Preference | None:
    """Find whose mails carry this key."""
    async with store.reading() as connection:
        query = select(shape.calls).where(shape.calls.c.mail_key == key)
        row = (await connection.execute(query)).mappings().first()
    return _preference(row) if row is not None else None


async def hook_of(store: Store, code: str) -> Hook | None:
    """Read a table's webhook."""
    async with store.reading() as connection:
        row = (await connection.execute(select(shape.hooks).where(shape.hooks.c.code == code))).mappings().first()
    return Hook(**{**row, "mentions": msgspec.json.decode(row["mentions"])}) if row is not None else None


async def put_hook(store: Store, hook: Hook | None, code: str) -> None:
    """Set or remove the webhook of a table."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(shape.hooks).where(shape.hooks.c.code == code))
        if hook is not None:
            values = {**msgspec.structs.asdict(hook), "mentions": rows.text(hook.mentions)}
            await connection.execute(insert(shape.hooks), values)

    await store.writer.call(work)
