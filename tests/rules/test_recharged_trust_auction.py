"""The Trust's plants and fuel, in games of two: what it takes, when, and what it gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, BuyFuel, Open, Pass, Reveal
from kilowatt.engine.events import FuelRefilled, PlantScrapped, TrustTook
from tests import kit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
USA = "recharged/usa"
A, B = 0, 1
EMPTY = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


def auctions(
    market: Sequence[str], stack: Sequence[str], trust: Sequence[str] = (), ruleset: str = GERMANY, **table: Any
) -> State:
    """The auctions of two players, A first, with so much money that all is possible."""
    table.setdefault("money", 100)
    return kit.situation(ruleset, 2, market=market, stack=stack, trust={"plants": list(trust)}, **table)


def trust_plants(state: State) -> list[str]:
    """The Trust's plants by number."""
    return sorted(kit.view(state)["trust"]["plants"], key=int)


def trust_fuel(state: State) -> dict[str, int]:
    """The fuel the Trust holds."""
    return {fuel: count for fuel, count in kit.view(state)["trust"]["fuel"].items() if count}


def fuelling(plants: Sequence[str], tokens: Mapping[str, int], ruleset: str = GERMANY) -> State:
    """The buying phase with the Trust owning plants, B to buy."""
    return kit.situation(
        ruleset,
        2,
        phase="fuel",
        plants={A: ["3", "4", "6"], B: ["5"]},
        trust={"plants": list(plants)},
        tokens={**EMPTY, **tokens},
    )


def test_the_trust_pays_nothing() -> None:
    """A's purchase costs A its price; the Trust's take and its fuel cost nobody anything. [R18-TR-05]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["22", "30"])
    s = kit.buy(s, "5")
    assert kit.view(s)["trust"]["plants"] == ["10"]
    assert [row["money"] for row in kit.view(s)["seats"]] == [95, 100]
    s = kit.end_turns(kit.act(s, Pass(B)), "fuel")
    assert trust_fuel(s) == {"coal": 2}
    assert [row["money"] for row in kit.view(s)["seats"]] == [95, 100]


def test_the_trust_never_bids() -> None:
    """Only the two players are asked in an auction: when one passes the other has the plant. [R18-TR-07]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["22", "30"])
    s = kit.act(s, Open(A, "5", 5))
    assert kit.view(s)["auction"]["bidders"] == [A, B]
    asked = []
    for amount in range(6, 10):
        asked.append(kilowatt.actor(s))
        s = kit.act(s, Bid(s.actor, amount))
    assert asked == [B, A, B, A]
    s = kit.act(s, Pass(B))
    assert kit.view(s)["auction"] is None
    assert kit.view(s)["seats"][A]["plants"] == ["5"]


@pytest.mark.parametrize("ruleset", [GERMANY, USA])
def test_the_trust_takes_after_the_first_purchase(ruleset: str) -> None:
    """After A's purchase and its replacement leave 5,7,9,10 on offer the Trust takes the 10. [R18-TR-08]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["22", "30"], ruleset=ruleset)
    s = kit.buy(s, "4")
    assert kit.view(s)["seats"][A]["plants"] == ["4"]
    assert trust_plants(s) == ["10"]
    assert kit.market(s) == ["5", "7", "9", "12", "15", "20", "22", "30"]
    assert kilowatt.actor(s) == B


def test_the_trust_takes_after_the_replacement() -> None:
    """A replacement that comes into the current market can be what the Trust takes. [R18-TR-08]"""
    s = auctions(["4", "5", "7", "9", "13", "14", "15", "20"], ["10", "30"])
    s = kit.buy(s, "5")
    assert trust_plants(s) == ["10"]


def test_the_trust_takes_when_the_first_player_opts_out() -> None:
    """When the first player opts out the Trust takes the biggest current plant before B's turn. [R18-TR-08]"""
    s = auctions(["5", "7", "9", "10", "12", "15", "20", "22"], ["30"])
    assert TrustTook("10") in kit.events_of(s, Pass(A))
    s = kit.act(s, Pass(A))
    assert trust_plants(s) == ["10"]
    assert kit.market(s) == ["5", "7", "9", "12", "15", "20", "22", "30"]
    assert kilowatt.actor(s) == B


