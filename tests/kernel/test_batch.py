"""The batch for bots: positions in and out, legal numbers, play, copies, playouts, threads, and what it refuses."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.engine import game
from kilowatt.engine.network import Area, Board, City
from kilowatt.engine.policies import Trust
from kilowatt.kernel import CHANCE, OVER, Batch, Unsupported
from kilowatt.table.dealer import CounterDealer
from kilowatt.table.playout import playout, random_action
from tests.kernel.lockstep import assert_same

GERMANY = kilowatt.ruleset("recharged/germany", 4)


def state_after(actions: int, rules: kilowatt.Rules = GERMANY, seed: int = 3) -> kilowatt.State:
    """Play so many random actions in the reference."""
    state, rng = kilowatt.new_game(rules), Random(seed)
    for _ in range(actions):
        kilowatt.advance(state, random_action(state, rng))
    return state


@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_a_state_comes_back_whole(ruleset: str) -> None:
    """A state that goes into a batch comes out with every field as it was, from the first action to the end."""
    rules = kilowatt.ruleset(ruleset, 3)
    batch = Batch(rules, 2)
    for actions in (0, 3, 50, 200):
        state = state_after(actions, rules)
        batch.load(1, state)
        assert_same(state, batch.state(1))
    over, _, _ = playout(rules, Random(1))
    batch.load(0, over)
    assert batch.result(0) == over.result
    assert_same(over, batch.state(0))


def test_legal_numbers_are_the_legal_actions_in_their_order() -> None:
    """Number by number a batch lists what the reference lists, and both directions of the translation agree."""
    state = state_after(150)
    batch = Batch(GERMANY)
    batch.load(0, state)
    actions = [batch.action(0, number) for number in batch.legal(0)]
    assert actions == list(kilowatt.legal_actions(state))
    assert [batch.number(0, action) for action in actions] == batch.legal(0)
    assert sum(size for _, size in batch.menu(0)) == len(actions)


def test_playing_changes_one_game_only() -> None:
    """A copy goes on by itself: the game it was copied from stays."""
    batch = Batch(GERMANY, 3)
    batch.deal()
    before = kilowatt.snapshot(batch.state(0))
    batch.copy(0, 2)
    batch.play(2, batch.legal(2)[0])
    assert kilowatt.snapshot(batch.state(0)) == before
    assert kilowatt.snapshot(batch.state(2)) != before
    batch.fill(2)
    assert kilowatt.snapshot(batch.state(0)) == kilowatt.snapshot(batch.state(2))


def test_a_game_is_dealt_as_by_the_counter_dealer_of_its_seed() -> None:
    """Game g of a batch deals exactly what a table with `CounterDealer(seed + g)` deals."""
    batch = Batch(GERMANY, 4, seed=40)
    batch.deal()
    for number in range(4):
        table = kilowatt.Table(GERMANY, dealer=CounterDealer(40 + number))
        assert_same(table.state, batch.state(number))


def test_playouts_of_a_seed_are_the_same_games() -> None:
    """The same seed plays the same games, another seed others, and a limit stops in the middle and goes on later."""
    one, same, other = Batch(GERMANY, 3, seed=5), Batch(GERMANY, 3, seed=5), Batch(GERMANY, 3, seed=8)
    total = one.play_out()
    assert same.play_out(limit=100) == 300
    assert [same.actor(number) == OVER for number in range(3)] == [False] * 3
    assert same.play_out() == total - 300
    other.play_out()
    ends = [[kilowatt.snapshot(batch.state(number)) for number in range(3)] for batch in (one, same, other)]
    assert ends[0] == ends[1]
    assert all(first != second for first, second in zip(ends[0], ends[2], strict=True))


def test_the_standing_is_that_of_the_result() -> None:
    """Ranks and wins say what the result says."""
    batch = Batch(GERMANY, 12, seed=1)
    assert batch.ranks(0) is None
    assert batch.result(0) is None
    batch.play_out()
    results = [batch.result(number) for number in range(12)]
    for seat in range(4):
        won = [number for number, result in enumerate(results) if result is not None and seat in result.winners]
        assert batch.wins(seat) == len(won)
        assert won == [number for number in range(12) if (batch.ranks(number) or [1] * 4)[seat] == 0]
    assert batch.wins(0, 3, 3) == 0


def test_what_is_not_allowed_is_refused_with_its_reason() -> None:
    """An action that is not legal now is refused as the reference refuses it, and the game stays as it was."""
    batch = Batch(GERMANY)
    batch.deal()
    state = batch.state(0)
    bad = kilowatt.action({"type": "open", "seat": state.actor, "plant": "10", "bid": 1})
    assert game.refusal(state, bad) is not None
    with pytest.raises(kilowatt.IllegalAction) as refused:
        batch.play(0, batch.number(0, bad))
    assert refused.value.refusal == game.refusal(state, bad)
    with pytest.raises(kilowatt.IllegalAction, match="no plant"):
        batch.number(0, kilowatt.action({"type": "open", "seat": state.actor, "plant": "99", "bid": 1}))
    for number in (-1, 1 << 62, 99 << 40):
        with pytest.raises(ValueError, match="no action"):
            batch.play(0, number)
    assert_same(state, batch.state(0))


@pytest.mark.parametrize("game_number", [-1, 2, 1.0, "0"])
def test_a_game_that_is_not_there_is_refused(game_number: Any) -> None:
    """No call reaches a record outside the batch."""
    batch = Batch(GERMANY, 2)
    for call in (batch.state, batch.actor, batch.legal, batch.menu, batch.choose, batch.ranks):
        with pytest.raises(IndexError, match="expected 0 to 1"):
            call(game_number)
    for ranged in (batch.new, batch.deal, batch.play_out):
        with pytest.raises(IndexError, match="within 0 to 2"):
            ranged(0, 3 if game_number == 2 else game_number)
    with pytest.raises(IndexError):
        batch.copy(0, game_number)


def test_bad_sizes_seats_and_limits_are_refused() -> None:
    """Sizes, seats and limits out of bounds are refused with what was expected."""
    with pytest.raises(ValueError, match="size: expected 1 to"):
        Batch(GERMANY, 0)
    batch = Batch(GERMANY)
    with pytest.raises(ValueError, match="seat: expected 0 to 3"):
        batch.wins(4)
    with pytest.raises(ValueError, match="limit: expected 0 to"):
        batch.play_out(limit=-1)
    batch.play_out()
    with pytest.raises(ValueError, match="is over"):
        batch.choose(0)


def test_a_state_of_other_rules_is_refused() -> None:
    """A batch takes states of its own rules only."""
    other = kilowatt.new_game(kilowatt.ruleset("recharged/germany", 4, {"contractor": True}))
    with pytest.raises(ValueError, match="state: expected one of"):
        Batch(GERMANY).load(0, other)
    Batch(GERMANY).load(0, kilowatt.new_game(kilowatt.ruleset("recharged/germany", 4)))


def rules_with(**changes: Any) -> kilowatt.Rules:
    """Compose rules and change some of their attributes."""
    rules = kilowatt.ruleset("recharged/germany", 4)
    for name, value in changes.items():
        setattr(rules, name, value)
    return rules


def great_board() -> Board:
    """Make a board of more cities than the kernel has room for."""
    cities = [City(f"city_{number}", "", 0, 0.0, 0.0) for number in range(130)]
    links = [(number, number + 1, 1) for number in range(129)]
    return Board("great", "", [Area("all", "", (1 << 130) - 1)], cities, links)


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({"board": great_board(), "zone_list": []}, "cities"),
        ({"plant_limit": 6}, "plant limit"),
        ({"start_money": 2_000_000}, "amounts of money"),
        ({"contractor": [(1, 1)] * 17}, "contractor cards"),
        ({"trust": Trust()}, "trust"),
        ({"round_tasks": (9,) * 30}, "round_tasks"),
    ],
)
def test_rules_beyond_a_limit_are_refused_by_its_name(changes: dict[str, Any], limit: str) -> None:
    """Rules that do not fit are refused with the limit they pass; the message says that the reference plays them."""
    with pytest.raises(Unsupported, match=f"{limit}.*reference plays"):
        Batch(rules_with(**changes))


def test_a_state_beyond_a_limit_is_refused() -> None:
    """A state with more money than a record holds is refused."""
    state = state_after(30)
    state.money[0] = 5_000_000
    with pytest.raises(Unsupported, match="money"):
        Batch(GERMANY).load(0, state)


def test_several_threads_play_the_games_that_one_plays() -> None:
    """Threads that play different games of one batch play what one thread plays alone."""
    together, alone = Batch(GERMANY, 8, seed=2), Batch(GERMANY, 8, seed=2)
    threads = [threading.Thread(target=together.play_out, args=(first, first + 2)) for first in range(0, 8, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone.play_out()
    for number in range(8):
        assert_same(together.state(number), alone.state(number))


def test_chance_is_played_like_a_decision() -> None:
    """A draw is awaited at first; its outcomes are numbers too."""
    batch = Batch(GERMANY)
    assert batch.actor(0) == CHANCE
    assert [batch.action(0, number) for number in batch.legal(0)] == [
        outcome for outcome, _ in kilowatt.outcomes(batch.state(0))
    ]
    batch.play(0, batch.legal(0)[5])
    assert batch.state(0).order == list(kilowatt.outcomes(kilowatt.new_game(GERMANY)))[5][0].order  # type: ignore[attr-defined]
