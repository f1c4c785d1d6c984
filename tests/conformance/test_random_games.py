"""Every ruleset, seat count and option, by random play: what holds after every action, and at random moments."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kilowatt
from kilowatt.engine.actions import Action
from kilowatt.table.playout import playout, random_action
from kilowatt.table.record import Record, parse
from tests.conformance.vocabulary import OPTIONS, options_for, vocabulary
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets()]
GAMES = [(ruleset, seats, options_for(ruleset, options)) for ruleset in RULESETS for seats, options in OPTIONS]


def name_of(game: object) -> str:
    """Name a parametrised game in the test's id."""
    return str(game).replace(" ", "")


@pytest.mark.parametrize("game", some_quick(GAMES, 9, 5), ids=name_of)
def test_every_random_game_keeps_the_invariants_and_ends(game: tuple[str, int, dict[str, object]]) -> None:
    """No invariant breaks after any action, and the game ends with a ranking of all seats; a record replays to it."""
    ruleset, seats, options = game
    rules = kilowatt.ruleset(ruleset, seats, options)
    for seed in range(2):
        state, _, record = playout(rules, Random(seed), checked=True)
        result = kilowatt.result(state)
        assert result is not None
        assert sorted(seat for group in result.ranking for seat in group) == list(range(seats))
        if seed:
            # one of the two is enough: to write and read it again takes as long as to play it
            again = kilowatt.replay(parse(record.lines()))
            assert kilowatt.snapshot(again.state) == kilowatt.snapshot(state)


@pytest.mark.parametrize("game", some_quick(GAMES, 20, 5), ids=name_of)
def test_legality_snapshots_and_purity_at_random_moments(game: tuple[str, int, dict[str, object]]) -> None:
    """Legal actions are exactly what is not refused; play changes nothing it is given; a snapshot comes back whole."""
    ruleset, seats, options = game
    rules = kilowatt.ruleset(ruleset, seats, options)
    rng = Random(f"{ruleset}{seats}{sorted(options)}")
    state = kilowatt.new_game(rules)
    kinds: set[int] = set()
    while kilowatt.actor(state) is not None:
        if state.ask not in kinds or rng.random() < 0.005:
            kinds.add(state.ask)
            assert_legality(state)
            assert_snapshot(state)
            assert_purity(state, random_action(state, rng))
        kilowatt.advance(state, random_action(state, rng))
    assert_snapshot(state)
    assert list(kilowatt.legal_actions(state)) == []


def assert_legality(state: kilowatt.State) -> None:
    """Compare the legal actions with the refusal of everything in the vocabulary, for every seat."""
    legal, single = list(kilowatt.legal_actions(state)), kilowatt.legal_actions(state)
    assert len(legal) == len(single)
    assert len({repr(move) for move in legal}) == len(legal)
    for index, move in enumerate(legal):
        assert single[index] == move
        assert kilowatt.refusal(state, move) is None, move
        assert kilowatt.action(json.dumps(kilowatt.to_dict(move))) == move
    allowed = {repr(move) for move in legal}
    for seat in range(state.rules.seats):
        for move in vocabulary(state, seat):
            refusal = kilowatt.refusal(state, move)
            assert (refusal is None) == (repr(move) in allowed), (move, refusal)
            if refusal is not None:
                assert str(refusal).endswith(f"[{refusal.rule}]")
        for move, why in kilowatt.why_not(state, seat):
            assert kilowatt.refusal(state, move) == why


def assert_snapshot(state: kilowatt.State) -> None:
    """A snapshot survives JSON and restores to a state that is the same in every respect."""
    taken = kilowatt.snapshot(state)
    restored = kilowatt.restore(state.rules, json.loads(json.dumps(taken)))
    assert kilowatt.snapshot(restored) == taken
    assert kilowatt.outcomes(restored) == kilowatt.outcomes(state)
    assert list(kilowatt.legal_actions(restored)) == list(kilowatt.legal_actions(state))
    assert kilowatt.check(restored) == []


def assert_purity(state: kilowatt.State, move: Action) -> None:
    """Playing leaves its argument as it was and equals cloning and advancing."""
    before = kilowatt.snapshot(state)
    after, _ = kilowatt.play(state, move)
    assert kilowatt.snapshot(state) == before
    twin = kilowatt.clone(state)
    kilowatt.advance(twin, move)
    assert kilowatt.snapshot(twin) == kilowatt.snapshot(after)
    assert kilowatt.snapshot(state) == before


@settings(max_examples=25, deadline=None)
@given(ruleset=st.sampled_from(RULESETS), seats=st.integers(2, 6), seed=st.integers(0, 2**32), part=st.floats(0, 1))
def test_a_restored_game_goes_on_as_the_original(ruleset: str, seats: int, seed: int, part: float) -> None:
    """A game continued from a snapshot ends exactly as the game it was taken from."""
    rules = kilowatt.ruleset(ruleset, seats)
    state, actions, record = playout(rules, Random(seed), logged=True)
    cut = int(part * actions)
    middle = kilowatt.new_game(rules)
    for move in record.actions()[:cut]:
        kilowatt.advance(middle, move)
    middle = kilowatt.restore(rules, kilowatt.snapshot(middle))
    for move in record.actions()[cut:]:
        middle, _ = kilowatt.play(middle, move)
    assert kilowatt.snapshot(middle) == kilowatt.snapshot(state)


@settings(max_examples=25, deadline=None)
@given(ruleset=st.sampled_from(RULESETS), seats=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_events_do_not_change_the_game(ruleset: str, seats: int, seed: int) -> None:
    """A game with its events collected is the same game."""
    rules = kilowatt.ruleset(ruleset, seats)
    state, _, record = playout(rules, Random(seed), logged=True)
    table = kilowatt.replay(Record(record.header, record.entries))
    assert kilowatt.snapshot(table.state) == kilowatt.snapshot(state)
    assert table.log
