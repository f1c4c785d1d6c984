"""Bringing a database to the shape this version needs, and saying whether it is there."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

SCRIPTS = Path(__file__).parents[1] / "migrations"
LOCK = 0x4B57
"""Advisory lock, so that of several processes that start together one migrates."""


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    return config


@cache
def _scripts() -> ScriptDirectory:
    """Read the migration scripts, once."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    return ScriptDirectory.from_config(config)


@cache
def head() -> str | None:
    """Name the newest revision this version knows."""
    return _scripts().get_current_head()


class UnknownRevision(RuntimeError):
    """A database that a newer version has migrated; nothing in it is touched."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database is at revision {revision}, which this version does not know; update kilowatt")
        self.revision = revision


def known(revision: str) -> bool:
    """Return whether this version has a migration script for a revision."""
    return any(script.revision == revision for script in _scripts().walk_revisions())


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Migrate up to a revision; `UnknownRevision` if the database comes from a newer version."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        at = await connection.run_sync(_current)
        if at is not None and not known(at):
            raise UnknownRevision(at)
        if at is not None and at == head() and revision == "head":
            return
        await connection.run_sync(lambda sync: command.upgrade(_config(sync), revision))


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Migrate down to a revision."""
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(_config(sync), revision))


async def current(engine: AsyncEngine) -> str | None:
    """Name the revision a database is at; None for an empty one."""
    async with engine.connect() as connection:
        return await connection.run_sync(_current)


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
