"""Backups of a server's database: consistent while the server runs, private, checked; and the way back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

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
    lock = FileLock(file)
    # a server that runs has it, and is named
    lock.acquire()
    try:
        part = file.with_name(f"{file.name}.part")
        try:
            _write_private(source, part)
            # the copy is checked, not the source: whatever goes wrong until now, the database is as it was
            said = _checked(part)
            kept = _exchange(part, file)
        finally:
            part.unlink(missing_ok=True)
    finally:
        lock.release()
    return f"{file}: {said}; " + (f"what was there is {kept.name}" if kept else "there was none before")


def restore_from(settings: Settings, stream: IO[bytes]) -> str:
    """Restore a backup that is read from a stream: into a container, whose user cannot read the host's files."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "backup"
        with source.open("wb") as target:
            shutil.copyfileobj(stream, target)
        return restore(settings, source)


def _write_private(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(handle, "wb") as target, source.open("rb") as stored:
        shutil.copyfileobj(stored, target)
        target.flush()
        os.fsync(target.fileno())


def _exchange(part: Path, file: Path) -> Path | None:
    """Put a file in the place of the database, in one step; return where the old one is now, if there was one.

    The old one keeps its place until then: a failure on the way leaves it, and the log beside it, as they were.
    """
    if not file.exists():
        part.replace(file)
        return None
    _fold_log(file)
    kept = file.with_name(f"{file.name}.before-{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    os.link(file, kept)
    moved: list[tuple[Path, Path]] = []
    try:
        for ending in BESIDE[1:]:
            # a log of another file must not lie beside the new one
            here, there = file.with_name(file.name + ending), kept.with_name(kept.name + ending)
            if here.exists():
                here.rename(there)
                moved.append((here, there))
        part.replace(file)
    except BaseException:
        for here, there in moved:
            there.rename(here)
        kept.unlink()
        raise
    return kept


def _fold_log(file: Path) -> None:
    """Bring the log of a database into its file, so that one file is all of it; a damaged one keeps its log."""
    with contextlib.suppress(sqlite3.Error), closing(_open(file)) as base:
        base.execute("pragma wal_checkpoint(truncate)")


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
        env["PGPASSWORD"] = unquote(parts.password) if parts.password else env.get("PGPASSWORD", "")
        place = parts.netloc.replace(f":{parts.password}@", "@") if parts.password else parts.netloc
        target = [f"--dbname={urlunsplit(('postgresql', place, parts.path, parts.query, ''))}"]
    done = subprocess.run(  # noqa: S603 - a fixed program with the host's own database
        [program, *target, *options], capture_output=True, text=True, timeout=SECONDS, env=env, check=False
    )
    if done.returncode:
        raise BadOption("database", f"{program}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
    return done.stdout
