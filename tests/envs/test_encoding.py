"""Action ids: the same actions as the engine's, both ways, in both grains."""

from __future__ import annotations

import pickle
import tomllib
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import DECISIONS, Bid, Build, BuyFuel, Open, Pass
from kilowatt.envs.encoding import IllegalId, NotEncodable
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from tests import kit
from tests.conformance.vocabulary import options_for
from tests.rulesets import COMPOSED
from tests.tiers import some_quick

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Encoding, Partial

RULESETS = [row.id for row in kilowatt.rulesets() if not row.composed]


def walk(encoding: Encoding, seed: int, steps: int) -> list[State]:
    """Collect the states of decisions of a random game, taken id by id."""
    rng = Random(seed)
    episode = Episode(encoding, seed)
    states: list[State] = []
    while not episode.over and len(states) < steps:
        if not episode.partial:
            states.append(kilowatt.clone(episode.state))
        episode.step(rng.choice(episode.legal_ids().to_list()))
    return states


def decoded_in_full(encoding: Encoding, state: State, partial: Partial = ()) -> list[Action]:
    """List every action that legal ids stand for."""
    actions: list[Action] = []
    for number in encoding.legal_ids(state, partial).to_list():
        decoded = encoding.decode(state, partial, number)
        if decoded.action is not None:
            actions.append(decoded.action)
        else:
            actions += decoded_in_full(encoding, state, decoded.partial)
    return actions


@pytest.mark.parametrize("ruleset", [*RULESETS, *COMPOSED])
def test_atomic_ids_are_exactly_the_legal_actions(ruleset: str) -> None:
    """In every decision of a game the atomic ids stand for each legal action once and nothing else."""
    encoding = make_encoding(kilowatt.ruleset(ruleset, 3))
    for state in walk(encoding, 5, 200)[::3]:
        legal = list(kilowatt.legal_actions(state))
        decoded = decoded_in_full(encoding, state)
        assert len(decoded) == len(legal)
        assert {repr(action) for action in decoded} == {repr(action) for action in legal}


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_fuel_given_up_comes_before_the_plant(grain: str) -> None:
    """Both grains have each amount of fuel that may go with a plant once; the plant alone keeps all. [AMB-74]"""
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
    decoded = decoded_in_full(encoding, s)
    assert len(decoded) == len(legal) == 4 + 11 + 3
    assert all(action in legal for action in decoded)
    names = [[encoding.name(number) for number in encoding.encode(s, action)] for action in (legal[0], legal[-1])]
    assert names == [["scrap:4"], ["discard_fuel:oil", "discard_fuel:oil", "scrap:3"]]
    (first, second, _) = encoding.encode(s, legal[-1])
    assert encoding.pending((first, second)).burn == [0, 2, 0, 0]


@pytest.mark.parametrize("ruleset", [*RULESETS, *COMPOSED])
@pytest.mark.parametrize("options", [{}, {"zone": "draft", "starting_cities": True, "contractor": True}])
def test_an_action_and_its_ids_are_one(ruleset: str, options: dict[str, object]) -> None:
    """The ids of an action, taken one after another, give that action back, options included."""
    options = options_for(ruleset, options)
    encoding = make_encoding(kilowatt.ruleset(ruleset, 2, options))
    rng = Random(2)
    for state in walk(encoding, 9, 150):
        legal = kilowatt.legal_actions(state)
        action = legal[rng.randrange(len(legal))]
        *head, last = encoding.encode(state, action)
        partial: Partial = ()
        for number in head:
            assert number in encoding.legal_ids(state, partial)
            decoded = encoding.decode(state, partial, number)
            assert decoded.action is None
            partial = decoded.partial
        assert last in encoding.legal_ids(state, partial)
        assert encoding.decode(state, partial, last).action == action


@pytest.mark.parametrize("ruleset", [*some_quick(RULESETS, 4), *COMPOSED])
@pytest.mark.parametrize("seats", [2, 5])
def test_whole_ids_play_whole_games(ruleset: str, seats: int) -> None:
    """Every legal id of the whole grain is a legal action, what follows from it too, and the game stays sound."""
    rules = kilowatt.ruleset(ruleset, seats)
    encoding = make_encoding(rules, "whole")
    rng = Random(seats)
    episode = Episode(encoding, 3, logged=True)
    while not episode.over:
        legal = episode.legal_ids()
        assert len(legal) > 1
        episode.step(rng.choice(legal.to_list()))
    state = kilowatt.new_game(rules)
    for action in episode.played or []:
        assert kilowatt.refusal(state, action) is None
        kilowatt.advance(state, action)
        assert kilowatt.check(state) == []
    assert kilowatt.result(state) == kilowatt.result(episode.state)


