"""Building in Recharged: turns, spaces, prices and connections, with the worked examples of the rule document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Pass
from kilowatt.engine.events import CityConnected
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
USA = "recharged/usa"
ZONE = ["west", "north_west", "south_west"]
ANNA, BOB, CAROL = 0, 1, 2
ANNA_BUILDS = [BOB, CAROL, ANNA]
"""The order in which Anna, being last, builds first."""


def example(step: int, **changes: list[str]) -> State:
    """The map of the rulebook's example: Anna in Essen and Münster, Bob in Düsseldorf; Anna is to build."""
    cities = {
        ANNA: changes.get("anna", ["essen", "muenster"]),
        BOB: changes.get("bob", ["duesseldorf"]),
        CAROL: changes.get("carol", []),
    }
    return kit.situation(GERMANY, 3, phase="build", step=step, order=ANNA_BUILDS, zone=ZONE, money=200, cities=cities)


def paid(state: State, *cities: str) -> int:
    """Build these cities with the acting seat and give what they cost together."""
    seat = state.actor
    after = kit.act(state, *(Build(seat, city) for city in cities))
    spent: int = kit.view(state)["seats"][seat]["money"] - kit.view(after)["seats"][seat]["money"]
    return spent


def test_building_goes_in_reverse_order() -> None:
    """Build turns go from the last player to the first, each once, and the phase ends after the first. [R18-BLD-01]"""
    s = kit.situation(GERMANY, 3, phase="build", order=[1, 0, 2], zone=ZONE)
    turns = []
    while kit.view(s)["phase"] == "build":
        turns.append(s.actor)
        for other in {0, 1, 2} - {s.actor}:
            assert kit.refused(s, Build(other, "essen")).code == "not_your_turn"
        s = kit.act(s, Pass(s.actor))
    assert turns == [2, 0, 1]
    assert kit.view(s)["phase"] == "power"


def test_several_cities_in_one_turn() -> None:
    """Three cities at 10+5 are legal in one turn for 45 of 60 el; one that cannot be paid is not. [R18-BLD-02]"""
    s = kit.situation(
        USA,
        4,
        phase="build",
        zone=["northwest", "south_central", "midwest", "southeast"],
        money={3: 60},
        cities={3: ["kansas_city", "houston", "atlanta"]},
    )
    for city in ("omaha", "dallas", "knoxville"):
        assert kilowatt.reach(s, 3)[city] == (10, 5)
        s = kit.act(s, Build(3, city))
    assert kit.view(s)["seats"][3]["money"] == 15
    assert kilowatt.reach(s, 3)["chicago"] == (10, 8)
    refusal = kit.refused(s, Build(3, "chicago"))
    assert (refusal.code, refusal.rule) == ("city_too_dear", "R18-BLD-02")
    assert kit.allowed(s, Build(3, "birmingham")), "13 of the 15 el left"


def test_a_city_may_take_the_last_money() -> None:
    """A city may be built with exactly the money it costs, and not with one el less. [R18-BLD-02]"""
    for money, fits in ((12, True), (11, False)):
        s = kit.situation(
            GERMANY, 3, phase="build", order=ANNA_BUILDS, zone=ZONE, money={ANNA: money}, cities={ANNA: ["muenster"]}
        )
        assert kit.allowed(s, Build(ANNA, "dortmund")) is fits


def test_building_is_optional() -> None:
    """A player may end the building turn without a house and pays nothing. [R18-BLD-02]"""
    s = example(1)
    after = kit.act(s, Pass(ANNA))
    assert after.actor == CAROL
    assert kit.view(after)["seats"][ANNA] == kit.view(s)["seats"][ANNA]


def test_the_first_house_may_stand_in_any_empty_city() -> None:
    """A first house costs 10 without connection in every empty city of the zone and in no other. [R18-BLD-03]"""
    s = example(1, anna=[])
    rows = kilowatt.options(s).choices["build"]
    offered = {row.city: (row.house, row.connection) for row in rows}  # type: ignore[attr-defined]
    board = kilowatt.ruleset(GERMANY, 3).board
    areas = {area.id: index for index, area in enumerate(board.areas)}
    zone = {city.id for city in board.cities if city.area in {areas[area] for area in ZONE}}
    assert len(zone) == 21
    assert offered == dict.fromkeys(zone - {"duesseldorf"}, (10, 0))
    assert paid(s, "flensburg") == 10
    assert kit.view(kit.act(s, Build(ANNA, "flensburg")))["houses"]["flensburg"] == [ANNA, None, None]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_first_house_needs_an_empty_city(step: int) -> None:
    """A first house may not stand in an occupied city in any step. [R18-BLD-03]"""
    refusal = kit.refused(example(step, anna=[]), Build(ANNA, "duesseldorf"))
    assert (refusal.code, refusal.rule) == ("start_in_empty_city", "R18-BLD-03")


