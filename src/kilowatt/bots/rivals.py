"""What rivals are like: their bids show whether they value plants as `simple` or as `economist`.

A bot that looks ahead keeps one reader for a game and imagines its rivals accordingly. Knows what it was shown only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, final

from kilowatt.bots import economist, simple
from kilowatt.bots.tables import tables_of
from kilowatt.bots.turns import ECONOMIST, SIMPLE, Cast
from kilowatt.engine.phases.auction import eligible

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class Watcher(Protocol):
    """What a bot that looks ahead asks about its rivals."""

    def watch(self, s: State, seat: int) -> None:
        """Look at an auction that is on."""

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return as what each seat is imagined in a sample, one's own as `own`."""


@final
class Reader:
    """Counts, for every rival, bids that only one of the two would have made."""

    def __init__(self) -> None:
        self.votes: dict[int, int] = {}
        """Above 0 a rival looks like `simple`, below like `economist`."""
        self._seen: set[tuple[int, int, int, int]] = set()

    def watch(self, s: State, seat: int) -> None:
        """Look at an auction that is on: who leads though one of the two would not, who left though one would stay."""
        tables = tables_of(s)
        judge = economist.judge_of(s, tables)
        who = eligible(s)
        for rival in range(s.rules.seats):
            if rival == seat or not who >> rival & 1:
                continue
            stays = bool(s.bidders >> rival & 1)
            key = (s.round, s.lot, rival, stays)
            if (stays and rival != s.leader) or key in self._seen:
                continue
            self._seen.add(key)
            plain = min(s.money[rival], simple.limit_of(s, rival, tables, s.lot))
            worth = economist.worth_of(s, rival, judge, s.lot, closing=False)
            # a leader may have been compelled to open at the least bid, so only raises tell
            first = stays and rival == s.opener and s.bid <= s.rules.numbers[s.lot]
            as_simple = (s.bid <= plain or first) if stays else s.bid >= plain
            as_economist = (s.bid <= worth or first) if stays else s.bid >= worth
            if as_simple != as_economist:
                self.votes[rival] = self.votes.get(rival, 0) + (1 if as_simple else -1)

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return as what each seat is imagined; rivals that have not shown it are tried as both."""
        found = [ECONOMIST] * s.rules.seats
        found[seat] = own
        for other in range(s.rules.seats):
            vote = self.votes.get(other, 0)
            if other != seat and (vote > 0 or (vote == 0 and (sample + other) % 2)):
                found[other] = SIMPLE
        return tuple(found)
