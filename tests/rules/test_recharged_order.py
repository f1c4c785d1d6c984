"""Recharged, rounds: the five phases and the order of the players in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, Open, Pass
from kilowatt.engine.events import PhaseBegan
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Event
    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
ZONE = ["west", "north_west", "south_west", "south"]
AREAS = {
    "west": ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"],
    "north_west": ["flensburg", "kiel", "hamburg", "cuxhaven", "wilhelmshaven", "bremen", "hannover"],
    "south_west": ["aachen", "koeln", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim"],
    "south": ["freiburg", "stuttgart", "konstanz", "augsburg", "regensburg", "muenchen", "passau"],
}


def towns(*counts: int) -> dict[int, list[str]]:
    """This many cities for each seat, each seat in an area of its own."""
    return {seat: AREAS[ZONE[seat]][:count] for seat, count in enumerate(counts)}


def idle(s: State) -> Action:
    """The acting seat's way of doing nothing."""
    seat = s.actor
    return kit.run(seat) if kit.view(s)["phase"] == "power" else Pass(seat)


def timeline(s: State) -> list[tuple[str, int]]:
    """List the seats that decide in each phase while all of them do nothing until the round is over."""
    turns: list[tuple[str, int]] = []
    number = kit.view(s)["round"]
    while kit.view(s)["round"] == number:
        turns.append((kit.view(s)["phase"], s.actor))
        s = kit.act(s, idle(s))
    return turns


@BOTH
def test_a_round_has_its_phases_in_a_fixed_order(game: str) -> None:
    """Order, auction, fuel, building and bureaucracy follow each other, everybody taking part in each. [R18-ORD-01]"""
    s = kit.situation(game, 3, phase="round", plants={0: ["30"], 1: ["31"], 2: ["32"]}, stack=["44", "46", "50"])
    assert kit.view(s)["order"] == [2, 1, 0]  # determined before the first auction
    phases: list[str] = []
    events: list[Event] = []
    while kit.view(s)["round"] == 2:
        phases.append(kit.view(s)["phase"])
        events += kit.events_of(s, idle(s))
        s = kit.act(s, idle(s))
    assert phases == ["auction"] * 3 + ["fuel"] * 3 + ["build"] * 3 + ["power"] * 3
    assert [event.phase for event in events if isinstance(event, PhaseBegan)] == ["fuel", "build", "power", "auction"]


def test_nobody_builds_before_everybody_has_bought_fuel() -> None:
    """With one player still to buy fuel nobody builds, with one still to build nobody produces. [R18-ORD-01]"""
    s = kit.situation(GERMANY, 3, phase="fuel", plants={seat: [str(3 + seat)] for seat in range(3)}, zone=ZONE[:3])
    s = kit.act(s, Pass(2), Pass(1))
    assert kit.view(s)["phase"] == "fuel"
    refusal = kit.refused(s, Build(0, "essen"))
    assert (refusal.code, refusal.rule) == ("not_now", "R18-ORD-01")
    assert not kit.allowed(s, Build(2, "essen"))
    s = kit.act(s, Pass(0), Build(2, "essen"), Pass(2), Pass(1))
    assert kit.refused(s, kit.run(0)).rule == "R18-ORD-01"
    assert not kit.allowed(s, kit.run(2))
    assert kit.refused(s, Open(0, "13", 13)).code == "not_now"
    assert kit.refused(s, BuyFuel(0, "oil", "main")).code == "not_now"


def test_fuel_waits_for_the_last_auction() -> None:
    """While one player has neither bought a plant nor opted out nobody may buy fuel. [R18-ORD-01]"""
    s = kit.situation(GERMANY, 3, plants={seat: [str(3 + seat)] for seat in range(3)}, stack=["44", "46"])
    s = kit.act(s, Pass(0), Pass(1))
    assert kit.refused(s, BuyFuel(2, "coal", "main")).code == "not_now"
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.allowed(s, BuyFuel(2, "coal", "main"))


@pytest.mark.parametrize(
    ("counts", "order"),
    [((3, 5, 4), [1, 2, 0]), ((5, 4, 3), [0, 1, 2]), ((0, 1, 2), [2, 1, 0])],
)
def test_most_cities_go_first(counts: tuple[int, ...], order: list[int]) -> None:
    """With 3, 5 and 4 cities the order is B, C, A, whatever the plants. [R18-ORD-02]"""
    plants = {0: ["30"], 1: ["4"], 2: ["20"]}
    s = kit.situation(GERMANY, 3, phase="round", cities=towns(*counts), plants=plants, zone=ZONE[:3], stack=["44"])
    assert kit.view(s)["order"] == order


