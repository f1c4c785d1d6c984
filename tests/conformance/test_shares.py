"""A draw by a share of the weight: the same odds as the list of outcomes, without making it."""

from random import Random

import pytest

import kilowatt
from kilowatt.engine.game import outcome_at
from kilowatt.engine.ids import bits
from kilowatt.table.playout import random_action


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/china", "deluxe/europe", "card-game"])
def test_each_outcome_holds_its_part_of_the_shares(ruleset: str) -> None:
    """Stepping through the shares from 0 to 1 meets every outcome, in order, as long as its weight says."""
    rng = Random(5)
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, 4))
    draws = 0
    while kilowatt.actor(state) is not None:
        if kilowatt.actor(state) == "chance":
            draws += 1
            outcomes = kilowatt.outcomes(state)
            total = sum(weight for _, weight in outcomes)
            below = 0
            for outcome, weight in outcomes:
                assert outcome_at(state, (below + 0.001) / total) == outcome
                assert outcome_at(state, (below + weight - 0.001) / total) == outcome
                below += weight
        kilowatt.advance(state, random_action(state, rng))
    assert draws > 20


def test_bits_lists_the_members_of_any_mask() -> None:
    """The members of a mask are listed in order, also above the bytes that are looked up."""
    rng = Random(3)
    for size in (1, 8, 42, 48, 49, 100):
        for _ in range(50):
            mask = rng.getrandbits(size)
            assert bits(mask) == [place for place in range(size) if mask >> place & 1]
