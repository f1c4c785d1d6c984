"""What may be done with a profile: reserve a name, sign in elsewhere by a code, sign out, export and delete."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select, update

from kilowatt.server import identity, timekeeping
from kilowatt.server.errors import Denied
from kilowatt.server.names import checked_name, plain_name, skeleton
from kilowatt.server.profiles.merging import merge
from kilowatt.server.ratings import agreement
from kilowatt.server.store import person, rows, shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.profiles.known import KnownDevices
    from kilowatt.server.store.device_news import Linked
    from kilowatt.server.store.news import News
    from kilowatt.server.tables.room.registry import Registry

    Signed = tuple[str, list[News], list[Linked]]
    """A person's main device, the tables that changed, and the devices that are theirs now."""

CODE_SECONDS = 600.0
RECOVERY_CODES = 4
DEVICES_MOST = 20
UNRESERVED = ("you", "du", "ich", "me", "player", "spieler")
"""Names that everybody has before choosing one."""


class ProfileRow(msgspec.Struct):
    """A profile."""

    main: str
    name: str
    skeleton: str
    made: float
    recovery: list[str]
    rated: bool = False
    public: bool = False


def code_hash(code: str) -> str:
    """Return what is stored of a code to sign in with; dashes, spaces and lower case do not matter."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(b"kilowatt sign in/" + plain.encode()).hexdigest()


async def read(connection: AsyncConnection, main: str) -> ProfileRow | None:
    """Read a profile."""
    row = (await connection.execute(select(shape.profiles).where(shape.profiles.c.main == main))).mappings().first()
    if row is None:
        return None
    return ProfileRow(**{**row, "recovery": msgspec.json.decode(row["recovery"])})


class Profiles:
    """The profiles of a server."""

    def __init__(self, registry: Registry, known: KnownDevices) -> None:
        self.registry = registry
        self.store = registry.store
        self.known = known

    async def of(self, main: str) -> tuple[ProfileRow | None, list[Any], list[Any]]:
        """Read a person's profile, further devices and passkeys."""
        async with self.store.reading() as connection:
            profile = await read(connection, main)
            listed = select(shape.devices).where(shape.devices.c.main == main).order_by(shape.devices.c.at)
            devices = list((await connection.execute(listed)).mappings())
            kept = select(shape.passkeys.c.id, shape.passkeys.c.label, shape.passkeys.c.at)
            keys = list((await connection.execute(kept.where(shape.passkeys.c.main == main))).mappings())
        return profile, devices, keys

    async def reserve(self, main: str, name: str) -> list[str]:
        """Make a profile, or change its name; return the recovery codes of a new one, which are shown this once."""
        shown = checked_name(name)
        looks = skeleton(shown)
        if looks in {skeleton(word) for word in UNRESERVED}:
            raise Denied("name_reserved", name=shown)
        codes = [identity.new_restore() for _ in range(RECOVERY_CODES)]

        async def work(connection: AsyncConnection) -> bool:
            if await read(connection, main) is not None:
                values = {"name": shown, "skeleton": looks}
                await connection.execute(update(shape.profiles).where(shape.profiles.c.main == main).values(values))
                return False
            recovery = rows.text([code_hash(code) for code in codes])
            made = ProfileRow(main, shown, looks, timekeeping.now(), [])
            await connection.execute(insert(shape.profiles), {**msgspec.structs.asdict(made), "recovery": recovery})
            return True

        try:
            return codes if await self.store.writer.call(work) else []
        except Conflict:
            raise Denied("name_reserved", name=shown) from None

    async def change(self, main: str, *, rated: bool | None, public: bool | None) -> None:
        """Switch on or off whether a person is rated, and whether they have a public page."""
        if rated is False and await agreement.plays_rated(self.store, main):
            raise Denied("rated_plays")
        wanted = {"rated": rated, "public": public}
        values = {name: value for name, value in wanted.items() if value is not None}

        async def work(connection: AsyncConnection) -> None:
            if await read(connection, main) is None:
                raise Denied("no_profile")
            if values:
                await connection.execute(update(shape.profiles).where(shape.profiles.c.main == main).values(values))

        await self.store.writer.call(work)

    async def check_names(self, names: Iterable[str | None], main: str) -> None:
        """Check that nobody takes a name that another profile has reserved, in the form in which it would be shown."""
        looks = {skeleton(shown): shown for name in names if name and (shown := plain_name(name))}
        if not looks:
            return
        profiles = shape.profiles
        query = select(profiles.c.skeleton).where(profiles.c.skeleton.in_(list(looks)), profiles.c.main != main)
        async with self.store.reading() as connection:
            taken = (await connection.execute(query)).scalars().first()
        if taken is not None:
            raise Denied("name_reserved", name=looks[taken])

    # --- signing in and out -------------------------------------------------------------------------------------------

    async def new_code(self, main: str) -> str:
        """Make a code that signs one further device in, within ten minutes."""
        code = identity.new_code()
        now = timekeeping.now()

        async def work(connection: AsyncConnection) -> None:
            if await read(connection, main) is None:
                raise Denied("no_profile")
            codes = shape.signin_codes
            await connection.execute(delete(codes).where((codes.c.main == main) | (codes.c.until < now)))
            values = {"hash": code_hash(code), "main": main, "until": now + CODE_SECONDS}
            await connection.execute(insert(codes), values)

        await self.store.writer.call(work)
        return code

    async def enter(self, own: str, code: str, label: str) -> str:
        """Sign a device in by a code shown on another one, or by a recovery code; each is good once."""
        hashed = code_hash(code)
        now = timekeeping.now()

        async def work(connection: AsyncConnection) -> Signed:
            codes, profiles = shape.signin_codes, shape.profiles
            query = select(codes.c.main).where(codes.c.hash == hashed, codes.c.until >= now)
            main = (await connection.execute(query)).scalar_one_or_none()
            if main is not None:
                await connection.execute(delete(codes).where(codes.c.hash == hashed))
            else:
                has_code = profiles.c.recovery.like(f'%"{hashed}"%')
                row = (await connection.execute(select(profiles).where(has_code))).mappings().first()
                if row is None:
                    raise Denied("bad_code")
                main = row["main"]
                left = [one for one in msgspec.json.decode(row["recovery"]) if one != hashed]
                here = profiles.c.main == main
                await connection.execute(update(profiles).where(here).values(recovery=rows.text(left)))
            return main, *await self._link(connection, own, main, label, now)

        return await self._changed(work)

    async def link(self, own: str, main: str, label: str) -> str:
        """Sign a device in whose person has been recognised otherwise."""
        now = timekeeping.now()

        async def work(connection: AsyncConnection) -> Signed:
            return main, *await self._link(connection, own, main, label, now)

        return await self._changed(work)

    async def _changed(self, work: Callable[[AsyncConnection], Awaitable[Signed]]) -> str:
        main, news, linked = await self.store.writer.call(work, lambda done: done[1])
        self.known.take(linked)
        await self._refresh([row.code for row in news])
        return main

    async def _link(
        self, connection: AsyncConnection, own: str, main: str, label: str, now: float
    ) -> tuple[list[News], list[Linked]]:
        devices, profiles = shape.devices, shape.profiles
        before = self.known.main(own)
        if main in (own, before):
            return [], []
        count = select(func.count()).select_from(devices).where(devices.c.main == main)
        if (await connection.execute(count)).scalar_one() >= DEVICES_MOST:
            raise Denied("too_many_devices", most=DEVICES_MOST)
        news: list[News] = []
        linked = [own]
        if before == own:
            # a device that was a person of its own brings along all it has, and a profile's further devices
            news = await merge(connection, own, main)
            linked += (await connection.execute(select(devices.c.device).where(devices.c.main == own))).scalars()
            for table in (devices, shape.passkeys):
                await connection.execute(update(table).where(table.c.main == own).values(main=main))
            await connection.execute(delete(profiles).where(profiles.c.main == own))
        await connection.execute(delete(devices).where(devices.c.device == own))
        await connection.execute(insert(devices), {"device": own, "main": main, "label": label[:40], "at": now})
        changes = [(device, main) for device in linked]
        await self.known.announce(connection, changes)
        return news, changes

    async def leave(self, own: str) -> None:
        """Sign a further device out; what it brought along stays with the person."""
        if self.known.main(own) == own:
            return

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(shape.devices).where(shape.devices.c.device == own))
            await self.known.announce(connection, [(own, "")])

        await self.store.writer.call(work)
        self.known.take([(own, "")])

    # --- stored data --------------------------------------------------------------------------------------------------

    async def all_devices(self, main: str) -> list[str]:
        """List the devices of a person."""
        _, devices, _ = await self.of(main)
        return [main, *(row["device"] for row in devices)]

    async def export(self, main: str) -> dict[str, Any]:
        """Read everything that is stored about a person."""
        own, devices, keys = await self.of(main)
        everyone = [main, *(row["device"] for row in devices)]
        data = await person.export(self.store, everyone) if await person.known(self.store, everyone) else {}
        profile = {"name": own.name, "made": own.made, "recovery_codes_left": len(own.recovery)} if own else None
        labels = [{"label": row["label"], "at": row["at"]} for row in devices]
        return {"profile": profile, "further_devices": labels, "passkeys": [dict(row) for row in keys], **data}

    async def delete(self, main: str) -> int:
        """Delete everything that is stored about a person; bots continue the games. Return how many seats it was."""
        devices = await self.all_devices(main)
        if not await person.known(self.store, devices):
            return 0
        codes = await self._codes(devices)
        changes = [(device, "") for device in devices if device != main]
        seats = await person.forget(self.store, devices, lambda connection: self.known.announce(connection, changes))
        self.known.take(changes)
        await self._refresh(codes)
        return seats

    async def _codes(self, devices: list[str]) -> list[str]:
        async with self.store.reading() as connection:
            query = select(shape.holders.c.code).where(shape.holders.c.device.in_(devices)).distinct()
            return list((await connection.execute(query)).scalars())

    async def _refresh(self, codes: Iterable[str]) -> None:
        """Read tables again that are in memory here; other processes hear of them."""
        for code in codes:
            room = self.registry.rooms.get(code)
            if room is not None:
                async with room.lock:
                    room.stale = True
                    await self.registry.refresh(room)
