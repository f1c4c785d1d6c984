"""Action ids: the same actions as the engine's, both ways, in both grains."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass
from kilowatt.envs.course import Course
from kilowatt.envs.encoding import NotSayable, make_encoding
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Encoding, Said

RULESETS = [row.id for row in kilowatt.rulesets() if not row.composed]


def walk(encoding: Encoding, seed: int, steps: int) -> list[State]:
    """Collect the states of decisions of a random game, said id by id."""
    rng = Random(seed)
    course = Course(encoding, seed)
    found: list[State] = []
    while not course.over and len(found) < steps:
        if not course.said:
            found.append(kilowatt.clone(course.state))
        course.say(rng.choice(course.allowed().listed()))
    return found


def said_in_full(encoding: Encoding, state: State, said: Said = ()) -> list[Action]:
    """List every action that allowed ids can say."""
    found: list[Action] = []
    for number in encoding.allowed(state, said).listed():
        word = encoding.say(state, said, number)
        found += [word.action] if word.action is not None else said_in_full(encoding, state, word.said)
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_atomic_ids_say_exactly_the_legal_actions(ruleset: str) -> None:
    """In every decision of a game the atomic ids say each legal action once and nothing else."""
    encoding = make_encoding(kilowatt.ruleset(ruleset, 3))
    for state in walk(encoding, 5, 200)[::3]:
        legal = list(kilowatt.legal_actions(state))
        said = said_in_full(encoding, state)
        assert len(said) == len(legal)
        assert all(action in legal for action in said[:: max(1, len(said) // 50)])
        assert {repr(action) for action in said} == {repr(action) for action in legal}


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_fuel_given_up_is_said_before_the_plant(grain: str) -> None:
    """Both grains say each amount of fuel that may go with a plant once; the plant alone keeps all. [AMB-74]"""
    fuel = {0: {"coal": 3, "oil": 2}}
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        plants={0: ["4", "5", "3"]},
        fuel=fuel,
        tokens={"coal": 9, "oil": 9},
        stack=["30", "31"],
    )
    s = kit.buy(s, "13")
    encoding = make_encoding(s.rules, grain)
    legal = list(kilowatt.legal_actions(s))
    said = said_in_full(encoding, s)
    assert len(said) == len(legal) == 4 + 11 + 3
    assert all(action in legal for action in said)
    names = [[encoding.name(number) for number in encoding.ids(s, action)] for action in (legal[0], legal[-1])]
    assert names == [["scrap:4"], ["discard_fuel:oil", "discard_fuel:oil", "scrap:3"]]
    (first, second, _) = encoding.ids(s, legal[-1])
    assert encoding.meaning((first, second)).burn == [0, 2, 0, 0]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("options", [{}, {"zone": "draft", "starting_cities": True, "contractor": True}])
def test_an_action_and_its_ids_are_one(ruleset: str, options: dict[str, object]) -> None:
    """The ids of an action, said one after another, give that action back, options included."""
    if options and ruleset == "card-game":
        options = {}
    encoding = make_encoding(kilowatt.ruleset(ruleset, 2, options))
    rng = Random(2)
    for state in walk(encoding, 9, 150):
        legal = kilowatt.legal_actions(state)
        action = legal[rng.randrange(len(legal))]
        *head, last = encoding.ids(state, action)
        said: Said = ()
        for number in head:
            assert number in encoding.allowed(state, said)
            word = encoding.say(state, said, number)
            assert word.action is None
            said = word.said
        assert last in encoding.allowed(state, said)
        assert encoding.say(state, said, last).action == action


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [2, 5])
def test_whole_ids_play_whole_games(ruleset: str, seats: int) -> None:
    """Every id allowed in the whole grain is a legal action, what follows from it too, and the game stays sound."""
    rules = kilowatt.ruleset(ruleset, seats)
    encoding = make_encoding(rules, "whole")
    rng = Random(seats)
    course = Course(encoding, 3, logged=True)
    while not course.over:
        allowed = course.allowed()
        assert allowed.total() > 1
        course.say(rng.choice(allowed.listed()))
    state = kilowatt.new_game(rules)
    for action in course.played or []:
        assert kilowatt.refusal(state, action) is None
        kilowatt.advance(state, action)
        assert kilowatt.check(state) == []
    assert kilowatt.result(state) == kilowatt.result(course.state)


def test_ids_do_not_depend_on_the_seats() -> None:
    """A ruleset has one list of ids for 2 to 6 seats, and other rulesets have others."""
    for grain in ("atomic", "whole"):
        hashes = {
            name: {make_encoding(kilowatt.ruleset(name, seats), grain).hash for seats in range(2, 7)}
            for name in RULESETS
        }
        assert all(len(found) == 1 for found in hashes.values())
        assert len({found.pop() for found in hashes.values()}) == len(RULESETS)


def test_a_bid_of_any_size_can_be_said() -> None:
    """An opening and a raise of more than 199 over the least are said in steps of +200."""
    rules = kilowatt.ruleset("recharged/germany", 2, {"order": [0, 1]})
    encoding = make_encoding(rules)
    course = Course(encoding, 1)
    while kilowatt.snapshot(course.state)["phase"] != "auction":
        course.say(course.allowed().listed()[0])
    course.state.money[0] = course.state.money[1] = 1000
    seat = course.actor
    plant = kilowatt.snapshot(course.state)["plants"]["current"][1]
    for name in (f"open:{plant}", "raise:+200", "raise:+200", "raise:7"):
        course.say(encoding.vocabulary.ids[name])
    opened = kilowatt.snapshot(course.state)["auction"]
    assert (opened["seat"], opened["bid"]) == (seat, int(plant) + 407)
    raised = Bid(course.actor, opened["bid"] + 1 + 399)
    assert [encoding.name(number) for number in encoding.ids(course.state, raised)] == ["raise:+200", "raise:199"]
    course.say(encoding.vocabulary.ids["raise:+200"])
    assert encoding.vocabulary.ids["pass"] not in course.allowed()


def whole_auction() -> Course:
    """Come to the first auction of three, in the whole grain."""
    return Course(make_encoding(kilowatt.ruleset("original/germany", 3, {"order": [0, 1, 2]}), "whole"), 1)


def test_a_reservation_price_bids_until_it_is_reached() -> None:
    """The seat with the higher price buys as soon as the other cannot go on, and each seat is asked once."""
    course = whole_auction()
    encoding = course.encoding
    ids = encoding.vocabulary.ids
    course.played = []
    course.say(ids["open:3"])
    course.say(ids["reserve:10"])  # up to 13
    assert course.actor == 1
    course.say(ids["reserve:5"])  # least is 4: up to 9
    assert course.actor == 2
    course.say(ids["pass"])
    assert course.played[0] == Open(0, "3", 3)
    assert Pass(1) in course.played
    assert kilowatt.snapshot(course.state)["seats"][0]["plants"] == ["3"]
    assert course.state.money[0] == course.encoding.rules.start_money - 9


def test_a_purchase_and_a_build_set_are_one_id_each() -> None:
    """Three tokens are bought by one id, and three houses are built by one: the city named, then the cheapest."""
    course = whole_auction()
    ids = course.encoding.vocabulary.ids
    course.played = []
    while course.state.phase != 2:
        numbers = course.allowed().listed()
        course.say(next((n for n in numbers if course.encoding.name(n).startswith("open")), numbers[0]))
    seat = course.actor
    wanted = next(n for n in course.allowed().listed() if course.encoding.name(n).endswith(":3"))
    course.played = []
    course.say(wanted)
    assert [type(action) for action in course.played[:3]] == [BuyFuel] * 3
    assert len({(action.fuel, action.market) for action in course.played[:3] if isinstance(action, BuyFuel)}) == 1
    while course.state.phase != 3:
        course.say(ids["pass"])
    seat = course.actor
    city = next(c for i, c in enumerate(course.encoding.rules.board.cities) if course.state.zone >> i & 1)
    course.state.money[seat] = 200
    course._allowed = None
    course.played = []
    course.say(ids[f"build:{city.id}:3"])
    built = [action for action in course.played if isinstance(action, Build) and action.seat == seat]
    assert len(built) == 3
    assert built[0].city == city.id
    assert course.state.count(seat) == 3


def test_what_a_grain_cannot_say_is_refused() -> None:
    """The whole grain opens with the least bid only, and says so for any other."""
    course = whole_auction()
    with pytest.raises(NotSayable):
        course.encoding.ids(course.state, Open(0, "3", 5))
    assert course.encoding.ids(course.state, Open(0, "3", 3))
    for grain in ("atomic", "whole"):
        with pytest.raises(NotSayable):
            make_encoding(course.encoding.rules, grain).ids(course.state, Bid(0, -1))


def test_a_course_goes_back_to_its_snapshot() -> None:
    """A snapshot taken in the middle of an opening restores the half-said plant; a clone goes its own way."""
    encoding = make_encoding(kilowatt.ruleset("deluxe/europe", 3))
    course = Course(encoding, 4)
    while not course.said:
        course.say(course.allowed().listed()[-1])
    kept = course.snapshot()
    twin = course.clone()
    assert twin.allowed().listed() == course.allowed().listed()
    course.say(course.allowed().listed()[0])
    assert twin.snapshot() == kept
    course.restore(kept)
    assert course.snapshot() == kept
    with pytest.raises(ValueError, match="encoding"):
        Course(make_encoding(encoding.rules, "whole"), 4).restore(kept)


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_a_course_can_be_sent_to_another_process(grain: str) -> None:
    """A pickled course comes back with its state, its half-said words and its cards to come."""
    course = Course(make_encoding(kilowatt.ruleset("original/korea", 3, {"contractor": True}), grain), 6, logged=True)
    rng = Random(3)
    for _ in range(40):
        course.say(rng.choice(course.allowed().listed()))
    twin = pickle.loads(pickle.dumps(course))
    assert twin.snapshot() == course.snapshot()
    assert twin.played == course.played
    while not course.over:
        number = rng.choice(course.allowed().listed())
        course.say(number)
        twin.say(number)
    assert twin.snapshot() == course.snapshot()


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_an_id_that_may_not_be_said_is_refused_and_nothing_happens(grain: str) -> None:
    """`say` takes the ids that are allowed and no other, in the middle of a decision too."""
    course = Course(make_encoding(kilowatt.ruleset("original/germany", 3), grain), 1)
    for number in (course.encoding.vocabulary.ids["open:4"], None):
        before = course.snapshot()
        allowed = course.allowed().listed()
        for wrong in range(-2, course.encoding.size + 2):
            if wrong not in allowed:
                with pytest.raises(NotSayable, match=f"id {wrong}.* may not be said now"):
                    course.say(wrong)
        assert course.snapshot() == before
        if number is not None:
            course.say(number)
    rng = Random(1)
    while not course.over:
        course.say(rng.choice(course.allowed().listed()))
    with pytest.raises(NotSayable, match="no seat is asked now"):
        course.say(0)