def test_a_network_may_begin_later() -> None:
    """A player without a city in round 1 may pass, and may start in round 3. [R18-BLD-04]"""
    first = kit.situation(GERMANY, 3, phase="build", round=1, zone=ZONE, plants={0: ["3"], 1: ["4"], 2: ["5"]})
    assert kit.allowed(first, Pass(2))
    assert kit.view(kit.act(first, Pass(2)))["seats"][2]["cities"] == []
    third = kit.situation(GERMANY, 3, phase="build", round=3, zone=ZONE, money=50)
    assert paid(third, "essen") == 10


def test_the_cheapest_connection_is_paid() -> None:
    """Of two routes of 7 and 5 to the same city the 5 is charged. [R18-BLD-05]"""
    zone = ["midwest", "southeast", "northeast"]
    one = kit.situation(USA, 3, phase="build", zone=zone, cities={2: ["raleigh"]})
    assert paid(one, "atlanta") == 10 + 7
    both = kit.situation(USA, 3, phase="build", zone=zone, cities={2: ["raleigh", "knoxville"]})
    assert paid(both, "atlanta") == 10 + 5


def test_a_further_city_starts_from_an_own_city() -> None:
    """Hannover costs Anna in Essen the 6+7+16 of her own way, not the 15 from Carol's Kassel. [R18-BLD-05]"""
    s = example(1, anna=["essen"], carol=["kassel"])
    assert paid(s, "hannover") == 10 + 6 + 7 + 16


@pytest.mark.parametrize(("step", "others"), [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)])
def test_a_path_may_pass_through_any_city(step: int, others: int) -> None:
    """Essen to Aachen through Düsseldorf costs 11 whether Düsseldorf is empty, foreign or full. [R18-BLD-06]"""
    houses = {0: ["essen"], **{seat: ["duesseldorf"] for seat in range(1, 1 + others)}}
    zone = [*ZONE, "east"]
    s = kit.situation(GERMANY, 4, phase="build", step=step, order=[1, 2, 3, 0], zone=zone, cities=houses, money=100)
    assert paid(s, "aachen") == 10 + 2 + 9
    after = kit.view(kit.act(s, Build(0, "aachen")))
    assert set(after["seats"][0]["cities"]) == {"aachen", "essen"}, "passing through builds nothing"
    assert after["houses"].get("duesseldorf") == kit.view(s)["houses"].get("duesseldorf")


def test_a_path_may_have_many_connections() -> None:
    """Essen to Mannheim runs over Dortmund, Frankfurt and Mainz: 5+20+0+11. [R18-BLD-06]"""
    assert paid(example(1, anna=["essen"]), "mannheim") == 10 + 5 + 20 + 0 + 11


def test_nothing_outside_the_zone_is_used() -> None:
    """Hannover to Fulda costs 32 when the 23 through Kassel lies outside, and Kassel is refused. [R18-BLD-07]"""
    outside = kit.situation(
        GERMANY, 3, phase="build", zone=["north_west", "north_east", "east"], cities={2: ["hannover"]}
    )
    assert kilowatt.reach(outside, 2)["fulda"] == (10, 19 + 13)
    assert paid(outside, "fulda") == 10 + 32
    refusal = kit.refused(outside, Build(2, "kassel"))
    assert (refusal.code, refusal.rule) == ("city_outside_zone", "R18-BLD-07")
    assert not {"kassel", "muenchen"} & set(kilowatt.reach(outside, 2))
    inside = kit.situation(
        GERMANY, 4, phase="build", zone=["north_west", "north_east", "east", "west"], cities={3: ["hannover"]}
    )
    assert paid(inside, "fulda") == 10 + 15 + 8


def test_a_first_house_stays_inside_the_zone() -> None:
    """A network may not begin outside the zone either. [R18-BLD-07]"""
    s = example(1, anna=[])
    assert kit.refused(s, Build(ANNA, "muenchen")).code == "city_outside_zone"


