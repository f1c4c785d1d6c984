"""Rulings on building, on income and on the final count."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, MarkStart, Pass
from tests import kit

ZONE = ["west", "south_west", "east"]
WEST = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
SOUTH_WEST = ["aachen", "koeln", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim"]
EAST = ["halle", "leipzig", "erfurt", "dresden", "fulda", "wuerzburg", "nuernberg"]
EIGHT = ["30", "31", "32", "33", "34", "35", "36", "37"]


def classic(cities: list[str]) -> list[str]:
    """The names of the 2004 board: Wiesbaden for Mainz."""
    return ["wiesbaden" if city == "mainz" else city for city in cities]


def test_two_players_of_2004_may_own_every_city() -> None:
    """Two players of 2004 play to 21 cities of three areas, and no house runs out on the way. [AMB-19, AMB-71]"""
    zone = classic([*WEST, *SOUTH_WEST, *EAST])
    s = kit.situation(
        "original/germany",
        2,
        phase="build",
        step=2,
        market=EIGHT,
        stack=["38", "39"],
        cities={1: [city for city in zone if city != "kassel"]},
        money={0: 500, 1: 500},
        zone=ZONE,
    )
    assert len(kit.view(s)["seats"][1]["cities"]) == 20
    s = kit.act(s, Build(1, "kassel"))
    assert len(kit.view(s)["seats"][1]["cities"]) == 21
    s = kit.end_turns(s, "build")
    assert kit.view(s)["phase"] == "over"


@pytest.mark.parametrize(("count", "step"), [(9, 1), (10, 2)])
def test_two_players_of_2004_reach_step_2_at_ten(count: int, step: int) -> None:
    """Two players of 2004 enter Step 2 at 10 cities, own four plants and leave out eight cards. [AMB-19]"""
    cities = classic([*WEST, *SOUTH_WEST])[:count]
    s = kit.situation(
        "original/germany", 2, phase="after_build", market=EIGHT, stack=["38", "39"], cities={0: cities}, zone=ZONE
    )
    assert kit.view(s)["step"] == step
    assert s.rules.plant_limit == 4
    assert kit.view(kit.fresh("original/germany", 2))["plants"]["stack"] == 26 + 1


def test_the_bank_never_runs_out() -> None:
    """The bank pays out, however much money is about already. [AMB-71]"""
    s = kit.situation(
        "recharged/germany", 3, phase="power", money={0: 100_000}, plants={0: ["13"]}, cities={0: ["essen"]}, zone=ZONE
    )
    s = kit.act(s, kit.run(0, p13={}))
    assert kit.view(s)["seats"][0]["money"] == 100_022


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_first_house_of_2004_needs_an_empty_city(step: int) -> None:
    """In 2004 a network starts in an empty city, whatever the step. [AMB-25]"""
    s = kit.situation("original/germany", 3, phase="build", step=step, cities={0: ["essen"]}, zone=ZONE, stack=["40"])
    assert kit.refused(s, Build(2, "essen")).code == "start_in_empty_city"
    s = kit.act(s, Build(2, "duisburg"))
    assert kit.view(s)["seats"][2]["money"] == 40


def test_a_metropolis_is_two_cities() -> None:
    """New York is two cities at no distance, each with its own spaces, each counted, each once per player. [AMB-36]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        phase="build",
        step=2,
        market=EIGHT,
        stack=["38", "39"],
        cities={0: ["new_york_1"], 1: ["new_york_2"], 2: ["new_york_1"]},
        money=100,
        zone=["northeast", "great_lakes_atlantic", "central"],
    )
    assert kilowatt.reach(s, 2)["new_york_2"] == (15, 0)
    s = kit.act(s, Build(2, "new_york_2"))
    assert kit.view(s)["seats"][2]["cities"] == ["new_york_1", "new_york_2"]
    assert kit.view(s)["seats"][2]["money"] == 85
    assert kit.refused(s, Build(2, "new_york_2")).code == "own_city"
    assert kit.refused(s, Build(2, "new_york_1")).code == "own_city"
    s = kit.act(s, Pass(2))
    assert kit.refused(s, Build(1, "new_york_1")).code == "city_full"


