"""A database with rows of every kind, as a version of the server left it: for tests that bring it to a later version.

    python -m tests.server.old_database FOLDER

plays some games on a server of the version that is checked out, and writes `NUMBER.sql.gz`, named after the revision of
the database, with what its players see as `NUMBER.json.gz`. `tests/server/databases` has those of earlier versions.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

from kilowatt.client import Client
from kilowatt.coach.review import Row
from kilowatt.host import timekeeping
from kilowatt.host.review_summary import pack, summary_of
from kilowatt.protocol import AutoOrders, ClockPlan, CreateTable, MakeGroup, SeatPlan
from kilowatt.server.store import retention, reviews, upgrade
from tests.boards.board_kit import small
from tests.server.kit import Running, play_together, run, serving, sqlite, until
from tests.server.people import agree, counted, enter, new_code, switch, told

GOLDEN = Path(__file__).parents[1] / "golden" / "original-korea-2-step3.jsonl"
PEOPLE = ("Anna", "Bob", "Cleo")
SETTINGS = {"webhooks": True, "public_url": "https://games.example.org", "smtp": "smtp://127.0.0.1:1"}
SETTINGS |= {"mail_from": "games@example.org", "notify_every": 3600.0}
THREE = [SeatPlan("person", name="Anna"), SeatPlan("open"), SeatPlan("open")]
TWO = THREE[:2]


class Filled:
    """A server with games, and who plays them."""

    def __init__(self, server: Running, people: dict[str, Client]) -> None:
        self.server = server
        self.people = people
        self.codes: dict[str, str] = {}

    async def play(self, name: str, asked: CreateTable, moves: int) -> str:
        """Let as many people as a table has seats play some moves there."""
        first, *others = list(self.people.items())[: len(asked.seats)]
        code = self.codes[name] = (await first[1].create(asked)).table.code
        for person, client in others:
            await client.join(code, person)
        if moves:
            async with AsyncExitStack() as stack:
                seats = [await stack.enter_async_context(client.sit(code)) for _, client in (first, *others)]
                await play_together(seats, random.Random(len(self.codes)), moves)
                await seats[0].chat(f"Hello at {name}")
                await seats[0].ping()
        return code

    async def evicted(self, code: str) -> None:
        """Let a table leave memory."""
        registry = self.server.server.registry

        def gone() -> bool:
            registry.evict(float("inf"))
            return code not in registry.rooms

        await until(gone)


async def fill(filled: Filled) -> None:
    """Make rows of every kind."""
    anna, bob, cleo = filled.people.values()
    for person, client in filled.people.items():
        await agree(client, person)
    await filled.play("finished", CreateTable("card-game", TWO, rated=True), 5000)
    await counted(filled.server, 1)
    running = await filled.play("running", CreateTable("recharged/germany", THREE, visibility="public"), 70)
    await filled.play("hidden", CreateTable("recharged/usa", TWO, {"money": "hidden"}), 40)
    days = CreateTable("deluxe/europe", TWO, clock=ClockPlan("days", days=3), hints=False)
    hooked = await filled.play("days", days, 25)
    await filled.play("custom", CreateTable("custom", TWO, {"board": small(), "trust": False}), 20)
    await filled.play("waiting", CreateTable("original/germany", [*TWO, SeatPlan("open")], name="Come in"), 0)
    imported = await anna.import_record(GOLDEN.read_text(encoding="utf-8"), "An old game")
    filled.codes["imported"] = imported.table.code
    fork = await anna.fork(imported.table.code, 30, [SeatPlan("person", name="Anna"), SeatPlan("person", name="Al")])
    filled.codes["forked"] = fork.table.code
    packed = await filled.play("packed", CreateTable("recharged/germany", THREE), 30)
    await filled.evicted(packed)
    await retention.pack(filled.server.server.store, packed, timekeeping.now())
    await _talk(running, anna, bob)
    await anna.request("POST", f"/api/tables/{hooked}/hook", {"kind": "discord", "url": "https://a.example.org/x"})
    await bob.request("POST", "/api/notifications", {"language": "de", "zone": "Europe/Berlin"})
    await bob.request("POST", "/api/notifications/mail", {"mail": "bob@example.org"})
    await anna.request("POST", "/api/boards", {"board": small()})
    group = await told(anna, "", MakeGroup("Friday", "Anna"))
    await told(bob, "/join", {"link": group.link, "member": "Bob"})
    plan = {"name": "Club", "ruleset": "recharged/germany", "seats": [{"kind": "open"}, {"kind": "open"}]}
    await told(anna, f"/{group.id}/standing", plan)
    started = json.loads(await anna.request("POST", f"/api/groups/{group.id}/start", {"number": 1}))
    filled.codes["of the group"] = started["table"]["code"]
    rows = [Row(1, 4, 1, "auction", -1, (0.25, 0.75))]
    await reviews.put(filled.server.server.store, filled.codes["finished"], pack(rows), summary_of(rows))
    await switch(anna, public=True)
    async with Client(filled.server.url) as phone:
        await enter(phone, await new_code(cleo))


async def _talk(code: str, anna: Client, bob: Client) -> None:
    async with anna.sit(code) as first, bob.sit(code) as second:
        await second.chat("good luck")
        await first.until(lambda: bool(first.said))
        await first.auto(AutoOrders(run_best=True))
        await first.hide("seat-1")
        await anna.report(code, [line.id for line in first.said][-1:], "rude")


async def seen(filled: Filled) -> dict[str, Any]:
    """Return what the players see: every record, whose tables they are, and the profiles."""
    records, yours = {}, {}
    for name, code in filled.codes.items():
        for person, client in filled.people.items():
            table = await client.table(code)
            yours[f"{name}/{person}"] = [table.yours, table.owner, table.state]
        anna = filled.people["Anna"]
        if (await anna.table(code)).state != "waiting":
            records[name] = await anna.record(code)
    return {
        "tokens": {person: client.token for person, client in filled.people.items()},
        "codes": filled.codes,
        "records": records,
        "yours": yours,
        "profiles": {
            person: json.loads(await client.request("GET", "/api/profile"))["name"]
            for person, client in filled.people.items()
        },
        "mine": {
            person: sorted(table.code for table in await client.tables()) for person, client in filled.people.items()
        },
        "ratings": json.loads(await filled.people["Anna"].request("GET", "/api/ratings")),
    }


async def make(place: Path) -> tuple[str, dict[str, Any]]:
    """Fill a database in a folder; return its revision and what is seen of it."""
    async with serving(sqlite(place), **SETTINGS) as server, AsyncExitStack() as stack:
        people = {name: await stack.enter_async_context(Client(server.url)) for name in PEOPLE}
        filled = Filled(server, people)
        await fill(filled)
        facts = await seen(filled)
        # opened to be read: packed again
        packed = filled.codes["packed"]
        await filled.evicted(packed)
        await retention.pack(server.server.store, packed, timekeeping.now())
        return str(await upgrade.current(server.server.engine)), facts


def main(folder: Path) -> None:
    """Write a database and what is seen of it."""
    with tempfile.TemporaryDirectory() as place:
        revision, facts = run(make(Path(place)))
        with closing(sqlite3.connect(Path(place) / "test.db")) as base:
            dump = "\n".join(base.iterdump())
    folder.mkdir(parents=True, exist_ok=True)
    for name, written in (("sql", dump), ("json", json.dumps(facts))):
        (folder / f"{revision}.{name}.gz").write_bytes(gzip.compress(written.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
