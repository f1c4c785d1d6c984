"""The original game of 2004: how Step 2 and Step 3 begin and what they change."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass, Run
from kilowatt.engine.events import PlantCycled, PlantRemoved, StackShuffled
from tests import kit
from tests.rules.original_ground import BIG, NONE, RULESET, TOWNS, ZONES, lay, lay_zone

COLUMNS = {1: (4, 2, 1, 1), 2: (5, 3, 2, 1), 3: (3, 4, 3, 1)}
"""The refill of three players: coal, oil, garbage and uranium in each step."""


def column(step: int) -> dict[str, int]:
    """The refill of a step for three players."""
    return dict(zip(NONE, COLUMNS[step], strict=True))


# --- Step 2 ----------------------------------------------------------------------------------------------------------


def test_a_game_starts_in_step_1() -> None:
    """A new game is in Step 1: one house per city and the first column of the refill. [O-STP-11]"""
    s = kit.fresh(RULESET, 3, order=[0, 1, 2], zone=ZONES[3])
    assert kit.view(s)["step"] == 1
    for plant in ("4", "3", "5"):
        s = kit.deal_all(kit.buy(s, plant))
    s = kit.end_turns(s, "fuel")
    first, second, third = 1, 0, 2
    assert s.actor == first
    s = kit.act(s, Build(first, "essen"), Pass(first))
    assert not kit.allowed(s, Build(second, "essen"))
    s = kit.act(s, Build(second, "duisburg"))
    assert kit.refused(s, Build(second, "essen")).code == "city_full"
    s = kit.act(s, Pass(second), Pass(third))
    s = kit.deal_all(kit.end_turns(s, "power"))
    assert (kit.view(s)["round"], kit.view(s)["step"]) == (2, 1)
    assert kit.lying(s) == {"coal": 24, "oil": 18 + 2, "garbage": 6 + 1, "uranium": 2 + 1}


@pytest.mark.parametrize(("seats", "threshold"), [(2, 10), (3, 7), (4, 7), (5, 7), (6, 6)])
def test_step_2_begins_at_the_threshold_after_building(seats: int, threshold: int) -> None:
    """Two players need 10 cities, three to five 7, six 6; one less leaves Step 1. [O-STP-01, O-STP-11]"""
    for cities, step in ((threshold - 1, 1), (threshold, 2), (threshold + 1, 2)):
        s = lay_zone(seats, "after_build", cities={0: TOWNS[:cities]})
        assert kit.view(s)["phase"] == "power"
        assert kit.view(s)["step"] == step


def test_the_check_for_step_2_is_made_in_step_1_only() -> None:
    """In Step 2 no plant is removed again although the threshold is passed. [O-STP-01]"""
    s = lay_zone(3, "after_build", step=2, cities={0: TOWNS[:9]})
    assert kit.market(s) == BIG


def test_while_building_goes_on_it_is_still_step_1() -> None:
    """When C reaches 7 cities, B still finds a city with a house full, and Step 2 comes after the phase. [O-STP-01]"""
    s = lay_zone(3, "build", cities={1: ["kiel"], 2: TOWNS[:6]}, money=200)
    s = kit.act(s, Build(2, TOWNS[6]), Pass(2))
    assert kit.view(s)["step"] == 1
    assert kit.refused(s, Build(1, TOWNS[6])).code == "city_full"
    s = kit.act(s, Pass(1), Pass(0))
    assert kit.view(s)["step"] == 2


def test_step_2_replaces_the_lowest_plant() -> None:
    """8 leaves and 24 is drawn: 9, 10, 11, 12 and 15, 20, 22, 24; the refill is that of Step 2. [O-STP-02]"""
    s = lay_zone(
        3,
        "after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["24", "33"],
        cities={0: TOWNS[:7]},
        tokens=NONE,
    )
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["9", "10", "11", "12"], ["15", "20", "22", "24"])
    assert "8" in row["removed"]
    assert kit.lying(kit.end_turns(s, "power")) == column(2)


def test_without_the_threshold_the_lowest_plant_stays() -> None:
    """With 6 cities of 7 nothing leaves between Phases 4 and 5. [O-STP-02]"""
    market = ["8", "9", "10", "11", "12", "15", "20", "22"]
    assert kit.market(lay_zone(3, "after_build", market=market, stack=["24"], cities={0: TOWNS[:6]})) == market


def test_the_end_is_checked_before_step_2() -> None:
    """A jump over both thresholds ends the game in Step 1 and no plant leaves. [O-STP-03]"""
    s = lay_zone(3, "after_build", cities={0: TOWNS[:17]})
    seen = kit.view(s)
    assert (seen["phase"], seen["step"]) == ("over", 1)
    assert kit.market(s) == BIG


# --- Step 3 ----------------------------------------------------------------------------------------------------------


def test_step_3_drawn_in_the_auctions() -> None:
    """The card lies last in the market, the stack is shuffled, the auctions go on; then it and 10 leave. [O-STP-06]"""
    s = lay_zone(
        3, "auction", step=2, market=["10", "12", "13", "15", "18", "20", "25", "26"], stack=["step3", "40", "38", "9"]
    )
    opened = kit.act(s, Open(0, "15", 15), Pass(1))
    happened = kit.events_of(opened, Pass(2))
    assert [event.cards for event in happened if isinstance(event, StackShuffled)] == [3]
    s = kit.act(opened, Pass(2))
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["10", "12", "13", "18"], ["20", "25", "26", "step3"])
    assert sorted(row["unseen"]["any"]["cards"]) == ["38", "40", "9"]
    assert (kit.view(s)["phase"], kit.view(s)["step"], s.actor) == ("auction", 2, 1)
    s = kit.act(s, Pass(1), Pass(2))
    seen = kit.view(s)
    assert (seen["phase"], seen["step"]) == ("fuel", 3)
    assert seen["plants"]["current"] == ["12", "13", "18", "20", "25", "26"]
    assert seen["plants"]["future"] == []
    assert seen["plants"]["stack"] == 3


def test_the_auctions_go_on_with_replacements_after_step_3_was_drawn() -> None:
    """A sale after the Step 3 card is replaced from the shuffled stack, and Step 3's card stays last. [O-STP-06]"""
    s = lay(3, "auction", step=2, market=["10", "12", "13", "15", "18", "20", "25", "26"], stack=["step3", "40", "38"])
    s = kit.deal_all(kit.buy(kit.buy(s, "15"), "13"))
    market = kit.market(s)
    assert len(market) == 8
    assert market[-1] == "step3"
    assert market[-2] in ("38", "40")


