"""India: fuel one token at a time and up to a price, garbage plants that burn more, outages, and the duty to supply."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.bots.economist import decide
from kilowatt.engine.actions import Build, BuyFuel, Pass, Run, Running
from kilowatt.engine.ids import FUELS
from kilowatt.engine.storage import earned
from tests import kit

RULESETS = ["original/india", "recharged/india"]
MARKET = ["12", "13", "15", "16", "17", "21", "22", "23"]
ZONE = ["north", "north_west", "west", "east"]
TOWNS = ["patna", "lakhnau", "varanasi", "agra", "kanpur", "jaipur", "udaipur", "ahmedabad", "surat", "indore"]
OTHERS = ["bhopal", "jabalpur", "nagpur", "sambalpur", "dhanbad", "kolkata", "bhubaneswar", "delhi_1", "delhi_2"]
FAR = ["ludhiana", "srinagar", "mumbai_1", "mumbai_2", "pune", "goa", "visakhapatnam", "kathmandu", "darjeeling"]


def lay(ruleset: str = RULESETS[0], **more: Any) -> kilowatt.State:
    """Four players on four areas, with 100 Elektro each."""
    market = MARKET[:6] if more.get("step") == 3 else MARKET
    given = {"market": market, "stack": ["31", "32"], "money": 100, "zone": ZONE, **more}
    return kit.situation(ruleset, 4, **given)


def coal(seat: int) -> BuyFuel:
    """One token of coal."""
    return BuyFuel(seat, "coal", "main")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fuel_goes_round_token_by_token(ruleset: str) -> None:
    """C buys, B passes, A buys, C buys, A passes, C buys, C passes; B was asked once, building begins. [AT-IN-01]"""
    plants = {0: ["10"], 1: ["8"], 2: ["25"]}
    s = kit.situation(
        ruleset, 3, phase="fuel", plants=plants, money=99, zone=ZONE[:3], market=MARKET, stack=["30"], step=2
    )
    asked = []
    for move in (coal(2), Pass(1), coal(0), coal(2), Pass(0), coal(2)):
        asked.append(s.actor)
        s = kit.act(s, move)
    assert asked == [2, 1, 0, 2, 0, 2]
    assert s.actor == 2
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "build"
    assert [s.held[seat * FUELS] for seat in range(3)] == [1, 0, 3]
    assert not s.out


@pytest.mark.parametrize(("step", "most"), [(1, 3), (2, 5), (3, 8)])
def test_the_price_has_a_ceiling_by_step(step: int, most: int) -> None:
    """Coal at the ceiling is sold; with one token less in the market the next is refused until Step 3. [AT-IN-02]"""
    spaces = {3: 14, 5: 8, 8: 2}
    plants = {3: ["20"]}
    s = lay(phase="fuel", step=step, plants=plants, tokens={"coal": spaces[most]})
    assert kit.allowed(s, coal(3))
    assert s.rules.fuel_supply.price(s, 3, 0, 0) == most
    if step < 3:
        s = lay(phase="fuel", step=step, plants=plants, tokens={"coal": spaces[most] - 1})
        assert kit.refused(s, coal(3)).code == "fuel_above_ceiling"
        assert kit.refused(s, coal(3)).rule == "AT-IN-02"
        assert list(kilowatt.legal_actions(s)) == [Pass(3)]


def test_sold_out_is_not_above_the_ceiling() -> None:
    """An empty track says that it is sold out. [AT-IN-02]"""
    s = lay(phase="fuel", plants={3: ["20"]}, tokens={"coal": 0})
    assert kit.refused(s, coal(3)).code == "fuel_sold_out"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_tracks_and_start(ruleset: str) -> None:
    """24 coal from 1, 21 oil from 2, 20 garbage from 2 to 6 and 3 uranium from 6 to 8. [AT-IN-03]"""
    s = kit.fresh(ruleset, 4)
    assert [mask.bit_count() for mask in s.fuel] == [24, 21, 20, 3]
    assert [s.rules.fuel_supply.price(s, 0, 0, fuel) for fuel in range(4)] == [1, 2, 2, 0]
    assert s.rules.tokens == [24, 24, 24, 8]
    assert s.rules.prices[0] == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8]


@pytest.mark.parametrize(("plant", "burns", "stores"), [("6", 2, 2), ("14", 3, 4), ("30", 4, 6), ("24", 3, 4)])
def test_garbage_plants_burn_one_more(plant: str, burns: int, stores: int) -> None:
    """Plant 6 burns 2 and stores 2, plant 14 burns 3 and stores 4, plant 30 burns 4 and stores 6. [AT-IN-04]"""
    rules = kilowatt.ruleset(RULESETS[0], 4)
    card = rules.plants[rules.plant_ids[plant]]
    assert (card.need, card.stores) == (burns, stores)
    s = lay(
        phase="power", plants={0: [plant]}, fuel={0: {"garbage": stores}}, cities={0: TOWNS[:1]}, tokens={"garbage": 9}
    )
    assert kit.allowed(s, Run(0, (Running(plant, {"garbage": burns}),)))
    assert kit.refused(s, Run(0, (Running(plant, {"garbage": burns - 1}),))).code == "wrong_burn"


def test_a_full_garbage_plant_has_no_room() -> None:
    """Plant 14 with 4 garbage takes no fifth. [AT-IN-04]"""
    s = lay(phase="fuel", plants={3: ["14"]}, fuel={3: {"garbage": 4}}, tokens={"garbage": 20})
    assert kit.refused(s, BuyFuel(3, "garbage", "main")).code == "no_room_for_fuel"


def after_building(houses: int) -> kilowatt.State:
    """Four players: A has 6 cities and supplies 5, B has 4 and supplies none; D builds so many houses."""
    cities = {0: TOWNS[:6], 1: TOWNS[6:10]}
    s = lay(
        phase="build",
        step=2,
        cities=cities,
        plants={0: ["20"], 3: ["25"]},
        fuel={0: {"coal": 3}},
        tokens={"coal": 9},
        money={0: 50, 1: 50, 2: 50, 3: 400},
    )
    for city in (OTHERS + FAR)[:houses]:
        s = kit.act(s, Build(3, city))
    return kit.act(s, Pass(3), Pass(2), Pass(1), Pass(0))


@pytest.mark.parametrize(("houses", "paid", "nothing"), [(8, 64, 10), (9, 46, 0)])
def test_more_than_two_houses_each_bring_an_outage(houses: int, paid: int, nothing: int) -> None:
    """4 players, 8 houses: 64 and 10 as usual; 9 houses: 6 cities pay 18 less, 4 cities 12, not below 0. [AT-IN-05]"""
    s = after_building(houses)
    order = list(s.order)
    got = {}
    while s.round == 2 and kit.view(s)["phase"] == "power":
        seat = s.actor
        before = s.money[seat]
        s = kit.act(s, next(move for move in kilowatt.legal_actions(s)))
        got[seat] = s.money[seat] - before
        if len(got) == len(order):
            break
    assert got[0] == paid
    assert got[1] == nothing


def test_quotes_and_earnings_know_the_outage() -> None:
    """What the table says that production will pay is what it pays after an outage. [AT-IN-05]"""
    s = after_building(9)
    assert earned(s, 0, 5, 0) == (5, 46)
    assert kilowatt.quote(s, 0).income == 46


def test_an_outage_is_over_once_production_is_paid() -> None:
    """In the next round quotes count no fine for the houses of the last one. [AT-IN-05]"""
    s = after_building(9)
    while s.round == 2:
        s = kit.act(s, next(move for move in kilowatt.legal_actions(s)))
    assert earned(s, 0, 5, 0) == (5, 64)


def test_no_payment_in_the_last_round() -> None:
    """17 cities end the game after building; the outage of that round takes and gives nothing. [AT-IN-06]"""
    s = lay(
        phase="build", step=3, cities={3: TOWNS[:8]}, money={0: 50, 1: 50, 2: 50, 3: 900}, plants={3: ["25"]}, stack=[]
    )
    for city in OTHERS:
        s = kit.act(s, Build(3, city))
    money = s.money[:]
    s = kit.act(s, Pass(3), Pass(2), Pass(1), Pass(0))
    assert kilowatt.result(s) is not None
    assert s.money == money


def test_a_player_must_supply_as_many_as_possible() -> None:
    """With 6 cities and plants for 5 and 1, only running both is legal; with 5 cities 20 alone is too. [AT-IN-07]"""
    plants, fuel, tokens = {0: ["20", "4"]}, {0: {"coal": 5}}, {"coal": 9}
    both = Run(0, (Running("4", {"coal": 2}), Running("20", {"coal": 3})))
    alone = Run(0, (Running("20", {"coal": 3}),))
    s = lay(phase="power", plants=plants, fuel=fuel, tokens=tokens, cities={0: TOWNS[:6]})
    assert list(kilowatt.legal_actions(s)) == [both]
    reason = kit.refused(s, alone)
    assert (reason.code, reason.rule) == ("must_supply_most", "AT-IN-07")
    assert decide(s) == both
    s = lay(phase="power", plants=plants, fuel=fuel, tokens=tokens, cities={0: TOWNS[:5]})
    assert list(kilowatt.legal_actions(s)) == [alone, both]


def test_plant_11_is_out() -> None:
    """Original: 3 to 10 open, 13 is on top; 11 never comes. Recharged: 11 is out as well. [AT-IN-08]"""
    for ruleset in RULESETS:
        s = kit.fresh(ruleset, 4)
        assert s.removed >> s.rules.plant_ids["11"] & 1
    s = kit.fresh(RULESETS[0], 4)
    assert kit.market(s) == ["3", "4", "5", "6", "7", "8", "9", "10"]
    assert kilowatt.snapshot(s)["plants"]["stack"] == 30


def test_the_economist_buys_fuel_below_the_ceiling_and_passes_above() -> None:
    """It takes coal at 3 in Step 1, and passes where the next costs 4, though it has the money."""
    plants, cities = {3: ["20"]}, {3: TOWNS[:5]}
    s = lay(phase="fuel", plants=plants, cities=cities, tokens={"coal": 16})
    assert decide(s) == coal(3)
    s = lay(phase="fuel", plants=plants, cities=cities, tokens={"coal": 13})
    assert decide(s) == Pass(3)
