"""Positions on boards of the atlas where a bot that did not know the special rule would decide otherwise."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.bots import economist, mining
from kilowatt.bots.building import chain, house_in
from kilowatt.bots.fuelling import shelves
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.case import Case
from kilowatt.coach.claims import plant_claims
from kilowatt.engine.actions import Build, BuyFuel, Jump, Open, Pass
from kilowatt.engine.ids import NOBODY
from kilowatt.engine.sales import swap_plants
from tests import kit

ZONE = ["north", "north_east", "west"]
MARKET = ["10", "12", "13", "14", "15", "16", "20", "21"]


def building(ruleset: str, zone: list[str], cities: dict[int, list[str]], **more: Any) -> kilowatt.State:
    """Three players who build, seat 2 first, with a plant for many cities."""
    given = {"zone": zone, "stack": ["30"], "market": MARKET, "cities": cities, "plants": {2: ["25"]}, **more}
    return kit.situation(ruleset, 3, phase="build", **given)


def test_coal_of_the_storage_is_counted_and_bought() -> None:
    """With no coal on the market the economist buys from South Africa's storage at 8. [AT-ZA-02]"""
    s = kit.situation(
        "recharged/south-africa",
        3,
        phase="fuel",
        zone=ZONE,
        plants={0: ["31", "36", "20"], 2: ["10"]},
        fuel={0: {"coal": 18}},
        tokens={"coal": 0},
        cities={2: ["polokwane", "musina"]},
        money=100,
    )
    assert shelves(s, 2, tables_of(s))[0][0][:3] == [0, 8, 16]
    assert economist.decide(s) == BuyFuel(2, "coal", "storage")


def test_a_neighbour_costs_its_connection_alone() -> None:
    """With Musina and all around it, Zimbabwe at 30 is in the economist's plan for 30, not 40. [AT-ZA-03]"""
    s = building("recharged/south-africa", ZONE, {2: ["musina"]}, money=100)
    costs = {city: cost for city, cost in chain(s, 2, tables_of(s), 20, 1000)}  # noqa: C416 - read as a table
    assert costs[s.rules.city_ids["zimbabwe"]] == 30


@pytest.mark.parametrize(("own", "wanted"), [("seehausen", "neustaedter_hafen"), ("mitte", "oestliche_vorstadt")])
def test_the_cheapest_district_to_enter_is_built(own: str, wanted: str) -> None:
    """From Seehausen the economist enters Neustädter Hafen (8 + 8), from Mitte Östliche Vorstadt (2 + 8). [AT-HB-01]"""
    s = building("recharged/bremen", ["west", "north", "centre"], {2: [own]}, money=40)
    costs = {city: sum(price) for city, price in kilowatt.reach(s, 2).items()}
    assert costs[wanted] == min(costs.values())
    assert economist.decide(s) == Build(2, min(costs, key=costs.__getitem__))


ISLANDS = ["wales", "northern_ireland", "ireland"]


def test_a_second_network_is_begun_where_links_cost_more() -> None:
    """Bangor, the last city of Wales, costs 22 + 10; the economist begins in Ireland for 20 + 10 instead. [AT-UK-02]"""
    own = ["cardiff", "newport", "swansea"]
    s = building("original/uk-ireland", ISLANDS, {2: own, 1: ["haverfordwest", "aberystwyth"]}, money=31)
    costs = {city: sum(price) for city, price in kilowatt.reach(s, 2).items()}
    assert costs["bangor"] == 10 + 22
    move = economist.decide(s)
    assert isinstance(move, Build)
    assert move.city in s.rules.city_ids
    assert costs[move.city] == 30


def test_a_plan_counts_the_20_once_and_then_the_links_there() -> None:
    """A plan from Cardiff pays 10 + 20 for its first Irish city and links for the others. [AT-UK-02]"""
    s = building("recharged/uk-ireland", ISLANDS, {2: ["cardiff"]}, money=100)
    row = chain(s, 2, tables_of(s), 17, 1000)
    wales = s.rules.islands[s.rules.city_ids["cardiff"]]
    irish = [cost for city, cost in row if not wales >> city & 1]
    trial = kilowatt.clone(s)
    for city, cost in row:
        assert sum(kilowatt.reach(trial, 2)[s.rules.city_names[city]]) == cost
        trial.money[2] = 1000
        kilowatt.advance(trial, Build(2, s.rules.city_names[city]))
    assert irish[0] == 30
    assert max(irish[1:]) < 30
    assert len(row) == 17


