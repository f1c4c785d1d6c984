"""Snapshots: no request replays a long game, and what they give is what a replay of the whole record gives."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt.client import Client, TableSocket
from kilowatt.engine import game
from kilowatt.host import deciding
from kilowatt.host.game import live, moments
from kilowatt.host.game.stored import header_of, stored_entries
from kilowatt.host.rows import Stretch
from kilowatt.protocol import CreateTable, SeatPlan, views
from tests.server.kit import eager_move, play_on, run, serving, sqlite
from tests.server.seats import THREE, refused

REPLAYED_MOST = 200


class Counter:
    """Counts the actions that the engine plays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.played = 0
        real = game.advance

        def counted(*args: Any) -> None:
            self.played += 1
            real(*args)

        monkeypatch.setattr(game, "advance", counted)

    def since(self) -> int:
        """Return how many were played since the last question."""
        count, self.played = self.played, 0
        return count


async def fiddle(seat: TableSocket, chance: random.Random, moves: int) -> None:
    """Play on, and take every third decision back and make it again."""
    for number in range(moves):
        if not await seat.turn(120):
            return
        done = await seat.act(eager_move(seat, chance))
        await seat.seen(done.seq)
        if number % 3 == 0 and seat.view is not None and seat.view.mine.can_undo:
            done = await seat.undo()
            await seat.seen(done.seq)


def whole(lines: list[str]) -> list[dict[str, Any]]:
    """Return the views after each entry, by replay of the whole record."""
    then = live.LiveGame(header_of(lines[0]), None)
    first = views.game_view(then.state, range(3))
    return [
        first,
        *[views.game_view(then.state, range(3)) for _ in live.replaying(then, stored_entries(lines[1:]))],
    ]


def standing(lines: list[str], upto: int) -> list[int]:
    """Return the numbers of the entries up to this one that no undo took back."""
    after: dict[int, list[int]] = {0: []}
    for seq, line in enumerate(lines[1 : upto + 1], 1):
        undo = msgspec.json.decode(line).get("undo")
        after[seq] = [*after[seq - 1], seq] if undo is None else after[undo]
    return after[upto]


