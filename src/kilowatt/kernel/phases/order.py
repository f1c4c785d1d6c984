"""The standing at the end of the game, as numbers."""

from __future__ import annotations

from typing import Final

from kilowatt.engine.plants import largest
from kilowatt.kernel import storage
from kilowatt.kernel.bits import count
from kilowatt.kernel.record_layout import MARKS, Game, Menu, Tables

MONEY_PER_POINT: Final = 10
BY_MONEY: Final = 0
BY_CITIES: Final = 1


def finish(s: Game, t: Tables, m: Menu) -> None:
    """Fill in the scores and ranks of the seats."""
    s.over = 1
    for seat in range(t.seats):
        score(s, t, seat, m)
    for seat in range(t.seats):
        s.ranks[seat] = 0
        for other in range(t.seats):
            s.ranks[seat] += better(s, other, seat)


def score(s: Game, t: Tables, seat: int, m: Menu) -> None:
    """Fill in the numbers that rank a seat, the first to compare first [R18-END-04, R18-END-05, C-END-02, C-END-03]."""
    if t.victory_points:
        s.scores[seat][0] = storage.best_output(s, t, seat, m, 1) + s.money[seat] // MONEY_PER_POINT
        s.scores[seat][1] = s.money[seat] % MONEY_PER_POINT
        s.scores[seat][2] = largest(s, seat)
        return
    s.scores[seat][0] = min(storage.best_output(s, t, seat, m, 0), count(s.cities[seat]))
    for place in range(t.tie_break_size):
        s.scores[seat][1 + place] = s.money[seat] if t.tie_breaks[place] == BY_MONEY else count(s.cities[seat])


def better(s: Game, seat: int, other: int) -> int:
    """Return whether a seat stands above another; equal ones share a rank (AMB-50)."""
    for place in range(MARKS):
        if s.scores[seat][place] != s.scores[other][place]:
            return 1 if s.scores[seat][place] > s.scores[other][place] else 0
    return 0