def abroad(exported: int, **more: Any) -> kilowatt.State:
    """Four players on Australia with so many tokens on the dearest spaces of the export market."""
    given = {"zone": AUSTRALIA, "stack": ["31"], "plants": {0: ["20", "21", "25"]}, "money": 100, **more}
    s = kit.situation("original/australia", 4, **given)
    s.fuel[7] = (1 << 12) - (1 << 12 - exported)
    s.supply[3] = 12 - exported
    return s


AUSTRALIA = ["queensland", "new_south_wales", "south_east", "west"]
NORTH = ["cairns", "townsville", "mackay", "rockhampton", "toowoomba", "brisbane", "gold_coast"]
SOUTH = ["sydney_1", "sydney_2", "wollongong", "canberra", "albury", "mildura", "bendigo", "geelong", "newcastle"]


def test_a_mine_is_worth_what_it_will_sell() -> None:
    """With 10 cities to go at a price of 7 the economist opens mine 39; a full market makes it cheap. [AT-AU-06]"""
    market = ["27", "29", "30", "39", "40", "42", "44", "46"]
    s = abroad(0, market=market, cities={0: NORTH})
    assert economist.decide(s) == Open(0, "39", 39)
    full = mining.mine_worths(abroad(12, market=market, cities={0: NORTH}))
    assert 2 * full[s.rules.plant_ids["39"]] < mining.mine_worths(s)[s.rules.plant_ids["39"]]


def test_nobody_buys_a_mine_in_the_last_round() -> None:
    """With 16 cities and money for the 17th a mine is worth nothing: it sells once at most. [AT-AU-10]"""
    plants = {0: ["36", "38", "50"]}
    market = ["27", "29", "30", "39", "40", "42"]
    s = abroad(0, market=market, cities={0: SOUTH + NORTH}, plants=plants, step=3)
    assert economist.worths(s, 0, economist.judge_of(s, tables_of(s)))[s.rules.plant_ids["39"]] == 0


def test_a_mine_takes_no_plant_away() -> None:
    """The adviser's plan for a mine scraps nothing, and says what the mine sells for. [AT-AU-03]"""
    s = abroad(6, market=["27", "28", "29", "30", "40", "42", "44", "46"])
    mine = s.rules.plant_ids["28"]
    trial = kilowatt.clone(s)
    assert swap_plants(trial, 0, mine, NOBODY) == 0
    assert trial.plants[0] == s.plants[0]
    case = Case(s, 0)
    assert case.replaced(mine, 28) == NOBODY
    assert [(claim.code, claim.args) for claim in plant_claims(case, mine)] == [
        ("mine", {"plant": "28", "cities": 4, "price": 4})
    ]


def test_step_3_prices_are_counted() -> None:
    """In Step 3 the first two of 20 coal cost 4 and 4, and that is what a plan counts. [AT-AU-09]"""
    market = ["27", "29", "30", "33", "40", "42"]
    s = abroad(6, phase="fuel", step=3, market=market, plants={3: ["20"]}, tokens={"coal": 20})
    assert shelves(s, 3, tables_of(s))[0][0][:3] == [0, 4, 8]


def test_the_flat_connection_is_in_the_plan() -> None:
    """From Broome alone the next city but Port Hedland costs 20 + 10 wherever it lies. [AT-AU-08]"""
    s = abroad(6, phase="build", cities={3: ["broome"]}, plants={3: ["25"]})
    costs = [cost for _, cost in chain(s, 3, tables_of(s), 2, 1000)]
    assert costs == [23, 30]


PLAN = ["10", "12", "13", "14", "15", "16", "20", "21"]


def manhattan(ruleset: str, seats: int = 5, **more: Any) -> kilowatt.State:
    """A situation on Manhattan, with five players on all its spaces."""
    return kit.situation(ruleset, seats, **{"market": PLAN, "stack": ["30", "31"], "money": 60, **more})


@pytest.mark.parametrize("ruleset", ["original/manhattan", "recharged/manhattan"])
def test_a_first_house_stands_where_spaces_around_are_cheap(ruleset: str) -> None:
    """The economist begins on a space for 10 with more of them next to it. [AT-MH-02, AT-MH-03]"""
    s = manhattan(ruleset, phase="build", plants={4: ["25"]})
    action = economist.decide(s)
    assert isinstance(action, Build)
    assert kilowatt.reach(s, 4)[action.city] == (10, 0)
    first = [cost for city, cost in chain(s, 4, tables_of(s), 6, 1000) if city >= 0]
    assert first == [10] * 6


