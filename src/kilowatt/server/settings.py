"""Settings of a server, each declared once: from the environment, or given by a command or a test.

A setting's field declares its type, its default and, in `Setting`, what the environment and the page
`docs/reference/settings.md` need.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import msgspec

from kilowatt.editions.options import BadOption
from kilowatt.server.setting_readers import (
    Read,
    contact,
    host_names,
    mail_server,
    number,
    one_of,
    plain,
    switch,
    url,
    whole,
    words,
)

PREFIX = "KILOWATT_"
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
OTHERS = {
    "KILOWATT_DATA": (
        "folder with custom boards, decks and rulesets; a record that uses them needs the same folder"
        " (or `--data` before the command)"
    ),
    "KILOWATT_BOT_TOKEN": "",
    "KILOWATT_BROWSER": "",
    "KILOWATT_CHAOS_SECONDS": "",
    "KILOWATT_DEV_SERVER": "",
    "KILOWATT_FAILED_TESTS": "",
    "KILOWATT_SANITIZED": "",
    "KILOWATT_SIZES": "",
    "KILOWATT_SOAK_ACTIONS": "",
    "KILOWATT_SOAK_GAMES": "",
    "KILOWATT_SOAK_POSITIONS": "",
    "KILOWATT_TRACE": "",
}
"""Variables that are no setting of the server: of all commands, with what they mean, or of tests and tools."""
OF_SERVICE = re.compile(r"(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)")
OF_SERVICE_URL = re.compile(r"(\w+_)?PORT")
"""What Kubernetes and Docker name variables, behind the prefix, where services are called kilowatt or kilowatt-db."""


def default_database() -> str:
    """Return the path of the default database: a file in the user's own data folder."""
    root = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite+aiosqlite:///{Path(root) / 'kilowatt' / 'kilowatt.db'}"


def driver_url(url: str, name: str = "database") -> str:
    """Name the asynchronous driver in a database's URL; `BadOption` says which databases there are."""
    kind, mark, rest = url.partition("://")
    full = DRIVERS.get(kind)
    # a URL may contain a password: the error names only its kind
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


def _database(name: str, text: str) -> str:
    return driver_url(text, name)


# --- the settings -----------------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """What a field of the settings needs beyond its type and its default."""

    read: Read
    sentence: str
    """What it does, as `docs/reference/settings.md` says it."""
    variable: str = ""
    """Its variable, where that is not the field's name."""
    shown: str = ""
    """The default in `docs/reference/settings.md`, where the value itself would say too little."""
    absent: Callable[[], Any] | None = None
    """What a host has who does not set it, where that is not the field's default."""


def _cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _default_url() -> str:
    return driver_url(default_database())


def _seconds(sentence: str) -> Setting:
    return Setting(number("seconds"), sentence)


def _days(sentence: str) -> Setting:
    return Setting(number("days"), f"{sentence}; 0: never")


class Quota(msgspec.Struct):
    """What one device, or one address, may have stored at once."""

    tables: Annotated[int, Setting(whole, "tables")]
    imports: Annotated[int, Setting(whole, "imported records")]
    bytes: Annotated[int, Setting(whole, "bytes of imported and forked records")]


