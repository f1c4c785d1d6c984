"""What may be done with a profile: reserve a name, switch something on or off, export and delete everything."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, insert, select, update

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import checked_name, plain_name, skeleton
from kilowatt.server import identity
from kilowatt.server.ratings import agreement
from kilowatt.server.store import person, shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.profiles.known import KnownDevices
    from kilowatt.server.tables.room.registry import Registry

RECOVERY_CODES = 4
UNRESERVED = ("you", "du", "ich", "me", "player", "spieler")
"""Names that everybody has before choosing one."""


class ProfileRow(msgspec.Struct):
    """A profile."""

    main: str
    name: str
    skeleton: str
    made: float
    rated: bool = False
    public: bool = False
    first: bool = True
    """The device that it was made on is still signed in."""


def code_hash(code: str) -> str:
    """Return what is stored of a code to sign in with; dashes, spaces and lower case do not matter."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(b"kilowatt sign in/" + plain.encode()).hexdigest()


async def read(connection: AsyncConnection, main: str) -> ProfileRow | None:
    """Read a profile."""
    row = (await connection.execute(select(shape.profiles).where(shape.profiles.c.main == main))).mappings().first()
    return ProfileRow(**row) if row is not None else None


class Person(msgspec.Struct):
    """What a person's profile shows: further devices, passkeys, and how many recovery codes are left."""

    profile: ProfileRow | None
    devices: list[dict[str, Any]]
    passkeys: list[dict[str, Any]]
    recovery_left: int


class Profiles:
    """The profiles of a server."""

    def __init__(self, registry: Registry, known: KnownDevices) -> None:
        self.registry = registry
        self.store = registry.store
        self.known = known

    async def of(self, main: str) -> Person:
        """Read a person's profile, further devices and passkeys."""
        codes = shape.signin_codes
        async with self.store.reading() as connection:
            profile = await read(connection, main)
            listed = select(shape.devices).where(shape.devices.c.main == main).order_by(shape.devices.c.at)
            devices = [dict(row) for row in (await connection.execute(listed)).mappings()]
            kept = select(shape.passkeys.c.id, shape.passkeys.c.label, shape.passkeys.c.at)
            kept = kept.where(shape.passkeys.c.main == main).order_by(shape.passkeys.c.at)
            keys = [dict(row) for row in (await connection.execute(kept)).mappings()]
            left = select(func.count()).select_from(codes).where(codes.c.main == main, codes.c.until == shape.FOREVER)
            recovery = (await connection.execute(left)).scalar_one()
        return Person(profile, devices, keys, recovery)

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
            made = ProfileRow(main, shown, looks, timekeeping.now())
            await connection.execute(insert(shape.profiles), msgspec.structs.asdict(made))
            recovery = [{"hash": code_hash(code), "main": main, "until": shape.FOREVER} for code in codes]
            await connection.execute(insert(shape.signin_codes), recovery)
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

    # --- stored data --------------------------------------------------------------------------------------------------

    async def export(self, main: str) -> dict[str, Any]:
        """Read everything that is stored about a person."""
        own = await self.of(main)
        everyone = [main, *(row["device"] for row in own.devices)]
        data = await person.export(self.store, everyone) if await person.known(self.store, everyone) else {}
        shown = own.profile
        profile = {"name": shown.name, "made": shown.made, "recovery_codes_left": own.recovery_left} if shown else None
        labels = [{"label": row["label"], "at": row["at"]} for row in own.devices]
        return {"profile": profile, "further_devices": labels, "passkeys": own.passkeys, **data}

    async def delete(self, main: str) -> int:
        """Delete everything that is stored about a person; bots continue the games. Return how many seats it was."""
        devices = [main, *(row["device"] for row in (await self.of(main)).devices)]
        if not await person.known(self.store, devices):
            return 0
        codes = await self._codes(devices)
        changes = [(device, "") for device in devices if device != main]
        seats = await person.forget(self.store, devices, lambda connection: self.known.announce(connection, changes))
        self.known.take(changes)
        await self.refresh(codes)
        return seats

    async def _codes(self, devices: list[str]) -> list[str]:
        async with self.store.reading() as connection:
            query = select(shape.holders.c.code).where(shape.holders.c.device.in_(devices)).distinct()
            return list((await connection.execute(query)).scalars())

    async def refresh(self, codes: Iterable[str]) -> None:
        """Read tables again that are in memory here; other processes hear of them."""
        for code in codes:
            room = self.registry.rooms.get(code)
            if room is not None:
                async with room.lock:
                    room.stale = True
                    await self.registry.refresh(room)
