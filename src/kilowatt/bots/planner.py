"""`planner`: what a choice leads to by the next auctions, everybody going on as `economist`, appraised there.

Plans are joint by construction: a plant at a price is followed through the fuel, the cities and the income it leaves
money for, and through the next auctions. The end of the game, where it comes first, is exact.
"""

from __future__ import annotations

from kilowatt.bots.search import Looker


class PlannerBot(Looker):
    """Imagines this round and the next auctions."""

    work = 3_000
    samples = 6
    horizons = (1,)
    late_horizons = (1,)
    starts = 0
