"""Databases of earlier versions, with rows of every kind: after the upgrade every game and everything else is there."""

import gzip
import json
import random
import sqlite3
from collections import Counter
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from kilowatt.client import Client
from kilowatt.server.ops.audit import check_games
from kilowatt.server.profiles.profiles import RECOVERY_CODES
from kilowatt.server.settings import Settings
from kilowatt.server.store import upgrade
from kilowatt.server.store.shape import FOREVER, metadata
from kilowatt.server.store.store import make_engine
from tests.server.kit import play_together, run, serving, sqlite
from tests.server.old_database import SETTINGS, Filled, seen

DATABASES = Path(__file__).parent / "databases"
REVISIONS = sorted(path.name.partition(".")[0] for path in DATABASES.glob("*.sql.gz"))
CHANGED = {
    # the devices of a packed table have rows of their own since revision 0060
    ("archive", "body"),
    # more letters count as look-alikes since revision 0061
    ("profiles", "skeleton"),
}
"""Columns whose contents a migration writes again."""
MOVED = {
    # to `archive_devices`, since revision 0060
    ("archive", "owner"),
    # to `signin_codes`, since revision 0062
    ("profiles", "recovery"),
}
"""Columns that a migration drops after it has written their contents elsewhere."""
GROUP_TABLES = {"group_seasons", "group_games", "group_places", "group_chats", "group_hides"}
GROUP_TABLES |= {"tournaments", "entrants", "pairings"}
EMPTY = {
    "passkeys",
    "mutes",
    "outbox",
    "seasons",
    "merges",
    "admitted",
    "troubles",
    "days_off",
    "bot_tokens",
} | GROUP_TABLES
"""Tables without a row in some of these databases: a browser, a host, the sender or a later version makes some."""


def rows_of(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Read every row of every table of a file."""
    with closing(sqlite3.connect(file)) as base:
        base.row_factory = sqlite3.Row
        names = [row[0] for row in base.execute("select name from sqlite_master where type = 'table'")]
        return {name: [dict(row) for row in base.execute(f"select * from {name}")] for name in names}


def kept(name: str, rows: list[dict[str, Any]], columns: set[str]) -> list[str]:
    """Return rows in a form that can be compared, without the columns that a migration changes."""
    wanted = sorted(column for column in columns if (name, column) not in CHANGED)
    return sorted(repr([row[column] for column in wanted]) for row in rows)


@pytest.fixture(params=REVISIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Put the database of an earlier version into a file; return that and what its players saw."""
    file = tmp_path / "test.db"
    with closing(sqlite3.connect(file)) as base:
        base.executescript(gzip.decompress((DATABASES / f"{request.param}.sql.gz").read_bytes()).decode())
        base.commit()
    return file, json.loads(gzip.decompress((DATABASES / f"{request.param}.json.gz").read_bytes()))


def test_no_row_is_lost(old: tuple[Path, dict[str, Any]]) -> None:
    """Every row of every table has the same contents afterwards, in all columns that both versions have."""
    file, _ = old

    async def migrate() -> None:
        engine = make_engine(sqlite(file.parent))
        await upgrade.upgrade(engine)
        assert await upgrade.current(engine) == upgrade.head()
        await engine.dispose()

    before = rows_of(file)
    run(migrate())
    after = rows_of(file)
    before.pop("alembic_version")
    for name, rows in before.items():
        if not rows:
            continue
        columns = set(rows[0]) & set(after[name][0])
        assert {(name, column) for column in set(rows[0]) - columns} <= MOVED
        assert kept(name, rows, columns) == kept(name, after[name], columns), name
    recovery = Counter(row["main"] for row in after["signin_codes"] if row["until"] == FOREVER)
    assert recovery == {row["main"]: RECOVERY_CODES for row in after["profiles"]}
    assert {name for name in metadata.tables if not after[name]} <= EMPTY


def test_every_game_is_read_and_goes_on(old: tuple[Path, dict[str, Any]]) -> None:
    """Players see the same records, seats, tables, profiles and ratings as before, and play on."""
    file, facts = old
    url = sqlite(file.parent)

    async def check() -> None:
        report: list[str] = []
        assert await check_games(Settings(database_url=url), report.append) == 0, report
        async with serving(url, **SETTINGS) as server, AsyncExitStack() as stack:
            people = {
                person: await stack.enter_async_context(Client(server.url, token))
                for person, token in facts["tokens"].items()
            }
            filled = Filled(server, people)
            filled.codes = facts["codes"]
            now = await seen(filled)
            for ratings in (now["ratings"], facts["ratings"]):
                del ratings["bots"]  # of the program, not of its database
            assert now == facts
            for name in ("running", "hidden", "days", "custom", "packed"):
                record = facts["records"][name]
                code = filled.codes[name]
                held = [client for person, client in people.items() if facts["yours"][f"{name}/{person}"][0]]
                async with AsyncExitStack() as table:
                    seats = [await table.enter_async_context(client.sit(code)) for client in held]
                    await play_together(seats, random.Random(1), 3)
                    if name != "packed":  # without its chat
                        assert f"Hello at {name}" in [line.text for line in seats[1].said]
                longer = await held[0].record(code)
                assert longer.startswith(record)
                assert len(longer) > len(record)

    run(check())
