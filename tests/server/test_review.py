"""Reviews on the server: made in the background, stored once, told in the viewer's language."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import select

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.client import Client
from kilowatt.engine.game import clone
from kilowatt.host.errors import Denied
from kilowatt.host.review_summary import summary_at
from kilowatt.protocol import CreateTable, ReviewView, SeatPlan
from kilowatt.server.store import reviews, shape
from kilowatt.server.tables.reading import reviews as making
from kilowatt.server.tables.reading.review_making import Job
from kilowatt.server.thinking.pool import Asker
from tests.server.kit import play_on, run, serving, sqlite, until
from tests.server.seats import refused

if TYPE_CHECKING:
    from kilowatt.server.tables.room.room import Room


class Reviewed(NamedTuple):
    """A finished game in a database of its own, and its review when that was ready."""

    folder: Path
    code: str
    review: ReviewView
    stored: object


def finished() -> str:
    """A whole game of two between bots, as a record's text."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 2), seed=3)
    bot = make_bot("economist")
    while isinstance(table.actor, int):
        table.play(bot.advise(clone(table.state), table.actor, Budget()).action)
    return "\n".join(table.record().lines()) + "\n"


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Reviewed:
    """Let a server review a game, once for all tests; what is done so far never shrinks meanwhile."""
    folder = tmp_path_factory.mktemp("reviewed")

    async def game() -> Reviewed:
        async with serving(sqlite(folder), processes=1) as server, Client(server.url) as ann:
            code = (await ann.import_record(finished())).table.code
            done = rows = 0
            while not (review := await ann.review(code)).ready:
                assert (review.done, len(review.rows)) >= (done, rows)
                done, rows = review.done, len(review.rows)
                await asyncio.sleep(0.1)
            return Reviewed(folder, code, review, await reviews.get(server.server.store, code))

    return run(game())


def test_a_finished_game_is_reviewed_once(reviewed: Reviewed) -> None:
    """A finished game's review has a row per turn and a report per seat, is stored with its summary, and survives."""
    _, code, review, stored = reviewed
    assert len(review.reports) == 2
    assert all(0 <= report.accuracy <= 100 for report in review.reports)
    assert review.rows[-1].chances in ([0.0, 1.0], [1.0, 0.0])
    texts = [swing.text for report in review.reports for swing in report.swings]
    assert texts
    assert all(text.endswith(".") for text in texts)
    assert stored is not None

    async def game() -> None:
        async with serving(sqlite(reviewed.folder)) as server, Client(server.url) as ann:
            # what is stored is played on no further
            assert await ann.review(code) == msgspec.structs.replace(review, aim=0)
            assert await reviews.get(server.server.store, code) == stored
            async with server.server.store.reading() as connection:
                summary = (await connection.execute(select(shape.reviews.c.summary))).scalar_one()
            for seat, report in enumerate(review.reports):
                part = summary_at(summary, seat)
                assert part is not None
                assert part.accuracy == report.accuracy
                assert part.curve[0] == round(100 * review.rows[0].chances[seat])
                assert part.curve[-1] == round(100 * review.rows[-1].chances[seat])
                assert len(part.curve) == review.rows[-1].round + 1

    run(game())


def test_a_mistake_has_a_better_line(reviewed: Reviewed) -> None:
    """The line of a mistake begins with the better plan and ends its round; other rows have none."""
    _, code, review, _ = reviewed

    async def game() -> None:
        async with serving(sqlite(reviewed.folder)) as server, Client(server.url) as ann:
            wrong = [place for place, row in enumerate(review.rows) if row.verdict and row.verdict.mistake]
            assert wrong
            for place in wrong[:3]:
                better = review.rows[place].verdict.better  # type: ignore[union-attr]
                assert better is not None
                assert better.claims[0].text
                steps = (await ann.line(code, place)).steps
                assert len(steps) > 1
                assert all(step.text.endswith(".") for step in steps)
                assert steps[-1].game.round > review.rows[place].round or steps[-1].game.phase == "over"
            calm = next(place for place, row in enumerate(review.rows) if row.verdict is None)
            assert (await refused(ann.line(code, calm))).code == "not_found"
            assert (await refused(ann.line(code, 10_000))).code == "not_found"

    run(game())


