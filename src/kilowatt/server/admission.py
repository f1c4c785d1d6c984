"""A closed server: only devices that have shown the host's invitation see anything of it."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from kilowatt.host import codes, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.server.store import shape
from kilowatt.server.store.upserting import upsert

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.settings import Settings
    from kilowatt.server.store.store import Store

OPEN = (
    "/api/invitation",
    "/api/catalogue/",
    "/api/notifications/mail/",
    "/api/notifications/unsubscribe/",
)
"""Requests that a closed server answers to everybody: to show the invitation, and to end mails by their links."""
NAMED = ("/t/", "/player/")
"""Pages that name a table or a player in their head: a stranger gets the plain page."""
GUARDED = ("/api/", "/embed/", "/picture/")
BY_TOKEN = re.compile(r"^/api/tables/[^/]{1,48}/bot$")
"""Where a bot shows its token, which is its invitation to one table: the route judges it."""
FOR_BOTS = re.compile(r"^/api/tables/([^/]{1,48})/(?:socket|leave)$")
"""What a bot that sits at a table needs there."""


def is_open(path: str) -> bool:
    """Return whether a path shows nothing that a closed server hides."""
    return path.startswith(OPEN) or BY_TOKEN.match(path) is not None or not path.startswith((*GUARDED, *NAMED))


async def let_in(
    admits: Callable[[str, str], Awaitable[bool]] | None, scope: dict[str, Any], device: str
) -> dict[str, Any]:
    """Refuse a device that a closed server has not invited; the page itself it may have, to show the invitation."""
    path: str = scope["path"]
    if admits is None or is_open(path) or await admits(device, path):
        return scope
    if path.startswith(NAMED):
        return {**scope, "path": "/", "raw_path": b"/"}
    raise Denied("closed")


class Admission:
    """Knows the devices that were invited."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.mark = hashlib.sha256(settings.invitation.encode()).hexdigest()
        """Of the invitation: those who showed an earlier one are no longer invited."""
        self._known: set[str] = set()
        self.is_bot: Callable[[str, str], Awaitable[bool]]
        """Set by whoever serves: whether a device plays a bot by a token at a table."""

    async def start(self) -> None:
        """Forget the devices that have shown an earlier invitation."""
        earlier = delete(shape.admitted).where(shape.admitted.c.invitation != self.mark)
        await self.store.writer.call(lambda connection: connection.execute(earlier))

    @property
    def closed(self) -> bool:
        """Whether an invitation is needed for everything."""
        return self.settings.closed

    async def admits(self, device: str, path: str = "") -> bool:
        """Return whether a device may ask for a path: it has shown the invitation, or is a bot at its own table."""
        bots = FOR_BOTS.match(path)
        return await self._invited(device) or (
            bots is not None and bool(device) and await self.is_bot(codes.clean_code(bots[1]), device)
        )

    async def _invited(self, device: str) -> bool:
        """Return whether a device has shown the invitation, to whichever process."""
        if not self.closed or device in self._known:
            return True
        if not device:
            return False
        table = shape.admitted
        query = select(table.c.device).where(table.c.device == device, table.c.invitation == self.mark)
        async with self.store.reading() as connection:
            invited = (await connection.execute(query)).first() is not None
        if invited:
            self._known.add(device)
        return invited

    async def admit(self, device: str, invitation: str) -> None:
        """Let a device in that shows the invitation; `Denied` if it is another one."""
        if not secrets.compare_digest(invitation.encode(), self.settings.invitation.encode()):
            raise Denied("bad_invitation")
        row = {"device": device, "at": timekeeping.now(), "invitation": self.mark}

        async def work(connection: AsyncConnection) -> None:
            await upsert(connection, shape.admitted, [row])

        await self.store.writer.call(work)
        self._known.add(device)
