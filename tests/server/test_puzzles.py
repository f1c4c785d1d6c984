"""Puzzles on the server: the position with what may be done, prices in it, and answers of any kind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kilowatt.coach.case import Case
from kilowatt.coach.puzzles import Collection, answers_of, name_of, position, shipped
from kilowatt.engine.actions import Bid, Pass, to_dict
from kilowatt.host import puzzles
from kilowatt.host.errors import Denied
from kilowatt.protocol import AskQuote
from tests.server.kit import run, serving, sqlite

FAR = 1.5
"""A limit that is so many times the lowest bid is far above it."""
SOME = 8
"""Bid puzzles that are looked at."""
KINDS = sorted({one.kind for one in shipped().puzzles})


def first(kind: str) -> int:
    """Return the number of the first puzzle of a kind."""
    return next(number for number, one in enumerate(shipped().puzzles) if one.kind == kind)


@pytest.mark.parametrize("kind", KINDS)
def test_the_best_answer_is_right_and_another_is_not(kind: str) -> None:
    """Each is judged as any turn is; the best is compared with the next best, a wrong one with the best."""
    number = first(kind)
    one = shipped().puzzles[number]
    answers = answers_of(position(shipped(), one))
    best = puzzles.answered(number, answers[one.best].option.actions, "en")
    assert best.right
    assert best.own == best.best
    assert best.other.chance < best.best.chance
    wrong = next(place for place in range(len(answers)) if place != one.best)
    verdict = puzzles.answered(number, answers[wrong].option.actions, "en")
    assert not verdict.right
    assert verdict.own == verdict.other
    assert verdict.best.actions == best.best.actions


def test_every_puzzle_has_a_name_of_its_own_that_does_not_depend_on_its_number() -> None:
    """Links keep leading to the same puzzle when others are dropped."""
    names = [row.name for row in puzzles.rows()]
    assert len(set(names)) == len(names)
    every = shipped()
    fewer = Collection(every.games[1:], [replace(one, game=one.game - 1) for one in every.puzzles if one.game])
    assert [name_of(fewer, one) for one in fewer.puzzles] == names[-len(fewer.puzzles) :]


def test_a_puzzle_says_what_may_be_done_and_not_what_is_best() -> None:
    """The menu is that of the acting seat, and nothing gives the answer away."""
    for kind in KINDS:
        view = puzzles.puzzle(first(kind), "en")
        assert view.mine.menu is not None
        assert view.mine.menu.seat == view.seat
        assert not hasattr(view, "answers")


def test_a_plan_is_priced_in_the_position() -> None:
    """As at a table, and as often as one likes: nothing moves."""
    number = first("city")
    view = puzzles.puzzle(number, "en")
    city = next(iter(view.mine.reach[str(view.seat)]))
    plan = AskQuote("1", cities=[city])
    quoted = puzzles.quote(number, plan, "en")
    assert [row.city for row in quoted.quote.houses] == [city]
    assert puzzles.quote(number, plan, "en") == quoted
    with pytest.raises(Denied, match="bad_option"):
        puzzles.quote(number, AskQuote("1", market="nowhere"), "en")


def test_hostile_answers_are_refused(tmp_path: Any) -> None:
    """Moves that are not allowed, of another seat, too many, too long, or to a puzzle that is not there."""
    number = first("city")
    seat = puzzles.puzzle(number, "en").seat
    with pytest.raises(Denied, match="bad_option"):
        puzzles.answered(number, [Pass(seat + 1 if seat == 0 else 0)], "en")

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server:
            from httpx import AsyncClient

            async with AsyncClient(base_url=server.url) as ann:
                path = f"/api/puzzles/{number}/answer"
                ends = to_dict(Pass(seat))
                assert (await ann.post(path, json={"actions": [ends]})).status_code == 200
                bodies: list[dict[str, Any]] = [
                    {"actions": []},
                    {"actions": [ends] * 65},
                    {"actions": [{"type": "build", "seat": seat, "city": "x" * 500}]},
                    {"actions": [{"type": "build", "seat": seat, "city": "nowhere"}]},
                    {"actions": [{"type": "reveal", "plant": "13"}]},
                    {"actions": "all"},
                    {},
                ]
                for body in bodies:
                    assert (await ann.post(path, json=body)).status_code == 400, body
                assert (await ann.post("/api/puzzles/100000/answer", json={"actions": [ends]})).status_code == 404
                quote = {"type": "quote", "id": "1", "cities": ["x" * 100]}
                assert (await ann.post(f"/api/puzzles/{number}/quote", json=quote)).status_code == 400
                unknown = {"type": "quote", "id": "1", "cities": ["nowhere"], "market": "nowhere"}
                assert (await ann.post(f"/api/puzzles/{number}/quote", json=unknown)).status_code in (400, 409)

    run(game())


def test_a_bid_is_judged_as_the_limit_that_was_asked_for() -> None:
    """Up to the coach's limit is right, to pass is not, and the lowest bid is wrong where far more helps to win."""
    asked = wrong = 0
    for number, one in enumerate(shipped().puzzles):
        state = position(shipped(), one)
        case = Case(state, state.actor)
        low, limit = state.bid + 1, case.stop(state.lot) if one.kind == "worth" else 0
        if limit < FAR * low:
            continue
        asked += 1
        answers = [puzzles.answered(number, [bid], "en") for bid in (Bid(state.actor, limit), Bid(state.actor, low))]
        passed = puzzles.answered(number, [Pass(state.actor)], "en")
        assert answers[0].right
        assert not passed.right
        assert passed.own.chance <= answers[1].own.chance <= answers[0].own.chance
        wrong += not answers[1].right
        if asked == SOME:
            break
    assert asked == SOME
    assert wrong > SOME // 2
