"""Blocks about the moment: phase, decision, auction, the partial action, and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def decision(rules: Rules) -> Group:
    """Return the blocks about the decision: where the game is and which seat it asks for what."""
    seats = rules.seats

    def key(f: Facts) -> object:
        s = f.state
        happened = (s.step2_done, s.step3_due, s.last_round, s.end_card, s.scrapped, s.trust_took)
        return (s.phase, s.step, s.ask, s.actor, f.seat, happened)

    return Group(
        key,
        [
            Bits("phase", list(PHASE_NAMES), "the phase, one of them set", lambda f: 1 << f.state.phase),
            Bits("step", ["1", "2", "3"], "the step, one of them set", lambda f: 1 << f.state.step >> 1),
            Bits("asked", list(NAMES[1:FIRST_DRAW]), "the decision the acting seat has to make", _asked),
            Bits(
                "flags",
                ["step2_done", "step3_due", "last_round", "end_card_in_market", "scrapped", "trust_took"],
                "what has happened already",
                _happened,
            ),
            Bits(
                "actor",
                [str(k) for k in range(SEATS)],
                "the acting seat, counted clockwise from the observer",
                lambda f: 1 << (f.state.actor - f.seat) % seats if f.state.actor >= 0 else 0,
            ),
        ],
        [],
    )


def _asked(f: Facts) -> int:
    return 1 << f.state.ask >> 1 if 0 < f.state.ask < FIRST_DRAW else 0


def _happened(f: Facts) -> int:
    s = f.state
    return (
        s.step2_done
        | s.step3_due << 1
        | s.last_round << 2
        | (s.end_card == IN_MARKET) << 3
        | s.scrapped << 4
        | s.trust_took << 5
    )


def lots(rules: Rules) -> Group:
    """Return the blocks about single plants: the lot, the purchase, the partial action."""
    plants = [plant.id for plant in rules.plants]
    return Group(
        lambda f: (f.state.lot, f.state.newest, f.pending.plants),
        [
            Bits("lot", plants, "the plant up for auction", lambda f: one(f.state.lot)),
            Bits("newest", plants, "the plant whose purchase is being settled", lambda f: one(f.state.newest)),
            Bits("said_plants", plants, "plants of the partial opening or run set", lambda f: f.pending.plants),
        ],
        [],
    )


def counters(rules: Rules) -> Group:
    """Return the blocks of numbers about the moment."""
    kept = rules.slots - (rules.seats if rules.fuel_supply.one_market else 0)

    def key(f: Facts) -> object:
        s = f.state
        return (s.round, s.bid, s.lot, f.pending, s.trust_houses, s.contractor, s.paid_scraps, s.slots[:])

    return Group(
        key,
        [],
        [
            Numbers("round", ["round"], "the round", lambda f: [f.state.round], 20),
            Numbers("bid", ["bid"], "the highest bid, 0 without an auction", _bid, 100),
            Numbers(
                "said_raise",
                ["said_raise"],
                "the partial raise, in steps of 200",
                lambda f: [min(f.pending.raised, MOST)],
                100,
            ),
            Numbers(
                "said_burn",
                list(rules.fuels),
                "fuel of the partial run set, or given up by the partial scrapping",
                lambda f: f.pending.burn,
                6,
            ),
            Numbers(
                "trust_houses", ["trust_houses"], "houses the Trust has left", lambda f: [f.state.trust_houses], 20
            ),
            Numbers(
                "contractor",
                ["card", "first", "others", "paid"],
                "contractor card, what it pays, scraps paid",
                _contractor,
                20,
            ),
            Numbers("slots", [str(i + 1) for i in range(kept)], "what special rules remember", _slots),
        ],
    )


def _bid(f: Facts) -> list[int]:
    return [min(f.state.bid, MOST) if f.state.lot != NOBODY else 0]


def _contractor(f: Facts) -> list[int]:
    s = f.state
    if not s.rules.contractor:
        return [0, 0, 0, 0]
    first, others = s.rules.contractor[s.contractor]
    return [s.contractor + 1, first, others, s.paid_scraps]


def _slots(f: Facts) -> list[int]:
    """Return what policies remember; the market each seat is bound to is a block of the seat."""
    s: State = f.state
    supply = s.rules.fuel_supply
    return s.slots[: supply.base] + s.slots[supply.base + s.rules.seats :] if supply.one_market else s.slots
