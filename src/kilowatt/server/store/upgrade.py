"""Bringing a database to the shape this version needs, and saying whether it is there."""

from __future__ import annotations

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


def head() -> str | None:
    """Name the newest revision this version knows."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    return ScriptDirectory.from_config(config).get_current_head()


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Migrate up to a revision."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(lambda sync: command.upgrade(_config(sync), revision))


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Migrate down to a revision."""
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(_config(sync), revision))


async def current(engine: AsyncEngine) -> str | None:
    """Name the revision a database is at; None for an empty one."""
    async with engine.connect() as connection:
        return await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())
