"""The Trust on the board, in games of two: preparation, order, houses and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, MarkStart, Pass, PlaceTrust, Scrap
from kilowatt.engine.events import TrustPlaced
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
ZONE = ["north_west", "north_east", "west"]
SIX = ["kiel", "hamburg", "bremen", "cuxhaven", "hannover", "luebeck"]
ON_10 = dict.fromkeys(SIX, 0)
A, B = 0, 1


def prepared(order: list[int]) -> State:
    """A new game of two at the placement of the Trust's first house."""
    return kit.fresh(GERMANY, 2, order=order, zone=ZONE)


def placed(state: State, *cities: str) -> State:
    """Put Trust houses, each by whoever is to do it."""
    for city in cities:
        state = kit.act(state, PlaceTrust(state.actor, city))
    return state


def building(step: int, houses: int, cities: dict[int, list[str]], trust_houses: dict[str, int] | None = None) -> State:
    """The building phase of two players in which B is to build: the Trust has so many houses left."""
    return kit.situation(
        GERMANY,
        2,
        phase="build",
        step=step,
        zone=ZONE,
        money=200,
        cities=cities,
        trust={"houses": houses},
        trust_houses=trust_houses or ON_10,
    )


def test_the_trust_has_houses_and_no_money() -> None:
    """The Trust begins with 16 houses and its own plants, without money or a place among the seats. [R18-TR-01]"""
    seen = kit.view(prepared([A, B]))
    assert seen["trust"]["houses"] == 16
    assert seen["trust"]["plants"] == []
    assert "money" not in seen["trust"]
    assert len(seen["seats"]) == 2
    assert [row["money"] for row in seen["seats"]] == [50, 50]


def test_the_players_keep_three_plants() -> None:
    """With the Trust a player's fourth plant makes one of the older three go. [R18-TR-01]"""
    s = kit.situation(
        GERMANY,
        2,
        zone=ZONE,
        money=100,
        market=["10", "12", "14", "15", "19", "20", "24", "25"],
        stack=["30", "31", "32"],
        plants={A: ["13", "18", "22"]},
        trust={"plants": ["42", "44", "50"]},
    )
    s = kit.buy(s, "12")
    assert kit.refused(s, Scrap(A, "12")).code == "cannot_scrap_new_plant"
    s = kit.act(s, Scrap(A, "13"))
    assert kit.view(s)["seats"][A]["plants"] == ["18", "22", "12"]


def test_the_trust_is_always_second() -> None:
    """With 5 cities to 7 the order is B, Trust, A. [R18-TR-02]"""
    west = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster"]
    east = ["berlin", "magdeburg", "schwerin", "rostock", "stralsund", "frankfurt_oder", "wilhelmshaven"]
    for cities, order in (({A: west, B: east}, [B, "trust", A]), ({A: east, B: west}, [A, "trust", B])):
        s = kit.situation(
            GERMANY, 2, phase="round", step=2, zone=ZONE, cities=cities, trust={"houses": 10}, trust_houses=ON_10
        )
        assert kit.view(s)["order"] == order


def test_the_first_order_is_random_around_the_trust() -> None:
    """Either player may be first at the start, the other is third, and the Trust second. [R18-TR-02]"""
    orders = {tuple(kit.view(kit.fresh(GERMANY, 2, seed=seed))["order"]) for seed in range(20)}
    assert orders == {(A, "trust", B), (B, "trust", A)}


@pytest.mark.parametrize("order", [[A, B], [B, A]])
def test_who_places_the_six_houses(order: list[int]) -> None:
    """The starter places one Trust house, the other two, the starter two, the other one. [R18-TR-03]"""
    starter, other = order
    s = prepared(order)
    assert len(kit.view(s)["areas"]) == 3
    turns = []
    for city in SIX:
        turns.append(kilowatt.actor(s))
        assert kit.refused(s, PlaceTrust(1 - s.actor, city)).code == "not_your_turn"
        s = placed(s, city)
    assert turns == [starter, other, other, starter, starter, other]
    s = kit.deal_all(s)
    assert kit.view(s)["phase"] == "auction"


