"""Deluxe, Europe and North America: building and the metropolises."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Pass
from tests import kit
from tests.rules.deluxe_ground import AMERICA, BIG, BOTH, EUROPE, TOWNS, ZONE, lay, size

# --- building --------------------------------------------------------------------------------------------------------


def test_any_number_of_cities_while_the_money_lasts() -> None:
    """C builds first, three cities at 13, 14 and 15 of 50, and not the fourth he cannot pay. [D-BLD-01]"""
    s = lay(EUROPE, "build", cities={2: ["stuttgart"]}, money=50, zone=["france_iberia", "central", "alps_italy"])
    assert s.actor == 2
    s = kit.act(s, Build(2, "rhein_main"), Build(2, "muenchen"), Build(2, "zuerich"))
    assert s.money[2] == 50 - 13 - 14 - 15
    refusal = kit.refused(s, Build(2, "praha"))
    assert (refusal.code, refusal.rule) == ("city_too_dear", "D-BLD-01")
    s = kit.act(s, Pass(2))
    assert s.actor == 1
    assert kit.act(s, Pass(1)).actor == 0


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_first_generator_costs_ten(ruleset: str) -> None:
    """The first generator goes on the 10-space of any empty city of the zone for 10, or may wait. [D-BLD-02]"""
    s = lay(ruleset, "build", step=2, cities={0: TOWNS[ruleset][:1]}, money=50)
    for city in (TOWNS[ruleset][1], TOWNS[ruleset][9], TOWNS[ruleset][18]):
        after = kit.act(s, Build(2, city))
        assert after.money[2] == 40
        assert kit.view(after)["houses"][city] == [2, None, None]
    assert kit.refused(s, Build(2, TOWNS[ruleset][0])).rule == "D-BLD-02"
    assert kit.allowed(s, Pass(2))


def test_a_connection_passes_through_a_full_city() -> None:
    """In Step 1 Paris costs 10 + 4 + 7 from Randstad through Vlaanderen, which is full. [D-BLD-03]"""
    s = lay(EUROPE, "build", cities={1: ["vlaanderen"], 2: ["randstad"]}, money=50)
    assert not kit.allowed(s, Build(2, "vlaanderen"))
    assert kit.act(s, Build(2, "paris")).money[2] == 50 - 21


def test_the_cheapest_connection_from_the_whole_network_is_paid() -> None:
    """Paris costs 7 from Vlaanderen, whatever other own city is farther, and its cheapest free space. [D-BLD-03]"""
    s = lay(EUROPE, "build", step=2, cities={1: ["paris"], 2: ["randstad", "bremen", "vlaanderen"]}, money=50)
    assert kilowatt.reach(s, 2)["paris"] == (15, 7)


@pytest.mark.parametrize(
    ("zone", "connection"),
    [
        (["british_isles_low_countries", "france_iberia", "central"], 13),
        (["france_iberia", "central", "alps_italy"], 17),
    ],
)
def test_nothing_outside_the_zone_is_used(zone: list[str], connection: int) -> None:
    """Paris to Rhein-Main costs 13 through the low countries, but 17 when they are not in play. [D-BLD-04]"""
    s = lay(EUROPE, "build", cities={2: ["paris"]}, money=50, zone=zone)
    assert kilowatt.reach(s, 2)["rhein_main"] == (10, connection)
    assert kit.act(s, Build(2, "rhein_main")).money[2] == 50 - 10 - connection
    refusal = kit.refused(s, Build(2, "moskwa"))
    assert (refusal.code, refusal.rule) == ("city_outside_zone", "D-BLD-04")


@pytest.mark.parametrize(("step", "there"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2)])
def test_house_costs_and_places_by_step(step: int, there: int) -> None:
    """Paris at 7 costs 10, 15 or 20 more, for as many players as the step allows. [D-BLD-05, D-BLD-08]"""
    cities = {2: ["vlaanderen"], **{seat: ["paris"] for seat in range(there)}}
    s = lay(EUROPE, "build", step=step, cities=cities, money=50)
    if there == step:
        refusal = kit.refused(s, Build(2, "paris"))
        assert (refusal.code, refusal.rule) == ("city_full", "D-BLD-08")
    else:
        assert kit.act(s, Build(2, "paris")).money[2] == 50 - (10, 15, 20)[there] - 7


@pytest.mark.parametrize("ruleset", BOTH)
def test_one_generator_a_player_and_city(ruleset: str) -> None:
    """In Step 2 a second own generator in a standard city is refused. [D-BLD-06]"""
    s = lay(ruleset, "build", step=2, cities={2: TOWNS[ruleset][:1]}, money=50)
    refusal = kit.refused(s, Build(2, TOWNS[ruleset][0]))
    assert (refusal.code, refusal.rule) == ("own_city", "D-BLD-06")


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_score_marker_moves_at_once(ruleset: str) -> None:
    """With 6 cities a seventh makes 7 at once, and plant 7 leaves the market with it. [D-BLD-07]"""
    market = ["7", *BIG][: size(ruleset, 1)]
    s = lay(ruleset, "build", cities={2: TOWNS[ruleset][:6]}, money=99, market=market)
    assert kit.market(s)[0] == "7"
    s = kit.act(s, Build(2, TOWNS[ruleset][6]))
    assert len(kit.view(s)["seats"][2]["cities"]) == 7
    assert (s.actor, kit.market(s)[0]) == (2, "25")


@pytest.mark.parametrize(
    ("first", "second", "zone"),
    [
        ("new_york_1", "new_york_2", ZONE[AMERICA]),
        ("mexico_city_1", "mexico_city_2", ["mexico", "south", "central"]),
    ],
)
def test_a_metropolis_is_two_cities_joined_at_no_cost(first: str, second: str, zone: list[str]) -> None:
    """One generator in each half costs 10 + 0 the second time and counts 2 cities; a third is refused. [D-NA-02]"""
    for one, other in ((first, second), (second, first)):
        s = lay(AMERICA, "build", cities={2: [one]}, money=50, zone=zone)
        assert kilowatt.reach(s, 2)[other] == (10, 0)
        s = kit.act(s, Build(2, other))
        assert s.money[2] == 40
        assert len(kit.view(s)["seats"][2]["cities"]) == 2
        assert not kit.allowed(s, Build(2, one))
        assert not kit.allowed(s, Build(2, other))


def test_a_metropolis_has_two_places_for_different_players_too() -> None:
    """In Step 1 one player may stand in each half of New York, and the costs from outside are the same. [D-NA-02]"""
    s = lay(AMERICA, "build", cities={1: ["new_york_1"], 2: ["boston"]}, money=50)
    assert kit.refused(s, Build(2, "new_york_1")).code == "city_full"
    assert kit.act(s, Build(2, "new_york_2")).money[2] == 50 - 10 - 7
