"""Real tables: what is written down becomes an ordinary record, and only people who sit there write."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kilowatt.client import Client, TableSocket
from kilowatt.editions.compose import compose
from kilowatt.engine import game
from kilowatt.engine.actions import Pass, Reveal, SeatOrder
from kilowatt.host import writing
from kilowatt.host.game import real_table
from kilowatt.protocol import AskBack, AskQuote, ChangeSeat, CreateTable, LineChange, SeatPlan
from kilowatt.table.playout import playout
from kilowatt.table.replay import read_record
from kilowatt.table.sheet.lines import CountLine, SaleLine, StepLine
from tests.server.kit import run, serving, sqlite
from tests.server.seats import refused
from tools.sheet_games import Writer

REAL = CreateTable("original/germany", [SeatPlan("person", name=name) for name in ("Ann", "Bob", "Cyd")], real=True)
RULES = compose("original/germany", 3, {})


def lines_of(seed: int, *, counts: bool = True) -> tuple[list[Any], Any]:
    """Play a random game and return its lines and its last state."""
    end, _, record = playout(RULES, random.Random(seed), logged=True)
    return list(Writer(RULES, results=True, counts=counts).write(record.actions())), end


def up_to_date(socket: TableSocket, count: int) -> bool:
    """Return whether a device has a sheet of so many lines, and the view that belongs to it."""
    latest = socket.latest_sheet
    return latest is not None and len(socket.sheet) == count and socket.seq >= latest.seq


async def write_all(lines: list[Any], *sockets: TableSocket) -> None:
    """Write lines one after the other, each device in turn."""
    for number, line in enumerate(lines):
        socket = sockets[number % len(sockets)]
        await socket.until(lambda socket=socket, number=number: up_to_date(socket, number))  # type: ignore[misc]
        before = len(socket.sheet)
        await socket.write(LineChange(before, line), final=True)
        await socket.until(lambda socket=socket, before=before: len(socket.sheet) == before + 1)  # type: ignore[misc]


def test_a_whole_game_is_written_by_two_devices_and_is_an_ordinary_record(tmp_path: Path) -> None:
    """Two devices write a game line by line: its record replays, its curves are there, and it is over."""
    lines, end = lines_of(5)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(REAL)
            code = made.table.code
            assert made.table.real
            assert made.table.deal is None
            await bob.join(code, restore=made.restore["1"])
            async with ann.sit(code) as one, bob.sit(code) as two:
                await write_all(lines[:-3], one, two)
                assert (await refused(two.propose(0, "houses", 20, 2))).code == "over"
                await two.until(lambda: two.over)
                assert two.latest_sheet is not None
                assert {row.fit for row in two.sheet} == {"fits"}
            record = read_record((await ann.record(code)).split("\n"))
            assert game.actor(end) is None
            head = await ann.table(code)
            assert head.state == "over"
            assert head.result == end.result
            assert len(record.actions()) > 200
            assert (await ann.curves(code)).points

    run(work())


def test_a_corrected_line_rewrites_the_record_and_survives_a_restart(tmp_path: Path) -> None:
    """An earlier line can be changed: the record goes back and on, later lines are marked, also after a restart."""
    lines, _ = lines_of(9)
    first = next(i for i, line in enumerate(lines) if isinstance(line, SaleLine))
    part = lines[: next(i for i, line in enumerate(lines) if isinstance(line, CountLine) and i > first) + 3]
    sale = part[first]
    dearer = SaleLine(sale.seat, sale.plant, sale.price + 1)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                await write_all(part, one)
                before = one.seq
                await one.write(LineChange(first, dearer))
                await one.until(lambda: one.sheet[first].line == dearer)
                assert one.seq > before
                marks = [row.fit for row in one.sheet]
                assert "differs" in marks
                place = marks.index("differs")
                assert one.sheet[place].text
                assert one.latest_sheet is not None
                assert one.latest_sheet.slips
                token = ann.token
        async with serving(sqlite(tmp_path)) as server, Client(server.url, token=token) as ann:
            async with ann.sit(code) as one:
                await one.until(lambda: len(one.sheet) == len(part))
                assert [row.fit for row in one.sheet] == marks
                await one.write(LineChange(first, sale))
                await one.until(lambda: {row.fit for row in one.sheet} == {"fits"})
            record = read_record((await ann.record(code)).split("\n"))
            written = sum(1 for entry in record.entries if entry.undo is not None)
            assert written == 2

    run(work())


def test_what_the_rules_forbid_comes_with_its_rule_and_two_corrections(tmp_path: Path) -> None:
    """A refused line names its rule and offers corrections, which are then accepted; nothing else was written."""
    lines, _ = lines_of(5)
    first = next(i for i, line in enumerate(lines) if isinstance(line, SaleLine))

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                await write_all(lines[:first], one)
                sale = lines[first]
                wrong = await refused(one.write(LineChange(first, SaleLine(sale.seat, sale.plant, 81))))
                assert (wrong.code, bool(wrong.rule)) == ("bid_above_money", True)
                name = REAL.seats[sale.seat].name
                assert wrong.text.startswith(f"{name} cannot bid 81"), "others read it too: it does not say you"
                offered = wrong.details["slips"]
                assert len(offered) == 2
                assert offered[0]["changes"][0]["line"]["price"] in (8, 18)
                assert len(one.sheet) == first
                early = await refused(one.write(LineChange(first, sale), expect=0))
                assert early.code == "stale"
                done = await one.write(LineChange(first, sale), key="once")
                await one.until(lambda: len(one.sheet) == first + 1)
                again = await one.write(LineChange(first, sale), key="once", expect=done.seq - 1)
                assert again.repeated
                assert again.seq == done.seq

    run(work())


def test_a_game_goes_on_online(tmp_path: Path) -> None:
    """A table forked from a real one is played by its own dealer, with bots where the maker wants them."""
    lines, _ = lines_of(5)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                await write_all(lines[:12], one)
                seq = one.seq
            plans = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random"), SeatPlan("bot", "random")]
            forked = await ann.fork(code, seq, plans)
            assert not forked.table.real
            assert forked.table.state == "playing"
            assert forked.table.deal is not None
            async with ann.sit(forked.table.code) as one:
                assert await one.turn()

    run(work())


# --- hostile ----------------------------------------------------------------------------------------------------------


def test_nobody_else_writes(tmp_path: Path) -> None:
    """A stranger with the table's code, a client without a cookie and players of other tables write nothing."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (await ann.create(REAL)).table.code
            order = LineChange(0, StepLine(SeatOrder((0, 1, 2))))
            async with eve.sit(code) as watcher:
                assert (await refused(watcher.write(order))).code == "no_seat"
                assert (await refused(watcher.propose(0, "houses", 20, 2))).code == "no_seat"
                assert watcher.seq == 0
            other = (await eve.create(CreateTable("original/germany", REAL.seats))).table.code
            async with eve.sit(other) as one:
                assert (await refused(one.write(order))).code == "not_real"
                assert one.sheet == []
            wrong = await refused(eve.join(code, "Eve"))
            assert wrong.code == "no_free_seat"

    run(work())


