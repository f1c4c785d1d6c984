"""Who may buy nuclear plants, by area, on the boards that ask for it; and the rebate of Central Europe."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass
from tests import kit

MARKET = ["11", "12", "13", "15", "16", "17", "19", "20"]
CASES = [
    # ruleset, zone (a city of its first area does not count, one of the second does), the rule
    ("original/central-europe", ["austria", "czechia", "slovakia"], "AT-CE-01"),
    ("original/spain-portugal", ["portugal", "centre", "north_west"], "AT-ES-01"),
    ("original/northern-europe", ["denmark", "south_sweden", "norway"], "AT-NE-01"),
]
IDS = [case[0] for case in CASES]


def lay(ruleset: str, zone: list[str], **more: object) -> kilowatt.State:
    """Three players, nuclear plants among those on offer."""
    given = {"market": MARKET, "stack": ["30", "31", "32"], "money": 100, "zone": zone, **more}
    return kit.situation(ruleset, 3, **given)  # type: ignore[arg-type]


def towns(ruleset: str, zone: list[str]) -> tuple[str, str]:
    """A city of the first area of the zone, and one of the second."""
    board = kilowatt.ruleset(ruleset, 3, {"zone": zone}).board
    first = [next(city.id for city in board.cities if board.areas[city.area].id == area) for area in zone]
    return first[0], first[1]


@pytest.mark.parametrize(("ruleset", "zone", "rule"), CASES, ids=IDS)
def test_opening_needs_a_house_there(ruleset: str, zone: list[str], rule: str) -> None:
    """With a city elsewhere plant 11 is refused with its rule; with one city there it may be opened.

    [AT-CE-01, AT-ES-01, AT-NE-01]
    """
    without, with_it = towns(ruleset, zone)
    s = lay(ruleset, zone, cities={0: [without]})
    reason = kit.refused(s, Open(0, "11", 11))
    assert (reason.code, reason.rule) == ("no_licence", rule)
    assert "11" not in {move.plant for move in kilowatt.legal_actions(s) if isinstance(move, Open)}
    assert kit.allowed(s, Open(0, "12", 12))
    s = lay(ruleset, zone, cities={0: [without, with_it]})
    assert kit.allowed(s, Open(0, "11", 11))


@pytest.mark.parametrize(("ruleset", "zone"), [case[:2] for case in CASES], ids=IDS)
def test_only_those_who_may_buy_are_asked(ruleset: str, zone: list[str]) -> None:
    """Seat 1 has no city there and is not asked for plant 11; seat 2 has one and is. [AT-CE-01, AT-ES-01]"""
    without, with_it = towns(ruleset, zone)
    cities = {0: [with_it], 1: [without], 2: [another(ruleset, zone)]}
    s = kit.act(lay(ruleset, zone, cities=cities), Open(0, "11", 11))
    assert s.actor == 2
    s = kit.act(s, Bid(2, 12), Pass(0))
    assert kit.view(s)["seats"][2]["plants"] == ["11"]
    assert kit.refused(kit.act(lay(ruleset, zone, cities=cities), Open(0, "11", 11)), Bid(1, 12)).code
    s = kit.act(lay(ruleset, zone, cities=cities), Open(0, "12", 12))
    assert s.actor == 1


def another(ruleset: str, zone: list[str]) -> str:
    """Another city of the second area."""
    board = kilowatt.ruleset(ruleset, 3, {"zone": zone}).board
    area = next(number for number, area in enumerate(board.areas) if area.id == zone[1])
    return [city.id for city in board.cities if city.area == area][1]


@pytest.mark.parametrize(("ruleset", "zone"), [case[:2] for case in CASES], ids=IDS)
def test_nobody_can_in_round_1(ruleset: str, zone: list[str]) -> None:
    """Before anybody has a house nobody is offered a nuclear plant, and a market of such plants exempts. [AT-CE-01]"""
    s = lay(ruleset, zone, round=1)
    assert "11" not in {move.plant for move in kilowatt.legal_actions(s) if isinstance(move, Open)}
    s = lay(ruleset, zone, round=1, market=["11", "17", "23", "28", "34", "39"], end_card_gone=True)
    assert kit.view(s)["phase"] != "auction"
    assert kit.view(s)["seats"][0]["plants"] == []


def test_any_city_is_supplied() -> None:
    """A nuclear plant supplies cities in Austria and Poland like any other. [AT-CE-01]"""
    s = kit.situation(
        "original/central-europe",
        3,
        phase="power",
        zone=["austria", "czechia", "slovakia"],
        cities={0: ["wien", "linz"]},
        plants={0: ["11"]},
        fuel={0: {"uranium": 1}},
        stack=["30"],
    )
    before = kit.view(s)["seats"][0]["money"]
    s = kit.act(s, kit.run(0, p11={"uranium": 1}))
    assert kit.view(s)["seats"][0]["money"] == before + 33


@pytest.mark.parametrize(("cities", "prices"), [(["linz"], [7, 7, 7, 8]), (["wien"], [6, 6, 6, 7])])
def test_garbage_is_cheaper_in_wien(cities: list[str], prices: list[int]) -> None:
    """With a house in Wien garbage on 7 and 8 costs 6 and 7, and other fuel what it costs. [AT-CE-02]"""
    s = kit.situation(
        "original/central-europe",
        3,
        phase="fuel",
        zone=["austria", "czechia", "slovakia"],
        cities={2: cities},
        plants={2: ["30", "25"]},
        tokens={"garbage": 6, "coal": 24},
        stack=["31"],
        money=60,
    )
    paid = []
    for _ in prices:
        before = kit.view(s)["seats"][2]["money"]
        s = kit.act(s, BuyFuel(2, "garbage", "main"))
        paid.append(before - kit.view(s)["seats"][2]["money"])
    assert paid == prices
    before = kit.view(s)["seats"][2]["money"]
    s = kit.act(s, BuyFuel(2, "coal", "main"))
    assert before - kit.view(s)["seats"][2]["money"] == 1


def test_garbage_never_costs_nothing() -> None:
    """On the space 1 garbage costs 1 with a house in Wien too. [AT-CE-02]"""
    s = kit.situation(
        "original/central-europe",
        3,
        phase="fuel",
        zone=["austria", "czechia", "slovakia"],
        cities={2: ["wien"]},
        plants={2: ["30"]},
        tokens={"garbage": 24},
        stack=["31"],
        money=60,
    )
    s = kit.act(s, BuyFuel(2, "garbage", "main"))
    assert kit.view(s)["seats"][2]["money"] == 59


def test_a_house_counts_from_the_next_round_on() -> None:
    """Fuel comes before building: without a house in Wien yet, garbage on 7 costs 7. [AT-CE-02]"""
    s = kit.situation(
        "original/central-europe",
        3,
        phase="fuel",
        zone=["austria", "czechia", "slovakia"],
        plants={2: ["30"]},
        tokens={"garbage": 6},
        stack=["31"],
        money=60,
    )
    s = kit.act(s, BuyFuel(2, "garbage", "main"))
    assert kit.view(s)["seats"][2]["money"] == 53
    s = kit.end_turns(s, "fuel")
    assert kit.allowed(s, Build(2, "wien"))


def test_a_discounted_nuclear_plant_stays_unsold() -> None:
    """Recharged: nobody may buy 11 with the token; it leaves at the end of the auctions and is replaced. [AT-CE-03]"""
    s = kit.situation(
        "recharged/central-europe", 3, market=MARKET, stack=["30", "31"], plants={0: ["25"], 1: ["26"], 2: ["27"]}
    )
    assert kit.view(s)["plants"]["discount"] == "11"
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["12", "13", "15", "16", "17", "19", "20", "30"]