def marked(step: int, cities: dict[int, list[str]] | None = None) -> kilowatt.State:
    """Essen, Köln and Halle are marked; the building phase of a step."""
    rules = kilowatt.ruleset("recharged/germany", 3, {"starting_cities": True, "zone": ZONE, "order": [0, 1, 2]})
    s = kit.deal_all(kilowatt.new_game(rules))
    s = kit.act(s, MarkStart(0, "essen"), MarkStart(1, "koeln"), MarkStart(2, "halle"))
    assert kit.supply(s)["uranium"] == 10 - 3
    s = kit.deal_all(s)
    for _ in range(3):
        s = kit.deal_all(kit.act(s, next(m for m in kilowatt.legal_actions(s) if type(m).kind == "open")))
        while kit.view(s)["auction"] is not None:
            s = kit.deal_all(kit.act(s, Pass(s.actor)))
    s = kit.end_turns(s, "fuel")
    seen = kit.view(s)
    seen["step"] = step
    seen["more"]["step2_done"] = step > 1
    for seat in seen["seats"]:
        seat["money"] = 100
    for seat, names in (cities or {}).items():
        for name in names:
            seen["houses"].setdefault(name, [None, None, None])[0] = seat
        taken = [name for name in names if name in seen["marks"]]
        seen["marks"] = [mark for mark in seen["marks"] if mark not in taken]
        seen["supply"]["uranium"] += len(taken)
    return kilowatt.restore(rules, seen)


def test_an_unclaimed_mark_keeps_its_first_space_after_step_1() -> None:
    """In Step 2 others connect a marked city at 15 only, and a late starter still starts there for 10. [AMB-48]"""
    s = marked(2)
    first = s.actor
    s = kit.act(s, Build(first, "essen"))
    assert kilowatt.reach(s, first)["koeln"] == (15, 6)
    s = kit.act(s, Build(first, "koeln"))
    assert kit.view(s)["houses"]["koeln"] == [None, first, None]
    assert kit.view(s)["seats"][first]["money"] == 100 - 10 - 15 - 6
    s = kit.act(s, Pass(first))
    second = s.actor
    s = kit.act(s, Build(second, "koeln"))
    assert kit.view(s)["houses"]["koeln"] == [second, first, None]
    assert kit.view(s)["seats"][second]["money"] == 90


def test_marks_are_uranium_from_the_supply() -> None:
    """Marks hold three uranium tokens back until claimed; each start gives one of them back. [AMB-48]"""
    s = marked(1)
    first = s.actor
    assert kit.supply(s)["uranium"] == 7
    assert kit.refused(s, Build(first, "aachen")).code == "start_in_marked_city"
    s = kit.act(s, Build(first, "essen"))
    assert kit.supply(s)["uranium"] == 8
    assert kit.refused(s, Build(first, "koeln")).code == "city_marked"


def test_a_late_starter_is_never_locked_out() -> None:
    """Without an empty city a first house goes on the lowest free space of the step at its price. [AMB-49]"""
    everywhere = {0: [*WEST, *SOUTH_WEST[:4]], 1: [*SOUTH_WEST[4:], *EAST]}
    s = kit.situation(
        "recharged/germany",
        3,
        phase="build",
        step=2,
        market=EIGHT,
        stack=["38", "39"],
        cities=everywhere,
        money=100,
        zone=ZONE,
    )
    assert s.actor == 2
    s = kit.act(s, Build(2, "essen"))
    assert kit.view(s)["seats"][2]["money"] == 85
    assert kit.view(s)["houses"]["essen"] == [0, 2, None]
    s = kit.situation("recharged/germany", 3, phase="build", cities=everywhere, money=100, zone=ZONE, stack=["38"])
    assert kit.refused(s, Build(2, "essen")).code == "start_in_empty_city"


