"""UK & Ireland: two islands without a link, a second network for 20, and two plants below the Step 3 card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, ChooseArea, Open, Pass
from kilowatt.engine.check import check
from kilowatt.engine.deck import stack_size
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import CHANCE
from kilowatt.engine.network import FAR
from kilowatt.engine.plants import step_at_refill
from tests import kit

RULESETS = ["original/uk-ireland", "recharged/uk-ireland"]
ZONE = ["wales", "northern_ireland", "ireland"]
MARKET = ["10", "11", "12", "13", "15", "16", "20", "21"]


def building(ruleset: str, step: int, cities: dict[int, list[str]], seats: int = 3, **more: Any) -> kilowatt.State:
    """Players who build, with 100 Elektro each; seat 2, or 1 of two, moves first."""
    market = MARKET[:6] if step == 3 else MARKET
    wanted = {"zone": ZONE, "money": 100, "stack": ["30", "31"], "market": market, "cities": cities, **more}
    return kit.situation(ruleset, seats, phase="build", step=step, **wanted)


def costs(s: kilowatt.State, seat: int) -> dict[str, tuple[int, int]]:
    """House and connection of every city that a seat could pay for with enough money."""
    return kilowatt.reach(s, seat)


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_areas_are_in_one_piece_on_each_island(seats: int) -> None:
    """15 sets of three, 11 of four, 5 of five; Scotland and Wales without the north of England are none. [AT-UK-01]"""
    rules = kilowatt.ruleset(RULESETS[0], seats)
    names = [{rules.board.areas[area].id for area in areas} for areas in rules.zone_list]
    assert len(names) == {2: 15, 4: 11, 5: 5}[seats]
    assert all("north_england" in zone for zone in names if {"scotland", "wales"} <= zone)
    assert (seats > 2) or {"wales", "northern_ireland", "ireland"} in names


def test_a_draft_may_change_islands() -> None:
    """After Scotland and Ireland, Wales completes no zone: only the north of England would join it. [AT-UK-01]"""
    s = kit.fresh(RULESETS[1], 3, zone="draft", order=[0, 1, 2])
    s = kit.act(s, ChooseArea(0, "scotland"))
    s = kit.act(s, ChooseArea(1, "ireland"))
    assert kit.refused(s, ChooseArea(2, "wales")).code == "area_completes_no_zone"
    assert kit.allowed(s, ChooseArea(2, "northern_ireland"))


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_network_costs_20_in_an_empty_city(ruleset: str, step: int) -> None:
    """From Cardiff: Dublin, empty, costs 10 + 20 in every step; Cork, where a rival stands, is refused. [AT-UK-02]"""
    s = building(ruleset, step, {2: ["cardiff"], 1: ["cork"]})
    assert costs(s, 2)["dublin"] == (10, 20)
    assert costs(s, 2)["newport"] == (10, 3)
    refusal = kit.refused(s, Build(2, "cork"))
    assert (refusal.code, refusal.rule) == ("network_in_empty_city", "AT-UK-02")
    s = kit.act(s, Build(2, "dublin"))
    assert kit.view(s)["seats"][2]["money"] == 70


def test_each_island_has_its_own_network() -> None:
    """With Cardiff and Dublin: Cork costs 10 + 21 by links (over Waterford), not 20; Aberystwyth 10 + 17. [AT-UK-02]"""
    s = building(RULESETS[0], 1, {2: ["cardiff", "dublin"], 1: ["belfast"]})
    assert costs(s, 2)["cork"] == (10, 21)
    assert costs(s, 2)["aberystwyth"] == (10, 17)
    s = kit.act(s, Build(2, "waterford"))
    assert costs(s, 2)["cork"] == (10, 8)
    assert costs(s, 2)["aberystwyth"] == (10, 17)
    assert s.reach[2][s.rules.city_ids["london_1"]] == FAR


def test_only_a_first_house_is_free_of_connection() -> None:
    """A first house of all pays neither links nor the 20. [AT-UK-02]"""
    s = building(RULESETS[1], 1, {})
    assert {costs(s, 2)[city] for city in ("cardiff", "dublin", "derry")} == {(10, 0)}


def test_a_zone_on_one_island_has_no_second_network() -> None:
    """With both Irelands out of play every city is reached by links. [AT-UK-02]"""
    s = building(RULESETS[0], 1, {2: ["cardiff"]}, zone=["wales", "south_england", "north_england"])
    assert max(connection for _, connection in costs(s, 2).values()) > 20
    assert costs(s, 2)["norwich"] == (10, 3 + 16 + 11)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nuclear_plants_need_a_house_outside_the_republic(ruleset: str) -> None:
    """With Dublin alone plant 11 is refused, with Belfast it is not; before a first house nobody may. [AT-UK-03]"""
    for city, allowed in (("dublin", False), ("belfast", True), ("", False)):
        cities = {0: [city]} if city else {}
        s = kit.situation(ruleset, 3, zone=ZONE, order=[0, 1, 2], cities=cities, market=MARKET, round=2)
        reason = kilowatt.refusal(s, Open(0, "11", 11))
        assert (reason is None) == allowed
        assert reason is None or (reason.code, reason.rule) == ("no_licence", "AT-UK-03")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_plants_lie_below_the_step_3_card(ruleset: str) -> None:
    """For three the Step 3 card is the third of 27 from the bottom; in Recharged both below are big ones. [AT-UK-04]"""
    rules = kilowatt.ruleset(ruleset, 3)
    *_, end, below = rules.stack
    assert end.seq == (len(rules.plants),)
    assert sum(layer.size() for layer in rules.stack) - rules.opening_draws == 27
    ((back, cards, left),) = below.groups
    assert (back, left) == (0 if ruleset.startswith("original") else 1, 2)
    numbers = [plant.number for card, plant in enumerate(rules.plants) if cards >> card & 1]
    assert (min(numbers), max(numbers)) == ((11 if ruleset.startswith("original") else 16), 50)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_two_plants_come_back_with_the_shuffle(ruleset: str) -> None:
    """When the Step 3 card comes up, the two plants below it are shuffled with those that went under. [AT-UK-04]"""
    rules = kilowatt.ruleset(ruleset, 3)
    state, random = kilowatt.new_game(rules), Random(4)
    left = 0
    while state.end_card == 0:
        left = stack_size(state)
        if state.actor == CHANCE:
            move = random.choice([action for action, _ in kilowatt.outcomes(state)])
        else:
            moves = [action for action in kilowatt.legal_actions(state) if not isinstance(action, Pass)]
            move = random.choice(moves or kilowatt.legal_actions(state))
        kilowatt.advance(state, move)
        assert not check(state)
    assert left >= 3
    assert stack_size(state) == left - 1
    assert state.layers == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_step_2_begins_when_every_city_has_a_house(ruleset: str) -> None:
    """18 cities, 6 each: the last empty one brings Step 2, though nobody has 7. [AT-UK-05]"""
    rules = kilowatt.ruleset(ruleset, 3)
    inside = [city.id for city in rules.board.cities if rules.board.areas[city.area].id in ZONE]
    shares = {seat: inside[seat * 6 : seat * 6 + 6] for seat in range(3)}
    last = shares[2].pop()
    s = building(ruleset, 1, shares)
    assert step_at_refill(s) == 1
    s = kit.act(s, Build(2, last))
    assert step_at_refill(s) == 2
    s = kit.end_turns(kit.act(s, Pass(2)), "build")
    assert s.step == 2


def test_only_here_does_step_2_begin_when_all_is_built() -> None:
    """No other board of the atlas begins Step 2 when every city has a house. [AT-ALL-05]"""
    games = [kilowatt.ruleset(row.id, 3) for row in kilowatt.rulesets() if row.chapter]
    assert {rules.id for rules in games if rules.step2_when_all_built} == {*RULESETS}


def test_step_2_begins_by_number_of_players() -> None:
    """At 10 cities for two, 7 for three to five, 6 for six. [AT-UK-05]"""
    for ruleset in RULESETS:
        assert [kilowatt.ruleset(ruleset, seats).step2_at for seats in range(2, 7)] == [10, 7, 7, 7, 6]


def test_two_players_end_with_all_cities_in_play() -> None:
    """Wales, Northern Ireland and the Republic have 6 + 5 + 7 cities: 18 end it; a zone of 22 needs 21. [AT-UK-06]"""
    for zone, wanted in ((ZONE, 18), (["south_england", "north_england", "scotland"], 21)):
        s = building(RULESETS[0], 2, {}, seats=2, zone=zone)
        assert (s.zone.bit_count(), end_at(s)) == ({18: 18, 21: 22}[wanted], wanted)
        inside = [city.id for number, city in enumerate(s.rules.board.cities) if s.zone >> number & 1]
        for many, ended in ((wanted - 1, False), (wanted, True)):
            s = building(RULESETS[0], 3, {1: inside[:many], 0: inside[:1]}, seats=2, zone=zone)
            s = kit.end_turns(s, "build")
            assert s.rules.score.reached(s) == ended


def test_step_3_before_step_2_brings_the_changes_of_step_2_first() -> None:
    """In Step 1 10 leaves for Step 2 and is replaced, then 11 for the card; six plants stay. [AT-UK-07]"""
    s = kit.situation(
        RULESETS[0], 3, zone=ZONE, order=[0, 1, 2], market=MARKET, stack=["step3", "40", "42"], phase="power", step=1
    )
    s = kit.deal_all(kit.end_turns(s, "power"))
    assert (s.step2_done, s.step3_due or s.step == 3, len(kit.market(s))) == (True, True, 6)
    assert kit.market(s)[:4] == ["12", "13", "15", "16"]