def test_any_moment_is_found_from_the_snapshot_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """History, pages, loading and forking of a long game replay few entries and agree with the whole record."""
    counter = Counter(monkeypatch)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                await fiddle(seat, random.Random(5), 200)
                last, entries = seat.seq, seat.entries
            assert last > 4 * moments.EVERY
            lines = (await ann.record(code)).splitlines()
            expected = whole(lines)
            token = ann.token
        counter.since()
        async with serving(sqlite(tmp_path)) as server, Client(server.url, token) as ann, ann.sit(code) as seat:
            assert counter.since() <= REPLAYED_MOST
            assert seat.seq == last
            for upto in (1, moments.EVERY, last // 2, last - 1, last):
                shown = (await seat.history(upto)).game
                assert counter.since() <= REPLAYED_MOST
                assert shown == msgspec.convert(msgspec.to_builtins(expected[upto]), type(shown))
            assert await seat.all_entries() == entries
            counter.since()
            forked = await ann.fork(code, last // 2)
            assert counter.since() <= REPLAYED_MOST
            async with ann.sit(forked.table.code) as again:
                # a fork leaves out what was undone, and bots play its other seats on at once
                shown = (await again.history(len(standing(lines, last // 2)))).game
                assert shown.round == msgspec.convert(expected[last // 2]["round"], int)
                assert shown.order == msgspec.convert(expected[last // 2]["order"], type(shown.order))

    run(check())


def far_undos(times: int) -> list[str]:
    """Make a record that plays 150 decisions and takes them back to near its beginning, over and over."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=3)
    chance = random.Random(1)
    for number in range(times):
        while table.actor is not None and len(table.entries) < (number + 1) * 200:
            table.play(chance.choice(table.legal_actions()))
        table.undo(15 - number)
    return table.record().lines()


def test_imported_records_may_take_back_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that goes back far is shown at any moment from few entries, as a replay of the whole shows it."""
    lines = far_undos(4)
    counter = Counter(monkeypatch)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            expected = whole(lines)
            code = (await ann.import_record("\n".join(lines))).table.code
            last = len(lines) - 1
            async with ann.sit(code) as seat:
                counter.since()
                for upto in (150, 200, 201, 205, last - 3, last):
                    shown = (await seat.history(upto)).game
                    assert counter.since() <= REPLAYED_MOST
                    assert shown == msgspec.convert(msgspec.to_builtins(expected[upto]), type(shown))
                entries = await seat.all_entries()
                assert [entry.seq for entry in entries] == list(range(1, last + 1))

    run(check())


def test_a_snapshot_that_cannot_be_read_costs_a_replay(tmp_path: Path) -> None:
    """A game whose snapshots are damaged or missing is replayed from its record, and gets them again."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(5), 150)
                before = seat.view and seat.view.game
            kept = await server.server.store.snapshots_at(code)
            assert len(kept) >= 2
            token = ann.token
        for statement in ("update snapshots set body = x'00'", "delete from snapshots"):
            _execute(tmp_path, statement)
            async with serving(sqlite(tmp_path)) as server, Client(server.url, token) as ann, ann.sit(code) as seat:
                assert seat.view is not None
                assert seat.view.game == before
        async with serving(sqlite(tmp_path)) as server:
            again = await server.server.store.snapshots_at(code)
            assert len(again) >= 2

    run(check())


def _execute(folder: Path, statement: str) -> None:
    import sqlite3

    base = sqlite3.connect(folder / "test.db")
    base.execute(statement)
    base.commit()
    base.close()


def test_undos_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that takes back over and over is refused in this turn, and a game in which there were too many in all."""
    monkeypatch.setattr(deciding, "UNDOS_TURN", 3)
    monkeypatch.setattr(deciding, "UNDOS_MOST", 5)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            chance = random.Random(1)
            undone = 0
            async with ann.sit(code) as seat:
                for _ in range(40):
                    await seat.turn()
                    done = await seat.act(eager_move(seat, chance))
                    await seat.seen(done.seq)
                    in_turn = 0
                    while seat.view is not None and seat.view.mine.can_undo:
                        if in_turn == 3 or undone == 5:
                            assert (await refused(seat.undo())).code == "too_many_undos"
                            break
                        done = await seat.undo()
                        await seat.seen(done.seq)
                        in_turn, undone = in_turn + 1, undone + 1
                        done = await seat.act(eager_move(seat, chance))
                        await seat.seen(done.seq)
                assert undone == 5
            row = await server.server.store.table(code)
            assert row is not None
            assert row.live.undos == 5

    run(check())


def test_a_game_has_only_so_many_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the cap a player's move is refused by code, and a bot that is to move ends the game instead."""
    monkeypatch.setattr("kilowatt.host.deciding.ENTRIES_MOST", 30)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                chance = random.Random(1)
                while seat.seq < 30:
                    done = await seat.act(eager_move(seat, chance))
                    await seat.seen(done.seq)
                assert (await refused(seat.act(eager_move(seat, chance)))).code == "game_too_long"
            bots = CreateTable("recharged/germany", [SeatPlan("bot", "simple")] * 3)
            async with ann.sit((await ann.create(bots)).table.code) as watcher:
                await watcher.until(lambda: watcher.table is not None and watcher.table.end == "length", 120)

    run(check())


def test_a_snapshot_is_where_a_turn_begins() -> None:
    """From every snapshot of a played record the game goes on with the same undos as by a replay of the whole."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/usa", 4), seed=8)
    chance = random.Random(2)
    for _ in range(400):
        if table.actor is None:
            break
        table.play(chance.choice(table.legal_actions()))
    lines = table.record().lines()
    for seq, body in moments.snapshots_of(lines[0], "00", lines[1:]):
        rest = Stretch((seq, body), lines[seq + 1 :], {})
        one, other = moments.resume(lines[0], None, rest), live.load(lines[0], "00", lines[1:])
        assert kilowatt.snapshot(one.state) == kilowatt.snapshot(other.state)
        assert [number for number, _ in one.window.places] == [number for number, _ in other.window.places]
        assert (one.seq, one.window.standing, one.window.seat) == (other.seq, other.window.standing, other.window.seat)
