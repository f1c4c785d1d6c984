"""Games over days go from one person to another far less often with orders in advance."""

import pytest

from bench.handovers import RULESET, WAYS, handovers

DEALS = 4
SAVED = {"plants run by themselves": 0.95, "with orders": 0.35}
"""The most hand-overs of a way for each one by hand, per game; the published figures are 0.84 and 0.22."""


@pytest.mark.parametrize("ruleset", [RULESET, "original/korea", "card-game"])
def test_orders_in_advance_save_most_hand_overs(ruleset: str) -> None:
    """Plants that run by themselves save some hand-overs, and orders in advance far more than half, game by game."""
    for seed in range(DEALS):
        by_hand, _ = handovers(WAYS[0], seed, ruleset)
        for way, most in SAVED.items():
            count, rounds = handovers(way, seed, ruleset)
            assert rounds > 0
            assert count < most * by_hand, (seed, way, count, by_hand)
