"""Lessons: a known deal, bots that follow the record, and a game that goes on when it is left."""

from pathlib import Path
from typing import Any

import pytest

import kilowatt
from kilowatt.client import Client
from kilowatt.host.game.lessons import FOLDER, lesson
from kilowatt.protocol import QuickTable
from kilowatt.protocol.table_messages import LessonName
from tests.server.kit import run, serving, sqlite

NAMES: list[LessonName] = ["first", "cards"]


def own_moves(name: str) -> list[Any]:
    """List what the lesson's player does."""
    return [move for move in lesson(name).record.actions() if getattr(move, "seat", None) == 0]


def test_every_lesson_has_a_name_on_the_wire() -> None:
    """The records in the folder are those that can be asked for."""
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_deal_of_a_lesson_follows_from_its_seed(name: LessonName) -> None:
    """A dealer with the lesson's seed turns up the record's cards."""
    lesson_plan = lesson(name)
    table = kilowatt.Table(lesson_plan.record.rules_of(), seed=bytes.fromhex(lesson_plan.seed))
    for move in lesson_plan.record.actions():
        if table.actor is not None and getattr(move, "seat", None) is not None:
            table.play(move)
    assert table.record().actions() == lesson_plan.record.actions()


@pytest.mark.parametrize("name", NAMES)
def test_the_bots_of_a_lesson_follow_its_record(tmp_path: Path, name: LessonName) -> None:
    """A player who plays the record's moves meets the record's whole game, at a private table with easy bots."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            made = await ann.quick(QuickTable(lesson=name, name="Ann"))
            assert (made.table.lesson, made.table.visibility) == (name, "private")
            assert [seat.level for seat in made.table.seats] == [None, "easy", "easy"]
            async with ann.sit(made.table.code) as seat:
                for move in own_moves(name):
                    assert await seat.turn()
                    await seat.act(move)
                assert await seat.turn()
                played = [entry.action for entry in seat.entries if entry.action is not None]
                wanted = lesson(name).record.actions()
                assert played[: len(wanted)] == wanted

    run(game())


def test_a_lesson_that_is_left_goes_on_as_a_game(tmp_path: Path) -> None:
    """After another move than the record's the bots think for themselves, and it is the player's turn again."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            made = await ann.quick(QuickTable(lesson="first"))
            async with ann.sit(made.table.code) as seat:
                assert await seat.turn()
                other: Any = kilowatt.action({"type": "open", "seat": 0, "plant": "6", "bid": 30})
                await seat.act(other)
                assert await seat.turn(60)
                assert {entry.by for entry in seat.entries} <= {"bot:easy", "player", None}

    run(game())


def test_a_lesson_and_a_position_tried_out_are_put_away(tmp_path: Path) -> None:
    """Both are marked as what they are in the list of one's tables, and their player deletes them in mid-game."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            taught = (await ann.quick(QuickTable(lesson="first"))).table
            async with ann.sit(taught.code) as seat:
                assert await seat.turn()
            tried = (await ann.fork(taught.code, 0)).table
            mine = {row.code: row for row in await ann.tables()}
            assert mine[taught.code].lesson == "first"
            assert mine[tried.code].fork_of is not None
            assert all(row.state == "playing" and row.owner for row in mine.values())
            for code in (taught.code, tried.code):
                await ann.delete(code)
            assert await ann.tables() == []

    run(check())