def test_the_first_trust_house_stands_anywhere() -> None:
    """The first Trust house may stand in each of the 21 cities of the zone and nowhere else. [R18-TR-03]"""
    s = prepared([A, B])
    assert len(kilowatt.legal_actions(s)) == 21
    assert kit.refused(s, PlaceTrust(A, "muenchen")).code == "city_outside_zone"


def test_each_further_trust_house_is_adjacent() -> None:
    """A further Trust house joins a Trust city by a connection; other and taken cities are refused. [R18-TR-03]"""
    s = placed(prepared([A, B]), "kiel", "hamburg")
    refusal = kit.refused(s, PlaceTrust(B, "essen"))
    assert (refusal.code, refusal.rule) == ("trust_not_adjacent", "R18-TR-03")
    refusal = kit.refused(s, PlaceTrust(B, "kiel"))
    assert (refusal.code, refusal.rule) == ("city_taken", "R18-TR-03")
    offered = {action.city for action in kilowatt.legal_actions(s)}  # type: ignore[attr-defined]
    assert offered == {"flensburg", "luebeck", "cuxhaven", "bremen", "hannover", "schwerin"}


def test_ten_trust_houses_are_left() -> None:
    """After the preparation the Trust has 10 houses in supply. [R18-TR-04]"""
    s = prepared([A, B])
    for left, city in zip(range(15, 9, -1), SIX, strict=True):
        s = placed(s, city)
        assert kit.view(s)["trust"]["houses"] == left
    assert kit.view(kit.deal_all(s))["trust"]["houses"] == 10


def test_houses_of_the_trust_cost_nobody_anything() -> None:
    """A player pays 10 for an empty city and nothing for the Trust house that comes with it. [R18-TR-05]"""
    s = building(1, 10, {})
    after = kit.act(s, Build(B, "essen"))
    assert [row["money"] for row in kit.view(after)["seats"]] == [200, 190]


def test_the_trust_does_not_trigger_step_2() -> None:
    """With all 16 Trust houses on the board and 5 cities a player it is still Step 1. [R18-TR-06]"""
    west = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster"]
    east = ["berlin", "magdeburg", "schwerin", "rostock", "stralsund"]
    table: dict[str, Any] = {
        "phase": "after_build",
        "zone": ZONE,
        "trust": {"houses": 0},
        "trust_houses": {**ON_10, **dict.fromkeys([*west, *east], 1)},
        "stack": ["40", "42"],
    }
    s = kit.situation(GERMANY, 2, cities={A: west, B: east}, **table)
    seen = kit.view(s)
    assert sum(row.count("trust") for row in seen["houses"].values()) == 16
    assert (seen["phase"], seen["step"]) == ("power", 1)
    more = kit.situation(GERMANY, 2, cities={A: [*west, "osnabrueck", "kassel"], B: east}, **table)
    assert kit.view(more)["step"] == 2, "a player's seventh city does trigger it"


def test_the_trust_leaves_the_third_space() -> None:
    """In Step 3 a city with the Trust on 10 or 15 still takes two players' houses. [R18-TR-06]"""
    s = building(3, 10, {A: ["hamburg"], B: ["schwerin"]})
    assert kit.view(s)["houses"]["hamburg"] == ["trust", A, None]
    assert kilowatt.reach(s, B)["hamburg"] == (20, 8)
    s = kit.act(s, Build(B, "hamburg"))
    assert kit.view(s)["houses"]["hamburg"] == ["trust", A, B]
    assert kit.view(s)["trust"]["houses"] == 10


def test_trust_cities_open_in_step_2() -> None:
    """A Trust city is closed in Step 1 and costs 15 and the connection in Step 2. [R18-TR-15]"""
    first = building(1, 10, {B: ["schwerin"]})
    for city in SIX:
        assert kit.refused(first, Build(B, city)).code == "city_full"
    second = building(2, 10, {B: ["schwerin"]})
    assert kilowatt.reach(second, B)["hamburg"] == (15, 8)
    after = kit.act(second, Build(B, "hamburg"))
    assert kit.view(after)["houses"]["hamburg"] == ["trust", B, None]
    assert kit.view(after)["seats"][B]["money"] == 200 - 23


