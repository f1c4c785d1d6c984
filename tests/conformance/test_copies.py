"""Copies: a state, its rules and a table go through `copy` and `pickle`."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

import kilowatt
from kilowatt.table.playout import random_action


def some_state(ruleset: str, seats: int) -> kilowatt.State:
    """A state after some moves of a random game."""
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, {"contractor": True}))
    rng = Random(4)
    for _ in range(120):
        state, _ = kilowatt.play(state, random_action(state, rng))
    return state


@pytest.mark.parametrize(("ruleset", "seats"), [("recharged/germany", 2), ("original/china", 4), ("card-game", 3)])
def test_a_state_is_copied_and_pickled_whole(ruleset: str, seats: int) -> None:
    """A copy of any kind is the same state, and playing on with it leaves the original as it was."""
    state = some_state(ruleset, seats)
    taken = kilowatt.snapshot(state)
    rng = Random(2)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert kilowatt.snapshot(twin) == taken
        assert list(kilowatt.legal_actions(twin)) == list(kilowatt.legal_actions(state))
        while kilowatt.actor(twin) is not None:
            kilowatt.advance(twin, random_action(twin, rng))
        assert kilowatt.snapshot(state) == taken


def test_rules_are_shared_by_copies_and_composed_again_from_a_pickle() -> None:
    """Rules never change, so a copy is the same object; a pickle names ruleset, seats, options and revision."""
    rules = kilowatt.ruleset("recharged/usa", 3, {"order": [2, 1, 0]}, revision=1)
    assert copy.copy(rules) is copy.deepcopy(rules) is rules
    again = pickle.loads(pickle.dumps(rules))
    assert (again.id, again.seats, again.options, again.revision) == (rules.id, rules.seats, rules.options, 1)


def test_a_table_is_copied_and_pickled_with_its_record_and_its_cards_to_come() -> None:
    """A table that was sent goes on exactly as the one that stayed."""
    table = kilowatt.Table(kilowatt.ruleset("original/korea", 3), seed=5)
    rng = Random(3)
    for _ in range(60):
        table.play(random_action(table.state, rng))
    for twin in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert twin.record().lines() == table.record().lines()
        assert twin.state.rules is twin.rules
        first, second = Random(1), Random(1)
        stayed = kilowatt.replay(table.record())
        stayed.dealer = table.dealer
        for _ in range(60):
            twin.play(random_action(twin.state, first))
            stayed.play(random_action(stayed.state, second))
        assert twin.record().lines() == stayed.record().lines()


def money_left(state: kilowatt.State) -> list[int]:
    """Look at a state in another process."""
    return state.money


def test_a_state_is_sent_to_another_process() -> None:
    """A process that starts from nothing makes the state again."""
    state = some_state("recharged/germany", 3)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(money_left, state).result() == state.money
