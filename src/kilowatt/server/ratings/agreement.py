"""Who may sit at a rated table: people with a profile who agree to be rated, each once, and bots of known strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from kilowatt.editions.registry import rulesets
from kilowatt.host.errors import Denied
from kilowatt.protocol import ClockPlan
from kilowatt.server.ratings.skill import BOTS
from kilowatt.server.store import people_shape, shape

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kilowatt.host.rows import SeatRow
    from kilowatt.protocol import CreateTable
    from kilowatt.server.store.store import Store

PEOPLE_LEAST = 2
RATED_CLOCK = ClockPlan("days", days=3)
"""The clock of a rated table that is made without one: its result must not depend on who waits longer."""
STAND_IN = "normal"
"""The level of a bot that stands in where nothing else is asked for."""
OWN_DATA = ("board", "deck", "contractor_cards")
"""Options that bring cards or a board along: such games are not comparable."""


async def agreed_name(store: Store, main: str) -> str:
    """Return the name under which a person is rated; `Denied` if they do not agree to be."""
    profiles = shape.profiles
    query = select(profiles.c.name).where(profiles.c.main == main, profiles.c.rated.is_(True))
    async with store.reading() as connection:
        name: str | None = (await connection.execute(query)).scalar_one_or_none()
    if name is None:
        raise Denied("rated_agree")
    return name


async def checked_plan(store: Store, asked: CreateTable, main: str) -> CreateTable:
    """Check what a rated table shall be made with; return it under its maker's name and without hints."""
    name = await agreed_name(store, main)
    people = [seat for seat in asked.seats if seat.kind != "bot"]
    if len(people) < PEOPLE_LEAST:
        raise Denied("rated_people", least=PEOPLE_LEAST)
    if sum(seat.kind == "person" for seat in people) > 1:
        raise Denied("rated_once")
    for level in [seat.level or "normal" for seat in asked.seats if seat.kind == "bot"]:
        if level not in BOTS:
            raise Denied("rated_bot", level=level, levels=", ".join(BOTS))
    check_data(asked.ruleset, asked.options)
    seats = [msgspec.structs.replace(seat, name=name) if seat.kind == "person" else seat for seat in asked.seats]
    return msgspec.structs.replace(asked, seats=seats, hints=False, clock=rated_clock(asked.clock))


def check_data(ruleset: str, options: Mapping[str, object]) -> None:
    """Check that a rated table plays a published game, without boards or cards of somebody's own."""
    if ruleset not in rulesets() or any(options.get(option) is not None for option in OWN_DATA):
        raise Denied("rated_data")


def rated_clock(asked: ClockPlan) -> ClockPlan:
    """Return the clock of a rated table: it has one."""
    return RATED_CLOCK if asked.kind == "none" else asked


async def checked_join(store: Store, held: Collection[int], main: str) -> str:
    """Check that a person who has the seats `held` may take one at a rated table; return their name there."""
    name = await agreed_name(store, main)
    if held:
        raise Denied("already_seated")
    return name


async def check_again(store: Store, mains: Collection[str]) -> None:
    """Check that everybody still agrees, before the same people play again."""
    for main in sorted(mains):
        await agreed_name(store, main)


def check_people_left(seats: Collection[SeatRow], seat: int) -> None:
    """Check that a rated table keeps enough people if a bot takes a seat."""
    if sum(row.kind != "bot" and row.seat != seat for row in seats) < PEOPLE_LEAST:
        raise Denied("rated_people", least=PEOPLE_LEAST)


def stand_in_level(seats: Collection[SeatRow]) -> str:
    """Return the level of bots that stand in at a rated table: that of its strongest bot, else `normal`."""
    bots = [row.level for row in seats if row.kind == "bot" and row.level in BOTS]
    return max(bots, key=lambda level: BOTS[level], default=STAND_IN)


def check_stand_in(seats: Collection[SeatRow], level: str) -> None:
    """Check that no bot stands in at a rated table that is weaker than the table's level."""
    least = stand_in_level(seats)
    if BOTS.get(level, 0) < BOTS[least]:
        raise Denied("rated_weaker", level=level, least=least)


async def plays_rated(store: Store, main: str) -> bool:
    """Return whether a person is in a rated game that goes on: it counts, so they cannot stop agreeing now."""
    holders, tables = shape.holders, shape.tables
    held = select(holders.c.code).where(holders.c.device == main)
    query = select(tables.c.code).where(tables.c.code.in_(held), tables.c.state == "playing", people_shape.IS_RATED)
    async with store.reading() as connection:
        return (await connection.execute(query.limit(1))).first() is not None