def test_step_3_of_the_auctions_holds_from_fuel_on() -> None:
    """With the card drawn in Phase 2 houses and refill of this round are those of Step 3. [O-STP-05, O-STP-06]"""
    s = lay_zone(
        3,
        "auction",
        step=2,
        market=["20", "21", "22", "23", "25", "26", "27", "28"],
        stack=["step3", "40", "38"],
        cities={0: ["essen"], 1: ["essen"], 2: ["duisburg"]},
        tokens=NONE,
        money=100,
    )
    s = kit.opt_out_all(kit.buy(s, "22"))
    s = kit.end_turns(s, "fuel")
    assert s.actor == 2
    s = kit.act(s, Build(2, "essen"))
    assert s.money[2] == 80
    s = kit.deal_all(kit.end_turns(kit.end_turns(s, "build"), "power"))
    assert kit.lying(s) == column(3)


def step_3_while_building() -> kilowatt.State:
    """Seat 2 is about to build its eleventh city, with the Step 3 card on top."""
    return lay_zone(
        3,
        "build",
        step=2,
        market=["11", "13", "15", "18", "20", "21", "25", "26"],
        stack=["step3", "40", "38"],
        cities={0: ["trier", "kiel"], 1: ["trier", "aachen"], 2: [*TOWNS[:8], "mannheim", "wiesbaden"]},
        money=200,
        tokens=NONE,
    )


