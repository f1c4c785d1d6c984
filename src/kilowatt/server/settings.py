"""Settings of a server: from the environment, or given by a command or a test."""

from __future__ import annotations

import math
import os
from importlib.util import find_spec
from pathlib import Path

import msgspec

from kilowatt.editions.options import BadOption

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
"""How a database's URL may begin, and with which driver that is."""
DATABASES = "sqlite:////FOLDER/games.db or postgresql://USER:PASSWORD@HOST/NAME"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
SHARING = ("open", "approve", "off")
YES, NO = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")


class Quota(msgspec.Struct):
    """What one device, or one address, may have stored at once."""

    tables: int
    imports: int
    bytes: int
    """Of imported and forked records."""


class Settings(msgspec.Struct):
    """How a server is run. Times are in seconds."""

    database_url: str = ""
    processes: int = 1
    """Processes that think for bots."""
    bot_pause: float = 0.05
    """Between the moves of bots while somebody watches, so that one can follow."""
    idle: float = 300.0
    """After so long without anybody a table leaves memory."""
    archive: float = 60 * 86400.0
    archive_over: float = 14 * 86400.0
    """After so long without a change a table leaves the public lists, sooner if it is over."""
    keep_unfinished: float = 90.0
    keep_finished: float = 365.0
    """Days without a visit after which a table is packed into one row; a visit unpacks it. 0: never."""
    keep_packed: float = 365.0
    """Days after which a packed table is deleted. 0: never."""
    keep_reports: float = 180.0
    """Days after which a report is deleted. 0: never."""
    device: Quota = msgspec.field(default_factory=lambda: Quota(300, 100, 20_000_000))
    address: Quota = msgspec.field(default_factory=lambda: Quota(3_000, 500, 100_000_000))
    sweep: float = 5.0
    """How often to look for idle tables and for clocks and bots that nobody attends to."""
    clock_grace: float = 60.0
    """After a start nobody's time is up for so long: players whose server was away come back first."""
    stand_in: float = 120.0
    """So long a player must be away from all processes before the table's owner may let a bot stand in."""
    limits: float = 1.0
    """Factor on all rate limits; 0 turns them off (for load tests only)."""
    origins: tuple[str, ...] = ()
    """Origins other than the server's own that may send requests, as `https://example.org`."""
    hosts: tuple[str, ...] = ()
    """Host names that requests may ask for; none: any."""
    proxied: bool = False
    """Behind a reverse proxy: take the client's address from the last X-Forwarded-For, the scheme from its Proto."""
    page: str = ""
    """Folder of the built page; by default the one in the package."""
    cards: str = ""
    """Folder with decks and contractor cards of the owner's own, which tables may name."""
    boards: str = "open"
    """Whether people may share boards: `open`, `approve` (others see a board once the host approves it), or `off`."""
    log_level: str = "INFO"
    public_url: str = ""
    """The address players open, as `https://games.example.org`; links in notifications begin with it."""
    push_contact: str = ""
    """Turns push notifications on: how push services reach the host, `mailto:...` or `https://...`."""
    smtp: str = ""
    """Turns mail on: `smtp://USER:PASSWORD@HOST:PORT` or `smtps://...`."""
    mail_from: str = ""
    webhooks: bool = False
    """Owners may give their tables a webhook."""
    private_targets: bool = False
    """Push and webhook addresses may be plain HTTP and in private networks."""
    invitation: str = ""
    """What a new profile needs to be told; none: anybody may make one."""
    notify_after: float = 180.0
    """So long a player whose turn it is must not have looked at the table before a notification is sent."""
    notify_every: float = 5.0
    """Between two looks into the outbox."""


def default_database() -> str:
    """Return the path of the default database: a file in the user's own data folder."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite+aiosqlite:///{Path(root) / 'kilowatt' / 'kilowatt.db'}"


def driver_url(url: str, name: str = "database") -> str:
    """Name the asynchronous driver in a database's URL; `BadOption` says which databases there are."""
    kind, mark, rest = url.partition("://")
    full = DRIVERS.get(kind)
    # a URL may hold a password: what is said of a wrong one is its kind alone
    if not mark or full is None:
        raise BadOption(name, f"expected {DATABASES}; this one {f'begins with {kind}://' if mark else 'is no URL'}")
    if kind.startswith("sqlite") and (not rest.startswith("/") or rest in ("/", "/:memory:")):
        raise BadOption(name, f"expected {DATABASES}; this one names no file")
    if kind.startswith("postgres") and find_spec("asyncpg") is None:
        raise BadOption(name, "PostgreSQL needs the extra `postgres`: pip install 'kilowatt[serve,postgres]'")
    return f"{full}://{rest}"


def database_file(url: str) -> Path | None:
    """Return the file of a database that is one file."""
    return Path(url.split(":///", 1)[1].partition("?")[0]) if url.startswith("sqlite") else None


