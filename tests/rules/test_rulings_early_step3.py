"""Rulings on Step 3 before Step 2, phase by phase, and on several triggers falling together."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from kilowatt.engine.actions import Build, Pass, Reveal
from tests import kit

SMALL = {"deluxe/europe": ["5", "12", "13", "15", "18", "20", "22", "24", "26"]}
EIGHT = ["5", "12", "13", "15", "18", "20", "22", "24"]


class Place(NamedTuple):
    """Cities of a board: five next to each other, one more, one beyond, and the zone they are in."""

    zone: list[str]
    four: list[str]
    fifth: str
    more: list[str]


GERMANY = Place(
    ["west", "south_west", "east"],
    ["essen", "duisburg", "duesseldorf", "dortmund"],
    "muenster",
    ["osnabrueck", "kassel"],
)
PLACES = {
    "original/germany": GERMANY,
    "recharged/germany": GERMANY,
    "original/korea": Place(
        ["capital", "east", "south_west"], ["seoul", "suwon", "goyang", "anyang"], "incheon", ["yongin", "gaeseong"]
    ),
    "deluxe/north-america": Place(
        ["mexico", "south", "central"],
        ["mexico_city_1", "mexico_city_2", "guadalajara", "monterrey"],
        "chihuahua",
        ["juarez", "albuquerque"],
    ),
    "deluxe/europe": Place(
        ["british_isles_low_countries", "france_iberia", "central"],
        ["paris", "lyon", "bordeaux", "marseille"],
        "barcelona",
        ["madrid", "lisboa"],
    ),
}
REPLACING = ["original/germany", "original/korea", "deluxe/north-america", "recharged/germany"]
OBSOLETE = ["original/germany", "original/korea", "deluxe/north-america"]


@pytest.mark.parametrize("ruleset", REPLACING)
def test_step_3_in_the_auctions_of_step_1_with_eight_plants(ruleset: str) -> None:
    """In a market of eight Step 3 before Step 2 goes from 7 plants to 7 and to 6 when the auctions end. [AMB-91]"""
    s = kit.situation(ruleset, 3, market=EIGHT, stack=["step3", "30", "31"], money=100)
    s = kit.buy(s, "5")
    assert kit.market(s) == ["12", "13", "15", "18", "20", "22", "24", "step3"]
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["13", "15", "18", "20", "22", "24", "step3"]
    s = kit.act(s, Reveal("30"))
    assert kit.market(s) == ["15", "18", "20", "22", "24", "30"]
    assert kit.view(s)["step"] == 3


def test_step_3_in_the_auctions_of_step_1_in_europe() -> None:
    """On Europe Step 3 before Step 2 goes from 8 plants to 7 and to 6 when the auctions end. [AMB-91]"""
    s = kit.situation("deluxe/europe", 3, market=SMALL["deluxe/europe"], stack=["step3", "30", "31"], money=100)
    s = kit.buy(s, "5")
    assert kit.market(s) == ["12", "13", "15", "18", "20", "22", "24", "26", "step3"]
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["15", "18", "20", "22", "24", "26"]
    assert (kit.view(s)["plants"]["stack"], kit.view(s)["step"]) == (2, 3)


def test_step_3_for_a_round_without_sale_of_step_1() -> None:
    """Drawn because nobody bought, Step 3 before Step 2 ends with six plants on Europe and in 2004. [AMB-91]"""
    s = kit.situation("deluxe/europe", 3, market=SMALL["deluxe/europe"], stack=["step3", "30", "31"])
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["15", "18", "20", "22", "24", "26"]
    s = kit.situation("original/germany", 3, market=EIGHT, stack=["step3", "30", "31"])
    s = kit.opt_out_all(s)
    s = kit.act(s, Reveal("31"))
    assert kit.market(s) == ["15", "18", "20", "22", "24", "31"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


@pytest.mark.parametrize("ruleset", [*OBSOLETE, "deluxe/europe"])
def test_step_3_while_building_in_step_1(ruleset: str) -> None:
    """Drawn in Phase 4 of Step 1, Step 3 makes both changes at once but cities still hold one house. [AMB-91]"""
    place = PLACES[ruleset]
    before = SMALL.get(ruleset, EIGHT)
    s = kit.situation(
        ruleset,
        3,
        phase="build",
        market=before,
        stack=["step3", "30", "31"],
        cities={2: place.four},
        money=200,
        zone=place.zone,
    )
    s = kit.act(s, Build(2, place.fifth))
    if ruleset == "deluxe/europe":
        assert kit.market(s) == ["15", "18", "20", "22", "24", "26"]
    else:
        s = kit.act(s, Reveal("30"))
        assert kit.market(s) == ["15", "18", "20", "22", "24", "30"]
    assert kit.view(s)["step"] == 1
    s = kit.act(s, Pass(2))
    assert kit.refused(s, Build(1, place.fifth)).code == "start_in_empty_city"
    s = kit.act(s, Build(1, place.more[0]))
    assert kit.refused(s, Build(1, place.fifth)).code == "city_full"
    s = kit.end_turns(s, "build")
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)


@pytest.mark.parametrize("ruleset", [*REPLACING, "deluxe/europe"])
def test_step_3_in_the_market_update_of_step_1(ruleset: str) -> None:
    """Drawn in 5.3 of Step 1, Step 3 leaves six plants after a refill of Step 1. [AMB-91]"""
    before = SMALL.get(ruleset, EIGHT)
    dry = {"coal": 2, "uranium": 2}
    tokens = {"north": {"coal": 2}, "south": dry} if ruleset == "original/korea" else dry
    s = kit.situation(ruleset, 3, phase="refill", market=before, stack=["step3", "30", "31"], tokens=tokens)
    coal = {"original/korea": [2 + 2, 2 + 2], "deluxe/north-america": [2 + 2], "deluxe/europe": [2 + 2]}
    lying = [row["coal"]["tokens"] for row in kit.view(s)["fuel"].values()]
    assert lying == coal.get(ruleset, [2 + 4])
    if ruleset == "deluxe/europe":
        assert kit.market(s) == ["13", "15", "18", "20", "22", "24"]
    else:
        assert kit.market(s) == ["12", "13", "15", "18", "20", "22"]
        s = kit.act(s, Reveal("30"))
        assert kit.market(s) == ["13", "15", "18", "20", "22", "30"]
    assert (kit.view(s)["round"], kit.view(s)["step"]) == (3, 3)


def test_the_step_2_number_reached_later_changes_nothing() -> None:
    """After Step 3 has come first, reaching seven cities removes no plant and sets no step back. [AMB-91]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="build",
        step=3,
        market=["13", "15", "18", "20", "25", "30"],
        stack=["36", "38"],
        cities={2: [*GERMANY.four, GERMANY.fifth, "osnabrueck"]},
        money=200,
        zone=GERMANY.zone,
    )
    s = kit.act(s, Build(2, "kassel"))
    s = kit.end_turns(s, "build")
    assert kit.market(s) == ["13", "15", "18", "20", "25", "30"]
    assert kit.view(s)["step"] == 3


