"""Settings of a server: from the environment, or given by a command or a test."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec


class Settings(msgspec.Struct):
    """How a server is run. Times are in seconds."""

    database_url: str = ""
    processes: int = 1
    """Processes that think for bots."""
    bot_pause: float = 0.4
    """Between the moves of bots while somebody watches, so that one can follow."""
    idle: float = 300.0
    """After so long without anybody a table leaves memory."""
    archive: float = 60 * 86400.0
    archive_over: float = 14 * 86400.0
    sweep: float = 5.0
    """How often to look for idle tables and for clocks and bots that nobody attends to."""
    limits: float = 1.0
    """Factor on all rate limits; 0 turns them off (for load tests only)."""
    origins: tuple[str, ...] = ()
    """Origins besides the server's own that may send requests, as `https://example.org`."""
    proxied: bool = False
    """Behind a reverse proxy: take the client's address from the last X-Forwarded-For, the scheme from its Proto."""
    page: str = ""
    """Folder of the built page; by default the one in the package."""
    cards: str = ""
    """Folder with decks and contractor cards of the owner's own, which tables may name."""
    log_level: str = "INFO"


def default_database() -> str:
    """Give the embedded database's place: a file in the user's own data folder."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite+aiosqlite:///{Path(root) / 'kilowatt' / 'kilowatt.db'}"


def driver_url(url: str) -> str:
    """Name the asynchronous driver in a URL that leaves it out."""
    for short, full in (
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
        ("sqlite://", "sqlite+aiosqlite://"),
    ):
        if url.startswith(short):
            return full + url.removeprefix(short)
    return url


def from_environment() -> Settings:
    """Read the settings a host has made; see docs/hosting.md."""
    env = os.environ
    settings = Settings(database_url=driver_url(env.get("KILOWATT_DATABASE_URL", "") or default_database()))
    settings.processes = int(env.get("KILOWATT_BOT_PROCESSES", "") or max(1, (os.cpu_count() or 2) - 1))
    settings.bot_pause = float(env.get("KILOWATT_BOT_PAUSE", "") or settings.bot_pause)
    settings.idle = float(env.get("KILOWATT_IDLE", "") or settings.idle)
    settings.sweep = float(env.get("KILOWATT_SWEEP", "") or settings.sweep)
    settings.limits = float(env.get("KILOWATT_LIMITS", "") or settings.limits)
    settings.origins = tuple(origin for origin in env.get("KILOWATT_ORIGINS", "").split(",") if origin)
    settings.proxied = env.get("KILOWATT_PROXIED", "") in ("1", "true", "yes")
    settings.page = env.get("KILOWATT_PAGE", "")
    settings.cards = env.get("KILOWATT_CARDS", "")
    settings.log_level = env.get("KILOWATT_LOG_LEVEL", "INFO").upper()
    return settings
