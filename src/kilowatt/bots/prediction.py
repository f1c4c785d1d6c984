"""Chances to win after an auction: what each seat has, turned into chances by a small model.

It was fitted to the winners of 1,600 games between `economist` (`docs/coach.md` has how well it predicts). Knows
nothing that the state does not show.
"""

from __future__ import annotations

from bisect import bisect_right
from math import exp
from typing import TYPE_CHECKING, Final

from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.card_rounds import rounds_left
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State

Chances = tuple[float, ...]
"""For each seat its chance to win, 0 to 1; together 1."""

BOARD_PROGRESS: Final = (0.1, 0.35, 0.6, 0.8, 1.0)
"""The leader's cities as a share of those that end the game: where the weights below hold."""
BOARD_WEIGHTS: Final = (
    (0.70, 0.44, 0.41, 0.64, 0.59),
    (0.73, 0.56, 0.68, 0.74, 0.38),
    (0.02, 0.08, 0.18, 0.26, 0.52),
    (0.04, -0.07, -0.18, 0.10, 0.54),
)
CARD_PROGRESS: Final = (0.12, 0.25, 0.5, 1.0)
"""One part of the rounds that are left, for games that the stack ends."""
CARD_WEIGHTS: Final = (
    (0.77, 1.20, 1.59, 0.68),
    (0.36, 1.90, 0.88, 0.0),
    (0.05, 0.02, 0.10, 0.20),
    (0.0, 0.0, 0.0, 0.0),
)
"""Both tables: 20 Elektro of money and fuel, 20 Elektro that plants and cities are worth, the last place in the turn
order instead of the first, a city."""
HEAT: Final = {2: 1.3, 3: 1.12, 4: 1.08, 5: 0.9, 6: 0.82}
"""By the number of seats: scores are divided by this. Fitted to 2,000 more games."""
SCALE: Final = 20.0
STORED: Final = 0.7
"""What share of its price fuel in store is worth."""
PLACES: Final = 6
"""Digits that are kept: machines differ in the last ones of an exponential."""


def predicted(s: State) -> Chances:
    """Return the chances as the state stands after an auction: the result, or the model."""
    seats = s.rules.seats
    if s.result is not None:
        top = s.result.ranking[0]
        return tuple([1 / len(top) if seat in top else 0.0 for seat in range(seats)])
    tables = tables_of(s)
    judge = Appraiser(s, tables, AFTER_AUCTION)
    if tables.printed:
        row = _weights(CARD_PROGRESS, CARD_WEIGHTS, 1 / rounds_left(s))
    else:
        row = _weights(BOARD_PROGRESS, BOARD_WEIGHTS, s.most_cities() / s.rules.end_at)
    places = [seat for seat in s.order if seat < seats]
    scores: list[float] = []
    for seat in range(seats):
        held = sum([STORED * s.held[seat * FUELS + fuel] * judge.prices[fuel] for fuel in range(FUELS)])
        place = places.index(seat) / max(1, seats - 1)
        value = judge.value(s.plants[seat], s.count(seat))
        scores.append(
            row[0] * (s.money[seat] + held) / SCALE + row[1] * value / SCALE + row[2] * place + row[3] * s.count(seat)
        )
    best, heat = max(scores), HEAT[seats]
    shares = [exp(max(-30.0, (score - best) / heat)) for score in scores]
    total = sum(shares)
    return tuple([round(share / total, PLACES) for share in shares])


def _weights(knots: Sequence[float], rows: Sequence[Sequence[float]], progress: float) -> tuple[float, ...]:
    """Return the weights at a point of the game, by straight lines between the knots."""
    place = min(max(1, bisect_right(knots, progress)), len(knots) - 1)
    low, high = knots[place - 1], knots[place]
    part = min(1.0, max(0.0, (progress - low) / (high - low)))
    return tuple([row[place - 1] + part * (row[place] - row[place - 1]) for row in rows])
