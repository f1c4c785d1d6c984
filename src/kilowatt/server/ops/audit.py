"""The check before an upgrade: replay every unfinished game under this version and name those that would not go on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.settings import database_file
from kilowatt.server.store import shape, upgrade
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.store.writer import StoreDown
from kilowatt.table.record import BadRecord, parse
from kilowatt.table.replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncEngine

    from kilowatt.server.settings import Settings


WILL_NOT_GO_ON = 1
NO_DATABASE = 2
"""Statuses that the check ends with when not all is well."""


async def check_games(settings: Settings, say: Callable[[str], None]) -> int:
    """Replay every unfinished game, every move checked; say which would not go on, and give the status to end with."""
    file = database_file(settings.database_url)
    if file is not None and not file.is_file():
        say(f"There is no database at {file}: nothing was checked.")
        return NO_DATABASE
    engine = _open(settings.database_url)
    store = Store(engine, Metrics())
    bad = 0
    try:
        at = await upgrade.current(engine)
        if at is not None and not upgrade.known(at):
            unknown = f"The database is at revision {at}, which this version does not know; update kilowatt"
            say(f"{unknown}: nothing was checked.")
            return NO_DATABASE
        games = await _unfinished(store)
        for code, header in games:
            problem = await _problem(store, code, header)
            if problem is not None:
                bad += 1
                say(f"{code}: {problem}")
    except (OSError, SQLAlchemyError, StoreDown) as error:
        say(f"{await _why_not(engine, error)}: nothing was checked.")
        return NO_DATABASE
    finally:
        await engine.dispose()
    say(f"{len(games)} unfinished games, {bad} would not go on")
    return WILL_NOT_GO_ON if bad else 0


def _open(url: str) -> AsyncEngine:
    """Open a database as it is: a file is neither made nor brought into the server's own mode."""
    file = database_file(url)
    if file is None:
        return make_engine(url)
    return create_async_engine(f"sqlite+aiosqlite:///file:{quote(str(file.resolve()))}?mode=rw&uri=true")


async def _unfinished(store: Store) -> list[tuple[str, str | None]]:
    """List every game that is going on, by columns that a database of every version has."""
    table = shape.tables
    async with store.reading() as connection:
        query = select(table.c.code, table.c.header).where(table.c.state == "playing")
        return [(row.code, row.header) for row in await connection.execute(query)]


async def _why_not(engine: AsyncEngine, error: Exception) -> str:
    """Return why a database cannot be read."""
    try:
        at = await upgrade.current(engine)
    except (OSError, SQLAlchemyError) as reason:
        return f"The database cannot be read ({type(reason).__name__})"
    if at is None:
        return "The database holds no tables of Kilowatt"
    return f"The database does not answer ({error})"


async def _problem(store: Store, code: str, header: str | None) -> str | None:
    try:
        replay(parse([header or "", *await store.entries(code)]))
    except BadRecord as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - a rule that breaks on an old game is what is looked for
        return f"{type(error).__name__}: {error}"
    return None
