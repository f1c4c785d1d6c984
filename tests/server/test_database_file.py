"""The database file: private to its owner, and open in one server at a time."""

import asyncio
import logging
import os
import resource
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings
from kilowatt.server.store.file_lock import DatabaseInUse
from tests.server.kit import free_port, plain_http, run, serving, sqlite


@pytest.mark.thorough
def test_a_database_file_is_open_in_one_server_at_a_time(tmp_path: Path) -> None:
    """A second server on the same file is refused by name, on the command line with status 2, until the first stops."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url):
            second = Server(Settings(database_url=url))
            with pytest.raises(DatabaseInUse, match=f"process {os.getpid()}"):
                await second.start()
            await second.engine.dispose()
            command = [sys.executable, "-m", "kilowatt", "serve", "--host", "127.0.0.1", "--port", str(free_port())]
            started = await asyncio.create_subprocess_exec(
                *command, "--database", url, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
            )
            _, said = await started.communicate()
            assert started.returncode == 2
            assert b"in use by another server" in said
            assert len(said.strip().splitlines()) == 1
        async with serving(url):
            pass

    run(check())


def test_a_database_file_is_private(tmp_path: Path) -> None:
    """The file and what SQLite keeps beside it are readable by their owner alone, also one that was not before."""

    async def check() -> None:
        url, file = sqlite(tmp_path), tmp_path / "test.db"
        async with serving(url):
            pass
        file.chmod(0o644)
        async with serving(url) as server, Client(server.url) as ann:
            await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=name) for name in "AB"]))
            for path in (file, tmp_path / "test.db-wal", tmp_path / "test.db-shm"):
                assert path.stat().st_mode & 0o777 == 0o600

    run(check())


def read_only(connection: Connection) -> None:
    """Let a connection write nothing, as on a file system that has become read-only."""
    connection.exec_driver_sql("pragma query_only = on")


def writable(connection: Connection) -> None:
    """Let a connection write again."""
    connection.exec_driver_sql("pragma query_only = off")


def test_a_disk_that_takes_no_writes_is_not_ready_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While the disk is full or the file read-only `/readyz` is 503 and says why; the error is logged and counted."""
    monkeypatch.setattr("kilowatt.server.server.READY_FOR", 0.0)
    monkeypatch.setattr(logging.getLogger("kilowatt"), "propagate", True)

    async def check() -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        async with (
            serving(sqlite(tmp_path)) as server,
            plain_http(server.url) as http,
        ):
            assert (await http.get("/readyz")).status_code == 200
            resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "test.db-wal").stat().st_size, hard))
            try:
                full = [await http.get("/readyz") for _ in range(3)]
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert [answer.status_code for answer in full] == [503] * 3
            assert "does not take writes" in full[0].text
            assert server.server.metrics.counts["store_errors"] >= 3
            assert (await http.get("/readyz")).status_code == 200
            engine = server.server.engine.sync_engine
            event.listen(engine, "begin", read_only)
            frozen = await http.get("/readyz")
            event.remove(engine, "begin", read_only)
            event.listen(engine, "begin", writable)
            assert (frozen.status_code, "SQLITE_READONLY" in frozen.text) == (503, True)

    run(check())
    failed = [record for record in caplog.records if record.message == "the database failed"]
    looked = [record for record in failed if record.fields["doing"] == "checking readiness"]  # type: ignore[attr-defined]
    # three on a full disk are one line, the read-only file is another
    assert len(looked) == 2
