"""A refusal names what was asked for and what there is: its arguments are those of the action and of the table.

The ledger ids of the refusals are in `cites.toml`; bids [R18-AUC-06, AMB-63], fuel [R18-RES-02, R18-RES-07, AMB-74],
building [R18-BLD-02], running plants [R18-PLT-02], the card game's columns [C-RES-02].
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import (
    Action,
    Bid,
    Build,
    BuyCard,
    BuyFuel,
    ChooseArea,
    DiscardFuel,
    Open,
    Reveal,
    Run,
    Running,
    Scrap,
)
from kilowatt.table.playout import random_action
from tests import kit
from tests.conformance.vocabulary import vocabulary

MARKET = ["10", "12", "13", "15", "18", "20", "25", "31"]
ZONE = ["west", "north_west", "south_west"]
SAME = ("seat", "plant", "city", "area", "market", "column", "card")
"""Arguments that repeat a field of the action."""


def auction(**more: Any) -> kilowatt.State:
    """Seat 0 opens in the second round; everybody has 40."""
    return kit.situation("recharged/germany", 3, market=MARKET, stack=["30", "40"], money=40, **more)


def bidding() -> kilowatt.State:
    """Seat 0 has opened plant 12 for 12; seat 1 bids."""
    return kit.act(auction(), Open(0, "12", 12))


def scrapping() -> kilowatt.State:
    """Seat 0 has bought plant 10 as its fourth and must scrap one; 4 coal lie on plant 4, 2 oil on plant 3."""
    state = auction(plants={0: ["3", "4", "6"]}, fuel={0: {"coal": 4, "oil": 2}}, tokens={"coal": 9, "oil": 9})
    return kit.buy(state, "10", 10)


def fuel() -> kilowatt.State:
    """Seat 2 buys fuel: its plant 4 burns coal and is full; it has 3 Elektro."""
    return kit.situation(
        *("recharged/germany", 3),
        phase="fuel",
        plants={2: ["4"], 1: ["5"]},
        fuel={2: {"coal": 4}},
        tokens={"coal": 3, "oil": 3},
        money=3,
    )


def building() -> kilowatt.State:
    """Seat 2 builds with 12 Elektro; it stands in Essen."""
    return kit.situation("recharged/germany", 3, phase="build", zone=ZONE, cities={2: ["essen"]}, money=12)


def running() -> kilowatt.State:
    """Seat 0 runs plants 4 and 5 with 1 coal."""
    return kit.situation(
        *("recharged/germany", 3),
        phase="power",
        plants={0: ["4", "5"]},
        fuel={0: {"coal": 1}},
        tokens={"coal": 9},
        cities={0: ["essen"]},
        zone=ZONE,
    )


def columns() -> kilowatt.State:
    """Seat 2 buys fuel cards with 1 Elektro; its plant 4c burns coal."""
    return kit.situation(
        *("card-game", 3),
        phase="cards",
        plants={2: ["4c"]},
        columns={2: ["coal-2", "oil-1"]},
        money=1,
    )


CASES: list[tuple[Any, Action, str, dict[str, Any]]] = [
    (auction, Open(0, "99", 9), "unknown_plant", {"plant": "99"}),
    (auction, Open(0, "50", 50), "plant_not_in_market", {"plant": "50"}),
    (auction, Open(0, "18", 18), "plant_in_future_market", {"plant": "18"}),
    (auction, Open(0, "12", 11), "bid_too_low", {"bid": 11, "least": 12, "plant": "12"}),
    (auction, Open(0, "12", 41), "bid_above_money", {"bid": 41, "money": 40}),
    (auction, Open(3, "12", 12), "unknown_seat", {"seat": 3, "seats": 3}),
    (auction, Open(1, "12", 12), "not_your_turn", {"seat": 1, "actor": 0, "phase": "auction"}),
    (auction, Build(0, "essen"), "not_now", {"kind": "build", "phase": "auction"}),
    (auction, Reveal("30"), "nothing_to_deal", {"kind": "reveal"}),
    (bidding, Bid(1, 12), "bid_not_raised", {"bid": 12, "least": 13, "plant": "12"}),
    (bidding, Bid(1, 41), "bid_above_money", {"bid": 41, "money": 40}),
    (scrapping, Scrap(0, "50"), "plant_not_owned", {"plant": "50"}),
    (scrapping, Scrap(0, "10"), "cannot_scrap_new_plant", {"plant": "10"}),
    (scrapping, Scrap(0, "4", {"straw": 1}), "unknown_fuel", {"fuel": "straw"}),
    (scrapping, Scrap(0, "4", {"oil": 1}), "cannot_give_up", {"plant": "4", "fuel": "oil"}),
    (
        scrapping,
        Scrap(0, "4", {"coal": 5}),
        "gives_up_wrong_amount",
        {"plant": "4", "fuel": "coal", "count": 5, "most": 4},
    ),
    (fuel, BuyFuel(2, "straw", "main"), "unknown_fuel", {"fuel": "straw"}),
    (fuel, BuyFuel(2, "coal", "black"), "unknown_market", {"market": "black", "markets": ["main"]}),
    (fuel, BuyFuel(2, "uranium", "main"), "fuel_not_burned", {"fuel": "uranium"}),
    (fuel, BuyFuel(2, "coal", "main"), "no_room_for_fuel", {"fuel": "coal", "held": 4}),
    (building, Build(2, "atlantis"), "unknown_city", {"city": "atlantis"}),
    (building, Build(2, "berlin"), "city_outside_zone", {"city": "berlin"}),
    (building, Build(2, "essen"), "own_city", {"city": "essen"}),
    (running, Run(0, (Running("99", {}),)), "plant_not_owned", {"plant": "99"}),
    (running, Run(0, (Running("4", {"straw": 2}),)), "unknown_fuel", {"fuel": "straw"}),
    (running, Run(0, (Running("4", {"oil": 2}),)), "wrong_fuel", {"plant": "4", "fuel": "oil"}),
    (running, Run(0, (Running("5", {"coal": 2, "oil": 0}),)), "burn_not_positive", {"plant": "5", "fuel": "oil"}),
    (running, Run(0, (Running("4", {"coal": 1}),)), "wrong_burn", {"plant": "4", "need": 2, "burn": 1}),
    (running, Run(0, (Running("4", {"coal": 2}),)), "not_enough_fuel", {"fuel": "coal", "need": 2, "held": 1}),
    (columns, BuyCard(2, 2, "coal-9"), "unknown_card", {"card": "coal-9"}),
    (columns, BuyCard(2, 5, "coal-2"), "unknown_column", {"column": 5}),
    (columns, BuyCard(2, 0, "coal-2"), "unknown_column", {"column": 0}),
    (columns, BuyCard(2, 2, "coal-3"), "card_not_in_column", {"card": "coal-3", "column": 2}),
    (columns, BuyCard(2, 2, "oil-1"), "fuel_not_burned", {"fuel": "oil"}),
    (columns, BuyCard(2, 2, "coal-2"), "fuel_too_dear", {"fuel": "coal", "price": 2, "money": 1}),
]


@pytest.mark.parametrize(("lay", "action", "code", "args"), CASES, ids=[f"{row[2]}-{n}" for n, row in enumerate(CASES)])
def test_a_refusal_has_its_code_and_its_arguments(lay: Any, action: Action, code: str, args: dict[str, Any]) -> None:
    """Each case is refused with exactly this code and these arguments, and cites the rule of its edition."""
    state = lay()
    refusal = kit.refused(state, action)
    assert (refusal.code, refusal.args) == (code, args)
    assert refusal.rule == state.rules.cites[code]


def test_a_bidder_who_cannot_raise_is_shown_the_next_raise() -> None:
    """Of what the table shows, only the raise by one is refused to a bidder with as much as the bid. [AMB-63]"""
    state = kit.act(auction(), Open(0, "12", 40))
    ((action, refusal),) = kilowatt.why_not(state, 1)
    assert action == Bid(1, 41)
    assert (refusal.code, refusal.args) == ("bid_above_money", {"bid": 41, "money": 40})


def test_an_area_is_drafted_once() -> None:
    """An area that has been chosen is taken, and the refusal names it. [R18-SET-02]"""
    state = kit.fresh("recharged/germany", 3, zone="draft")
    state = kit.act(state, ChooseArea(state.actor, "west"))
    refusal = kit.refused(state, ChooseArea(state.actor, "west"))
    assert (refusal.code, refusal.args) == ("area_taken", {"area": "west"})


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("recharged/germany", 2, {"trust": True, "starting_cities": True, "zone": "draft"}), ("card-game", 3, {})],
)
def test_arguments_repeat_the_action_and_the_table(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Whatever is refused in a game names the action's own seat, plant, city, bid ... and the seat's own money."""
    rng = Random(4)
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, options))
    asked: set[int] = set()
    while kilowatt.actor(state) is not None and state.round < 4:
        if state.ask not in asked:
            asked.add(state.ask)
            for seat in range(seats):
                for action in vocabulary(state, seat):
                    compare(state, seat, action)
        kilowatt.advance(state, random_action(state, rng))


def compare(state: kilowatt.State, seat: int, action: Action) -> None:
    """Compare the arguments of a refusal with the action and the table."""
    refusal = kilowatt.refusal(state, action)
    if refusal is None:
        return
    args = refusal.args
    assert None not in args.values(), refusal
    for name in SAME:
        if name in args and hasattr(action, name):
            assert args[name] == getattr(action, name), refusal
    if isinstance(action, BuyFuel | DiscardFuel) and "fuel" in args:
        assert args["fuel"] == action.fuel
    if "bid" in args:
        assert isinstance(action, Open | Bid)
        assert args["bid"] == (action.bid if isinstance(action, Open) else action.amount)
    for name, value in (("money", state.money[seat]), ("actor", state.actor), ("step", state.step)):
        assert args.get(name, value) == value, refusal