@pytest.mark.parametrize("flip", [False, True])
def test_a_tie_goes_to_the_larger_plant(flip: bool) -> None:
    """With equal cities the owner of 17 and 3 is ahead of the owner of 15 and 14, on either seat. [R18-ORD-03]"""
    owners = {1: ["17", "3"], 0: ["15", "14"]} if not flip else {0: ["17", "3"], 1: ["15", "14"]}
    for order in ([0, 1, 2], [1, 0, 2]):
        s = kit.situation(
            GERMANY,
            3,
            phase="round",
            order=order,
            cities=towns(2, 2, 1),
            plants={**owners, 2: ["40"]},
            zone=ZONE[:3],
            stack=["44"],
        )
        assert kit.view(s)["order"] == ([0, 1, 2] if flip else [1, 0, 2])


@pytest.mark.parametrize("before", [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]])
def test_anna_greg_al_natalie(before: list[int]) -> None:
    """Anna with 6 cities, Greg and Al with 5 and plants 17 and 15, Natalie with 4 play in this order. [R18-ORD-04]"""
    s = kit.situation(
        GERMANY,
        4,
        phase="round",
        order=before,
        cities=towns(5, 6, 4, 5),  # seats: Al, Anna, Natalie, Greg
        plants={0: ["15", "10"], 1: ["13"], 2: ["36"], 3: ["17", "3"]},
        zone=ZONE,
        stack=["44", "46"],
    )
    assert kit.view(s)["order"] == [1, 3, 0, 2]


@BOTH
def test_the_order_is_made_again_after_the_first_auctions(game: str) -> None:
    """After A, B and C bought 4, 9 and 7 in round 1 the order is B, C, A and A buys fuel first. [R18-ORD-05]"""
    market = ["3", "4", "7", "9", "10", "12", "13", "15"]
    s = kit.situation(game, 3, phase="round", round=1, market=market, stack=["30", "31", "32", "33"])
    assert kit.view(s)["order"] == [0, 1, 2]
    assert s.actor == 0
    s = kit.buy(kit.buy(s, "4"), "9")
    assert kit.view(s)["order"] == [0, 1, 2]
    s = kit.buy(s, "7")
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["order"] == [1, 2, 0]
    assert s.actor == 0
    s = kit.act(s, Pass(0), Pass(2), Pass(1))
    assert s.actor == 0  # building, too, goes by the new order


@pytest.mark.parametrize("order", [[2, 0, 1], [1, 2, 0]])
def test_the_random_order_stands_for_the_first_auctions(order: list[int]) -> None:
    """Round 1 opens with whoever the random order puts first. [R18-ORD-05]"""
    s = kit.fresh(GERMANY, 3, order=order)
    assert kit.view(s)["order"] == order
    assert kit.view(s)["phase"] == "auction"
    assert s.actor == order[0]
    asked = [s.actor]
    for _ in range(2):
        seat = s.actor
        s = kit.deal_all(kit.act(s, Open(seat, kit.market(s)[1], int(kit.market(s)[1]))))
        while kit.view(s)["auction"]:
            s = kit.deal_all(kit.act(s, Pass(s.actor)))
        asked.append(s.actor)
    assert asked == order


def test_later_auctions_leave_the_order_alone() -> None:
    """From round 2 on a purchase changes the order only at the start of the next round. [R18-ORD-05]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="round",
        plants={0: ["8"], 1: ["7"], 2: ["6"]},
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31", "32", "33", "34"],
    )
    s = kit.act(s, Pass(0))
    s = kit.act(kit.buy(s, "13"), Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.view(s)["order"] == [0, 1, 2]
    while kit.view(s)["round"] == 2:
        assert kit.view(s)["order"] == [0, 1, 2]
        s = kit.act(s, idle(s))
    assert kit.view(s)["order"] == [1, 0, 2]


@BOTH
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0]])
def test_who_goes_first_in_each_phase(game: str, order: list[int]) -> None:
    """Auction and income go from the first player to the last, fuel and building from last to first. [R18-ORD-06]"""
    a, b, c = order
    s = kit.situation(game, 3, phase="auction", order=order, stack=["44", "46", "50"])
    assert timeline(s) == [
        *[("auction", seat) for seat in (a, b, c)],
        *[("fuel", seat) for seat in (c, b, a)],
        *[("build", seat) for seat in (c, b, a)],
        *[("power", seat) for seat in (a, b, c)],
    ]
    refusal = kit.refused(s, Pass(c))
    assert (refusal.code, refusal.rule) == ("not_your_turn", "R18-ORD-06")
    assert kilowatt.actor(s) == a