def test_nobody_starts_in_a_trust_city() -> None:
    """A Trust city is not empty, so no network begins there in Step 1. [R18-TR-15]"""
    s = building(1, 10, {})
    for city in SIX:
        assert not kit.allowed(s, Build(B, city))
    assert len(kilowatt.options(s).choices["build"]) == 21 - 6


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_trust_house_follows_each_empty_city(step: int) -> None:
    """In any step a player's house in an empty city brings a Trust house on 15, one of its supply. [R18-TR-16]"""
    s = building(step, 10, {B: ["duisburg"]}, {**ON_10, "duisburg": 1})
    s = kit.act(s, Build(B, "essen"))
    assert kit.view(s)["houses"]["essen"] == [B, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 9
    s = kit.act(s, Build(B, "dortmund"))
    assert kit.view(s)["houses"]["dortmund"] == [B, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 8


def test_no_trust_house_in_a_city_that_was_not_empty() -> None:
    """A house on 15 or 20 brings no Trust house. [R18-TR-16]"""
    s = building(3, 9, {A: ["essen"], B: ["duisburg"]}, {**ON_10, "essen": 1})
    s = kit.act(s, Build(B, "essen"))
    assert kit.view(s)["houses"]["essen"] == [A, "trust", B]
    assert kit.view(s)["trust"]["houses"] == 9


def test_a_shared_city_is_closed_until_step_3() -> None:
    """A city with A on 10 and the Trust on 15 is closed to B in Step 2 and costs 20 in Step 3. [R18-TR-17]"""
    table = ({A: ["essen"], B: ["dortmund"]}, {**ON_10, "essen": 1, "dortmund": 1})
    refusal = kit.refused(building(2, 8, *table), Build(B, "essen"))
    assert refusal.code == "city_full"
    third = building(3, 8, *table)
    assert kilowatt.reach(third, B)["essen"] == (20, 5)
    after = kit.act(third, Build(B, "essen"))
    assert kit.view(after)["houses"]["essen"] == [A, "trust", B]
    assert kit.view(after)["seats"][B]["money"] == 200 - 25


def test_ten_cities_use_up_the_supply() -> None:
    """The first ten empty cities the players connect are closed so, and the eleventh is not. [R18-TR-17]"""
    s = building(1, 10, {})
    west = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "osnabrueck"]
    east = ["berlin", "magdeburg", "frankfurt_oder", "stralsund", "rostock"]
    s = kit.act(s, *(Build(B, city) for city in west), Pass(B))
    s = kit.act(s, *(Build(A, city) for city in east))
    houses = kit.view(s)["houses"]
    assert [houses[city][1] for city in [*west, *east]] == ["trust"] * 10 + [None]
    assert kit.view(s)["trust"]["houses"] == 0


def test_without_supply_no_trust_house_comes() -> None:
    """With no Trust house left a new city keeps its 15-space, which B may take in Step 2. [R18-TR-18]"""
    taken = {**ON_10, **dict.fromkeys(["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "kassel"], 1)}
    taken |= dict.fromkeys(["berlin", "magdeburg", "rostock", "stralsund"], 1)
    s = kit.situation(
        GERMANY,
        2,
        phase="build",
        step=2,
        order=[B, A],
        zone=ZONE,
        money=200,
        cities={A: ["muenster", "essen", "duisburg", "duesseldorf", "dortmund", "kassel"], B: ["berlin", "magdeburg"]},
        trust={"houses": 0},
        trust_houses=taken,
    )
    s = kit.act(s, Build(A, "osnabrueck"), Pass(A))
    assert kit.view(s)["houses"]["osnabrueck"] == [A, None, None]
    assert kit.view(s)["trust"]["houses"] == 0
    assert kilowatt.reach(s, B)["osnabrueck"][0] == 15
    s = kit.act(s, Build(B, "osnabrueck"))
    assert kit.view(s)["houses"]["osnabrueck"] == [A, B, None]


def test_the_end_for_two() -> None:
    """Two players end at 18 cities, and only they are ranked. [R18-TR-20]"""
    cities = [*SIX, "wilhelmshaven", "flensburg", "essen", "duisburg", "duesseldorf", "dortmund", "muenster", "kassel"]
    cities += ["osnabrueck", "schwerin", "rostock", "berlin"]
    for count, over in ((17, False), (18, True)):
        s = kit.situation(
            GERMANY,
            2,
            phase="after_build",
            step=2,
            zone=ZONE,
            cities={A: cities[:count], B: ["magdeburg"]},
            plants={A: ["13"], B: ["22"]},
            trust={"houses": 10, "plants": ["42", "44", "50"]},
            trust_houses=ON_10,
            stack=["40"],
        )
        result = kilowatt.result(s)
        assert (result is not None) is over
        if result is not None:
            assert sorted(seat for group in result.ranking for seat in group) == [A, B]
            assert len(result.scores) == 2


def test_example_preparation_and_first_house() -> None:
    """Six connected cities hold the Trust on 10, and a first house brings it onto 15 at once. [R18-TR-21]"""
    s = kit.deal_all(placed(prepared([A, B]), *SIX))
    assert kit.view(s)["houses"] == {city: ["trust", None, None] for city in SIX}
    while kit.view(s)["phase"] == "auction":
        s = kit.deal_all(kit.buy(s, kit.market(s)[0]))
    s = kit.end_turns(s, "fuel")
    seat = s.actor
    after, happened = kilowatt.play(s, Build(seat, "essen"))
    assert kit.view(after)["houses"]["essen"] == [seat, "trust", None]
    assert any(isinstance(event, TrustPlaced) and event.city == "essen" for event in happened)


@pytest.mark.parametrize("seed", range(8))
def test_the_six_cities_hang_together(seed: int) -> None:
    """However the players place them, the Trust's six cities form one connected group. [R18-TR-21]"""
    s = kit.fresh(GERMANY, 2, seed=seed)
    pick = seed
    while kit.view(s)["phase"] == "setup" and kilowatt.actor(s) != "chance":
        moves = kilowatt.legal_actions(s)
        pick = (pick * 31 + 7) % len(moves)
        s = kit.act(s, moves[pick])
    cities = [city for city, row in kit.view(s)["houses"].items() if row == ["trust", None, None]]
    assert len(cities) == 6
    board = s.rules.board
    names = [city.id for city in board.cities]
    links = {frozenset((names[one], names[other])) for one, other, _ in board.links}
    group = {cities[0]}
    while more := {c for c in cities if c not in group and any(frozenset((c, g)) in links for g in group)}:
        group |= more
    assert group == set(cities)


def test_a_start_counts_as_an_empty_city() -> None:
    """Without marks a player's start takes the Trust's supply from 10 to 9. [R18-TR-22]"""
    s = building(1, 10, {})
    s = kit.act(s, Build(B, "essen"))
    assert kit.view(s)["houses"]["essen"] == [B, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 9


def test_a_marked_start_has_its_trust_house_already() -> None:
    """With marks a start joins the Trust house that stands on 15, and the supply stays 8. [R18-TR-22]"""
    s = kit.fresh(GERMANY, 2, order=[A, B], zone=ZONE, starting_cities=True)
    s = kit.deal_all(kit.act(placed(s, *SIX), MarkStart(A, "essen"), MarkStart(B, "berlin")))
    while kit.view(s)["phase"] == "auction":
        s = kit.deal_all(kit.buy(s, kit.market(s)[0]))
    s = kit.end_turns(s, "fuel")
    assert kit.view(s)["trust"]["houses"] == 8
    seat = s.actor
    s = kit.act(s, Build(seat, "essen"))
    assert kit.view(s)["houses"]["essen"] == [seat, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 8
    s = kit.act(s, Build(seat, "duisburg"))
    assert kit.view(s)["trust"]["houses"] == 7, "an unmarked empty city takes one as ever"
