"""Plans as a page asks for them: ways, fills and reasons come from the engine, whoever's turn it is."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import kilowatt
from kilowatt.protocol import AskQuote
from kilowatt.protocol.planning import quoted, why_not
from kilowatt.protocol.views import board_view
from tests import kit
from tests.tiers import some_quick

ZONE = ["west", "north_west", "south_west"]
BOARDS = [row.id for row in kilowatt.rulesets() if row.board]


def states(ruleset: str, seats: int, moves: int = 160) -> list[kilowatt.State]:
    """Play at random and keep a state now and then, also such where others are to act."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seats)
    chance = random.Random(seats)
    kept: list[kilowatt.State] = []
    for number in range(moves):
        if table.actor is None:
            break
        choices = table.options().choices
        kind = chance.choice(list(choices))
        row = chance.choice(choices[kind])
        table.play(row.at(0 if kind in ("open", "bid") else chance.randrange(len(row))))
        if number % 16 == 0:
            kept.append(table.state)
    return kept


def length(s: kilowatt.State, way: list[str]) -> int:
    """Add up the connections of a way; each must be one of the board."""
    rules = s.rules
    cost = {frozenset((a, b)): price for a, b, price in rules.board.links}
    into = rules.board.entries
    cities = [rules.city_ids[name] for name in way]
    passed = rules.board.passing * max(0, len(cities) - 2)
    return passed + sum(cost[frozenset((a, b))] + into[a] for a, b in pairwise(cities))


@pytest.mark.parametrize("ruleset", some_quick(BOARDS, 5))
def test_every_way_costs_what_the_engine_says(ruleset: str) -> None:
    """The way to each city, alone or after another, is as long as its connection costs, also over free connections."""
    for s in states(ruleset, 3):
        over_no_link = s.rules.second_network or s.rules.board.flat
        for seat in range(3):
            free = kilowatt.reach(s, seat)
            for city, (_, connection) in free.items():
                quote = quoted(s, seat, AskQuote("a", cities=[city], jump=""))
                way = quote.paths[city][::-1]
                paid = length(s, way) if len(way) > 1 or not s.cities[seat] else over_no_link
                assert paid == quote.quote.houses[0].connection == connection
                assert city not in quote.reach
            two = list(free)[:2]
            if len(two) == 2:
                quote = quoted(s, seat, AskQuote("b", cities=two, jump=""))
                for other, (_, connection) in quote.reach.items():
                    way = [other]
                    while way[-1] in quote.via:
                        way.append(quote.via[way[-1]])
                    assert (length(s, way) if len(way) > 1 else over_no_link) == connection


def test_what_is_left_after_a_plan_is_what_play_gives() -> None:
    """Reach and money after a plan are those after really building it."""
    s = kit.situation(
        "recharged/germany", 3, phase="build", zone=ZONE, cities={2: ["essen"]}, plants={2: ["7"]}, money=100
    )
    quote = quoted(s, 2, AskQuote("a", cities=["duisburg", "dortmund"]))
    for row in quote.quote.houses:
        s, _ = kilowatt.play(s, kilowatt.action({"type": "build", "seat": 2, "city": row.city}))
    assert kilowatt.reach(s, 2) == quote.reach
    assert kilowatt.snapshot(s)["seats"][2]["money"] == quote.quote.money_left
    assert quote.paths["duisburg"] == ["essen", "duisburg"]


def test_one_run_takes_the_cheaper_mix_and_counts_what_lies_there() -> None:
    """With one oil in hand a hybrid of two takes the cheapest other unit, and full stores go on from there."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="fuel",
        plants={0: ["5", "4"], 1: ["3"], 2: ["7"]},
        fuel={0: {"oil": 1}},
        tokens={"coal": 24, "oil": 9},
        money=50,
    )
    fills = quoted(s, 0, AskQuote("a", fills=True)).fills
    # plant 4 burns two coal, plant 5 two of coal and oil: three coal at 1, since the next oil costs 6
    assert fills["run"].basket == {"main": {"coal": 3}}
    assert fills["run"].cost == sum(kit.prices(s, "coal")[:3])
    assert sum(fills["full"].basket["main"].values()) == 4 + 4 - 1


def test_one_run_fuels_no_plant_that_the_cities_do_not_need() -> None:
    """Two cities need the plant for two alone, three need both; planned cities count; too many get the most."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="fuel",
        plants={0: ["7", "4"], 1: ["3"], 2: ["8"]},
        cities={0: ["essen", "duisburg"]},
        tokens={"coal": 24, "oil": 18},
        money=80,
    )
    # plant 7 burns three oil for two cities, plant 4 two coal for one
    run = quoted(s, 0, AskQuote("a", fills=True)).fills["run"]
    assert (run.basket, run.supplied) == ({"main": {"oil": 3}}, 2)
    more = quoted(s, 0, AskQuote("a", cities=["muenster"], fills=True)).fills["run"]
    assert more.basket == {"main": {"oil": 3, "coal": 2}}
    most = quoted(s, 0, AskQuote("a", cities=["muenster", "dortmund"], fills=True)).fills["run"]
    assert most.basket == more.basket


