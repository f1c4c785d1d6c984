"""Japan: six starting cities, one free jump, two houses in round 1, spaces by city. Rules AT-JP-*."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.editions.options import BadOption
from kilowatt.engine.actions import Build, Jump, Pass
from kilowatt.engine.events import CityConnected, Jumped
from kilowatt.table.notation import read, write
from tests import kit

RULESETS = ["original/japan", "recharged/japan"]
STARTS = ["sapporo", "tokyo", "yokohama", "osaka", "kobe", "fukuoka"]
"""In the order of the board."""
LATE = ["morioka", "saitama", "toyama", "matsue", "miyazaki"]
TWO = ["koriyama", "hamamatsu", "kochi", "oita"]
MARKET = ["10", "11", "12", "13", "15", "16", "20", "21"]


def building(ruleset: str, step: int, cities: dict[int, list[str]], seats: int = 5, **more: Any) -> kilowatt.State:
    """Players who build, with 200 Elektro each; the last seat moves first."""
    market = MARKET[:6] if step == 3 else MARKET
    wanted = {"money": 200, "stack": ["30", "31"], "market": market, "cities": cities, **more}
    return kit.situation(ruleset, seats, phase="build", step=step, **wanted)


def money(s: kilowatt.State, seat: int) -> int:
    """What a seat has."""
    return int(kit.view(s)["seats"][seat]["money"])


def jumps(s: kilowatt.State) -> dict[str, int]:
    """The cities that the acting seat could jump to, and what each costs."""
    return {row.city: row.house for row in kilowatt.options(s).choices.get("jump", [])}  # type: ignore[attr-defined]


@pytest.mark.parametrize("round_", [1, 2, 7])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_first_house_is_in_one_of_six_cities(ruleset: str, round_: int) -> None:
    """In any round the six cost 10, also Tokyo where somebody stands; Nagoya is refused. [AT-JP-01]"""
    s = building(ruleset, 1, {0: ["tokyo"]}, round=round_)
    assert kilowatt.reach(s, 4) == dict.fromkeys(STARTS, (10, 0))
    refusal = kit.refused(s, Build(4, "nagoya"))
    assert (refusal.code, refusal.rule) == ("start_in_starting_city", "AT-JP-01")
    assert money(kit.act(s, Build(4, "tokyo")), 4) == 190


def test_a_first_house_waits_where_no_starting_city_is_free() -> None:
    """Centre, west and Kyushu have three of the six: full, nobody else begins before Step 3. [AT-JP-01]"""
    full = {0: ["osaka", "kobe", "fukuoka"], 1: ["osaka", "kobe", "fukuoka"]}
    for step, wanted in ((1, {}), (2, {}), (3, {"osaka": (20, 0), "kobe": (20, 0), "fukuoka": (20, 0)})):
        s = building(RULESETS[0], step, full, seats=3, zone=["centre", "west", "kyushu"])
        assert kilowatt.reach(s, 2) == wanted
        assert kilowatt.refusal(s, Build(2, "kyoto")) is not None
        assert step == 3 or kit.refused(s, Build(2, "osaka")).code == "city_full"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_osaka_costs_10_by_the_jump_and_108_by_links(ruleset: str) -> None:
    """From Sapporo with the jump unused: Osaka costs 10, or 98 + 10 and the jump is kept. [AT-JP-02]"""
    s = building(ruleset, 1, {4: ["sapporo"]})
    assert kilowatt.reach(s, 4)["osaka"] == (10, 98)
    assert jumps(s) == dict.fromkeys(STARTS[1:], 10)
    jumped = kit.act(s, Jump(4, "osaka"))
    assert (money(jumped, 4), kit.view(jumped)["seats"][4]["jump"]) == (190, False)
    linked = kit.act(s, Build(4, "osaka"))
    assert (money(linked, 4), kit.view(linked)["seats"][4]["jump"]) == (92, True)
    assert jumps(linked) == dict.fromkeys(["tokyo", "yokohama", "kobe", "fukuoka"], 10)


def test_after_the_jump_links_count_from_any_own_city() -> None:
    """With Sapporo and Osaka: Hakodate costs 10 + 14 and Kyoto 10 + 0; a second jump is refused. [AT-JP-02]"""
    s = kit.act(building(RULESETS[1], 1, {4: ["sapporo"]}), Jump(4, "osaka"))
    assert kilowatt.reach(s, 4)["hakodate"] == (10, 14)
    assert kilowatt.reach(s, 4)["kyoto"] == (10, 0)
    assert kilowatt.reach(s, 4)["kobe"] == (10, 3)
    assert "jump" not in kilowatt.options(s).choices
    refusal = kit.refused(s, Jump(4, "kobe"))
    assert (refusal.code, refusal.rule) == ("jump_used", "AT-JP-02")


def test_a_jump_is_used_in_any_later_round() -> None:
    """Kept in round 2, it is there in round 9. [AT-JP-02]"""
    s = building(RULESETS[0], 2, {4: ["sapporo", "hakodate"]}, round=9)
    assert set(jumps(s)) == {"tokyo", "yokohama", "osaka", "kobe", "fukuoka"}


def test_a_jump_leads_to_a_starting_city_and_follows_a_first_house() -> None:
    """Nagoya is refused; without a house the jump waits; on another board nobody jumps. [AT-JP-02]"""
    s = building(RULESETS[0], 1, {4: ["sapporo"]})
    assert kit.refused(s, Jump(4, "nagoya")).code == "jump_to_starting_city"
    assert kit.refused(s, Jump(4, "sapporo")).code == "own_city"
    assert kit.refused(building(RULESETS[0], 1, {}), Jump(4, "osaka")).code == "jump_needs_network"
    poor = building(RULESETS[0], 1, {4: ["sapporo"]}, money=9)
    assert kit.refused(poor, Jump(4, "osaka")).code == "city_too_dear"
    assert set(kilowatt.options(poor).choices) == {"pass"}
    germany = kit.situation("recharged/germany", 3, phase="build")
    assert kit.refused(germany, Jump(2, "essen")).code == "jump_to_starting_city"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_round_1_allows_two_houses_and_the_second_is_the_jump(ruleset: str) -> None:
    """With Tokyo, Yokohama costs no link and is still the jump; nothing follows it in round 1. [AT-JP-03]"""
    s = kit.act(building(ruleset, 1, {}, round=1), Build(4, "tokyo"))
    assert set(kilowatt.options(s).choices) == {"jump", "pass"}
    for city in ("yokohama", "chiba"):
        refusal = kit.refused(s, Build(4, city))
        assert (refusal.code, refusal.rule) == ("first_round_houses", "AT-JP-03")
    s = kit.act(s, Jump(4, "yokohama"))
    assert money(s, 4) == 180
    assert set(kilowatt.options(s).choices) == {"pass"}
    assert kit.refused(s, Build(4, "chiba")).code == "first_round_houses"


def test_from_round_2_on_a_link_of_0_keeps_the_jump() -> None:
    """Tokyo and then Yokohama by the link: 10 each, and the jump is still there. [AT-JP-03]"""
    s = kit.act(building(RULESETS[0], 1, {}, round=2), Build(4, "tokyo"), Build(4, "yokohama"), Build(4, "chiba"))
    assert money(s, 4) == 200 - 10 - 10 - 14
    assert kit.view(s)["seats"][4]["jump"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_starting_cities_take_two_houses_before_step_3(ruleset: str) -> None:
    """10 and 10 in Steps 1 and 2, for a third house 20 from Step 3 on. [AT-JP-04]"""
    for step in (1, 2):
        assert kilowatt.reach(building(ruleset, step, {3: ["osaka"]}), 4)["osaka"] == (10, 0)
        assert "osaka" not in kilowatt.reach(building(ruleset, step, {3: ["osaka"], 2: ["osaka"]}), 4)
    assert kilowatt.reach(building(ruleset, 3, {3: ["osaka"], 2: ["osaka"]}), 4)["osaka"] == (20, 0)
    full = building(ruleset, 3, {3: ["osaka"], 2: ["osaka"], 1: ["osaka"]})
    assert kit.refused(full, Build(4, "osaka")).code == "city_full"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_some_cities_open_late_and_some_take_two_houses(ruleset: str) -> None:
    """Five cities cost 15 from Step 2 and 20 in Step 3, four cost 10, 15 and never take a third. [AT-JP-05]"""
    start = {4: ["tokyo"]}
    for city in LATE:
        assert kit.refused(building(ruleset, 1, start), Build(4, city)).code == "city_full"
        assert kilowatt.reach(building(ruleset, 2, start), 4)[city][0] == 15
        assert city not in kilowatt.reach(building(ruleset, 2, {**start, 3: ["tokyo", city]}), 4)
        assert kilowatt.reach(building(ruleset, 3, start), 4)[city][0] == 15
    for city in TWO:
        assert kilowatt.reach(building(ruleset, 1, start), 4)[city][0] == 10
        assert kilowatt.reach(building(ruleset, 2, {**start, 3: ["tokyo", city]}), 4)[city][0] == 15
        assert city not in kilowatt.reach(building(ruleset, 3, {**start, 3: ["tokyo", city], 2: ["kobe", city]}), 4)
    usual = {*kilowatt.reach(building(ruleset, 3, {}), 4)} | {*LATE, *TWO, *STARTS}
    assert len(usual) == 15
    full = building(ruleset, 3, {**start, 3: ["tokyo", "nagoya"], 2: ["kobe", "nagoya"]})
    assert kilowatt.reach(full, 4)["nagoya"][0] == 20


def test_a_jump_waits_for_a_free_space() -> None:
    """Osaka is full in Step 2: the jump leads elsewhere; in Step 3 it leads there for 20. [AT-JP-06]"""
    cities = {4: ["sapporo"], 3: ["osaka"], 2: ["osaka"]}
    s = building(RULESETS[0], 2, cities)
    assert "osaka" not in jumps(s)
    assert kit.refused(s, Jump(4, "osaka")).code == "city_full"
    s = building(RULESETS[0], 3, cities)
    assert jumps(s)["osaka"] == 20
    assert money(kit.act(s, Jump(4, "osaka")), 4) == 180


def test_starting_cities_are_not_marked() -> None:
    """The option is refused, and no list offers it. [AT-JP-07]"""
    with pytest.raises(BadOption):
        kilowatt.ruleset("recharged/japan", 4, {"starting_cities": True})
    assert all("starting_cities" not in row.options for row in kilowatt.rulesets() if row.board == "japan")


def test_the_two_houses_of_round_1_stand_in_starting_cities() -> None:
    """Only a jump follows Osaka, not Kyoto for 0. [AT-JP-08]"""
    s = kit.act(building(RULESETS[0], 1, {}, round=1), Build(4, "osaka"))
    assert kit.refused(s, Build(4, "kyoto")).code == "first_round_houses"
    assert set(jumps(s)) == {*STARTS} - {"osaka"}


def test_a_jump_is_written_told_and_kept() -> None:
    """It has a notation, two events, a place in snapshots, and is no longer there after it was used. [AT-JP-02]"""
    s = building(RULESETS[1], 1, {4: ["sapporo"]})
    move = Jump(4, "kobe")
    assert read(write(move), 4) == move == kilowatt.action({"type": "jump", "seat": 4, "city": "kobe"})
    events = [event for event in kit.events_of(s, move) if isinstance(event, Jumped | CityConnected)]
    assert events == [Jumped(4, "kobe"), CityConnected(4, "kobe", 10, 0)]
    s = kit.act(s, move)
    again = kilowatt.restore(s.rules, kilowatt.snapshot(s))
    assert [row["jump"] for row in kilowatt.snapshot(again)["seats"]] == [True] * 4 + [False]
    assert kit.refused(kit.act(again, Pass(4)), Jump(3, "kobe")).code == "jump_needs_network"
