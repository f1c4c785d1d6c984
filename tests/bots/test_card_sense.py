"""The reconstructed card deck makes sense in play: games have a fair length and nobody is stuck without money."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.actions import Run

CARD_PRICE = 3
"""With less than this a seat can hardly buy fuel."""


@pytest.mark.parametrize("seats", range(2, 7))
def test_games_over_the_reconstructed_deck_make_sense(seats: int) -> None:
    """Bots finish in 6 to 15 rounds, and no seat is without power and money two rounds in a row."""
    for seed in range(3):
        table = kilowatt.Table(kilowatt.ruleset("card-game", seats), seed=seed)
        bots = [make_bot("economist", seed + seat) for seat in range(seats)]
        stuck = [0] * seats
        while isinstance(table.actor, int):
            seat = table.actor
            move = bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action
            if isinstance(move, Run):
                idle = not move.plants and table.state.money[seat] < CARD_PRICE
                stuck[seat] = stuck[seat] + 1 if idle else 0
                assert stuck[seat] < 2, f"seat {seat} in round {table.state.round}"
            table.play(move)
        assert 6 <= table.state.round <= 15