def test_the_trust_takes_when_the_other_player_wins() -> None:
    """When B wins the auction A opened the Trust takes at once, and then A acts again. [R18-TR-08]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["22", "30"])
    s = kit.outbid(s, "5", B, 8)
    assert trust_plants(s) == ["10"]
    assert kilowatt.actor(s) == A


def test_the_trust_takes_once_a_round() -> None:
    """B's purchase after A's brings no second take, and the market has eight plants again. [R18-TR-09]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["22", "30", "31", "32"])
    s = kit.buy(s, "5")
    assert trust_plants(s) == ["10"]
    assert len(kit.market(s)) == 8, "sale and take were both replaced"
    s = kit.buy(s, "7")
    assert trust_plants(s) == ["10"]
    assert len(kit.market(s)) == 8
    assert kit.view(s)["phase"] == "fuel"


def test_no_second_take_after_opting_out() -> None:
    """A take when A opted out is the only one though B buys; so is one when B won before A opted out. [R18-TR-09]"""
    stack = ["30", "31", "32", "33"]
    first = kit.buy(kit.act(auctions(["4", "5", "7", "9", "10", "12", "15", "20"], stack), Pass(A)), "5")
    assert trust_plants(first) == ["9"]
    second = kit.act(kit.outbid(auctions(["4", "5", "7", "9", "10", "12", "15", "20"], stack), "5", B, 8), Pass(A))
    assert trust_plants(second) == ["10"]


def test_the_trust_takes_again_next_round() -> None:
    """The Trust's take comes back with every round. [R18-TR-09]"""
    s = auctions(["4", "5", "7", "9", "10", "12", "15", "20"], ["30", "31", "32", "33", "34"])
    s = kit.act(s, Pass(A), Pass(B))
    s = kit.end_turns(kit.end_turns(kit.end_turns(s, "fuel"), "build"), "power")
    assert kit.view(s)["round"] == 3
    before = kit.view(s)["plants"]["current"]
    s = kit.act(s, Pass(s.actor))
    assert trust_plants(s) == ["9", before[-1]]


def test_three_plants_of_the_trust() -> None:
    """With 10, 15 and 20 the Trust takes 13 for its 10, which leaves the game, and leaves a 9. [R18-TR-10]"""
    s = auctions(["5", "7", "9", "13", "14", "18", "22", "25"], ["30"], ["10", "15", "20"])
    assert PlantScrapped(None, "10") in kit.events_of(s, Pass(A))
    s = kit.act(s, Pass(A))
    assert trust_plants(s) == ["13", "15", "20"]
    assert "10" in kit.view(s)["plants"]["removed"]
    small = auctions(["5", "6", "7", "9", "12", "18", "22", "25"], ["30"], ["10", "15", "20"])
    before = kit.market(small)
    small = kit.act(small, Pass(A))
    assert trust_plants(small) == ["10", "15", "20"]
    assert kit.market(small) == before


def test_the_trust_keeps_two_plants_beside_a_small_one() -> None:
    """With fewer than three plants the Trust takes any plant, however small. [R18-TR-10]"""
    s = auctions(["5", "6", "7", "9", "12", "18", "22", "25"], ["30"], ["15", "20"])
    s = kit.act(s, Pass(A))
    assert trust_plants(s) == ["9", "15", "20"]


def test_a_missed_chance_is_gone() -> None:
    """When nothing bigger was on offer the Trust does not look again after B's purchase. [AMB-87]"""
    s = auctions(["5", "6", "7", "9", "12", "18", "22", "25"], ["30", "31"], ["10", "15", "20"])
    s = kit.buy(kit.act(s, Pass(A)), "6")
    assert trust_plants(s) == ["10", "15", "20"]
    assert "12" in kit.market(s)


@pytest.mark.parametrize("ruleset", [GERMANY, USA])
def test_fuel_for_one_production(ruleset: str) -> None:
    """With 07 and 10 the Trust takes 3 oil and 2 coal, and no reserve. [R18-TR-11]"""
    s = fuelling(["7", "10"], {"oil": 20, "coal": 20, "garbage": 5, "uranium": 5}, ruleset)
    oil, coal = kit.prices(s, "oil"), kit.prices(s, "coal")
    s = kit.act(s, Pass(B))
    assert trust_fuel(s) == {"oil": 3, "coal": 2}
    assert kit.prices(s, "oil") == oil[3:], "the cheapest go"
    assert kit.prices(s, "coal") == coal[2:]