def test_ids_do_not_depend_on_the_seats() -> None:
    """A ruleset has one list of ids for 2 to 6 seats, and other rulesets have others."""
    for grain in ("atomic", "whole"):
        hashes = {
            name: {make_encoding(kilowatt.ruleset(name, seats), grain).hash for seats in range(2, 7)}
            for name in RULESETS
        }
        assert all(len(digests) == 1 for digests in hashes.values())
        # the ids follow from the board: one that two editions are played on has the same
        boards = {row.board or row.id for row in kilowatt.rulesets() if row.id in RULESETS}
        assert len({digests.pop() for digests in hashes.values()}) == len(boards)


def test_a_bid_of_any_size_has_ids() -> None:
    """An opening and a raise of more than 199 over the least are made of steps of +200."""
    rules = kilowatt.ruleset("recharged/germany", 2, {"order": [0, 1]})
    encoding = make_encoding(rules)
    episode = Episode(encoding, 1)
    while kilowatt.snapshot(episode.state)["phase"] != "auction":
        episode.step(episode.legal_ids().to_list()[0])
    episode.state.money[0] = episode.state.money[1] = 1000
    seat = episode.actor
    plant = kilowatt.snapshot(episode.state)["plants"]["current"][1]
    for name in (f"open:{plant}", "raise:+200", "raise:+200", "raise:7"):
        episode.step(encoding.vocabulary.ids[name])
    opened = kilowatt.snapshot(episode.state)["auction"]
    assert (opened["seat"], opened["bid"]) == (seat, int(plant) + 407)
    raised = Bid(episode.actor, opened["bid"] + 1 + 399)
    assert [encoding.name(number) for number in encoding.encode(episode.state, raised)] == ["raise:+200", "raise:199"]
    episode.step(encoding.vocabulary.ids["raise:+200"])
    assert encoding.vocabulary.ids["pass"] not in episode.legal_ids()


def whole_auction() -> Episode:
    """Come to the first auction of three, in the whole grain."""
    return Episode(make_encoding(kilowatt.ruleset("original/germany", 3, {"order": [0, 1, 2]}), "whole"), 1)


def test_a_reservation_price_bids_until_it_is_reached() -> None:
    """The seat with the higher price buys as soon as the other cannot go on, and each seat chooses once."""
    episode = whole_auction()
    encoding = episode.encoding
    ids = encoding.vocabulary.ids
    episode.played = []
    episode.step(ids["open:3"])
    episode.step(ids["reserve:10"])  # up to 13
    assert episode.actor == 1
    episode.step(ids["reserve:5"])  # least is 4: up to 9
    assert episode.actor == 2
    episode.step(ids["pass"])
    assert episode.played[0] == Open(0, "3", 3)
    assert Pass(1) in episode.played
    assert kilowatt.snapshot(episode.state)["seats"][0]["plants"] == ["3"]
    assert episode.state.money[0] == episode.encoding.rules.start_money - 9


def test_a_purchase_and_a_build_set_are_one_id_each() -> None:
    """Three tokens are bought by one id, and three houses are built by one: the city named, then the cheapest."""
    episode = whole_auction()
    ids = episode.encoding.vocabulary.ids
    episode.played = []
    while episode.state.phase != 2:
        numbers = episode.legal_ids().to_list()
        episode.step(next((n for n in numbers if episode.encoding.name(n).startswith("open")), numbers[0]))
    seat = episode.actor
    wanted = next(n for n in episode.legal_ids().to_list() if episode.encoding.name(n).endswith(":3"))
    episode.played = []
    episode.step(wanted)
    assert [type(action) for action in episode.played[:3]] == [BuyFuel] * 3
    assert len({(action.fuel, action.market) for action in episode.played[:3] if isinstance(action, BuyFuel)}) == 1
    while episode.state.phase != 3:
        episode.step(ids["pass"])
    seat = episode.actor
    city = next(c for i, c in enumerate(episode.encoding.rules.board.cities) if episode.state.zone >> i & 1)
    episode.state.money[seat] = 200
    episode._legal = None
    episode.played = []
    episode.step(ids[f"build:{city.id}:3"])
    built = [action for action in episode.played if isinstance(action, Build) and action.seat == seat]
    assert len(built) == 3
    assert built[0].city == city.id
    assert episode.state.count(seat) == 3


def test_an_action_without_ids_is_refused() -> None:
    """The whole grain opens with the least bid only; any other opening, and a bid below the least, has no ids."""
    episode = whole_auction()
    with pytest.raises(NotEncodable):
        episode.encoding.encode(episode.state, Open(0, "3", 5))
    assert episode.encoding.encode(episode.state, Open(0, "3", 3))
    for grain in ("atomic", "whole"):
        with pytest.raises(NotEncodable):
            make_encoding(episode.encoding.rules, grain).encode(episode.state, Bid(0, -1))