def test_the_end_beats_step_2() -> None:
    """A network that passes both numbers at once ends the game without Step 2's exchange. [AMB-72]"""
    german = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
    south_west = ["aachen", "koeln", "trier", "frankfurt_main", "saarbruecken", "mannheim"]
    s = kit.situation(
        "original/germany",
        3,
        phase="after_build",
        market=["20", "21", "22", "23", "24", "25", "26", "27"],
        stack=["30"],
        cities={0: [*german, *south_west, "halle", "leipzig", "erfurt", "dresden"]},
        zone=GERMANY.zone,
    )
    assert kit.view(s)["phase"] == "over"
    assert kit.view(s)["step"] == 1
    assert kit.market(s)[0] == "20"


def test_step_3_in_the_auctions_and_the_end_while_building() -> None:
    """When Step 3 comes in Phase 2 and the end in Phase 4, the building between is done in Step 3. [AMB-72]"""
    west = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
    south_west = ["aachen", "koeln", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim"]
    s = kit.situation(
        "recharged/germany",
        3,
        step=2,
        market=["20", "21", "22", "23", "24", "25", "26", "step3"],
        stack=["30", "31"],
        cities={0: [*west, *south_west, "halle", "leipzig"], 1: ["erfurt"], 2: ["erfurt"]},
        money=300,
        zone=GERMANY.zone,
    )
    s = kit.opt_out_all(s)
    s = kit.end_turns(s, "fuel")
    s = kit.act(s, Pass(2), Pass(1))
    assert kit.view(s)["step"] == 3
    money = kit.view(s)["seats"][0]["money"]
    s = kit.act(s, Build(0, "erfurt"))
    assert kit.view(s)["seats"][0]["money"] == money - 20 - 6
    assert kit.view(s)["houses"]["erfurt"] == [1, 2, 0]
    s = kit.act(s, Pass(0))
    assert kit.view(s)["phase"] == "over"


def test_several_players_over_the_step_2_number_make_one_exchange() -> None:
    """Two players past the Step 2 number in one phase cost the market one plant. [AMB-72]"""
    west = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
    south_west = ["aachen", "koeln", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim"]
    s = kit.situation(
        "recharged/germany",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["30", "31", "32"],
        cities={0: west, 1: south_west},
        zone=GERMANY.zone,
    )
    assert kit.market(s) == ["9", "10", "11", "12", "15", "20", "22", "30"]
    assert kit.view(s)["step"] == 2