def test_the_order_of_building_is_the_players() -> None:
    """Düsseldorf then Köln costs 36, Köln then Düsseldorf 38, and the quote offers the cheaper order. [AMB-75]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="build",
        step=2,
        market=EIGHT,
        stack=["38", "39"],
        cities={0: ["duesseldorf"], 1: ["koeln"], 2: ["essen", "muenster"]},
        money=100,
        zone=ZONE,
    )
    near = kit.act(s, Build(2, "duesseldorf"), Build(2, "koeln"))
    assert kit.view(near)["seats"][2]["money"] == 100 - 36
    far = kit.act(s, Build(2, "koeln"), Build(2, "duesseldorf"))
    assert kit.view(far)["seats"][2]["money"] == 100 - 38
    plan = kilowatt.quote(s, 2, cities=("koeln", "duesseldorf"))
    assert plan.house_cost == 36
    assert [row.city for row in plan.houses] == ["duesseldorf", "koeln"]
    assert kit.view(s)["seats"][2]["money"] == 100


def test_deluxe_builds_from_cities_of_this_turn_and_pays_anew() -> None:
    """In Deluxe a city added this turn counts as network, and a connection passed before is paid again. [AMB-93]"""
    s = kit.situation(
        "deluxe/europe",
        3,
        phase="build",
        market=[*EIGHT, "38"],
        stack=["39"],
        cities={2: ["glasgow"]},
        money=200,
        zone=["british_isles_low_countries", "france_iberia", "central"],
    )
    assert kilowatt.reach(s, 2)["london"] == (10, 13 + 4)
    s = kit.act(s, Build(2, "london"))
    assert kilowatt.reach(s, 2)["birmingham"] == (10, 4)
    assert kilowatt.reach(s, 2)["paris"] == (10, 16)


def test_running_more_than_is_needed_is_allowed() -> None:
    """Plants may run beyond the network; the fuel is burned and the surplus earns nothing. [AMB-70]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="power",
        plants={0: ["4", "10"]},
        fuel={0: {"coal": 8}},
        tokens={"coal": 10},
        cities={0: ["essen"]},
        zone=ZONE,
        stack=["30", "31"],
    )
    s = kit.act(s, kit.run(0, p4={"coal": 2}, p10={"coal": 2}))
    assert kit.view(s)["seats"][0]["money"] == 50 + 22
    assert kit.view(s)["seats"][0]["fuel"]["coal"] == 4


def test_the_cities_supplied_follow_from_the_plants_that_run() -> None:
    """A seat is paid for what its running plants produce, up to its network, and chooses only the plants. [AMB-90]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="power",
        plants={0: ["13", "33"]},
        cities={0: WEST[:4]},
        zone=ZONE,
        stack=["30", "31"],
    )
    paid = {}
    for row in kilowatt.options(s).choices["run"]:
        paid[tuple(p.plant for p in row.plants)] = (row.cities, row.income)  # type: ignore[attr-defined]
    assert paid == {(): (0, 10), ("13",): (1, 22), ("33",): (4, 54), ("13", "33"): (4, 54)}


def test_more_than_twenty_cities_pay_150() -> None:
    """A production for 21 cities, which no game asks for, is paid like 20. [AMB-79]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="power",
        plants={0: ["36", "38", "46"]},
        fuel={0: {"coal": 6, "garbage": 3}},
        tokens={"coal": 10, "garbage": 10},
        cities={0: [*WEST, *SOUTH_WEST, *EAST]},
        zone=ZONE,
        stack=["30", "31"],
    )
    s = kit.act(s, kit.run(0, p36={"coal": 3}, p38={"garbage": 3}, p46={"coal": 3}))
    assert kit.view(s)["seats"][0]["money"] == 50 + 150


def test_players_without_plants_keep_their_places() -> None:
    """Tied players without a plant keep the order they had. [AMB-77]"""
    s = kit.situation("recharged/germany", 3, phase="round", order=[2, 0, 1], plants={0: ["4"]}, stack=["30"])
    assert kit.view(s)["order"] == [0, 2, 1]