def test_a_space_past_another_is_built_where_the_next_ones_are_dear() -> None:
    """Beside a network of 15s, a space for 10 past one of another player costs 15 and no more. [AT-MH-02]"""
    s = manhattan("recharged/manhattan", phase="build", plants={4: ["25"]}, cities={4: ["m55"], 0: ["m60"]})
    costs = dict(chain(s, 4, tables_of(s), 8, 1000))
    assert costs[s.rules.city_ids["m54"]] == 15
    assert costs[s.rules.city_ids["m59"]] == 10
    assert s.rules.city_ids["m60"] not in costs


def test_closed_spaces_are_in_no_plan() -> None:
    """With four players the closed spaces are never in the economist's plans. [AT-MH-04]"""
    s = manhattan("recharged/manhattan", 4, phase="build", plants={3: ["25"]})
    closed = {s.rules.city_ids[name] for name in kit.view(s)["closed"]}
    planned = {city for city, _ in chain(s, 3, tables_of(s), 40, 10_000)}
    assert len(planned) == 40
    assert not planned & closed


def test_the_economist_takes_a_second_plant_that_is_worth_it() -> None:
    """After plant 10 for 1 in round 1 it opens another plant or declines; without money it declines. [AT-MH-09]"""
    s = kit.act(
        manhattan("recharged/manhattan", round=1, money=50), Open(0, "10", 1), *[Pass(seat) for seat in (1, 2, 3, 4)]
    )
    assert s.actor == 0
    assert kit.allowed(s, economist.decide(s))
    poor = kit.act(
        manhattan("recharged/manhattan", round=1, money=11), Open(0, "10", 1), *[Pass(seat) for seat in (1, 2, 3, 4)]
    )
    assert economist.decide(poor) == Pass(0)


def test_all_plants_are_weighed_when_the_whole_market_is_on_offer() -> None:
    """Without a stack the economist opens plant 20, which lay in the future market before. [AT-MH-08]"""
    s = manhattan("original/manhattan", stack=[], round=5, money=200, cities={0: ["m55", "m60", "m67", "m68", "m66"]})
    s.slots[s.rules.plant_market.base] = 2
    action = economist.decide(s)
    assert isinstance(action, Open)
    assert int(action.plant) > 14


JAPAN = ["north", "kanto", "centre"]


def test_the_jump_is_used_where_links_are_long() -> None:
    """From Sapporo the cheapest link costs 8 + 10; the economist jumps to a far starting city for 10. [AT-JP-02]"""
    s = building("original/japan", JAPAN, {2: ["sapporo"]}, money=17)
    assert min(sum(price) for price in kilowatt.reach(s, 2).values()) == 18
    move = economist.decide(s)
    assert isinstance(move, Jump)
    assert move.city in {"tokyo", "yokohama", "osaka"}


def test_the_jump_is_kept_where_a_link_costs_nothing() -> None:
    """From Tokyo the economist takes Yokohama for 0 + 10 by the link, and in round 1 it jumps further. [AT-JP-03]"""
    full = {2: ["tokyo"], 0: ["sapporo", "osaka"], 1: ["sapporo", "osaka"]}
    s = building("recharged/japan", JAPAN, full, money=17)
    assert economist.decide(s) == Build(2, "yokohama")
    assert economist.decide(building("recharged/japan", JAPAN, {2: ["tokyo"]}, money=17, round=1)) == Jump(2, "osaka")
    # only Yokohama is free for a jump, which would save nothing: it is kept
    s.round = 1
    tables_of(s).growths.clear()
    assert economist.decide(s) == Pass(2)


def test_a_plan_counts_the_jump_once() -> None:
    """A plan from Sapporo pays the house alone for one starting city and links for all others. [AT-JP-02]"""
    s = building("recharged/japan", JAPAN, {2: ["sapporo"]}, money=100)
    row = chain(s, 2, tables_of(s), 12, 1000)
    trial = kilowatt.clone(s)
    jumped = 0
    for city, cost in row:
        trial.money[2] = 1000
        move = house_in(trial, 2, city)
        jumped += isinstance(move, Jump)
        before = trial.money[2]
        kilowatt.advance(trial, move)
        assert before - trial.money[2] == cost
    assert (jumped, len(row)) == (1, 12)
