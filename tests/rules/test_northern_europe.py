"""Northern Europe: plants that areas in play bring."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.engine.actions import Open
from kilowatt.engine.layers import unseen
from kilowatt.engine.storage import room
from tests import kit

SOUTH = ["south_sweden", "denmark", "norway"]
EAST = ["baltic", "finland", "north_sweden"]
BROUGHT = {
    "denmark": {"19a": ("oil", 2, 4), "26a": ("oil", 3, 5)},
    "norway": {"7a": ("eco", 0, 1), "46a": ("eco", 0, 6)},
    "south_sweden": {"10a": ("uranium", 2, 3), "39a": ("eco", 0, 5)},
    "north_sweden": {"21a": ("eco", 0, 2), "25a": ("uranium", 1, 4)},
    "finland": {"32a": ("garbage", 2, 6), "44a": ("uranium", 1, 7)},
    "baltic": {"18a": ("oil", 1, 3), "22a": ("eco", 0, 3)},
}


def cards(s: kilowatt.State) -> set[str]:
    """Every plant that lies in the market or may come."""
    names = s.rules.card_names
    return {names[card] for card in range(len(s.rules.plants)) if unseen(s.deck) >> card & 1} | set(kit.market(s))


@pytest.mark.parametrize("edition", ["original", "recharged"])
@pytest.mark.parametrize("zone", [SOUTH, EAST])
def test_areas_in_play_bring_their_plants(edition: str, zone: list[str]) -> None:
    """The two plants of each area in play are there and the deck's of these numbers are not; others not. [AT-NE-02]"""
    ruleset = f"{edition}/northern-europe"
    for seed in range(5):
        s = kit.fresh(ruleset, 3, seed, zone=zone)
        there = cards(s)
        for area, own in BROUGHT.items():
            for name in own:
                assert (name in there) == (area in zone)
                assert (name.removesuffix("a") in there) == (area not in zone)
        assert len(there) == 42
        assert kilowatt.check(s) == []


def test_the_plants_are_those_of_the_transcription() -> None:
    """Each of the twelve burns and supplies what was transcribed, at the number of the one it replaces. [AT-NE-02]"""
    rules = kilowatt.ruleset("original/northern-europe", 3)
    plants = {plant.id: plant for plant in rules.plants}
    for own in BROUGHT.values():
        for name, (fuel, need, cities) in own.items():
            plant = plants[name]
            assert (plant.kind, plant.need, plant.cities) == (fuel, need, cities)
            assert (plant.number, plant.back) == (int(name[:-1]), plants[name[:-1]].back)


def test_the_opening_market_has_them_in_order() -> None:
    """Original with Norway and Southern Sweden opens 3, 4, 5, 6 | 7a, 8, 9, 10a, with 13 on top. [AT-NE-02]"""
    row = kit.view(kit.fresh("original/northern-europe", 3, zone=SOUTH))["plants"]
    assert (row["current"], row["future"]) == (["3", "4", "5", "6"], ["7a", "8", "9", "10a"])
    assert row["top"] == ["13"]


def test_plant_10_becomes_nuclear() -> None:
    """With Southern Sweden 10 burns 2 uranium, stores 4 and needs a house there; else anybody may buy it. [AT-NE-02]"""
    market = ["7a", "8", "9", "10a", "16", "17", "20", "23"]
    s = kit.situation(
        "original/northern-europe", 3, zone=SOUTH, market=market, stack=["30"], cities={0: ["oslo"]}, money=99
    )
    assert kit.refused(s, Open(0, "10a", 10)).rule == "AT-NE-01"
    s = kit.situation("original/northern-europe", 3, phase="fuel", zone=SOUTH, plants={2: ["10a"]}, stack=["30"])
    assert (s.rules.needs[s.plants[2][0]], s.rules.supplies[s.plants[2][0]]) == (2, 3)
    assert [room(s, 2, s.rules.fuel_ids[fuel]) for fuel in ("coal", "uranium")] == [0, 4]
    market = ["7", "8", "9", "10", "16", "17", "20", "23"]
    s = kit.situation("original/northern-europe", 3, zone=EAST, market=market, stack=["30"], money=99)
    assert kit.allowed(s, Open(0, "10", 10))


def test_the_numbers_in_doubt_are_those_of_the_transcription() -> None:
    """Coal in Step 3 refills 6 for five players and 5 for six; two links cost 18 and 19. [AT-NE-03]"""
    refill = [kilowatt.ruleset("original/northern-europe", seats).tracks[0].refill[2][0] for seats in (5, 6)]
    assert refill == [6, 5]
    links = {frozenset((a, b)): cost for a, b, cost in registry.board("northern_europe").connections}
    assert links[frozenset(("koebenhavn", "goeteborg"))] == 18
    assert links[frozenset(("arendal", "goeteborg"))] == 19