def test_fuel_of_every_kind() -> None:
    """Garbage and uranium plants are fuelled alike, and an eco plant needs nothing. [R18-TR-11]"""
    s = kit.act(fuelling(["38", "39", "50"], {"garbage": 9, "uranium": 4, "coal": 5, "oil": 5}), Pass(B))
    assert trust_fuel(s) == {"garbage": 3, "uranium": 1}


@pytest.mark.parametrize(("order", "last", "first"), [([A, B], B, A), ([B, A], A, B)])
def test_the_trust_buys_between_the_players(order: list[int], last: int, first: int) -> None:
    """In Phase 3 the third in order buys, then the Trust, then the first. [R18-TR-12]"""
    s = kit.situation(
        GERMANY,
        2,
        phase="fuel",
        order=order,
        plants={A: ["4"], B: ["8"]},
        trust={"plants": ["10"]},
        tokens={**EMPTY, "coal": 6},
        money=100,
    )
    assert kit.view(s)["order"] == [first, "trust", last]
    assert kilowatt.actor(s) == last
    assert trust_fuel(s) == {}
    s = kit.act(s, BuyFuel(last, "coal", "main"))
    assert trust_fuel(s) == {}, "not before the turn is over"
    s = kit.act(s, Pass(last))
    assert kilowatt.actor(s) == first
    assert trust_fuel(s) == {"coal": 2}
    assert kit.prices(s, "coal") == [8, 8, 8], "one 7 was bought, two were taken"


def test_a_short_market() -> None:
    """Of 3 oil needed the Trust takes the 1 there is. [R18-TR-13]"""
    s = kit.act(fuelling(["7"], {"oil": 1, "coal": 5}), Pass(B))
    assert trust_fuel(s) == {"oil": 1}
    assert kit.prices(s, "oil") == []
    assert kit.prices(s, "coal") == [7, 7, 8, 8, 8]


@pytest.mark.parametrize(
    ("coal", "oil", "taken"),
    [
        (9, 9, {"coal": 2, "oil": 1}),
        (9, 0, {"coal": 3}),
        (0, 9, {"oil": 3}),
        (1, 9, {"coal": 1, "oil": 2}),
        (9, 1, {"coal": 2, "oil": 1}),
        (1, 1, {"coal": 1, "oil": 1}),
    ],
)
def test_a_hybrid_alternates(coal: int, oil: int, taken: dict[str, int]) -> None:
    """For hybrid 46 the Trust takes coal, oil, coal while both last, then what is left. [R18-TR-14]"""
    s = kit.act(fuelling(["46"], {"coal": coal, "oil": oil}), Pass(B))
    assert trust_fuel(s) == taken


def test_one_fuel_plants_come_before_hybrids() -> None:
    """The Trust fuels its oil plant before its hybrid, and two hybrids one after the other from coal on. [AMB-88]"""
    s = kit.act(fuelling(["7", "12"], {"oil": 3, "coal": 5}), Pass(B))
    assert trust_fuel(s) == {"oil": 3, "coal": 2}
    s = kit.act(fuelling(["29", "46"], {"oil": 9, "coal": 9}), Pass(B))
    assert trust_fuel(s) == {"coal": 3, "oil": 1}


def test_the_trust_gives_its_fuel_back() -> None:
    """The Trust's 3 oil go to the empty supply, 2 are refilled and 1 stays; nobody earns by it. [R18-TR-19]"""
    s = kit.situation(
        GERMANY,
        2,
        phase="power",
        trust={"plants": ["7"], "fuel": {"oil": 3}},
        tokens={"oil": 21},
        stack=["40", "42"],
    )
    assert kit.supply(s)["oil"] == 0
    happened = []
    before = [row["money"] for row in kit.view(s)["seats"]]
    while kit.view(s)["phase"] == "power":
        happened += kit.events_of(s, kit.run(s.actor))
        s = kit.act(s, kit.run(s.actor))
    (refill,) = [event for event in happened if isinstance(event, FuelRefilled)]
    assert refill.added["oil"] == 2
    assert len(kit.prices(s, "oil")) == 23
    assert kit.supply(s)["oil"] == 1
    assert trust_fuel(s) == {}
    assert [row["money"] for row in kit.view(s)["seats"]] == [money + 10 for money in before]