def test_a_game_that_goes_on_has_no_review(tmp_path: Path) -> None:
    """Only a finished game is reviewed: before the end it would say what others hide."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            assert (await refused(ann.review(made.table.code))).code == "waiting"

    run(game())


def test_the_end_of_a_game_begins_its_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has asked for it; whoever does then pays for the rest. A lesson's end begins none."""
    end, begun = asyncio.Event(), list[Job]()

    async def wait(_reviews: making.Reviews, _room: Room, job: Job) -> None:
        begun.append(job)
        await end.wait()

    monkeypatch.setattr(making.Reviews, "_make", wait)

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            plan = CreateTable("card-game", [SeatPlan("person", name="Ann"), SeatPlan("bot", level="simple")])
            code = (await ann.create(plan)).table.code
            async with ann.sit(code) as seat:
                await play_on(seat, random.Random(1))
            await until(lambda: bool(begun))
            [job] = begun
            assert (job.asker.address, job.own, job.people) == (making.NOBODY_ASKED, (0,), (0,))
            assert not (await ann.review(code)).ready
            assert (job.asker.address != making.NOBODY_ASKED, job.player, len(begun)) == (True, True, 1)
            room = server.server.registry.rooms[code]
            server.server.tables.reviews.jobs.clear()
            room.row.plan.lesson = "first"
            server.server.tables.reviews.game_over(room)
            assert not server.server.tables.reviews.jobs
            end.set()

    run(game())


def test_games_that_end_begin_few_reviews_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games end, few reviews wait that nobody asked for, and they take nobody's place."""
    made = making.Reviews(None, None, lambda _kind, count: count < 8)  # type: ignore[arg-type]
    monkeypatch.setattr(made, "_begin", lambda room, address, _own, player: job(room.code, address, player=player))

    def job(code: str, address: str, *, player: bool) -> None:
        made.jobs[code] = Job(Asker(code, address), player=player)

    for number in range(3 * making.UNASKED):
        made.game_over(over(f"T{number}"))
    assert len(made.jobs) == making.UNASKED
    for number in range(making.AT_ONCE - making.UNASKED):
        job(f"P{number}", f"address {number}", player=True)
    made._make_place("somebody", player=True)
    assert len(made.jobs) == making.AT_ONCE - 1


def over(code: str) -> Any:
    """A table of one person and a bot whose game is over, as far as reviews look at it."""
    seats = [SimpleNamespace(kind="person"), SimpleNamespace(kind="bot")]
    plan = SimpleNamespace(lesson=None, challenge=None)
    game = SimpleNamespace(state=SimpleNamespace(result=object()))
    return SimpleNamespace(code=code, seats=seats, row=SimpleNamespace(plan=plan), game=game)


def test_players_of_a_game_have_a_place_before_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all places are taken, whoever played the game gets that of a stranger's review; a stranger gets none."""
    monkeypatch.setattr(making, "AT_ONCE", 2)
    made = making.Reviews(None, None, lambda _kind, count: count < 8)  # type: ignore[arg-type]

    def begin(code: str, address: str, *, player: bool) -> Job:
        made._make_place(address, player=player)
        made.jobs[code] = Job(Asker(code, address), player=player)
        return made.jobs[code]

    first, second = begin("A", "one", player=False), begin("B", "one", player=True)
    with pytest.raises(Denied, match="too_many"):
        begin("C", "two", player=False)
    begin("D", "two", player=True)
    assert (first.dropped, second.dropped, set(made.jobs)) == (True, False, {"B", "D"})
    with pytest.raises(Denied, match="too_many"):
        begin("E", "three", player=True)
