"""Blocks about the moment: phase, decision, auction, the partial action, and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.asks import FIRST_DRAW, NAMES
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.plants import IN_MARKET
from kilowatt.envs.blocks.masks import one
from kilowatt.envs.layout import MOST, Bits, Facts, Group, Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

SEATS = 6
"""Seats there can be."""


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

    def key(self, f: Facts) -> object:
        """Return the moment as one number and the seats that it is about."""
        s = f.state
        return (_happened(s) << 16 | s.ask << 8 | s.step << 4 | s.phase, s.actor, f.seat)

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

    def key(self, f: Facts) -> object:
        """Return the three."""
        return (f.state.lot, f.state.newest, f.pending.plants)

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        return [one(f.state.lot), one(f.state.newest), f.pending.plants]


@final
class Counters(Group):
    """The blocks of numbers about the moment."""

    def __init__(self, rules: Rules) -> None:
        kept = rules.slots - (rules.seats if rules.fuel_supply.one_market else 0)
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

    def key(self, f: Facts) -> object:
        """Return everything the numbers are made of."""
        s = f.state
        return (s.round, s.bid, s.lot, f.pending, s.trust_houses, s.contractor, s.paid_scraps, s.slots[:])

    def values(self, f: Facts) -> list[int]:
        """Return the numbers."""
        s = f.state
        pending = f.pending
        bid = min(s.bid, MOST) if s.lot != NOBODY else 0
        found = [s.round, bid, min(pending.raised, MOST), *pending.burn, s.trust_houses]
        if s.rules.contractor:
            first, others = s.rules.contractor[s.contractor]
            found += [s.contractor + 1, first, others, s.paid_scraps]
        else:
            found += [0, 0, 0, 0]
        supply = s.rules.fuel_supply
        if supply.one_market:  # the market each seat is bound to is a block of the seat
            return found + s.slots[: supply.base] + s.slots[supply.base + s.rules.seats :]
        return found + s.slots