def test_a_course_goes_back_to_its_snapshot() -> None:
    """A snapshot taken in the middle of an opening restores the partial opening; a clone goes its own way."""
    encoding = make_encoding(kilowatt.ruleset("deluxe/europe", 3))
    episode = Episode(encoding, 4)
    while not episode.partial:
        episode.step(episode.legal_ids().to_list()[-1])
    kept = episode.snapshot()
    twin = episode.clone()
    assert twin.legal_ids().to_list() == episode.legal_ids().to_list()
    episode.step(episode.legal_ids().to_list()[0])
    assert twin.snapshot() == kept
    episode.restore(kept)
    assert episode.snapshot() == kept
    with pytest.raises(ValueError, match="encoding"):
        Episode(make_encoding(encoding.rules, "whole"), 4).restore(kept)


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_a_course_can_be_sent_to_another_process(grain: str) -> None:
    """A pickled episode comes back with its state, its partial action and its cards to come."""
    episode = Episode(make_encoding(kilowatt.ruleset("original/korea", 3, {"contractor": True}), grain), 6, logged=True)
    rng = Random(3)
    for _ in range(40):
        episode.step(rng.choice(episode.legal_ids().to_list()))
    twin = pickle.loads(pickle.dumps(episode))
    assert twin.snapshot() == episode.snapshot()
    assert twin.played == episode.played
    while not episode.over:
        number = rng.choice(episode.legal_ids().to_list())
        episode.step(number)
        twin.step(number)
    assert twin.snapshot() == episode.snapshot()


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_an_illegal_id_is_refused_and_nothing_happens(grain: str) -> None:
    """`step` takes the legal ids and no other, in the middle of a decision too."""
    episode = Episode(make_encoding(kilowatt.ruleset("original/germany", 3), grain), 1)
    for number in (episode.encoding.vocabulary.ids["open:4"], None):
        before = episode.snapshot()
        legal = episode.legal_ids().to_list()
        for wrong in range(-2, episode.encoding.size + 2):
            if wrong not in legal:
                with pytest.raises(IllegalId, match=f"id {wrong}.* is not legal now"):
                    episode.step(wrong)
        assert episode.snapshot() == before
        if number is not None:
            episode.step(number)
    rng = Random(1)
    while not episode.over:
        episode.step(rng.choice(episode.legal_ids().to_list()))
    with pytest.raises(IllegalId, match="no seat is to act now"):
        episode.step(0)


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_every_decision_has_ids(grain: str) -> None:
    """Each kind of decision of the engine has a family of ids in both grains."""
    vocabulary = make_encoding(kilowatt.ruleset("recharged/germany", 3), grain).vocabulary
    names = {"bid": "raise" if grain == "atomic" else "reserve"}
    assert {names.get(kind.kind, kind.kind) for kind in DECISIONS} == set(vocabulary.first)


def custom_deck(need: int) -> dict[str, Any]:
    """The shipped deck of the card game, plant 7 a hybrid of this need."""
    path = files("kilowatt.editions") / "data" / "decks" / "2016.toml"
    deck = tomllib.loads(path.read_text(encoding="utf-8"))
    next(card for card in deck["plants"] if card["id"] == "7")["need"] = need
    return deck


@pytest.mark.parametrize(("need", "ways"), [(3, 5), (4, 6), (9, 11)])
def test_run_sets_of_a_hungry_hybrid_have_different_ids(need: int, ways: int) -> None:
    """The width of a run set follows from the deck: a hybrid that needs 4 or 9 never shares an id with another set."""
    rules = kilowatt.ruleset("card-game", 3, {"deck": custom_deck(need)})
    encoding = make_encoding(rules, "whole")
    s = kit.situation(
        "card-game",
        3,
        rules=rules,
        phase="power",
        plants={0: ["7", "8", "11"]},
        cards={0: [("gas-1", 1)] * need + [("oil-1", 1)] * need},
        market=["4b", "23", "24", "25", "26", "27", "28", "29"],
        stack=["30", "31"],
        columns={1: [], 2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4},
    )
    legal = list(kilowatt.legal_actions(s))
    ids = [encoding.encode(s, action) for action in legal]
    assert len({tuple(row) for row in ids}) == len(legal) == 4 * (need + 2)
    assert sorted(number for row in ids for number in row) == encoding.legal_ids(s, ()).to_list()
    assert [encoding.decode(s, (), number).action for (number,) in ids] == legal
    assert sum(name.startswith("run:") for name in encoding.vocabulary.names) == ways**4
    assert (encoding.hash == make_encoding(kilowatt.ruleset("card-game", 3), "whole").hash) == (need == 3)
