"""One server per database file: a lock beside it, and permissions for its owner alone.

A server keeps tables in memory and trusts that no other process writes the file. The operating system releases the lock
when the process ends, however it ends.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE = 0o600


class DatabaseInUse(BadOption):
    """Another server has this database file open."""

    def __init__(self, file: Path, owner: str) -> None:
        by = f" (process {owner})" if owner else ""
        super().__init__(
            "database",
            f"{file} is in use by another server{by}; stop it, or use PostgreSQL to run several on one database",
        )


class FileLock:
    """The lock of one database file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.path = file.with_name(f"{file.name}.lock")
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock and make the file private; `DatabaseInUse` if another server has it."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            _lock(handle)
        except OSError:
            owner = os.pread(handle, 32, 0).decode("ascii", "replace").strip() if hasattr(os, "pread") else ""
            os.close(handle)
            raise DatabaseInUse(self.file, owner) from None
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()}\n".encode("ascii"))
        self._handle = handle
        make_private(self.file)

    def release(self) -> None:
        """Return the lock back; the file stays, because removing it would let two servers lock two files."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def make_private(file: Path) -> None:
    """Make a database file, and what SQLite keeps beside it, readable by its owner alone."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    for suffix in ("", "-wal", "-shm"):
        # one that belongs to somebody else is theirs to protect; a server that cannot write it says so itself
        with contextlib.suppress(FileNotFoundError, PermissionError):
            file.with_name(file.name + suffix).chmod(PRIVATE)


def check_free(file: Path | None) -> None:
    """Check, before anything starts, that no other server has a database file open; `DatabaseInUse` if one has."""
    if file is not None and file.exists():
        lock = FileLock(file)
        lock.acquire()
        lock.release()


def _lock(handle: int) -> None:
    """Lock an open file for this process or raise `OSError`."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        import msvcrt

        # beyond the process number, which others read
        os.lseek(handle, 1024, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