def test_the_trust_ends_no_uranium() -> None:
    """The Trust takes plant 39 and Germany goes on getting uranium: it was not bought by a player. [AMB-45]"""
    s = auctions(
        ["27", "29", "30", "33", "37", "39"], ["40", "42", "44", "46"], ["25"], step=3, tokens=EMPTY, phase="auction"
    )
    s = kit.act(s, Pass(A), Pass(B))
    assert trust_plants(s) == ["25", "39"]
    s = kit.end_turns(kit.end_turns(kit.end_turns(s, "fuel"), "build"), "power")
    assert len(kit.prices(s, "uranium")) == 1


def test_the_trust_takes_the_sixth_plant_in_step_3() -> None:
    """In Step 3 the biggest current plant is the sixth. [AMB-46]"""
    s = auctions(["13", "15", "18", "20", "25", "30"], ["40", "42"], step=3)
    assert trust_plants(kit.act(s, Pass(A))) == ["30"]


def test_the_trust_takes_the_last_plant_with_its_token() -> None:
    """If only the discounted plant is left the Trust takes it and the token goes aside. [AMB-47]"""
    s = auctions(["30"], [], step=3)
    assert kit.view(s)["plants"]["discount"] == "30"
    s = kit.act(s, Pass(A))
    assert trust_plants(s) == ["30"]
    assert kit.market(s) == []
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.view(s)["phase"] == "fuel"


FULL = ["20", "21", "24", "25", "27", "29", "31", "33"]


def test_example_low_draw_of_the_trust() -> None:
    """The Trust's low draw 19 goes with the token; then the Step 3 card and the 20 leave. [AMB-84, AMB-47]"""
    s = kit.buy(auctions(FULL, ["step3", "19", "36"], step=2), "21")
    assert kilowatt.actor(s) == "chance"
    assert trust_plants(s) == ["27"]
    s = kit.act(s, Reveal("19"))
    assert "19" in kit.view(s)["plants"]["removed"]
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.market(s) == ["20", "24", "25", "29", "31", "33", "36", "step3"]
    s = kit.act(s, Pass(B))
    assert kit.market(s) == ["24", "25", "29", "31", "33", "36"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


def test_example_token_and_step_3() -> None:
    """With the token still on 20 it is replaced by 38 first, and then the Step 3 card and the 24 leave. [AMB-84]"""
    s = kit.act(kit.buy(auctions(FULL, ["step3", "36", "38"], step=2), "21"), Reveal("36"))
    assert kit.market(s) == ["20", "24", "25", "29", "31", "33", "36", "step3"]
    assert kit.view(s)["plants"]["discount"] == "20"
    s = kit.act(s, Pass(B))
    assert kit.market(s) == ["25", "29", "31", "33", "36", "38"]


def test_example_first_round() -> None:
    """The worked first round with the Trust ends with 7,8,10,12,13,15,20,22 and the order A, Trust, B. [AMB-86]"""
    s = auctions(["3", "4", "5", "7", "9", "10", "12", "15"], ["13", "20", "22", "8"], round=1, money=50)
    assert kit.view(s)["plants"]["discount"] == "3"
    assert kit.refused(s, Pass(A)).code == "must_buy_first_round"
    s = kit.outbid(s, "4", B, 5)
    assert trust_plants(s) == ["9"]
    assert kit.market(s) == ["3", "5", "7", "10", "12", "13", "15", "20"]
    assert kilowatt.actor(s) == A
    assert kit.refused(s, Pass(A)).code == "must_buy_first_round"
    assert kit.refused(s, Open(A, "5", 6)).code == "last_buyer_pays_least"
    s = kit.act(s, Open(A, "5", 5))
    assert kit.view(s)["seats"][A]["money"] == 45
    assert kit.market(s) == ["7", "8", "10", "12", "13", "15", "20", "22"]
    assert kit.view(s)["order"] == [A, "trust", B]
    assert kit.view(s)["phase"] == "fuel"