@pytest.mark.parametrize(
    ("step", "present", "price"),
    [
        (1, 0, 10),
        (1, 1, None),
        (2, 0, 10),
        (2, 1, 15),
        (2, 2, None),
        (3, 0, 10),
        (3, 1, 15),
        (3, 2, 20),
        (3, 3, None),
    ],
)
def test_spaces_and_their_prices(step: int, present: int, price: int | None) -> None:
    """A city holds as many houses as the step's number, each at the price of the lowest free space.

    [R18-BLD-08, R18-BLD-09, R18-BLD-10, R18-BLD-23]
    """
    houses = {0: ["essen"], **{seat: ["duesseldorf"] for seat in range(1, 1 + present)}}
    s = kit.situation(
        GERMANY,
        4,
        phase="build",
        step=step,
        order=[1, 2, 3, 0],
        zone=[*ZONE, "east"],
        money=100,
        cities=houses,
    )
    if price is None:
        refusal = kit.refused(s, Build(0, "duesseldorf"))
        assert (refusal.code, refusal.rule) == ("city_full", "R18-BLD-08")
        assert "duesseldorf" not in kilowatt.reach(s, 0)
        return
    assert kilowatt.reach(s, 0)["duesseldorf"] == (price, 2)
    assert paid(s, "duesseldorf") == price + 2
    row = kit.view(kit.act(s, Build(0, "duesseldorf")))["houses"]["duesseldorf"]
    assert row == [*range(1, 1 + present), 0, None, None][:3]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_nobody_has_two_houses_in_a_city(step: int) -> None:
    """A city of one's own network cannot be connected again in any step. [R18-BLD-11]"""
    s = example(step)
    refusal = kit.refused(s, Build(ANNA, "essen"))
    assert (refusal.code, refusal.rule) == ("own_city", "R18-BLD-11")
    assert not {"essen", "muenster"} & set(kilowatt.reach(s, ANNA))
    again = kit.act(example(step), Build(ANNA, "duisburg"))
    assert kit.refused(again, Build(ANNA, "duisburg")).code == "own_city"


def test_cities_of_this_turn_belong_to_the_network() -> None:
    """With Düsseldorf just added, Köln's connection costs 4 instead of 6. [R18-BLD-12]"""
    s = example(2, anna=["essen"])
    assert kilowatt.reach(s, ANNA)["koeln"] == (10, 6)
    s = kit.act(s, Build(ANNA, "duesseldorf"))
    assert kilowatt.reach(s, ANNA)["koeln"] == (10, 4)
    assert paid(s, "koeln") == 10 + 4


def test_connections_are_paid_anew() -> None:
    """After Köln was reached through Düsseldorf for 2+4, Düsseldorf still costs the 2 from Essen. [R18-BLD-13]"""
    s = example(1, anna=["essen"], bob=[])
    assert paid(s, "koeln") == 10 + 6
    s = kit.act(s, Build(ANNA, "koeln"))
    assert kilowatt.reach(s, ANNA)["duesseldorf"] == (10, 2)
    assert paid(s, "duesseldorf") == 10 + 2


def test_a_free_connection_joins_two_cities() -> None:
    """Duisburg costs its owner of Essen 10 in Step 1, and the pair counts as two cities. [R18-BLD-14]"""
    s = example(1, anna=["essen"])
    assert paid(s, "duisburg") == 10
    s = kit.act(s, Build(ANNA, "duisburg"))
    assert kit.view(s)["seats"][ANNA]["cities"] == ["duisburg", "essen"]
    assert kilowatt.quote(s, ANNA).cities == 2


FIVE_AREAS = {
    GERMANY: ["north_west", "west", "east", "south_west", "south"],
    USA: ["northwest", "midwest", "south_central", "northeast", "southeast"],
}


@pytest.mark.parametrize(
    ("ruleset", "one", "other"),
    [
        (GERMANY, "duisburg", "essen"),
        (GERMANY, "halle", "leipzig"),
        (GERMANY, "mainz", "frankfurt_main"),
        (USA, "cheyenne", "denver"),
        (USA, "new_york", "philadelphia"),
        (USA, "savannah", "jacksonville"),
    ],
)
def test_the_free_connections_of_the_boards(ruleset: str, one: str, other: str) -> None:
    """From a city of one of the three pairs of each board only its partner is reached for nothing. [R18-BLD-14]"""
    for start, partner in ((one, other), (other, one)):
        s = kit.situation(ruleset, 6, phase="build", zone=FIVE_AREAS[ruleset], cities={5: [start]})
        free = [city for city, (_, connection) in kilowatt.reach(s, 5).items() if connection == 0]
        assert free == [partner]
        assert paid(s, partner) == 10