def from_environment() -> Settings:
    """Read the settings a host has made; see docs/hosting.md. `BadOption` names one that is wrong."""
    env = os.environ
    url = env.get("KILOWATT_DATABASE_URL", "")
    settings = Settings(database_url=driver_url(url or default_database(), "KILOWATT_DATABASE_URL"))
    cores = max(1, (os.cpu_count() or 2) - 1)
    settings.processes = int(_number("KILOWATT_BOT_PROCESSES", cores, "a whole number of at least 1", whole=True))
    settings.bot_pause = _number("KILOWATT_BOT_PAUSE", settings.bot_pause, "seconds, 0 or more")
    settings.idle = _number("KILOWATT_IDLE", settings.idle, "seconds, 0 or more")
    settings.sweep = _number("KILOWATT_SWEEP", settings.sweep, "seconds, 0 or more")
    settings.clock_grace = _number("KILOWATT_CLOCK_GRACE", settings.clock_grace, "seconds, 0 or more")
    settings.stand_in = _number("KILOWATT_STAND_IN", settings.stand_in, "seconds, 0 or more")
    settings.limits = _number("KILOWATT_LIMITS", settings.limits, "a factor, 0 or more")
    for name in ("unfinished", "finished", "packed", "reports"):
        days = _number(f"KILOWATT_KEEP_{name.upper()}", getattr(settings, f"keep_{name}"), "days, 0 or more")
        setattr(settings, f"keep_{name}", days)
    for holder in ("device", "address"):
        quota: Quota = getattr(settings, holder)
        for name in Quota.__struct_fields__:
            option = f"KILOWATT_{holder.upper()}_{name.upper()}"
            setattr(quota, name, int(_number(option, getattr(quota, name), "a whole number of at least 1", whole=True)))
    settings.origins = tuple(origin for origin in env.get("KILOWATT_ORIGINS", "").split(",") if origin)
    settings.hosts = tuple(name for part in env.get("KILOWATT_HOSTS", "").split(",") if (name := part.strip().lower()))
    settings.proxied = _yes("KILOWATT_PROXIED")
    settings.page = env.get("KILOWATT_PAGE", "")
    settings.cards = env.get("KILOWATT_CARDS", "")
    _read_notifications(settings)
    settings.boards = env.get("KILOWATT_BOARDS", "") or settings.boards
    if settings.boards not in SHARING:
        raise BadOption("KILOWATT_BOARDS", f"expected one of {', '.join(SHARING)}, not {settings.boards!r}")
    settings.log_level = (env.get("KILOWATT_LOG_LEVEL", "") or settings.log_level).upper()
    if settings.log_level not in LEVELS:
        raise BadOption("KILOWATT_LOG_LEVEL", f"expected one of {', '.join(LEVELS)}, not {env['KILOWATT_LOG_LEVEL']!r}")
    return settings


def _read_notifications(settings: Settings) -> None:
    """Read what notifications need; each kind is off until its setting is made."""
    env = os.environ
    settings.invitation = env.get("KILOWATT_INVITATION", "")
    settings.public_url = env.get("KILOWATT_URL", "").rstrip("/")
    settings.push_contact = env.get("KILOWATT_PUSH", "")
    settings.smtp = env.get("KILOWATT_SMTP", "")
    settings.mail_from = env.get("KILOWATT_MAIL_FROM", "")
    settings.webhooks = _yes("KILOWATT_WEBHOOKS")
    settings.private_targets = _yes("KILOWATT_PRIVATE_TARGETS")
    settings.notify_after = _number("KILOWATT_NOTIFY_AFTER", settings.notify_after, "seconds, 0 or more")
    settings.notify_every = _number("KILOWATT_NOTIFY_EVERY", settings.notify_every, "seconds, 0 or more")
    if settings.public_url and not settings.public_url.startswith(("https://", "http://")):
        raise BadOption("KILOWATT_URL", f"expected https://HOST, not {settings.public_url!r}")
    if settings.push_contact and not settings.push_contact.startswith(("mailto:", "https://")):
        raise BadOption("KILOWATT_PUSH", f"expected mailto:ADDRESS or https://PAGE, not {settings.push_contact!r}")
    if settings.smtp and not settings.smtp.startswith(("smtp://", "smtps://")):
        # the URL may hold a password: it is not quoted
        raise BadOption("KILOWATT_SMTP", "expected smtp://USER:PASSWORD@HOST:PORT or smtps://...")
    if settings.smtp and "@" not in settings.mail_from:
        raise BadOption("KILOWATT_MAIL_FROM", "expected the address that mail comes from, as KILOWATT_SMTP is set")
    if (settings.push_contact or settings.smtp or settings.webhooks) and not settings.public_url:
        raise BadOption("KILOWATT_URL", "expected the address players open: links in notifications begin with it")


def _number(name: str, default: float, expected: str, *, whole: bool = False) -> float:
    text = os.environ.get(name, "")
    if not text:
        return default
    try:
        found = int(text) if whole else float(text)
    except ValueError:
        found = -1
    if not (1 if whole else 0) <= found < math.inf:
        raise BadOption(name, f"expected {expected}, not {text!r}")
    return found


def _yes(name: str) -> bool:
    text = os.environ.get(name, "").strip().lower()
    if text not in (*YES, *NO):
        raise BadOption(name, f"expected 1 or 0, not {text!r}")
    return text in YES
