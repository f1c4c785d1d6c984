"""Tournaments in the database: rows as Structs, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from kilowatt.host import codes, timekeeping
from kilowatt.protocol import MakeTournament
from kilowatt.server.store import people_shape, rows
from kilowatt.server.tournaments.standing import Sat, Table

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.store.store import Store

OPEN, STARTING, PLAYING, OVER = "open", "starting", "playing", "over"
tournaments, entrants, pairings = people_shape.tournaments, people_shape.entrants, people_shape.pairings


class Entrant(msgspec.Struct):
    """A player of a tournament."""

    number: int
    device: str
    name: str
    left: float | None = None


class Tournament(msgspec.Struct):
    """A tournament."""

    id: str
    group_id: str | None
    owner: str
    name: str
    plan: MakeTournament
    seed: str
    state: str
    round: int
    rounds: int
    entrants: list[Entrant] = []
    tables: list[Table] = []

    @property
    def there(self) -> list[Entrant]:
        """The players who have not left."""
        return [one for one in self.entrants if one.left is None]

    @property
    def settled(self) -> bool:
        """Whether every table of the running round has a result."""
        return all(table.settled for table in self.tables if table.round == self.round)


async def read(connection: AsyncConnection, number: str) -> Tournament | None:
    """Read a tournament with its players and tables."""
    row = (await connection.execute(select(tournaments).where(tournaments.c.id == number))).first()
    if row is None:
        return None
    plan = msgspec.json.decode(row.plan, type=MakeTournament)
    tournament = Tournament(
        row.id, row.group_id, row.owner, row.name, plan, row.seed, row.state, row.round, row.rounds, [], []
    )
    query = select(entrants).where(entrants.c.id == number).order_by(entrants.c.number)
    for one in await connection.execute(query):
        tournament.entrants.append(Entrant(one.number, one.device, one.name, one.left))
    there = select(pairings).where(pairings.c.id == number).order_by(pairings.c.round, pairings.c.number)
    for one in await connection.execute(there):
        sat = msgspec.json.decode(one.sat, type=list[Sat])
        tournament.tables.append(Table(one.round, one.number, one.state, one.code, sat))
    return tournament


async def add(connection: AsyncConnection, group: str | None, owner: str, name: str, plan: MakeTournament) -> str:
    """Write a new tournament; return its id."""
    values: dict[str, Any] = {"id": codes.new_code(), "group_id": group, "owner": owner, "name": name}
    values |= {"plan": rows.text(plan), "seed": codes.new_seed()[:32], "state": OPEN, "round": 0}
    values |= {"rounds": plan.rounds, "made": timekeeping.now()}
    await connection.execute(insert(tournaments), values)
    return str(values["id"])


async def begin_round(connection: AsyncConnection, tournament: Tournament, made: list[Table], rounds: int) -> bool:
    """Write the tables of the next round; False if another process has begun it already."""
    here = (tournaments.c.id == tournament.id) & (tournaments.c.round == tournament.round)
    here &= tournaments.c.state == tournament.state
    changed = {"round": tournament.round + 1, "rounds": rounds, "state": PLAYING}
    if (await connection.execute(update(tournaments).where(here).values(changed))).rowcount != 1:
        return False
    values = [
        {
            "id": tournament.id,
            "round": table.round,
            "number": table.number,
            "state": table.state,
            "code": table.code,
            "sat": rows.text(table.sat),
        }
        for table in made
    ]
    await connection.execute(insert(pairings), values)
    return True


async def put_table(connection: AsyncConnection, number: str, table: Table) -> None:
    """Write what became of a table."""
    here = (pairings.c.id == number) & (pairings.c.round == table.round) & (pairings.c.number == table.number)
    changed = {"state": table.state, "sat": rows.text(table.sat)}
    await connection.execute(update(pairings).where(here).values(changed))


async def set_state(connection: AsyncConnection, number: str, old: Collection[str], new: str) -> bool:
    """Write the state of a tournament; False if it was in none of the old ones."""
    here = (tournaments.c.id == number) & tournaments.c.state.in_(old)
    changed: dict[str, Any] = {"state": new}
    if new == OVER:
        changed["ended"] = timekeeping.now()
    return bool((await connection.execute(update(tournaments).where(here).values(changed))).rowcount)


async def remove(store: Store, number: str) -> bool:
    """Delete a tournament; its tables stay with their players. Return whether there was one."""

    async def work(connection: AsyncConnection) -> bool:
        return bool((await connection.execute(delete(tournaments).where(tournaments.c.id == number))).rowcount)

    return await store.writer.call(work)
