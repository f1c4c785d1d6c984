"""Curves and whole records of long games: a little at a time, and at a cost that grows with the game."""

import random
from pathlib import Path

import pytest

import kilowatt
from kilowatt.client import Client
from kilowatt.host import curves
from kilowatt.server.store import store
from kilowatt.server.tables.reading import curves as reading
from tests.server.kit import run, serving, sqlite
from tests.server.seats import refused


def a_game_with_undos() -> list[str]:
    """Make the record of a whole random game in which decisions were taken back."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=5)
    chance = random.Random(2)
    for number in range(4):
        while table.actor is not None and len(table.entries) < (number + 1) * 120:
            table.play(chance.choice(table.legal_actions()))
        table.undo(len(table.entries) - 30)
    while table.actor is not None:
        table.play(chance.choice(table.legal_actions()))
    return table.record().lines()


def test_curves_are_followed_a_little_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each point of the curves is the table at that entry, whatever the pieces, and no piece is too long."""
    lines = a_game_with_undos()
    pieces: list[int] = []
    read, play = curves.Follower.read, curves.Follower.play

    def counted_read(self: curves.Follower, some: list[str]) -> None:
        pieces.append(len(some))
        read(self, some)

    def counted_play(self: curves.Follower) -> None:
        before = self.left
        play(self)
        pieces.append(before - self.left)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code = (await ann.import_record("\n".join(lines))).table.code
            whole = await ann.curves(code)
            async with ann.sit(code) as seat:
                for point in whole.points:
                    then = (await seat.history(point.seq)).game
                    assert point.cities == [len(row.cities) for row in then.seats]
                    assert point.money == [row.money for row in then.seats]
                assert seat.view is not None
                assert [point.round for point in whole.points] == list(range(1, seat.view.game.round + 1))
            monkeypatch.setattr(curves.Follower, "read", counted_read)
            monkeypatch.setattr(curves.Follower, "play", counted_play)
            monkeypatch.setattr(curves, "PIECE", 7)
            monkeypatch.setattr(reading, "PIECE", 7)
            monkeypatch.setattr(store, "LINES_AT_ONCE", 11)
            assert await ann.curves(code) == whole
            assert max(pieces) == 7
            assert (await ann.record(code)).splitlines() == lines

    run(check())


def test_long_games_cost_more_to_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Curves and whole records are refused to a client whose budget they have used up, by the length of the game."""
    lines = a_game_with_undos()
    monkeypatch.setattr(reading, "ENTRY_COST", 1000 / len(lines))
    monkeypatch.setattr("kilowatt.server.http.table_routes.RECORD_COST", 1000 / len(lines))

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=0.5) as server, Client(server.url) as ann:
            code = (await ann.import_record("\n".join(lines))).table.code
            for ask in (ann.curves, ann.record):
                codes = [""] * 4
                for number in range(4):
                    try:
                        await ask(code)
                    except kilowatt.client.ServerSaidNo as error:
                        codes[number] = error.code
                assert codes[-1] == "too_many"
            assert (await refused(ann.curves(code))).code == "too_many"

    run(check())
