"""How each device wants to be notified, and the webhooks of tables: rows of the database and how they change."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from kilowatt.server.notifications import troubles
from kilowatt.server.notifications.webpush import Subscription
from kilowatt.server.store import rows, shape

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

KEY_BYTES = 24
PUSH, MAIL, HOOK = "push", "mail", "hook"
"""The ways of a message: to a browser, to a mailbox, to a table's chat room."""


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


class Aim(msgspec.Struct, frozen=True):
    """Where messages of a way go: for a device or a table, to an address that its owner may change meanwhile."""

    kind: str
    target: str
    """A device, or the table of a webhook."""
    address: str
    wish: Preference | Hook


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
    return await store.writer.call(lambda connection: _change(connection, device, now, values))


async def _change(connection: AsyncConnection, device: str, now: float, values: dict[str, Any]) -> Preference:
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
    for kind in (PUSH, MAIL):
        if kind in values:
            # what failed was an earlier subscription or address
            await troubles.forget(connection, kind, device)
    return changed


def new_mail_key() -> str:
    """Make the random part of links in mails."""
    return secrets.token_urlsafe(KEY_BYTES)


async def by_mail_key(store: Store, key: str) -> Preference | None:
    """Find whose mails carry this key."""
    async with store.reading() as connection:
        query = select(shape.calls).where(shape.calls.c.mail_key == key)
        row = (await connection.execute(query)).mappings().first()
    return _preference(row) if row is not None else None


async def _hook(connection: AsyncConnection, code: str) -> Hook | None:
    row = (await connection.execute(select(shape.hooks).where(shape.hooks.c.code == code))).mappings().first()
    return Hook(**{**row, "mentions": msgspec.json.decode(row["mentions"])}) if row is not None else None


async def hook_of(store: Store, code: str) -> Hook | None:
    """Read a table's webhook."""
    async with store.reading() as connection:
        return await _hook(connection, code)


async def put_hook(store: Store, hook: Hook | None, code: str) -> None:
    """Set or remove the webhook of a table."""
    await store.writer.call(lambda connection: _put_hook(connection, hook, code))


async def change_hook(store: Store, hook: Hook) -> None:
    """Change what a webhook reports and whom it mentions, while it goes to the same address."""
    hooks = shape.hooks
    values = {"language": hook.language, "zone": hook.zone, "off": hook.off, "mentions": rows.text(hook.mentions)}
    same = (hooks.c.code == hook.code) & (hooks.c.url == hook.url)
    await store.writer.call(lambda connection: connection.execute(update(hooks).where(same).values(values)))


async def _put_hook(connection: AsyncConnection, hook: Hook | None, code: str) -> None:
    await connection.execute(delete(shape.hooks).where(shape.hooks.c.code == code))
    await troubles.forget(connection, HOOK, code)
    if hook is not None:
        values = {**msgspec.structs.asdict(hook), "mentions": rows.text(hook.mentions)}
        await connection.execute(insert(shape.hooks), values)


# --- where messages go, and what became of them -----------------------------------------------------------------------


async def aim(store: Store, kind: str, target: str) -> Aim | None:
    """Read where messages of a way go for a device or a table; None where nobody wants them."""
    async with store.reading() as connection:
        return await _aim(connection, kind, target)


async def _aim(connection: AsyncConnection, kind: str, target: str) -> Aim | None:
    if kind == HOOK:
        hook = await _hook(connection, target)
        return Aim(kind, target, hook.url, hook) if hook is not None else None
    wish = (await read(connection, [target])).get(target)
    if wish is None:
        return None
    push = wish.push.endpoint if wish.push is not None else None
    address = push if kind == PUSH else wish.mail if wish.mail_on else None
    return Aim(kind, target, address, wish) if address is not None else None


async def note(store: Store, sent: Aim, why: str | None, now: float, *, drop: bool = False) -> None:
    """Write why a delivery failed; None: it arrived. With `drop` nothing is sent there again.

    Messages that go elsewhere by now, or to a table that was deleted, are not concerned.
    """

    async def work(connection: AsyncConnection) -> None:
        current = await _aim(connection, sent.kind, sent.target)
        if current is None or current.address != sent.address:
            return
        if drop and sent.kind == PUSH:
            await _change(connection, sent.target, now, {"push": None})
        elif drop and sent.kind == HOOK:
            await _put_hook(connection, None, sent.target)
        if why is None:
            await troubles.forget(connection, sent.kind, sent.target)
        else:
            await troubles.put(connection, sent.kind, sent.target, why, now)

    await store.writer.call(work)


async def note_unconfirmed(store: Store, asked: Preference, why: str, now: float) -> None:
    """Write why the mail that asks about an address could not be sent, if it is still the address to ask about."""

    async def work(connection: AsyncConnection) -> None:
        current = (await read(connection, [asked.device])).get(asked.device)
        if current is not None and current.mail_key == asked.mail_key and not current.mail_on:
            await troubles.put(connection, MAIL, asked.device, why, now)

    await store.writer.call(work)
