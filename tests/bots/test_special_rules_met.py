"""Special rules that no bot plans for: what the bots that judge positions, or play games ahead, make of them.

Where a case names two moves, the second is the same bot's on the same board without the rule.
"""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine import tasks
from kilowatt.engine.actions import Action, BuyFuel, Open, Pass
from tests import kit
from tests.bots.test_special_rules_known import move, turn

RUSSIA = ["north", "centre", "urals"]
WURTTEMBERG = ["south", "west", "north"]
FUEL = {"oil": 15, "coal": 18, "garbage": 10, "uranium": 5}


@pytest.mark.parametrize(("ruled", "action"), [(True, Open(0, "11", 11)), (False, Pass(0))])
def test_opting_out_first_shows_rivals_no_better_plant(ruled: bool, action: Action) -> None:
    """With 36 behind 4, 10 and 11 `expert` opens 11: to opt out first would put 36 on offer. [AT-RU-03]"""
    rules = kilowatt.ruleset("original/russia", 3, {"order": [0, 1, 2], "zone": RUSSIA})
    if not ruled:
        rules.after_opting_out = tuple([task for task in rules.after_opting_out if tasks.NAMES[task] != "first_out"])
    s = kit.situation(
        "original/russia",
        3,
        round=5,
        step=2,
        rules=rules,
        market=["4", "10", "11", "36", "38", "40"],
        stack=["42", "44", "46"],
        plants={0: ["25", "20", "29"], 1: ["9", "8", "7"], 2: ["12", "3", "5"]},
        cities={
            0: ["kirov", "kazan", "cheboksary", "ulyanovsk", "tula", "ryazan"],
            1: ["moscow", "yaroslavl", "nizhny_novgorod", "st_petersburg"],
            2: ["ufa", "perm", "chelyabinsk"],
        },
        tokens=FUEL,
        money={0: 60, 1: 90, 2: 90},
    )
    assert move("expert", s) == action


@pytest.mark.parametrize(("leave", "action"), [(2, Open(2, "13", 13)), (1, Pass(2))])
def test_the_last_to_buy_keeps_two_plants_from_leaving(leave: int, action: Action) -> None:
    """After two passes `expert` opens 13 where nobody's buying lets two plants leave, and not where one. [AT-BW-02]"""
    ruleset = "original/baden-wuerttemberg"
    rules = kilowatt.ruleset(ruleset, 3, {"order": [0, 1, 2], "zone": WURTTEMBERG})
    assert rules.unsold_leave == 2
    rules.unsold_leave = leave
    s = kit.situation(
        ruleset,
        3,
        round=5,
        step=2,
        rules=rules,
        market=["13", "15", "16", "17", "32", "36", "38", "40"],
        stack=["42", "44", "46", "35"],
        plants={2: ["18", "24", "21"], 1: ["9", "8", "7"], 0: ["12", "3", "5"]},
        cities={
            0: ["freiburg", "loerrach", "waldshut_tiengen"],
            1: ["offenburg", "lahr", "rastatt", "karlsruhe"],
            2: ["heidelberg", "mannheim", "heilbronn", "sinsheim", "tauberbischofsheim"],
        },
        tokens=FUEL,
        money={0: 60, 1: 90, 2: 90},
    )
    assert move("expert", kit.act(s, Pass(0), Pass(1))) == action


@pytest.mark.parametrize("bot", ["normal", "planner", "hard"])
def test_oil_without_end_is_not_stored(bot: str) -> None:
    """With 2 oil in the supply and room for 10, bots buy the 5 that one production burns. [AT-ME-02]"""
    s = kit.situation(
        "recharged/middle-east",
        3,
        phase="fuel",
        round=6,
        step=2,
        zone=["levant", "red_sea", "centre"],
        market=["20", "21", "22", "24", "25", "26", "27", "29"],
        stack=["30", "31"],
        plants={2: ["7", "16"], 1: ["32", "9"], 0: ["35", "3"]},
        fuel={1: {"oil": 7}, 0: {"oil": 5}},
        cities={
            2: ["damascus", "amman", "beirut", "jerusalem", "aqaba"],
            1: ["riyadh", "medina"],
            0: ["sanaa", "aden"],
        },
        tokens={"oil": 10, "coal": 20, "garbage": 10, "uranium": 5},
        money=50,
    )
    assert (s.actor, s.supply[s.rules.fuel_ids["oil"]]) == (2, 2)
    assert turn(bot, s, BuyFuel) == 5


@pytest.mark.parametrize("bot", ["normal", "planner"])
def test_uranium_is_stored_after_the_phase_out(bot: str) -> None:
    """Once 39 is bought and six uranium are left, bots with two nuclear plants buy for two rounds. [AT-IT-01]"""
    assert turn(bot, phased_out(), BuyFuel) == 4


def phased_out() -> kilowatt.State:
    """Seat 2 burns two uranium per round, rivals three, and no more comes."""
    given: dict[str, Any] = {
        "zone": ["north_east", "north_west", "emilia"],
        "market": ["20", "21", "22", "24", "25", "26", "27", "29"],
        "stack": ["30", "31", "32"],
        "plants": {2: ["23", "28"], 1: ["34"], 0: ["39", "17"]},
        "cities": {
            2: ["milano", "bergamo", "brescia", "verona", "piacenza", "bologna", "modena"],
            1: ["torino", "genova", "padova", "vicenza"],
            0: ["trieste", "udine", "mestre", "venezia"],
        },
        "tokens": {"uranium": 6, "coal": 20, "oil": 20, "garbage": 20},
        "money": 60,
    }
    s = kit.situation("recharged/italy", 3, phase="fuel", round=6, step=2, **given)
    s.slots[s.rules.fuel_supply.base] = 1
    return s
