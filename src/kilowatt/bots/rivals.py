"""What rivals are like: their bids show whether they value plants as `simple` or as `economist`.

A bot that looks ahead keeps one reader for a game and imagines its rivals accordingly. Knows what it was shown only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, final

import msgspec

from kilowatt.bots import economist, simple
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.turns import ECONOMIST, SIMPLE, Cast
from kilowatt.engine.phases.auction import eligible

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class Evidence(msgspec.Struct):
    """What was found out about rivals in a game, as plain data."""

    rows: dict[int, list[float]] = {}
    """The numbers of each rival that has shown something; what they are is the reader's own."""
    lot: tuple[int, int] = (0, 0)
    """The round and the plant of the last auction that was looked at."""
    counted: list[tuple[int, bool]] = []
    """What has been counted of that auction: rivals, and whether they stayed."""


class Watcher(Protocol):
    """What a bot that looks ahead asks about its rivals."""

    evidence: Evidence
    """All it knows: it may be taken from one reader and given to another."""

    def watch(self, s: State, seat: int) -> None:
        """Look at an auction that is on."""

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return as what each seat is imagined in a sample, the bot's own seat as `own`."""


def shown(s: State, seat: int) -> list[tuple[int, bool]]:
    """List rivals of an auction that is on that have shown something: the leader, and all that have left the lot."""
    who = eligible(s)
    rivals: list[tuple[int, bool]] = []
    for rival in range(s.rules.seats):
        stays = bool(s.bidders >> rival & 1)
        if rival != seat and who >> rival & 1 and (not stays or rival == s.leader):
            rivals.append((rival, stays))
    return rivals


def not_counted(evidence: Evidence, s: State, seat: int) -> list[tuple[int, bool]]:
    """List what rivals have shown in an auction that is on, without what has been counted of it."""
    if evidence.lot != (s.round, s.lot):
        evidence.lot, evidence.counted = (s.round, s.lot), []
    return [row for row in shown(s, seat) if row not in evidence.counted]


def compelled(s: State, rival: int) -> bool:
    """Return whether a leader may have been compelled to open at the least bid, which shows nothing."""
    return rival == s.opener and s.bid <= s.rules.numbers[s.lot]


@final
class Unread:
    """Finds out nothing: every rival is imagined as the bot itself."""

    def __init__(self) -> None:
        self.evidence = Evidence()

    def watch(self, s: State, seat: int) -> None:
        """Look away."""

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return the same for every seat."""
        return (own,) * s.rules.seats


@final
class Reader:
    """Counts, for every rival, bids that only one of the two would have made."""

    def __init__(self) -> None:
        self.evidence = Evidence()
        """A number for each rival: above 0 it looks like `simple`, below like `economist`."""

    def watch(self, s: State, seat: int) -> None:
        """Look at an auction that is on: who leads though one of the two would not, who left though one would stay."""
        tables = tables_of(s)
        judge = economist.judge_of(s, tables)
        rows = self.evidence.rows
        for rival, stays in not_counted(self.evidence, s, seat):
            self.evidence.counted.append((rival, stays))
            plain = min(s.money[rival], simple.limit_of(s, rival, tables, s.lot))
            worth = economist.worth_of(s, rival, judge, s.lot, closing=False)
            first = stays and compelled(s, rival)
            as_simple = (s.bid <= plain or first) if stays else s.bid >= plain
            as_economist = (s.bid <= worth or first) if stays else s.bid >= worth
            if as_simple != as_economist:
                rows[rival] = [self.vote(rival) + (1 if as_simple else -1)]

    def vote(self, rival: int) -> float:
        """Return the number of a rival."""
        return self.evidence.rows.get(rival, [0.0])[0]

    def cast(self, s: State, seat: int, sample: int, own: int) -> Cast:
        """Return as what each seat is imagined; rivals that have not shown it are tried as both."""
        roles = [ECONOMIST] * s.rules.seats
        roles[seat] = own
        for other in range(s.rules.seats):
            vote = self.vote(other)
            if other != seat and (vote > 0 or (vote == 0 and (sample + other) % 2)):
                roles[other] = SIMPLE
        return tuple(roles)
