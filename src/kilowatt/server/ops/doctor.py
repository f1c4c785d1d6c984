"""What may be wrong with a server: settings, database, mail, push, proxy, clock, disk; each with a remedy."""

from __future__ import annotations

import asyncio
import os
import shutil
import smtplib
import sqlite3
import ssl
import time
from contextlib import closing
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

import httpx
from sqlalchemy import text as sql
from sqlalchemy.exc import SQLAlchemyError

from kilowatt.editions.options import BadOption
from kilowatt.server.settings import database_file, from_environment
from kilowatt.server.store import upgrade
from kilowatt.server.store.file_lock import PRIVATE, DatabaseInUse, check_free
from kilowatt.server.store.store import make_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from kilowatt.server.settings import Settings

SECONDS = 10.0
LITTLE, TOO_LITTLE = 2_000_000_000, 200_000_000
"""Bytes of free disk below which it is a warning, and below which it is a fault."""
RESTORE = "restore a backup (`kilowatt admin restore`)"
CLOCK_OFF = 30.0
"""Seconds that the machine's clock may differ from that of the proxy."""


class Finding(NamedTuple):
    """One thing that was looked at: its verdict, what it is like, and what to do about it."""

    what: str
    verdict: Literal["ok", "warn", "bad"]
    text: str
    remedy: str = ""


def examine(database: str = "") -> list[Finding]:
    """Look at everything that a server with this environment would use; nothing is changed and no mail is sent."""
    try:
        settings = from_environment()
        if database:
            from kilowatt.server.settings import driver_url

            settings.database_url = driver_url(database, "--database")
    except BadOption as error:
        return [Finding("settings", "bad", str(error), "correct it; docs/reference/settings.md lists all settings")]
    findings = [Finding("settings", "ok", "every variable is known and can be read")]
    for check in CHECKS:
        findings += check(settings)
    return findings


def _database(settings: Settings) -> Iterator[Finding]:
    file = database_file(settings.database_url)
    if file is None:
        yield from asyncio.run(_postgres(settings.database_url))
        return
    if not file.exists():
        yield Finding("database", "warn", f"there is none at {file} yet", "start the server once, or name another file")
        return
    if file.stat().st_mode & 0o777 != PRIVATE:
        yield Finding("database", "warn", f"{file} can be read by others", f"chmod 600 {file}")
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        yield Finding("database", "bad", f"{file} cannot be written", "give file and folder to the server's user")
        return
    yield _content(file)
    try:
        check_free(file)
    except DatabaseInUse as error:
        yield Finding("server", "ok", str(error).partition(";")[0])


def _content(file: Path) -> Finding:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as base:
            problem = base.execute("pragma quick_check(1)").fetchone()[0]
            revision = base.execute("select version_num from alembic_version").fetchone()[0]
    except (sqlite3.Error, TypeError) as error:
        remedy = f"name the right file, or {RESTORE}"
        return Finding("database", "bad", f"{file} is no database of Kilowatt ({error})", remedy)
    if problem != "ok":
        return Finding("database", "bad", f"{file} is damaged: {problem}", RESTORE)
    return _revision(str(file), revision)


def _revision(name: str, revision: str) -> Finding:
    if not upgrade.known(revision):
        return Finding("database", "bad", f"{name} is of a newer version (revision {revision})", "update kilowatt")
    if revision != upgrade.head():
        text = f"revision {revision}, this version needs {upgrade.head()}"
        return Finding("database", "warn", text, "back up; the server migrates it when it starts")
    return Finding("database", "ok", f"{name}, revision {revision}")


async def _postgres(url: str) -> list[Finding]:
    """Ask a PostgreSQL server for the revision of its tables, the time and the room its database takes."""
    engine = make_engine(url)
    try:
        async with asyncio.timeout(SECONDS), engine.connect() as base:
            there = (await base.execute(sql("select to_regclass('alembic_version') is not null"))).scalar_one()
            revision = there and (await base.execute(sql("select version_num from alembic_version"))).scalar()
            stamp = (await base.execute(sql("select extract(epoch from clock_timestamp())"))).scalar_one()
            size = (await base.execute(sql("select pg_database_size(current_database())"))).scalar_one()
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        cause = getattr(error, "orig", None) or error
        remedy = "start PostgreSQL; check host, name and password of KILOWATT_DATABASE_URL"
        return [Finding("database", "bad", f"PostgreSQL does not let us in ({type(cause).__name__})", remedy)]
    finally:
        await engine.dispose()
    if not revision:
        text, remedy = "PostgreSQL, without tables of Kilowatt yet", "start the server once, or name another database"
        return [Finding("database", "warn", text, remedy)]
    size_text = f"{size // 1_000_000} MB in PostgreSQL; its room is that of the database's machine"
    return [
        _revision("PostgreSQL", str(revision)),
        Finding("disk", "ok", size_text),
        _clock(float(stamp), "the database's"),
    ]


def _clock(other: float, whose: str) -> Finding:
    off = abs(other - time.time())
    if off > CLOCK_OFF:
        return Finding("clock", "bad", f"the clock differs by {off:.0f} s from {whose}", "let the machine use NTP")
    return Finding("clock", "ok", f"as {whose}")


