"""What a group usually plays, what its members vote for, and which messages about it they do not want."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import update

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.protocol import UsualGame, UsualRow, VoteRow
from kilowatt.server.groups import seasons
from kilowatt.server.groups.groups import groups, members, of_member, owned, titles
from kilowatt.server.store import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.groups.league import Season
    from kilowatt.server.store.store import Store


class GroupWishes:
    """The wishes of all groups and their members."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def set_usual(self, number: str, game: UsualGame | None, device: str) -> None:
        """Set what new tables of a group are filled in with; for the group's owner."""
        _check_published(game.ruleset if game is not None else None)

        async def work(connection: AsyncConnection) -> None:
            await owned(connection, number, device)
            kept = None if game is None else rows.text(game)
            await connection.execute(update(groups).where(groups.c.id == number).values(usual=kept))

        await self.store.writer.call(work)

    async def vote(self, number: str, ruleset: str | None, device: str) -> None:
        """Vote for the game of the next round, or take the vote back; `Denied` where no round comes."""
        _check_published(ruleset)
        now = timekeeping.now()

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            listed = await seasons.listed(connection, number)
            if not listed or seasons.shown(listed[0], now).next is None:
                raise Denied("no_next_round")
            await self._set(connection, number, device, vote=ruleset, voted=now)

        await self.store.writer.call(work)

    async def choose_messages(self, number: str, off: Sequence[str], device: str) -> None:
        """Keep which messages about a group a member does not want."""

        async def work(connection: AsyncConnection) -> None:
            await of_member(connection, number, device)
            await self._set(connection, number, device, off=" ".join(sorted(set(off))))

        await self.store.writer.call(work)

    @staticmethod
    async def _set(connection: AsyncConnection, number: str, device: str, **values: str | float | None) -> None:
        own = (members.c.id == number) & (members.c.device == device)
        await connection.execute(update(members).where(own).values(**values))


def _check_published(ruleset: str | None) -> None:
    if ruleset is not None and ruleset not in titles():
        raise Denied("group_data")


def usual(body: str | None) -> UsualRow | None:
    """Return what a group usually plays, as it is stored; none if the game is no longer published."""
    if body is None:
        return None
    game = msgspec.json.decode(body, type=UsualGame)
    title = titles().get(game.ruleset)
    return None if title is None else UsualRow(game.ruleset, title, game.clock)


def votes(there: Sequence[Any], season: Season | None, device: str, now: float) -> list[VoteRow]:
    """Count the votes that members gave in the round that runs, the most wanted game first."""
    if season is None or season.round_at(now) is None:
        return []
    cast = {
        one.device: str(one.vote)
        for one in there
        if one.vote in titles() and one.voted is not None and season.round_at(one.voted) == season.round_at(now)
    }
    counted = Counter(cast.values())
    ranked = sorted(counted, key=lambda ruleset: (-counted[ruleset], titles()[ruleset]))
    return [VoteRow(name, titles()[name], counted[name], cast.get(device) == name) for name in ranked]
