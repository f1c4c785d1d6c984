"""Backups of a server's database: consistent while the server runs, private, checked; and the way back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from kilowatt.editions.options import BadOption
from kilowatt.server.settings import database_file
from kilowatt.server.store import upgrade
from kilowatt.server.store.file_lock import PRIVATE, FileLock

if TYPE_CHECKING:
    from kilowatt.server.settings import Settings

BESIDE = ("", "-wal", "-shm")
"""Endings of the files of an SQLite database."""
SECONDS = 3600
"""The longest that PostgreSQL's programs may take."""


def backup(settings: Settings, wanted: Path | None) -> str:
    """Write a backup and check it; return a line that says what is in it."""
    file = database_file(settings.database_url)
    place = wanted or _default(file)
    if place.exists():
        raise BadOption("FILE", f"there is something at {place} already")
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f"{place.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    try:
        said = _dumped(settings.database_url, part) if file is None else _copied(file, part)
        part.replace(place)
    finally:
        for ending in BESIDE:
            part.with_name(part.name + ending).unlink(missing_ok=True)
    return f"{place}: {said}"


def restore(settings: Settings, source: Path) -> str:
    """Put a backup in the place of the database; the server must not run. Return a line that says what is there now."""
    if not source.is_file():
        raise BadOption("FILE", f"there is none at {source}")
    file = database_file(settings.database_url)
    if file is None:
        return _loaded(settings.database_url, source)
    said = _checked(source)
    lock = FileLock(file)
    # a server that runs has it, and is named
    lock.acquire()
    try:
        aside = f".before-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        kept = file.with_name(file.name + aside)
        for ending in BESIDE:
            # a log of another file must not lie beside the new one
            here = file.with_name(file.name + ending)
            if here.exists():
                here.rename(file.with_name(file.name + aside + ending))
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "wb") as target, source.open("rb") as stored:
            shutil.copyfileobj(stored, target)
            target.flush()
            os.fsync(target.fileno())
        _checked(file)
    finally:
        lock.release()
    return f"{file}: {said}; what was there is {kept.name}"


def _default(file: Path | None) -> Path:
    name = f"kilowatt-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    return Path(f"{name}.dump") if file is None else file.parent / "backups" / f"{name}.db"


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _copied(file: Path, part: Path) -> str:
    if not file.is_file():
        raise BadOption("database", f"there is none at {file}")
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as base, closing(_open(part)) as copy:
            # all pages in one step: one moment of the database, whatever the server writes meanwhile
            base.backup(copy)
            copy.execute("pragma journal_mode = delete")
    except sqlite3.Error as error:
        raise BadOption("database", f"{file} cannot be read ({error})") from None
    return _checked(part)


def _open(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file)


def _checked(file: Path) -> str:
    """Check that a file is a whole database of Kilowatt that this version can read; return what is in it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as base:
            problem = base.execute("pragma integrity_check(1)").fetchone()[0]
            if problem != "ok":
                raise BadOption("FILE", f"{file} is damaged: {problem}")
            revision = base.execute("select version_num from alembic_version").fetchone()
            tables = base.execute("select count(*) from tables").fetchone()[0]
            entries = base.execute("select count(*) from entries").fetchone()[0]
    except sqlite3.Error as error:
        raise BadOption("FILE", f"{file} is no database of Kilowatt ({error})") from None
    if revision is None or not upgrade.known(revision[0]):
        raise BadOption("FILE", f"{file} is of a newer version (revision {revision and revision[0]}); update kilowatt")
    return f"{tables} tables, {entries} entries, revision {revision[0]}, checked"


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _dumped(url: str, part: Path) -> str:
    _run("pg_dump", url, "--format=custom", f"--file={part}")
    part.chmod(PRIVATE)
    listed = _run("pg_restore", "", "--list", str(part))
    if " TABLE DATA " not in listed:
        raise BadOption("database", "the dump has no tables of Kilowatt")
    return f"{listed.count(' TABLE DATA ')} tables of the database, listed by pg_restore"


def _loaded(url: str, source: Path) -> str:
    if " TABLE DATA " not in _run("pg_restore", "", "--list", str(source)):
        raise BadOption("FILE", f"{source} is no dump of Kilowatt")
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    _run("pg_restore", url, *options, str(source))
    return "the database is as it was when the backup was made"


def _run(program: str, url: str, *options: str) -> str:
    """Run a program of PostgreSQL; the password goes by the environment, which others on the machine cannot read."""
    if shutil.which(program) is None:
        raise BadOption("database", f"{program} is not installed (Debian: postgresql-client)")
    env = dict(os.environ)
    target: list[str] = []
    if url:
        parts = urlsplit(url.replace("postgresql+asyncpg://", "postgresql://"))
        env["PGPASSWORD"] = parts.password or env.get("PGPASSWORD", "")
        place = parts.netloc.replace(f":{parts.password}@", "@") if parts.password else parts.netloc
        target = [f"--dbname={urlunsplit(('postgresql', place, parts.path, parts.query, ''))}"]
    done = subprocess.run(  # noqa: S603 - a fixed program with the host's own database
        [program, *target, *options], capture_output=True, text=True, timeout=SECONDS, env=env, check=False
    )
    if done.returncode:
        raise BadOption("database", f"{program}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
    return done.stdout