def test_one_run_buys_nothing_where_the_stores_supply_the_cities() -> None:
    """With fuel for two cities in store nothing is bought for them; a third planned city takes what it alone needs."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="fuel",
        plants={0: ["7", "4"], 1: ["3"], 2: ["8"]},
        cities={0: ["essen", "duisburg"]},
        fuel={0: {"oil": 3}},
        tokens={"coal": 24, "oil": 18},
        money=80,
    )
    fills = quoted(s, 0, AskQuote("a", fills=True)).fills
    assert (fills["run"].basket, fills["run"].cost, fills["run"].supplied) == ({}, 0, 2)
    assert fills["full"].basket == {"main": {"oil": 3, "coal": 4}}
    more = quoted(s, 0, AskQuote("a", cities=["muenster"], fills=True)).fills["run"]
    assert more.basket == {"main": {"coal": 2}}


@pytest.mark.parametrize("ruleset", [*BOARDS, "card-game"])
def test_a_fill_can_be_bought_and_lets_the_plants_run(ruleset: str) -> None:
    """Every fill is within the money, is sold and has room, costs what it says, and gives what it says."""
    seen = 0
    for s in states(ruleset, 4, 400):
        if kilowatt.snapshot(s)["phase"] != "fuel":
            continue
        seat = kilowatt.actor(s)
        assert isinstance(seat, int)
        fills = quoted(s, seat, AskQuote("a", fills=True)).fills
        assert bool(fills) == (ruleset != "card-game")
        seen += 1
        if s.rules.fuel_goes_round:  # a fill takes several turns there, and others buy in between [AT-IN-01]
            continue
        for fill in fills.values():
            after, money = s, kilowatt.snapshot(s)["seats"][seat]["money"]
            for market, fuels in fill.basket.items():
                for fuel, count in fuels.items():
                    for _ in range(count):
                        move = {"type": "buy_fuel", "seat": seat, "fuel": fuel, "market": market}
                        after, _ = kilowatt.play(after, kilowatt.action(move))
            assert money - kilowatt.snapshot(after)["seats"][seat]["money"] == fill.cost
            plan = kilowatt.quote(after, seat)
            assert (plan.supplied, plan.income) == (fill.supplied, fill.income)
    assert seen


def test_the_better_market_is_filled_from_or_the_one_named() -> None:
    """Where a seat is bound to one market, a fill comes from one alone. [K-RES-02]"""
    s = kit.situation(
        "original/korea",
        3,
        phase="fuel",
        plants={0: ["3"], 1: ["4"], 2: ["10"]},
        tokens={"north": {"coal": 3}, "south": {"coal": 12}},
    )
    assert list(quoted(s, 2, AskQuote("a", fills=True)).fills["run"].basket) == ["south"]
    assert list(quoted(s, 2, AskQuote("a", fills=True, market="north")).fills["run"].basket) == ["north"]
    assert quoted(s, 2, AskQuote("a", fuel={"coal": 2})).basket == {"south": {"coal": 2}}
    with pytest.raises(ValueError, match="market: expected"):
        quoted(s, 2, AskQuote("a", market="black"))


def test_the_storage_is_used_when_the_market_is_empty() -> None:
    """A basket says which tokens come from the storage. [R18-MAP-02]"""
    s = kit.situation("recharged/usa", 3, phase="fuel", plants={0: ["4"], 1: ["3"], 2: ["10"]}, tokens={"coal": 1})
    quote = quoted(s, 2, AskQuote("a", fuel={"coal": 3}))
    assert quote.basket == {"main": {"coal": 1}, "storage": {"coal": 2}}


def test_a_waiting_seat_is_told_what_it_could_not_do() -> None:
    """Off-turn the reasons are those of one's own turn, not that it is somebody else's; what one has bought counts."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="auction",
        zone=ZONE,
        market=["10", "12", "13", "16", "18", "21", "25", "26"],
        plants={0: ["4"], 1: ["5"], 2: ["7"]},
        cities={0: ["essen"], 1: ["koeln"]},
        money={0: 11, 1: 30, 2: 30},
        stack=["30"],
    )
    waiting = next(seat for seat in range(3) if seat != kilowatt.actor(s))
    rows = why_not(s, waiting, "en", ["Anna", "Bob", "Carl"])
    codes = {row.code for row in rows}
    assert "not_your_turn" not in codes
    assert {"plant_in_future_market", "fuel_not_burned", "city_outside_zone"} <= codes
    assert [row.text for row in rows if row.code == "city_outside_zone" and row.args["city"] == "muenchen"] == [
        "München is in an area that is not in play. [R18-BLD-07]"
    ]


def test_who_has_bought_is_told_so() -> None:
    """A seat that has bought a plant is told that for every plant, while it may look at fuel and cities."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    first = table.actor
    assert isinstance(first, int)
    row = table.options().choices["open"][0]
    table.play(row.at(0))
    while table.actor != first and kilowatt.snapshot(table.state)["auction"] is not None:
        table.play({"type": "pass", "seat": table.actor})
    rows = why_not(table.state, first)
    assert {why.code for why in rows if why.action.__struct_config__.tag == "open"} == {"already_bought"}
    assert not [why for why in rows if why.action.__struct_config__.tag == "buy_fuel" and why.code == "already_bought"]


def test_areas_know_their_neighbours() -> None:
    """The areas named beside one are those of its island that form a zone of two with it, and that goes both ways."""
    for ruleset in BOARDS:
        rules = kilowatt.ruleset(ruleset, 3, {"zone": "draft", "order": [0, 1, 2]})
        near = {area.id: set(area.near) for area in board_view(rules).areas}
        zones = [(a, b) for a, b in rules.board.zones(2) if b in rules.board.island(a)]
        pairs = [{rules.board.areas[area].id for area in pair} for pair in zones]
        for area, others in near.items():
            assert {other for pair in pairs if area in pair for other in pair - {area}} == others
            assert all(area in near[other] for other in others)