class Settings(msgspec.Struct):
    """How a server is run. Times are in seconds."""

    database_url: Annotated[
        str,
        Setting(
            _database,
            "`sqlite:////srv/kilowatt/games.db` (four slashes: an absolute path) or"
            " `postgresql://user:password@host/name` (or `--database`)",
            shown="the file above",
            absent=_default_url,
        ),
    ] = ""
    proxied: Annotated[
        bool,
        Setting(
            switch,
            "`1` behind a reverse proxy: the client's address is the last of `X-Forwarded-For`, the scheme that of"
            " `X-Forwarded-Proto`",
        ),
    ] = False
    hosts: Annotated[
        tuple[str, ...],
        Setting(
            host_names,
            "host names the server answers to, separated by commas (`games.example.org`); requests for others are"
            " refused with 421. Set it on a public server; health checks are exempt",
            shown="any (`kilowatt play`: this machine's own)",
        ),
    ] = ()
    origins: Annotated[
        tuple[str, ...],
        Setting(
            words, "other origins (`https://example.org`) whose pages may talk to this server, separated by commas"
        ),
    ] = ()
    processes: Annotated[
        int,
        Setting(whole, "processes that think for bots", "KILOWATT_BOT_PROCESSES", "cores less one", _cores),
    ] = 1
    bot_pause: Annotated[
        float,
        _seconds("seconds between a bot's moves while someone watches; each page shows them at the speed chosen there"),
    ] = 0.05
    bot_seconds: Annotated[
        float,
        _seconds("seconds for each move of a bot that is connected from outside; then a bot of the server stands in"),
    ] = 30.0
    cards: Annotated[
        str,
        Setting(
            plain,
            "folder with custom decks and contractor cards, which tables may name; `kilowatt serve --check-cards`"
            " checks them; see [own-cards.md](../own-cards.md)",
        ),
    ] = ""
    page: Annotated[
        str, Setting(plain, "folder of a custom page, instead of the one in the package", shown="the package's")
    ] = ""
    sweep: Annotated[
        float, _seconds("seconds between two checks for idle tables, and for bots and clocks whose process died")
    ] = 5.0
    idle: Annotated[float, _seconds("seconds after which an unused table leaves memory (it comes back by itself)")] = (
        300.0
    )
    clock_grace: Annotated[
        float,
        _seconds(
            "seconds after a start in which no player's time runs out, so that players can reconnect before a bot"
            " takes their seats; time in which no server ran counts on no clock"
        ),
    ] = 60.0
    stand_in: Annotated[
        float,
        _seconds(
            "seconds a player must be away before another may let a bot stand in; where turns last days, a turn's time"
        ),
    ] = 120.0
    device: Annotated[Quota, "what one device may have stored"] = msgspec.field(
        default_factory=lambda: Quota(300, 100, 20_000_000)
    )
    address: Annotated[Quota, "what one address (of IPv6 a /64) may have stored"] = msgspec.field(
        default_factory=lambda: Quota(3_000, 500, 100_000_000)
    )
    keep_unfinished: Annotated[
        float, _days("days without a visit after which an unfinished table is packed into one row; a visit unpacks it")
    ] = 90.0
    keep_finished: Annotated[float, _days("the same for a finished table")] = 365.0
    keep_packed: Annotated[float, _days("days after which a packed table is deleted")] = 365.0
    keep_reports: Annotated[float, _days("days after which a report is deleted")] = 180.0
    keep_names: Annotated[
        float, _days("days after which a reserved name is free again that was used for no table, group or rating")
    ] = 30.0
    limits: Annotated[
        float,
        Setting(number("a factor"), "factor on all [rate limits](limits.md#limits); 0 turns them and the quotas off"),
    ] = 1.0
    public_url: Annotated[
        str,
        Setting(
            url,
            "the address players open (`https://games.example.org`); links in notifications begin with it",
            "KILOWATT_URL",
            "needed for any of the next ones",
        ),
    ] = ""
    push_contact: Annotated[
        str,
        Setting(
            contact,
            "turns push notifications on: how push services reach you, `mailto:you@example.org` or `https://...`",
            "KILOWATT_PUSH",
            "off",
        ),
    ] = ""
    smtp: Annotated[
        str,
        Setting(
            mail_server,
            "turns mail on: `smtp://USER:PASSWORD@HOST:587` (with STARTTLS where offered) or `smtps://...`",
            shown="off",
        ),
    ] = ""
    mail_from: Annotated[str, Setting(plain, "the address mail comes from", shown="needed for mail")] = ""
    webhooks: Annotated[bool, Setting(switch, "`1`: owners may give their tables a webhook")] = False
    private_targets: Annotated[
        bool, Setting(switch, "`1`: webhooks and push endpoints may be plain HTTP and inside your network")
    ] = False
    notify_after: Annotated[float, _seconds("seconds a player must not have looked before a notification is sent")] = (
        180.0
    )
    notify_every: Annotated[float, _seconds("seconds between two looks into the outbox")] = 5.0
    invitation: Annotated[
        str,
        Setting(
            plain,
            "what a player must enter to make a profile; with `KILOWATT_CLOSED` to see anything at all",
            shown="none: anybody may",
        ),
    ] = ""
    closed: Annotated[
        bool,
        Setting(
            switch,
            "`1`: nobody without the invitation sees tables, names or pictures, or plays; people open"
            " `https://YOUR-SERVER/#invitation=WORD` once per device. Another invitation ends the earlier ones",
        ),
    ] = False
    boards: Annotated[
        str,
        Setting(
            one_of(*SHARING),
            "whether people may share boards by link: `open`, `approve` (others see a board once you approve it with"
            " `kilowatt admin boards --approve ADDRESS`), or `off` (tables on own boards are private)",
        ),
    ] = "open"
    log_level: Annotated[str, Setting(one_of(*LEVELS), ", ".join(f"`{level}`" for level in LEVELS))] = "INFO"
    archive: float = 60 * 86400.0
    archive_over: float = 14 * 86400.0
    """After so long without a change a table leaves the public lists, sooner if it is over; no host sets these."""


