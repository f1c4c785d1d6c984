"""The standing at the end of the game, as numbers."""

from __future__ import annotations

from kilowatt.kernel.record_layout import MARKS, Game, Tables


def finish(s: Game, t: Tables) -> None:
    """Fill in the scores and ranks of the seats."""
    s.over = 1
    for seat in range(t.seats):
        for place in range(MARKS):
            s.scores[seat][place] = t.score.mark(s, seat, place)
    for seat in range(t.seats):
        s.ranks[seat] = 0
        for other in range(t.seats):
            s.ranks[seat] += better(s, other, seat)


def better(s: Game, seat: int, other: int) -> int:
    """Return whether a seat stands above another; equal ones share a rank (AMB-50)."""
    for place in range(MARKS):
        if s.scores[seat][place] != s.scores[other][place]:
            return 1 if s.scores[seat][place] > s.scores[other][place] else 0
    return 0
