"""The ruleset `custom`: a game on a board file. Its record holds the board, so that it replays without the file."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.board_file import plain
from kilowatt.editions.board_new import copied
from kilowatt.engine.game import clone
from kilowatt.engine.ids import PHASE_NAMES
from kilowatt.kernel import Batch
from kilowatt.table.playout import playout
from tests.boards.board_kit import OURS, drawn, small
from tests.kernel.lockstep import STYLES, play_in_step


def rules_on(board: dict[str, Any], seats: int = 3, **options: Any) -> kilowatt.Rules:
    """Compose the game on a board."""
    return kilowatt.ruleset("custom", seats, {"board": board, **options})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_on_a_board_file_ends_where_the_file_says(seats: int) -> None:
    """Random games on a board file keep every invariant and end with its number of cities."""
    rules = rules_on(small(), seats)
    assert (rules.title, rules.end_at, rules.composed) == ("Small, Recharged 2018", 6, True)
    state, _, _ = playout(rules, Random(seats), checked=True)
    assert kilowatt.result(state) is not None
    assert max(cities.bit_count() for cities in state.cities) >= 6


@pytest.mark.parametrize("ruleset", OURS)
def test_a_copy_of_our_board_is_played_like_ours(ruleset: str) -> None:
    """The same seed plays the same random game on a board of ours and on its copy as a file, special rules and all."""
    ours, _, first = playout(kilowatt.ruleset(ruleset, 4), Random(5), logged=True)
    copy, _, second = playout(rules_on(plain(drawn(ruleset)), 4), Random(5), logged=True)
    assert first.lines()[1:] == second.lines()[1:]
    assert ours.money == copy.money


def test_a_record_holds_its_board_and_replays_without_the_file() -> None:
    """A record written as text, with nothing else at hand, replays to the same end."""
    table = kilowatt.Table(rules_on(small()), seed=3)
    rng = Random(3)
    while table.actor is not None:
        table.play(rng.choice(table.legal_actions()))
    lines = table.record().lines()
    assert json.loads(lines[0])["options"]["board"]["title"] == "Small"
    record = kilowatt.read_record(lines)
    again = kilowatt.replay(record)
    assert again.result == table.result
    assert record.lines() == lines


def test_rules_and_states_on_a_board_file_travel_between_processes() -> None:
    """Pickled rules bring their board along, and so do snapshots."""
    state = kilowatt.new_game(rules_on(small()))
    again = pickle.loads(pickle.dumps(state))
    assert kilowatt.snapshot(again) == kilowatt.snapshot(state)
    assert [city.id for city in again.rules.board.cities][:2] == ["a1", "a2"]


@pytest.mark.parametrize("level", ["simple", "normal", "hard"])
def test_bots_play_a_whole_game_on_a_board_file(level: str) -> None:
    """Bots decide every move of a game on a board they have never seen."""
    table = kilowatt.Table(rules_on(small()), seed=1)
    bot = make_bot(level, 1)
    while isinstance(table.actor, int):
        table.play(bot.advise(table.state, table.actor, Budget(seconds=0.02)).action)
    assert table.result is not None


def test_the_kernel_plays_a_board_file_in_step() -> None:
    """The kernel plays a board file as the reference does, action by action."""
    for seed, style in enumerate(STYLES[2:]):
        assert play_in_step(rules_on(small(), 3), seed, style, limit=600)
    assert Batch(rules_on(plain(copied("original/korea")), 4)) is not None


def test_an_environment_takes_a_board_file() -> None:
    """An environment on a board file plays a random episode to its end."""
    kilowatt_v0 = pytest.importorskip("kilowatt.envs.kilowatt_v0")
    np = pytest.importorskip("numpy")
    env = kilowatt_v0.env(ruleset="custom", seats=3, options={"board": small()}, grain="whole")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else rng.choice(np.flatnonzero(observation["action_mask"])))
    assert not env.agents


@pytest.mark.parametrize("backend", ["reference", pytest.param("kernel", marks=pytest.mark.compiled)])
def test_gymnasium_and_batched_environments_take_a_board_file(backend: str) -> None:
    """Both environments step on a board file, by the reference and by the kernel."""
    pytest.importorskip("gymnasium")
    np = pytest.importorskip("numpy")
    from kilowatt.envs.single import KilowattEnv
    from kilowatt.envs.vector import VectorTable

    env = KilowattEnv("custom", 3, {"board": small()}, grain="whole", backend=backend)
    _, told = env.reset(seed=2)
    for _ in range(5):
        _, _, terminated, _, told = env.step(int(np.flatnonzero(told["action_mask"])[0]))
        if terminated:
            break
    many = VectorTable(rules_on(small()), 4, backend=backend, seed=1)
    many.reset()
    for _ in range(20):
        many.step(many.mask.argmax(axis=1))
    assert many.mask.any(axis=1).all()


def test_a_review_and_advice_know_a_board_file() -> None:
    """The coach advises on a board file, and reviews every turn of a record of it."""
    table = kilowatt.Table(rules_on(small()), seed=6)
    bots = [make_bot("simple"), make_bot("easy", 1), make_bot("simple")]
    seen = 0
    while isinstance(table.actor, int) and table.state.round < 2:
        if PHASE_NAMES[table.state.phase] == "build" and not seen:
            plans = coach.advise(clone(table.state), table.actor)
            seen += 1
            assert plans.phase == "build"
        table.play(bots[table.actor].advise(clone(table.state), table.actor, Budget()).action)
    review = coach.review(kilowatt.read_record(table.record().lines()))
    assert seen
    assert review.ruleset == "custom"
    assert sum(row.last - row.first + 1 for row in review.rows) == len(table.record().standing())


def test_a_quote_prices_a_plan_on_a_board_file() -> None:
    """The planner's quotes know the links of the board."""
    rules = rules_on(small(), 3, order=[0, 1, 2])
    table = kilowatt.Table(rules, seed=1)
    plan = kilowatt.quote(table.state, seat=0, cities=["a1", "a2"], plant="3", price=3)
    assert [(row.city, row.connection) for row in plan.houses] == [("a1", 0), ("a2", 3)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "board: missing"),
        ({"board": "small.toml"}, "board: expected a table"),
        ({"board": small(format=9)}, "board: format: 9 is newer"),
        ({"board": small(connections=small()["connections"][:1])}, "board: connections: city unlinked"),
        ({"board": small(end_cities={"source": "x", "3": 10})}, "board: end_cities.3"),
        ({"board": small(), "contractor": 3}, "contractor: expected true or false"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(options: dict[str, Any], message: str) -> None:
    """The refusal names the option and the field of the board."""
    with pytest.raises(kilowatt.BadOption, match=message):
        kilowatt.ruleset("custom", 3, options)


def test_only_the_ruleset_custom_takes_a_board() -> None:
    """Another ruleset has its own board."""
    with pytest.raises(kilowatt.BadOption, match="board: there is no such option"):
        kilowatt.ruleset("recharged/germany", 3, {"board": small()})


SPECIALS = [(ruleset, base) for ruleset in OURS for base in ("original/germany", "deluxe/europe", "recharged/usa")]


@pytest.mark.parametrize(("ruleset", "base"), SPECIALS)
def test_special_rules_work_with_every_edition_or_are_refused(ruleset: str, base: str) -> None:
    """The special rules of each board on each edition make a game that keeps every invariant, or a clear refusal."""
    edition = copied(base).edition
    board = {**plain(copied(ruleset)), "edition": edition}
    try:
        rules = rules_on(board, 3)
    except kilowatt.BadOption as error:
        refused = error
    else:
        playout(rules, Random(1), checked=True)
        return
    assert refused.option == "board"