def test_the_city_count_is_brought_up_to_date_at_once() -> None:
    """With 5 cities, one more makes 6 in the middle of the turn. [R18-BLD-15]"""
    s = example(1, anna=["essen", "muenster", "kassel", "aachen", "koeln"])
    assert kilowatt.quote(s, ANNA).cities == 5
    s = kit.act(s, Build(ANNA, "duisburg"))
    assert s.actor == ANNA
    assert kilowatt.quote(s, ANNA).cities == 6
    assert len(kit.view(s)["seats"][ANNA]["cities"]) == 6


def test_example_duisburg() -> None:
    """Anna in Essen and Münster adds Duisburg for 10+0. [R18-BLD-16]"""
    assert kilowatt.reach(example(1), ANNA)["duisburg"] == (10, 0)
    assert paid(example(1), "duisburg") == 10


def test_example_dortmund() -> None:
    """Anna adds Dortmund for 10+2 from Münster, which from Essen alone would be 10+5. [R18-BLD-17]"""
    assert kilowatt.reach(example(1), ANNA)["dortmund"] == (10, 2)
    assert paid(example(1), "dortmund") == 12
    assert paid(example(1, anna=["muenster"]), "dortmund") == 12
    assert paid(example(1, anna=["essen"]), "dortmund") == 15


def test_example_aachen() -> None:
    """Anna adds Aachen for 10+2+9 through Bob's Düsseldorf, which she may pass but not enter. [R18-BLD-18]"""
    s = example(1)
    assert not kit.allowed(s, Build(ANNA, "duesseldorf"))
    assert kilowatt.reach(s, ANNA)["aachen"] == (10, 11)
    assert paid(s, "aachen") == 21


def test_example_bob() -> None:
    """Bob in Düsseldorf adds Duisburg for 10+2+0 through Anna's Essen. [R18-BLD-19]"""
    s = kit.act(example(1), Pass(ANNA), Pass(CAROL))
    assert s.actor == BOB
    assert kilowatt.reach(s, BOB)["duisburg"] == (10, 2)
    assert paid(s, "duisburg") == 12


def test_example_step_2() -> None:
    """In Step 2 Anna adds Düsseldorf, where Bob is alone, for 15+2. [R18-BLD-20]"""
    assert kilowatt.reach(example(2), ANNA)["duesseldorf"] == (15, 2)
    assert paid(example(2), "duesseldorf") == 17


def test_example_koeln_alone() -> None:
    """In Step 2 Anna adds Köln with one house, and only Köln, for 15+2+4. [R18-BLD-21]"""
    assert paid(example(2, carol=["koeln"]), "koeln") == 21


def test_example_both_at_once() -> None:
    """In Step 2 Anna adds Düsseldorf and then Köln for 17+19, and in the other order for 21+17. [R18-BLD-22]"""
    s = example(2, carol=["koeln"])
    first = kit.events_of(s, Build(ANNA, "duesseldorf"))
    assert CityConnected(ANNA, "duesseldorf", 15, 2) in first
    second = kit.events_of(kit.act(s, Build(ANNA, "duesseldorf")), Build(ANNA, "koeln"))
    assert CityConnected(ANNA, "koeln", 15, 4) in second
    assert paid(s, "duesseldorf", "koeln") == 36
    assert paid(s, "koeln", "duesseldorf") == 38


def test_a_plan_spends_nothing() -> None:
    """With 35 el the plan of 36 is priced as 1 too dear, and no money and no house has moved. [R18-BLD-24]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="build",
        step=2,
        order=ANNA_BUILDS,
        zone=ZONE,
        money={ANNA: 35},
        cities={ANNA: ["essen", "muenster"], BOB: ["duesseldorf"], CAROL: ["koeln"]},
    )
    before = kit.view(s)
    plan = kilowatt.quote(s, ANNA, cities=["koeln", "duesseldorf"])
    assert plan.house_cost == 36
    assert [(row.city, row.house + row.connection) for row in plan.houses] == [("duesseldorf", 17), ("koeln", 19)]
    assert plan.money_left == -1
    assert kit.view(s) == before


@pytest.mark.parametrize(("step", "price"), [(1, None), (2, 15), (3, 15)])
def test_a_late_start_without_an_empty_city(step: int, price: int | None) -> None:
    """When no city is empty a network begins on the lowest space open in this step, at its price. [AMB-49]"""
    everywhere = list(kilowatt.reach(example(1, anna=[], bob=[]), ANNA))
    assert len(everywhere) == 21
    s = example(step, anna=[], bob=everywhere)
    if price is None:
        assert not kit.allowed(s, Build(ANNA, "essen"))
    else:
        assert paid(s, "essen") == price
