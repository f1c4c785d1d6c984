"""Blocks about the moment: phase, decision, auction, the partial action, and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.asks import FIRST_DRAW, NAMES
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.plants import IN_MARKET
from kilowatt.envs.blocks.masks import one
from kilowatt.envs.observation_layout import MOST, UNKNOWN, Bits, Facts, Group, Numbers, Watch

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Pending

SEATS = 6
"""Seats there can be."""


@final
class DecisionWatch(Watch):
    """Remembers the moment as one number, and the seats that it is about."""

    def __init__(self) -> None:
        self.moment = self.actor = self.seat = UNKNOWN

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        moment = _happened(s) << 16 | s.ask << 8 | s.step << 4 | s.phase
        if moment == self.moment and s.actor == self.actor and f.seat == self.seat:
            return False
        self.moment, self.actor, self.seat = moment, s.actor, f.seat
        return True


@final
class Decision(Group):
    """The blocks about the decision: where the game is and which seat it asks for what."""

    def __init__(self, rules: Rules) -> None:
        self.seats = rules.seats
        flags = ["step2_done", "step3_due", "last_round", "end_card_in_market", "scrapped", "trust_took"]
        super().__init__(
            [
                Bits("phase", list(PHASE_NAMES), "the phase, one of them set"),
                Bits("step", ["1", "2", "3"], "the step, one of them set"),
                Bits("asked", list(NAMES[1:FIRST_DRAW]), "the decision the acting seat has to make"),
                Bits("flags", flags, "what has happened already"),
                Bits("actor", [str(k) for k in range(SEATS)], "the acting seat, counted clockwise from the observer"),
            ],
            [],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return DecisionWatch()

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        s = f.state
        return [
            1 << s.phase,
            1 << s.step >> 1,
            1 << s.ask >> 1 if 0 < s.ask < FIRST_DRAW else 0,
            _happened(s),
            1 << (s.actor - f.seat) % self.seats if s.actor >= 0 else 0,
        ]


def _happened(s: State) -> int:
    return (
        s.step2_done
        | s.step3_due << 1
        | s.last_round << 2
        | (s.end_card == IN_MARKET) << 3
        | s.scrapped << 4
        | s.trust_took << 5
    )


@final
class LotsWatch(Watch):
    """Remembers the three."""

    def __init__(self) -> None:
        self.lot = self.newest = self.plants = UNKNOWN

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        if s.lot == self.lot and s.newest == self.newest and f.pending.plants == self.plants:
            return False
        self.lot, self.newest, self.plants = s.lot, s.newest, f.pending.plants
        return True


@final
class Lots(Group):
    """The blocks about single plants: the lot, the purchase, the partial action."""

    def __init__(self, rules: Rules) -> None:
        plants = [plant.id for plant in rules.plants]
        super().__init__(
            [
                Bits("lot", plants, "the plant up for auction"),
                Bits("newest", plants, "the plant whose purchase is being settled"),
                Bits("said_plants", plants, "plants of the partial opening or run set"),
            ],
            [],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return LotsWatch()

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        return [one(f.state.lot), one(f.state.newest), f.pending.plants]


@final
class CountersWatch(Watch):
    """Remembers everything the numbers are made of."""

    def __init__(self) -> None:
        self.round = self.bid = self.lot = self.trust_houses = self.contractor = self.paid_scraps = UNKNOWN
        self.pending: Pending | None = None
        self.slots: list[int] = []

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        if (
            s.round == self.round
            and s.bid == self.bid
            and s.lot == self.lot
            and f.pending is self.pending
            and s.trust_houses == self.trust_houses
            and s.contractor == self.contractor
            and s.paid_scraps == self.paid_scraps
            and s.slots == self.slots
        ):
            return False
        self.round, self.bid, self.lot, self.pending = s.round, s.bid, s.lot, f.pending
        self.trust_houses, self.contractor, self.paid_scraps = s.trust_houses, s.contractor, s.paid_scraps
        self.slots = s.slots[:]
        return True


@final
class Counters(Group):
    """The blocks of numbers about the moment."""

    def __init__(self, rules: Rules) -> None:
        kept = rules.slots - (rules.fuel_supply.seat_slots + rules.starts.seat_slots) * rules.seats
        given_up = "fuel of the partial run set, or given up by the partial scrapping"
        contractor = ["card", "first", "others", "paid"]
        super().__init__(
            [],
            [
                Numbers("round", ["round"], "the round", 20),
                Numbers("bid", ["bid"], "the highest bid, 0 without an auction", 100),
                Numbers("said_raise", ["said_raise"], "the partial raise, in steps of 200", 100),
                Numbers("said_burn", list(rules.fuels), given_up, 6),
                Numbers("trust_houses", ["trust_houses"], "houses the Trust has left", 20),
                Numbers("contractor", contractor, "contractor card, what it pays, scraps paid", 20),
                Numbers("slots", [str(i + 1) for i in range(kept)], "what special rules remember"),
            ],
        )

    def watch(self) -> Watch:
        """Return a new memory."""
        return CountersWatch()

    def values(self, f: Facts) -> list[int]:
        """Return the numbers."""
        s = f.state
        pending = f.pending
        bid = min(s.bid, MOST) if s.lot != NOBODY else 0
        numbers = [s.round, bid, min(pending.raised, MOST), *pending.burn, s.trust_houses]
        if s.rules.contractor:
            first, others = s.rules.contractor[s.contractor]
            numbers += [s.contractor + 1, first, others, s.paid_scraps]
        else:
            numbers += [0, 0, 0, 0]
        # the market that each seat is bound to, its mines and its jump are blocks of the seat
        kept = s.slots
        for policy in (s.rules.starts, s.rules.fuel_supply):  # the later slots first
            if policy.seat_slots:
                kept = kept[: policy.base] + kept[policy.base + s.rules.seats :]
        return numbers + kept
