"""Everything at once: kills, a frozen database, a full disk, floods and clock jumps lose no acknowledged move.

`KILOWATT_CHAOS_SECONDS=30 python -m pytest -m soak tests/server/test_chaos.py` is the short way.
"""

import sys
from pathlib import Path

import pytest

from tests.server.chaos import SECONDS, Chaos, Stubborn
from tests.server.journal import look
from tests.server.kit import run, sqlite
from tests.server.postgres import Cluster

HARMS = {"kill", "freeze", "fill_disk", "flood", "jump"}


async def survive(url: str, folder: Path, seed: int) -> None:
    """Let chaos reign, then compare the store with what the players know."""
    journal = Stubborn(seed)
    chaos = Chaos(url, folder, seed)
    await chaos.run(SECONDS, journal)
    assert set(chaos.done) == HARMS
    assert len(journal.acked) > SECONDS / 10
    await look(url, journal.codes, journal)
    figures = f"{len(journal.acked)} moves acknowledged of {journal.sent}; {dict(chaos.done)}; {dict(journal.refused)}"
    sys.stdout.write(figures + "\n")


@pytest.mark.soak
def test_chaos_on_sqlite(tmp_path: Path) -> None:
    """Whatever happens to a server on SQLite, every acknowledged move is in its record once."""
    run(survive(sqlite(tmp_path), tmp_path, 1))


@pytest.mark.soak
@pytest.mark.postgres
def test_chaos_on_postgres(postgres: Cluster, tmp_path: Path) -> None:
    """Whatever happens to a server on PostgreSQL, every acknowledged move is in its record once."""
    run(survive(postgres.database(), tmp_path, 2))
