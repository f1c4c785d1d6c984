"""Signing devices in and out: by a code of another device, a recovery code or a passkey; ending one; undoing it.

A device that signs in brings along all it has. It names the profile it means, and for a day it can take everything
back. A device that is signed out, here or from another device, has nothing any more, at every process and on sockets
that are open.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kilowatt.host import codes, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.server import identity
from kilowatt.server.profiles import merging
from kilowatt.server.profiles.profiles import code_hash, read
from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.profiles.profiles import Profiles
    from kilowatt.server.store.device_news import Linked
    from kilowatt.server.store.news import News

    Signed = tuple[list[News], list[Linked]]
    """The tables that changed, and the devices that are somebody's now, or nobody's."""

CODE_SECONDS = 600.0
DEVICES_MOST = 20
UNDO_SECONDS = 86400.0
"""How long a device that signed in may take back what it brought along."""
NOTHING: Signed = ([], [])


def mark(name: str) -> str:
    """Return what a device or passkey is called in a profile's list."""
    return hashlib.sha256(b"kilowatt listed/" + name.encode()).hexdigest()[:16]


class Signing:
    """How devices become a person's, and cease to be."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.known = profiles.known
        self.store = profiles.store

    async def new_code(self, main: str) -> str:
        """Make a code that signs one further device in, within ten minutes."""
        code = codes.new_code()
        now = timekeeping.now()

        async def work(connection: AsyncConnection) -> None:
            if await read(connection, main) is None:
                raise Denied("no_profile")
            codes = shape.signin_codes
            shown = (codes.c.main == main) & (codes.c.until < shape.FOREVER)
            await connection.execute(delete(codes).where(shown | (codes.c.until < now)))
            values = {"hash": code_hash(code), "main": main, "until": now + CODE_SECONDS}
            await connection.execute(insert(codes), values)

        await self.store.writer.call(work)
        return code

    # --- signing in ---------------------------------------------------------------------------------------------------

    async def enter(self, own: str, code: str, label: str, profile: str | None) -> None:
        """Sign a device in by a code, which is good once; `Denied` asks again unless the profile's name is given."""
        codes, now = shape.signin_codes, timekeeping.now()
        here = (codes.c.hash == code_hash(code)) & (codes.c.until >= now)

        async def work(connection: AsyncConnection) -> Signed:
            main = (await connection.execute(select(codes.c.main).where(here))).scalar_one_or_none()
            row = await read(connection, main) if main is not None else None
            if main is None or row is None or self.known.main(main) != main:
                raise Denied("bad_code")
            if profile != row.name:
                raise Denied("sign_in_as", name=row.name, tables=await merging.brings(connection, self.known.main(own)))
            # of two processes that are asked at the same moment one gets the row
            used = (await connection.execute(delete(codes).where(here).returning(codes.c.main))).scalar_one_or_none()
            if used != main:
                raise Denied("bad_code")
            return await self._link(connection, own, main, label, now)

        await self._change(work)

    async def link(self, own: str, main: str, label: str) -> None:
        """Sign a device in whose person has been recognised otherwise."""
        await self._change(lambda connection: self._link(connection, own, main, label, timekeeping.now()))

    async def _link(self, connection: AsyncConnection, own: str, main: str, label: str, now: float) -> Signed:
        devices = shape.devices
        before = self.known.main(own)
        if main in (own, before):
            return NOTHING
        count = select(func.count()).select_from(devices).where(devices.c.main == main)
        if (await connection.execute(count)).scalar_one() >= DEVICES_MOST:
            raise Denied("too_many_devices", most=DEVICES_MOST)
        news: list[News] = []
        linked = [own]
        if before == own:
            # a device that was a person of its own brings along all it has, and a profile's further devices
            await merging.check(connection, own, main)
            brought, news = await merging.merge(connection, own, main)
            linked += [str(key[0]) for key in brought.moved.get("devices", [])]
            await self._put_to_sleep(connection, own, brought)
            await merging.note(connection, own, main, brought, now)
        await connection.execute(delete(devices).where(devices.c.device == own))
        await connection.execute(insert(devices), {"device": own, "main": main, "label": label[:40], "at": now})
        return news, [(device, main) for device in linked]

    async def _put_to_sleep(self, connection: AsyncConnection, own: str, brought: merging.Brought) -> None:
        """Switch off the profile of a device that was merged; it keeps its name until that can no longer be undone."""
        row = await read(connection, own)
        if row is not None:
            brought.rated, brought.public = row.rated, row.public
            changed = update(shape.profiles).where(shape.profiles.c.main == own)
            await connection.execute(changed.values(rated=False, public=False))

    # --- signing out --------------------------------------------------------------------------------------------------

    async def leave(self, own: str) -> None:
        """Sign a device out for good; what it brought along stays with the person."""
        main = self.known.main(own)
        if main != own:
            await self._change(lambda connection: self._end(connection, own))
        else:
            await self._change(lambda connection: self._move_on(connection, main))

    async def end(self, main: str, named: str) -> None:
        """Sign out one of a person's devices, or forget a passkey, by what it is called in the list."""
        person = await self.profiles.of(main)
        device = next((row["device"] for row in person.devices if mark(row["device"]) == named), None)
        key = next((row["id"] for row in person.passkeys if mark(row["id"]) == named), None)
        if device is not None:
            await self._change(lambda connection: self._end(connection, device))
        elif key is not None:
            gone = delete(shape.passkeys).where(shape.passkeys.c.id == key, shape.passkeys.c.main == main)
            await self.store.writer.call(lambda connection: connection.execute(gone))
        elif person.profile is not None and person.profile.first and mark(main) == named:
            await self._change(lambda connection: self._move_on(connection, main))
        else:
            raise Denied("no_such_device")

    async def _end(self, connection: AsyncConnection, device: str) -> Signed:
        await connection.execute(delete(shape.devices).where(shape.devices.c.device == device))
        return [], [(device, "")]

    async def _move_on(self, connection: AsyncConnection, main: str) -> Signed:
        """Sign out the device that a profile was made on: everything moves to a name that no token leads to."""
        row = await read(connection, main)
        if row is None:
            return NOTHING
        new, profiles, codes = identity.token_hash(identity.new_token()), shape.profiles, shape.signin_codes
        # two rows cannot have the same look, and every row of a person needs its profile
        await connection.execute(update(profiles).where(profiles.c.main == main).values(skeleton=new))
        moved = {**msgspec.structs.asdict(row), "main": new, "first": False}
        await connection.execute(insert(profiles), moved)
        brought, news = await merging.merge(connection, main, new)
        await connection.execute(update(codes).where(codes.c.main == main).values(main=new))
        await connection.execute(delete(profiles).where(profiles.c.main == main))
        devices = [str(key[0]) for key in brought.moved.get("devices", [])]
        return news, [(main, ""), *((device, new) for device in devices)]

    # --- taking it back -----------------------------------------------------------------------------------------------

    async def undo_until(self, own: str) -> float | None:
        """Return until when a device can take back what it brought along; None if there is nothing to take back."""
        async with self.store.reading() as connection:
            merged = await merging.noted(connection, own, timekeeping.now() - UNDO_SECONDS)
        return merged[1] + UNDO_SECONDS if merged is not None else None

    async def undo(self, own: str) -> None:
        """Sign a device out again and give it back what it brought along."""

        async def work(connection: AsyncConnection) -> Signed:
            merged = await merging.noted(connection, own, timekeeping.now() - UNDO_SECONDS)
            if merged is None:
                raise Denied("no_sign_in")
            return await self._give_back(connection, own, *merged)

        await self._change(work)

    async def give_back_others(self, main: str, own: str) -> None:
        """Give every other device back what it brought along lately, before this one deletes everything."""
        merges = people_shape.merges
        late = (merges.c.main == main) & (merges.c.at > timekeeping.now() - UNDO_SECONDS) & (merges.c.device != own)
        async with self.store.reading() as connection:
            devices = list((await connection.execute(select(merges.c.device).where(late))).scalars())
        for device in devices:
            await self.undo(device)

    async def _give_back(
        self, connection: AsyncConnection, own: str, main: str, _: float, brought: merging.Brought
    ) -> Signed:
        news = await merging.give_back(connection, brought, own, main)
        await connection.execute(delete(shape.devices).where(shape.devices.c.device == own))
        await connection.execute(delete(people_shape.merges).where(people_shape.merges.c.device == own))
        changed = update(shape.profiles).where(shape.profiles.c.main == own)
        await connection.execute(changed.values(rated=brought.rated, public=brought.public))
        query = select(shape.devices.c.device).where(shape.devices.c.main == own)
        devices = list((await connection.execute(query)).scalars())
        return news, [(own, ""), *((device, own) for device in devices)]

    async def _change(self, work: Callable[[AsyncConnection], Awaitable[Signed]]) -> None:
        """Do a change in a transaction, announce it, and follow it here."""

        async def announced(connection: AsyncConnection) -> Signed:
            news, linked = await work(connection)
            await self.known.announce(connection, linked)
            return news, linked

        news, linked = await self.store.writer.call(announced, lambda done: done[0])
        self.known.take(linked)
        await self.profiles.refresh([row.code for row in news])
