"""What may be wrong with a server: settings, database, mail, push, proxy, clock, disk; each with a remedy."""

from __future__ import annotations

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

from kilowatt.editions.options import BadOption
from kilowatt.server.settings import database_file, from_environment
from kilowatt.server.store import upgrade
from kilowatt.server.store.file_lock import PRIVATE, DatabaseInUse, check_free

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
        return [Finding("settings", "bad", str(error), "correct this variable; docs/hosting.md lists all settings")]
    findings = [Finding("settings", "ok", "every variable is known and can be read")]
    for check in CHECKS:
        findings += check(settings)
    return findings


def _database(settings: Settings) -> Iterator[Finding]:
    file = database_file(settings.database_url)
    if file is None:
        yield Finding("database", "ok", "PostgreSQL", "`kilowatt serve --check-games` reads every game in it")
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
        remedy = "name the right file, or restore a backup (`kilowatt admin restore`)"
        return Finding("database", "bad", f"{file} is no database of Kilowatt ({error})", remedy)
    if problem != "ok":
        return Finding(
            "database", "bad", f"{file} is damaged: {problem}", "restore a backup (`kilowatt admin restore`)"
        )
    if not upgrade.known(revision):
        return Finding("database", "bad", f"{file} is of a newer version (revision {revision})", "update kilowatt")
    if revision != upgrade.head():
        text = f"revision {revision}, this version needs {upgrade.head()}"
        return Finding("database", "warn", text, "back up; the server migrates it when it starts")
    return Finding("database", "ok", f"{file}, revision {revision}")


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
        yield from _reached(settings.public_url)


def _reached(url: str) -> Iterator[Finding]:
    """Ask the server by the address that players open, through its proxy."""
    try:
        answer = httpx.get(f"{url}/readyz", timeout=SECONDS, trust_env=False)
    except httpx.HTTPError as error:
        remedy = "start the server and the proxy; check the name's address and the certificate"
        yield Finding("address", "bad", f"{url} cannot be reached ({type(error).__name__})", remedy)
        return
    if answer.status_code != httpx.codes.OK:
        yield Finding("address", "bad", f"{url}/readyz answers {answer.status_code}", "read the server's log")
        return
    yield Finding("address", "ok", f"{url} is ready")
    if httpx.get(f"{url}/metrics", timeout=SECONDS, trust_env=False).status_code == httpx.codes.OK:
        yield Finding("metrics", "warn", "everybody can read /metrics", "let the proxy answer /metrics with 404")
    try:
        off = abs(parsedate_to_datetime(answer.headers["date"]).timestamp() - time.time())
    except (KeyError, ValueError):
        return
    if off > CLOCK_OFF:
        yield Finding("clock", "bad", f"the clock differs by {off:.0f} s from the proxy's", "let the machine use NTP")
    else:
        yield Finding("clock", "ok", "as the proxy's")


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


CHECKS: tuple[Callable[[Settings], Iterator[Finding]], ...] = (_database, _disk, _mail, _push, _proxy)
