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


def shown(s: State, seat: int) -> list[tuple[int, bool]]:
    """List rivals of an auction that is on that have shown something: the leader, and all that have left the lot."""
    who = eligible(s)
    found: list[tuple[int, bool]] = []
    for rival in range(s.rules.seats):
        stays = bool(s.bidders >> rival & 1)
        if rival != seat and who >> rival & 1 and (not stays or rival == s.leader):
            found.append((rival, stays))
    return found


def compelled(s: State, rival: int) -> bool:
    """Return whether a leader may have been compelled to open at the least bid, which shows nothing."""
    return rival == s.opener and s.bid <= s.rules.numbers[s.lot]


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
        for rival, stays in shown(s, seat):
            key = (s.round, s.lot, rival, stays)
            if key in self._seen:
                continue
            self._seen.add(key)
            plain = min(s.money[rival], simple.limit_of(s, rival, tables, s.lot))
            worth = economist.worth_of(s, rival, judge, s.lot, closing=False)
            first = stays and compelled(s, rival)
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