class Declared(NamedTuple):
    """A setting as it was declared, and where its value is."""

    variable: str
    setting: Setting
    sentence: str
    path: tuple[str, ...]
    """The names of the fields that lead to its value."""


def declared() -> list[Declared]:
    """List every setting that a host may make, in the order of their declaration."""
    rows: list[Declared] = []
    for field, hint in get_type_hints(Settings, include_extras=True).items():
        kind, *marks = get_args(hint) or (hint,)
        name = f"{PREFIX}{field.upper()}"
        if marks and isinstance(marks[0], Setting):
            rows.append(Declared(marks[0].variable or name, marks[0], marks[0].sentence, (field,)))
        elif kind is Quota:
            for part, inner in get_type_hints(Quota, include_extras=True).items():
                setting = get_args(inner)[1]
                rows.append(
                    Declared(f"{name}_{part.upper()}", setting, f"{marks[0]}: {setting.sentence}", (field, part))
                )
    return rows


def from_environment() -> Settings:
    """Read the settings a host has made; see docs/reference/settings.md. `BadOption` names one that is wrong."""
    rows = declared()
    _check_names({row.variable for row in rows})
    settings = Settings()
    for row in rows:
        text = os.environ.get(row.variable, "")
        holder: Any = settings
        for field in row.path[:-1]:
            holder = getattr(holder, field)
        if text:
            setattr(holder, row.path[-1], row.setting.read(row.variable, text))
        elif row.setting.absent is not None:
            setattr(holder, row.path[-1], row.setting.absent())
    _check_notifications(settings)
    if settings.closed and not settings.invitation:
        raise BadOption("KILOWATT_INVITATION", "expected an invitation, as KILOWATT_CLOSED is set")
    return settings


def _check_names(known: set[str]) -> None:
    """Refuse a variable that begins like a setting and is none: it would be silently ignored."""
    for name, value in sorted(os.environ.items()):
        rest = name.removeprefix(PREFIX)
        of_service = OF_SERVICE.fullmatch(rest) or (OF_SERVICE_URL.fullmatch(rest) and "://" in value)
        if not name.startswith(PREFIX) or name in known or name in OTHERS or of_service:
            continue
        close = difflib.get_close_matches(rest, [one.removeprefix(PREFIX) for one in known], 1)
        hint = f"; did you mean {PREFIX}{close[0]}?" if close else "; docs/reference/settings.md lists all settings"
        raise BadOption(name, f"there is no such setting{hint}")


def _check_notifications(settings: Settings) -> None:
    """Refuse settings of notifications that need another one."""
    if settings.smtp and "@" not in settings.mail_from:
        raise BadOption("KILOWATT_MAIL_FROM", "expected the address that mail comes from, as KILOWATT_SMTP is set")
    if (settings.push_contact or settings.smtp or settings.webhooks) and not settings.public_url:
        raise BadOption("KILOWATT_URL", "expected the address players open: links in notifications begin with it")
