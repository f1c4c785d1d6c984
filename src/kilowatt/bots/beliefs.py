"""How rivals bid: how likely each of the imagined bidders would have done what a rival was seen to do.

`learned` keeps one of these for a game and imagines its rivals accordingly. Knows what it was shown only.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, final

from kilowatt.bots import economist
from kilowatt.bots.ending import may_close
from kilowatt.bots.lookahead import bent
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.rivals import Evidence, compelled, not_counted
from kilowatt.bots.turns import ECONOMIST, SHADING, SIMPLE, Cast, limit_of
from kilowatt.statistics import total

if TYPE_CHECKING:
    from kilowatt.engine.state import State

PRIOR = {SHADING: 0.5, ECONOMIST: 0.35, SIMPLE: 0.15}
"""What is believed of a rival that has shown nothing."""
SHARPNESS = 6.8
"""How surely a bidder stays below its limit and leaves above it, per unit of the logarithm of the price."""
OTHERWISE = 0.05
"""The chance that a bid follows from none of this."""
TURN = (5**0.5 - 1) / 2
"""Steps of this size, the golden ratio, spread evenly over the beliefs however many samples there are."""


@final
class Beliefs:
    """Judges every rival that has bid or left: how likely it is each of the bidders."""

    def __init__(self) -> None:
        self.evidence = Evidence()
        """For each rival the logarithms of the bidders, in the order of `PRIOR`."""

    def watch(self, s: State, seat: int) -> None:
        """Look at an auction that is on: who leads it, and who has left it."""
        tables = tables_of(s)
        judge = economist.judge_of(s, tables)
        closing = may_close(s, tables)
        for rival, stays in not_counted(self.evidence, s, seat):
            if stays and compelled(s, rival):
                continue
            self.evidence.counted.append((rival, stays))
            price = log(s.bid + (0.5 if stays else 1.0))
            row = self.evidence.rows.setdefault(rival, [log(share) for share in PRIOR.values()])
            for place, role in enumerate(PRIOR):
                limit = limit_of(s, rival, role, judge, s.lot, closing=closing)
                bids = bent(SHARPNESS * (log(max(0, limit) + 1) - price))
                row[place] += log(OTHERWISE + (1 - OTHERWISE) * (bids if stays else 1 - bids))

    def shares(self, rival: int) -> dict[int, float]:
        """Return how likely a rival is each of the bidders, adding up to 1."""
        row = self.evidence.rows.get(rival)
        if row is None:
            return PRIOR
        most = max(row)
        raised = {role: exp(x - most) for role, x in zip(PRIOR, row, strict=True)}
        whole = total(raised.values())
        return {role: x / whole for role, x in raised.items()}

    def likeliest(self, s: State, seat: int, own: int) -> Cast:
        """Return as what each seat is imagined if it may be one thing only."""
        shares = [self.shares(other) for other in range(s.rules.seats)]
        return tuple([own if other == seat else max(row, key=row.__getitem__) for other, row in enumerate(shares)])

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return as what each seat is imagined in a sample: over many of them, as often as is believed."""
        roles = [own] * s.rules.seats
        for other in range(s.rules.seats):
            if other == seat:
                continue
            place = (sample * TURN + other * (1 - TURN) + 0.5) % 1.0
            for role, share in self.shares(other).items():
                roles[other] = role
                place -= share
                if place < 0:
                    break
        return tuple(roles)
