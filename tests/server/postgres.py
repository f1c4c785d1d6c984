"""A PostgreSQL of one's own: made in a temporary folder, run as an unprivileged user, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.kit import free_port


def binaries() -> Path | None:
    """Find the server's programs."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if programs:
        return programs[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).parent if on_path else None


def _user() -> str | None:
    """Choose whom to run as: PostgreSQL does not run as root."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.port = free_port()
        self.user = _user()
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0

    def _call(self, *command: str) -> None:
        subprocess.run(command, user=self.user, cwd="/", check=True, capture_output=True)

    def make(self) -> None:
        """Make the cluster."""
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._call(
            str(self.programs / "initdb"), "-D", str(self.folder / "pg"), "-U", "kilowatt", "-A", "trust", "-E", "UTF8"
        )

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [
                str(self.programs / "postgres"),
                *("-D", str(self.folder / "pg"), "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"),
            ],
            user=self.user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ready = [str(self.programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        until = time.monotonic() + 60
        while subprocess.run(ready, check=False).returncode != 0:
            if time.monotonic() > until or self.process.poll() is not None:
                message = "PostgreSQL did not start"
                raise RuntimeError(message)
            time.sleep(0.1)

    def processes(self) -> list[int]:
        """List its processes: the server and its children."""
        if self.process is None:
            return []
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [self.process.pid, *map(int, children.split())]

    def stop(self) -> None:
        """Stop it at once, as if the machine had gone; it recovers when started again."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        self.process = None

    def database(self) -> str:
        """Make a fresh database and give its URL."""
        self.databases += 1
        name = f"games{self.databases}"
        create = [str(self.programs / "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "kilowatt", name]
        self._call(*create)
        return f"postgresql+asyncpg://kilowatt@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL for the length of the block."""
    programs = binaries()
    if programs is None:
        message = "PostgreSQL is not installed"
        raise RuntimeError(message)
    folder = Path(tempfile.mkdtemp(prefix="kilowatt-pg-"))
    running = Cluster(programs, folder)
    try:
        running.make()
        running.start()
        yield running
    finally:
        running.stop()
        shutil.rmtree(folder, ignore_errors=True)