def _times(settings: Settings) -> Iterator[Finding]:
    """Look for games that were played in the future: the clock was set back, or was wrong when they were."""
    file = database_file(settings.database_url)
    if file is None or not file.exists():
        return
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as base:
            newest = base.execute("select max(touched) from tables").fetchone()[0]
    except sqlite3.Error:
        return
    if newest is not None and newest > time.time() + CLOCK_OFF:
        text = f"a game was last played {newest - time.time():.0f} s from now"
        yield Finding("clock", "bad", text, "set the machine's clock, and let it use NTP")
    else:
        yield Finding("clock", "ok", "no game was played later than now")


def _mail(settings: Settings) -> Iterator[Finding]:
    if not settings.smtp:
        yield Finding("mail", "ok", "off")
        return
    parts = urlsplit(settings.smtp)
    host = parts.hostname or "localhost"
    try:
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, parts.port or 465, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(host, parts.port or 587, timeout=SECONDS)
        with server:
            server.ehlo()
            if parts.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
                server.ehlo()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
    except smtplib.SMTPAuthenticationError:
        yield Finding("mail", "bad", f"{host} refuses user name or password", "correct KILOWATT_SMTP")
    except (smtplib.SMTPException, OSError) as error:
        remedy = "check host and port of KILOWATT_SMTP, and that the machine may connect there"
        yield Finding("mail", "bad", f"{host} does not answer ({type(error).__name__})", remedy)
    else:
        yield Finding("mail", "ok", f"{host} answers and lets us in")


def _push(settings: Settings) -> Iterator[Finding]:
    if settings.push_contact and not settings.public_url.startswith("https://"):
        yield Finding("push", "bad", "browsers subscribe over HTTPS only", "set KILOWATT_URL to the https:// address")
    else:
        yield Finding("push", "ok", "on" if settings.push_contact else "off")


def _proxy(settings: Settings) -> Iterator[Finding]:
    if settings.public_url.startswith("https://") and not settings.proxied:
        text = "KILOWATT_URL is https://, and KILOWATT_PROXIED is off: cookies are not secure, all share one address"
        yield Finding("proxy", "bad", text, "set KILOWATT_PROXIED=1, and listen on 127.0.0.1 only")
    elif settings.proxied and not settings.hosts:
        yield Finding("proxy", "warn", "the server answers to any host name", "set KILOWATT_HOSTS to your host's name")
    else:
        yield Finding("proxy", "ok", "behind a proxy" if settings.proxied else "none")
    if settings.public_url:
        yield from _reached(settings.public_url, proxied=settings.proxied)
    else:
        yield Finding("address", "ok", "KILOWATT_URL is not set: not tried")


def _get(url: str) -> httpx.Response:
    """Ask as a browser does, which trusts the known authorities or those of `SSL_CERT_FILE`."""
    return httpx.get(url, timeout=SECONDS, trust_env=False, verify=httpx.create_ssl_context())


def _headers(url: str) -> Finding:
    """Look at the cookie that the server sets: it is a secure one if the proxy says that players use HTTPS."""
    cookie = _get(f"{url}/api/invitation").headers.get("set-cookie", "")
    if url.startswith("https://") and "secure" not in cookie.lower():
        text = "the proxy does not send X-Forwarded-Proto: cookies are not secure, and pages are refused as foreign"
        return Finding("headers", "bad", text, "let the proxy send X-Forwarded-Proto, X-Forwarded-For and Host")
    return Finding("headers", "ok", "the proxy says how players come")


def _reached(url: str, *, proxied: bool) -> Iterator[Finding]:
    """Ask the server by the address that players open, through its proxy."""
    try:
        answer = _get(f"{url}/readyz")
    except httpx.HTTPError as error:
        remedy = "start the server and the proxy; check the name's address and the certificate"
        yield Finding("address", "bad", f"{url} cannot be reached ({type(error).__name__})", remedy)
        return
    if answer.status_code != httpx.codes.OK:
        yield Finding("address", "bad", f"{url}/readyz answers {answer.status_code}", "read the server's log")
        return
    yield Finding("address", "ok", f"{url} is ready")
    if _get(f"{url}/metrics").status_code == httpx.codes.OK:
        yield Finding("metrics", "warn", "everybody can read /metrics", "let the proxy answer /metrics with 404")
    if proxied:
        yield _headers(url)
    try:
        yield _clock(parsedate_to_datetime(answer.headers["date"]).timestamp(), "the proxy's")
    except (KeyError, ValueError):
        return


def _disk(settings: Settings) -> Iterator[Finding]:
    file = database_file(settings.database_url)
    if file is None:
        return
    folder = next(place for place in (file.parent, *file.parents) if place.exists())
    free = shutil.disk_usage(folder).free
    text = f"{free // 1_000_000} MB free at {folder}"
    if free < LITTLE:
        yield Finding("disk", "bad" if free < TOO_LITTLE else "warn", text, "make room: a full disk refuses every move")
    else:
        yield Finding("disk", "ok", text)


CHECKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (_database, _times, _disk, _mail, _push, _proxy)