def test_step_3_drawn_while_building() -> None:
    """At the 11th city 11 leaves for the Step 3 card, which leaves with 13, unreplaced. [O-STP-07]"""
    s = kit.act(step_3_while_building(), Build(2, "aachen"))
    assert kit.market(s) == ["15", "18", "20", "21", "25", "26"]
    assert {"11", "13"} <= {*kit.view(s)["plants"]["removed"]}
    assert kit.view(s)["plants"]["stack"] == 2


def test_step_3_drawn_while_building_holds_from_phase_5_on() -> None:
    """Later builders of the phase still have two places a city; the refill is that of Step 3. [O-STP-05, O-STP-07]"""
    s = kit.act(step_3_while_building(), Build(2, "aachen"))
    assert kit.view(s)["step"] == 2
    assert kit.refused(s, Build(2, "trier")).code == "city_full"
    s = kit.act(s, Pass(2))
    assert kit.refused(s, Build(1, "trier")).code == "own_city"
    assert kit.allowed(s, Build(1, "koeln"))
    s = kit.act(s, Pass(1))
    assert kit.refused(s, Build(0, "aachen")).code == "city_full"
    s = kit.act(s, Pass(0))
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    s = kit.deal_all(kit.end_turns(s, "power"))
    assert kit.lying(s) == column(3)
    market = kit.market(s)
    assert market[:5] == ["18", "20", "21", "25", "26"]
    assert market[5] in ("38", "40")


def test_step_3_drawn_in_phase_5() -> None:
    """After a refill by column 2 the draw is Step 3: it and the smallest leave, unreplaced. [O-STP-08, O-BUR-05]"""
    s = lay(
        3, "power", step=2, market=["11", "13", "15", "18", "20", "21", "25", "26"], stack=["step3", "40"], tokens=NONE
    )
    s = kit.end_turns(s, "power")
    seen = kit.view(s)
    assert kit.lying(s) == column(2)
    assert (seen["round"], seen["step"], seen["phase"]) == (3, 3, "auction")
    assert seen["plants"]["current"] == ["13", "15", "18", "20", "21", "25"]
    assert seen["plants"]["future"] == []
    assert "11" in seen["plants"]["removed"]
    assert seen["plants"]["stack"] == 2


def test_step_3_goes_on_until_somebody_has_the_cities() -> None:
    """Three whole rounds after the Step 3 card nobody has 17 cities and the game still goes on. [O-STP-11]"""
    s = lay_zone(3, "power", step=2, stack=["step3", "40", "42", "44", "46"], cities={0: TOWNS[:16]})
    s = kit.deal_all(kit.end_turns(s, "power"))
    while kit.view(s)["round"] < 6:
        move = Run(s.actor, ()) if kit.view(s)["phase"] == "power" else Pass(s.actor)
        s = kit.deal_all(kit.act(s, move))
    assert (kit.view(s)["step"], kit.view(s)["phase"]) == (3, "auction")


def test_all_six_plants_of_step_3_are_on_offer() -> None:
    """In Step 3 the highest of the six plants may be opened and no plant is still to come. [O-STP-09]"""
    s = lay(3, "auction", step=3)
    assert kit.view(s)["plants"]["future"] == []
    for plant in BIG[:6]:
        assert kit.allowed(s, Open(0, plant, int(plant)))
    s = kit.buy(s, "30")
    assert kit.view(s)["plants"]["current"] == ["25", "26", "27", "28", "29", "33"]


def test_step_3_cycles_no_plant() -> None:
    """In Step 3 no plant goes under the stack; the smallest leaves and one is drawn. [O-STP-10]"""
    s = lay(3, "power", step=3)
    s = kit.act(s, Run(0, ()), Run(1, ()))
    happened = kit.events_of(s, Run(2, ()))
    assert not [event for event in happened if isinstance(event, PlantCycled)]
    assert [event.plant for event in happened if isinstance(event, PlantRemoved)] == ["25"]
    s = kit.act(s, Run(2, ()))
    assert kit.market(s) == ["26", "27", "28", "29", "30", "33"]
    assert kit.view(s)["plants"]["top"] == ["34", "35"]
