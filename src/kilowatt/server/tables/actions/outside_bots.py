"""Bots that connect from outside: tokens for them, the seats they take, and what becomes of a seat without its token.

A token seats one bot per table. Everybody sees that the seat is a bot's; it is never rated, never asked for agreement,
and gives its program nothing that a player's page would not get. A seat whose token is revoked, has expired or is
deleted with its table, group or maker goes to a bot of the server.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from kilowatt.host import codes, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import check_distinct, checked_name
from kilowatt.host.room import STOOD_IN
from kilowatt.host.timekeeping import DAY, iso
from kilowatt.protocol import BotSeat, BotTokenView, MadeBotToken, Seated
from kilowatt.server import identity
from kilowatt.server.store import bot_tokens
from kilowatt.server.store.bot_tokens import BotToken
from kilowatt.server.store.writer import Conflict, StoreDown
from kilowatt.server.tables.actions.joining import free_seat
from kilowatt.server.tables.actions.moderation import release_seat
from kilowatt.server.tables.actions.retrying import retry_on_conflict

if TYPE_CHECKING:
    from kilowatt.protocol import ConnectBot, MakeBotToken
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room

log = logging.getLogger("kilowatt.bots")


class OutsideBots:
    """The tokens and seats of bots that connect."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps
        self.store = registry.store

    # --- tokens -------------------------------------------------------------------------------------------------------

    async def make(self, asked: MakeBotToken, room: Room | None, device: str) -> MadeBotToken:
        """Make a token for a table, which only its owner may, or for a group, which its members may."""
        if (room is None) == (asked.group is None):
            raise Denied("bad_request", field="table", reason="expected either a table or a group")
        if room is not None:
            if room.row.owner != device:
                raise Denied("not_owner")
            if room.row.state in ("over", "review"):
                raise Denied(room.row.state)
        secret, now = identity.new_bot_token(), timekeeping.now()
        token = BotToken(
            id=codes.new_code(),
            device=device,
            name=checked_name(asked.name),
            code=room.code if room is not None else None,
            group_id=codes.clean_code(asked.group) if asked.group is not None else None,
            made=now,
            until=now + asked.days * DAY,
        )
        try:
            await bot_tokens.add(self.store, token, identity.bot_token_hash(secret))
        except Conflict:
            # the table or the group was deleted in this moment
            raise Denied("not_found") from None
        return MadeBotToken(secret, token_view(token, []))

    async def listed(self, device: str) -> list[BotTokenView]:
        """List a person's tokens."""
        return [token_view(token, seats) for token, seats in await bot_tokens.of_device(self.store, device)]

    async def revoke(self, number: str, device: str) -> None:
        """End a token of a person, and the play of its bot."""
        if not await bot_tokens.remove(self.store, number, device):
            raise Denied("no_bot_token")
        await self.release()

    # --- seats --------------------------------------------------------------------------------------------------------

    async def valid(self, room: Room, secret: str) -> BotToken:
        """Return the token of a secret if it is valid at a table now; `Denied` does not say what is wrong with it."""
        token = await bot_tokens.valid(self.store, identity.bot_token_hash(secret), timekeeping.now())
        if token is not None and (
            token.code == room.code or (token.group_id is not None and token.group_id == room.row.group_id)
        ):
            return token
        raise Denied("bad_bot_token")

    async def plays(self, code: str, device: str) -> bool:
        """Return whether a device plays a seat of a table by a token."""
        if not await self.store.belongs(code, device):
            return False
        room = await self.registry.open(code)
        return any(row.token is not None and device in room.holders.get(row.seat, ()) for row in room.seats)

    async def connect(self, room: Room, asked: ConnectBot, token: BotToken, device: str, address: str) -> Seated:
        """Take an open seat for a token's bot, or the seat it has already; the device that asks plays it alone."""
        async with self.registry.changing(room):
            if room.row.state in ("over", "review"):
                raise Denied(room.row.state)
            own = next((row.seat for row in room.seats if row.token == token.id), None)
            if own is not None:
                room.holders[own] = {device}
                if room.seats[own].away in STOOD_IN:
                    room.seated(own, timekeeping.now())
                await self.steps.save(room, seen={own: address})
                room.send_view()
            else:
                await self._sit(room, asked, token, device, address)
        return Seated(room.table_view(device))

    async def _sit(self, room: Room, asked: ConnectBot, token: BotToken, device: str, address: str) -> None:
        if room.row.plan.rated:
            raise Denied("rated_outside")
        seat = free_seat(room, asked.seat)
        row = room.seats[seat]
        name = checked_name(asked.name or token.name)
        check_distinct(name, [other.name for other in room.seats if other is not row])
        release_seat(room, seat)
        row.kind, row.name, row.level, row.agreed, row.token = "bot", name, None, False, token.id
        row.restore = None
        room.holders[seat] = {device}
        begun = room.row.state == "playing"
        if begun:
            room.seated(seat, timekeeping.now())
        await self.steps.start(room, forget=[seat], seen={seat: address})
        if begun:
            room.send_view()

    # --- the end of a token -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """End expired tokens again and again, and release seats whose token is gone."""
        while True:
            await asyncio.sleep(self.registry.settings.sweep)
            try:
                await bot_tokens.expire(self.store, timekeeping.now())
                await self.release()
            except StoreDown:
                continue
            except Exception:
                # a run that stops for good would let expired tokens play on
                log.exception("seats of outside bots cannot be released")

    async def release(self) -> None:
        """Hand the seats whose token is gone to bots of the server; before the start they are open again."""
        for code, seat in await bot_tokens.released(self.store):
            try:
                room = await self.registry.open(code)
                await retry_on_conflict(lambda room=room, seat=seat: self._release(room, seat))  # type: ignore[misc]
            except Denied as error:
                if error.code != "no_table":
                    raise

    async def _release(self, room: Room, seat: int) -> None:
        async with self.registry.changing(room):
            row = room.seats[seat]
            if row.token is None or room.row.state not in bot_tokens.UNFINISHED:
                return
            release_seat(room, seat)
            room.holders.pop(seat, None)
            if room.row.state == "waiting":
                row.kind, row.name = "open", ""
            row.away, row.away_since = None, None
            row.level = self.steps.stand_in_level(room) if row.kind == "bot" else None
            await self.steps.save(room, forget=[seat])
            room.send_view()


def token_view(token: BotToken, seats: list[tuple[str, int]]) -> BotTokenView:
    """Return a token as its maker sees it."""
    return BotTokenView(
        token.id,
        token.name,
        token.code,
        token.group_id,
        iso(token.made),
        iso(token.until),
        [BotSeat(code, seat) for code, seat in seats],
    )