def test_what_is_played_elsewhere_is_refused(tmp_path: Path) -> None:
    """At a real table nobody moves, undoes, orders, leaves, resigns or calls a bot; only people may sit there."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            bots = CreateTable("original/germany", [SeatPlan("person", name="A"), SeatPlan("bot")], real=True)
            assert (await refused(ann.create(bots))).code == "real_people"
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                assert (await refused(one.act(Pass(0)))).code == "real_table"
                assert (await refused(one.act(Reveal("13")))).code == "dealt"
                assert (await refused(one.undo(0))).code == "real_table"
            for call in (
                ann.leave(code, 0),
                ann.resign(code, 0),
                ann.change_seat(code, 0, ChangeSeat("bot")),
                ann.take_back(code, AskBack("ask", 0)),
            ):
                assert (await refused(call)).code == "real_table"

    run(work())


BAD: list[Any] = [
    {"at": -1},
    {"at": 0, "line": {"type": "nonsense"}},
    {"at": 0, "line": {"type": "fuel", "seat": 0, "tokens": [{"fuel": "coal", "market": "main", "count": 10**9}]}},
    {"at": 0, "line": {"type": "sale", "seat": 0, "plant": "4" * 100, "price": 4}},
    {"at": 0, "line": {"type": "sale", "seat": 0, "plant": "4", "price": 10**9}},
    {"at": 0, "line": {"type": "houses", "seat": 0, "cities": ["x"] * 65}},
    {
        "at": 0,
        "line": {"type": "step", "action": {"type": "run", "seat": 0, "plants": [{"plant": "x" * 80, "burn": {}}]}},
    },
    {"at": 0, "line": {"type": "power", "seat": 0, "plants": [{"plant": "x" * 80, "burn": {}}]}},
    {"at": 0, "line": {"type": "power", "seat": 0, "plants": [{"plant": "3", "burn": {"x" * 80: 1}}]}},
    {"at": 0, "line": {"type": "count", "seat": 99, "money": 1}},
]


@pytest.mark.parametrize("change", BAD)
def test_lines_that_are_none_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    """Lines out of bounds are refused before anything is calculated, and the table is as it was."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                codes: list[str] = []
                one.on_message = lambda message, _: codes.append(getattr(message, "code", ""))
                message = {"type": "write", "key": "k", "expect": 0, "lines": 0, "changes": [change]}
                await one.send_raw(json.dumps(message))
                await one.until(lambda: any(codes))
                assert codes[-1] in ("bad_message", "bad_request", "not_json"), codes
                assert one.sheet == []

    run(work())


def test_a_sheet_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither lines nor entries grow without bound, and places that do not exist are refused."""
    lines, _ = lines_of(5)
    monkeypatch.setattr(real_table, "LINES_MOST", 4)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(REAL)).table.code
            async with ann.sit(code) as one:
                await write_all(lines[:4], one)
                assert (await refused(one.write(LineChange(4, lines[4])))).code == "sheet_full"
                assert (await refused(one.write(LineChange(9, lines[4])))).code == "bad_request"
                monkeypatch.setattr(writing, "ENTRIES_MOST", one.seq)
                assert (await refused(one.write(LineChange(0, None)))).code == "game_too_long"

    run(work())


def test_every_device_at_the_board_may_ask_for_every_seat(tmp_path: Path) -> None:
    """A phone that joined by one player's link prices and proposes for all of them."""
    lines, _ = lines_of(5)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(REAL)
            await bob.join(made.table.code, restore=made.restore["1"])
            async with ann.sit(made.table.code) as one, bob.sit(made.table.code) as two:
                await write_all(lines[:6], one, two)
                quoted = await two.quote(AskQuote("q", 0, why=True))
                assert quoted.seat == 0
                assert (await two.propose(0, "houses", 20, 2)).lines == []

    run(work())
