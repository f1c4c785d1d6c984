"""What is thought about on one device: what goes first, what is asked again, and what a review may cost."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.coach.check import Trial
from kilowatt.coach.judge import Verdict
from kilowatt.host.local import reviewing
from kilowatt.host.thinking import CheckAnswer, CheckQuestion, GameQuestion, Numbered, Told, think, think_steps
from tests.host.kit import Device

if TYPE_CHECKING:
    from collections.abc import Generator

    import pytest

    from kilowatt.host.review_making import Job
    from kilowatt.host.review_making import Told as Answered

QUICK = {"ruleset": "recharged/germany", "seats": 3, "level": "easy", "name": "Ann"}
CARDS = {**QUICK, "ruleset": "card-game", "level": "random"}
CLAIM = Verdict("build", 0.4, 0.5, 0.1, 0.4, 0.6, mistake=True, played=None)  # type: ignore[arg-type]


@functools.cache
def played() -> bytes:
    """Play a game to its end; return it as it is stored."""
    device = Device()
    code = device.ask("POST", "/api/quick", CARDS)["table"]["code"]
    device.open(code)
    device.play_out(code)
    return device.stored[code]


def finished(device: Device) -> str:
    """Give a device a game that is over; return its code."""
    return device.host.load(played())


def asked(device: Device, *, urgent: bool = False) -> dict[str, Any]:
    """Return the next question as plain data."""
    plain: dict[str, Any] = msgspec.json.decode(device.host.question(urgent=urgent) or b"null")
    return plain


def test_trials_of_a_review_end_after_the_seconds_that_they_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review is told how long each trial took, so that its limit of seconds holds on a device too."""
    told: list[Answered] = []

    def questions(job: Job) -> Generator[CheckQuestion, Answered, None]:
        told.append((yield CheckQuestion(job.record, 0, CLAIM, 0)))
        told.append((yield CheckQuestion(job.record, 0, CLAIM, 1)))

    monkeypatch.setattr(reviewing, "questions", questions)
    device = Device()
    device.ask("GET", f"/api/tables/{finished(device)}/review")
    for seconds in (12.5, 70.0):
        answer = msgspec.Raw(msgspec.json.encode(CheckAnswer(Trial(0.4, 0.5))))
        device.host.answered(msgspec.json.encode(Told(asked(device)["id"], answer, seconds)))
    assert [one.seconds for one in told] == [12.5, 70.0]


def test_thinking_says_how_long_it_took() -> None:
    """An answer carries the seconds of its own steps, not of what was thought about between them."""
    question = msgspec.json.encode(Numbered(1, "", "trial", 1.0, GameQuestion("card-game", 3, {}, 0, 1, "random")))
    assert 0 < msgspec.json.decode(think(question), type=Told).seconds < 60


def test_a_game_that_is_put_aside_between_two_moves_goes_on_to_the_same_end() -> None:
    """Two games of bots in turns, a move each, end as they do one after the other."""
    games = [GameQuestion("card-game", 3, {}, 0, seed, "normal") for seed in (1, 2)]
    questions = [msgspec.json.encode(Numbered(n, "", "trial", 1.0, game)) for n, game in enumerate(games)]
    running = {n: think_steps(question) for n, question in enumerate(questions)}
    ended: dict[int, bytes] = {}
    while running:
        for number, steps in [*running.items()]:
            try:
                next(steps)
            except StopIteration as end:
                ended[number] = end.value
                del running[number]
    alone = [msgspec.json.decode(think(question), type=Told).answer for question in questions]
    assert [msgspec.json.decode(ended[n], type=Told).answer for n in range(2)] == alone


def test_a_bot_that_somebody_waits_for_goes_before_a_review() -> None:
    """While a review is thought about, an open table's bot is the next urgent question; the review goes on after it."""
    device = Device()
    device.ask("GET", f"/api/tables/{finished(device)}/review")
    review = asked(device)
    assert review["lane"] == "review"
    assert device.host.question(urgent=True) is None
    code = device.ask("POST", "/api/quick", QUICK)["table"]["code"]
    device.open(code)
    while device.host.tables.find(code).room.game.actor == 0:  # type: ignore[union-attr]
        device.act(code)
    assert asked(device, urgent=True)["lane"] == "player"
    device.host.answered(think(msgspec.json.encode(review)))
    device.host.put_back(review["id"])


def test_a_question_that_was_stopped_for_another_is_asked_again() -> None:
    """To be stopped is no failure: however often it happens, the review and its question stay."""
    device = Device()
    code = finished(device)
    device.ask("GET", f"/api/tables/{code}/review")
    for _ in range(5):
        question = asked(device)
        assert question["lane"] == "review"
        device.host.put_back(question["id"])
    assert device.ask("GET", f"/api/tables/{code}/review")["done"] == 0


def test_a_bot_that_nobody_wants_to_wait_for_moves_at_once() -> None:
    """A quick bot plays the one move, and the next turn belongs to the table's own bots again."""
    device = Device()
    code = device.ask("POST", "/api/quick", {**QUICK, "level": "hard"})["table"]["code"]
    device.open(code)
    room = device.host.tables.find(code).room
    while room.game.actor == 0:  # type: ignore[union-attr]
        device.act(code)
    question, before = asked(device), room.row.seq
    assert question["ask"]["bot"] == "hard"
    device.host.hurry(question["id"])
    assert room.row.seq > before
    assert msgspec.json.decode(device.host.tables.find(code).lines[before])["by"] == "bot:normal"
    while room.game.actor == 0:  # type: ignore[union-attr]
        device.act(code)
    assert asked(device)["ask"]["bot"] == "hard"
