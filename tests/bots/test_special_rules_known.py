"""Special rules that bots know: in these positions they would decide otherwise if they did not.

Mines, districts, second networks, jumps, storages and printed costs are in `test_atlas_positions`. `docs/bots.md` says
which rules no bot knows.
"""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.bots import Budget, economist, make_bot
from kilowatt.bots.building import chain
from kilowatt.bots.fuelling import shelves
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.actions import Build, BuyFuel, Open, Pass
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.ids import BUILD, FUEL
from tests import kit

MARKET = ["10", "12", "13", "17", "19", "20", "21", "26"]
NUCLEAR = Open(0, "17", 17)


def move(name: str, s: kilowatt.State) -> object:
    """What a bot does for the acting seat."""
    return make_bot(name, s.actor).advise(kilowatt.clone(s), s.actor, Budget(work=20_000)).action


def turn(name: str, s: kilowatt.State, kind: type) -> int:
    """How often a bot does this in its turn, while everybody else passes."""
    trial, seat, phase = kilowatt.clone(s), s.actor, s.phase
    bot, done = make_bot(name, seat), 0
    while trial.phase == phase and trial.actor >= 0:
        mine = trial.actor == seat
        action = bot.advise(kilowatt.clone(trial), seat, Budget(work=20_000)).action if mine else Pass(trial.actor)
        kilowatt.advance(trial, action)
        done += isinstance(action, kind)
    return done


LICENCES = [
    # ruleset, zone, a city that gives no right to nuclear plants, one that does, the rivals' cities
    ("original/central-europe", ["austria", "czechia", "slovakia"], "wien", "brno", ["graz", "innsbruck"]),
    ("original/spain-portugal", ["portugal", "centre", "north_west"], "lisboa", "toledo", ["porto", "faro"]),
    ("original/northern-europe", ["denmark", "south_sweden", "norway"], "aarhus", "malmoe", ["oslo", "bergen"]),
    ("original/uk-ireland", ["wales", "northern_ireland", "ireland"], "dublin", "cardiff", ["cork", "galway"]),
]


def nuclear(ruleset: str, zone: list[str], own: list[str], rivals: list[list[str]]) -> kilowatt.State:
    """Nuclear plant 17 is the best on offer; seat 0 is to open."""
    cities = {0: own, 1: rivals[0], 2: rivals[1]}
    given: dict[str, Any] = {"cities": cities, "plants": {0: ["4"], 1: ["5"], 2: ["7"]}, "tokens": {"uranium": 12}}
    return kit.situation(ruleset, 3, zone=zone, market=MARKET, stack=["30", "31"], money=60, **given)


@pytest.mark.parametrize("bot", ["economist", "planner"])
@pytest.mark.parametrize(("ruleset", "zone", "without", "licensed", "rivals"), LICENCES, ids=[c[0] for c in LICENCES])
def test_a_nuclear_plant_is_opened_with_a_house_in_its_area_alone(
    bot: str, ruleset: str, zone: list[str], without: str, licensed: str, rivals: list[str]
) -> None:
    """With a house there it opens 17; without one the plant is worth nothing, and it opens another or passes.

    [AT-CE-01, AT-ES-01, AT-NE-01, AT-UK-03]
    """
    others = [[rival] for rival in rivals]
    name = {"economist": "normal"}.get(bot, bot)
    assert move(name, nuclear(ruleset, zone, [without, licensed], others)) == NUCLEAR
    s = nuclear(ruleset, zone, [without], others)
    assert economist.worths(s, 0, economist.judge_of(s, tables_of(s)))[s.rules.plant_ids["17"]] == 0
    assert getattr(move(name, s), "plant", "") != "17"


def test_rivals_without_a_house_there_drive_no_price_up() -> None:
    """The economist expects to pay 17 for plant 17 where no rival may bid for it, and more where one may. [AT-CE-01]"""
    ruleset, zone, without, licensed, rivals = LICENCES[0]
    gains = []
    for more in ([], ["praha"]):
        s = nuclear(ruleset, zone, [without, licensed], [[rivals[0], *more], [rivals[1]]])
        rows = {s.rules.card_names[p]: (gain, worth) for gain, p, worth in economist.open_values(s, 0, tables_of(s))}
        gains.append(rows["17"])
    assert gains[0][0] == gains[0][1] - 17
    assert gains[1][0] < gains[0][0]
    assert gains[1][1] == gains[0][1]


def test_the_rebate_lets_garbage_be_bought_ahead() -> None:
    """With a house in Wien the economist stores garbage from 7 on, which it leaves at that price elsewhere. [AT-CE-02]

    What plants and cities are planned with counts the printed prices.
    """
    done = []
    for own in (["linz", "graz"], ["wien", "linz"]):
        s = kit.situation(
            "original/central-europe",
            3,
            phase="fuel",
            zone=["austria", "czechia", "slovakia"],
            market=MARKET,
            stack=["31"],
            cities={2: own},
            plants={2: ["14"], 1: ["24"], 0: ["30"]},
            fuel={2: {"garbage": 2}},
            tokens={"garbage": 6},
            money=80,
        )
        done.append(economist.decide(s))
    assert done == [Pass(2), BuyFuel(2, "garbage", "main")]


INDIA = ["north", "north_west", "west", "east"]
TOWNS = ["patna", "lakhnau", "varanasi", "agra", "kanpur", "jaipur", "udaipur", "ahmedabad", "surat", "indore"]
MORE_TOWNS = ["bhopal", "jabalpur"]


def india(**more: Any) -> kilowatt.State:
    """Four players on four areas of India."""
    market = ["12", "15", "16", "17", "18", "22", "23", "27"]
    return kit.situation("original/india", 4, zone=INDIA, market=market, stack=["31", "32"], **more)


def test_the_planner_builds_less_where_that_brings_an_outage() -> None:
    """With 8 houses of the round standing the third house is left out that is built with none. [AT-IN-05]"""
    towns = [*TOWNS, *MORE_TOWNS]
    s = india(
        phase="build",
        round=3,
        plants={0: ["20"], 1: ["25"], 2: ["26"], 3: ["21"]},
        cities={seat: towns[3 * seat : 3 * seat + 3] for seat in range(4)},
        money={0: 5, 1: 5, 2: 5, 3: 50},
        fuel={0: {"coal": 3}, 1: {"coal": 2}, 2: {"oil": 2}, 3: {"coal": 1, "oil": 1}},
        tokens={"coal": 10, "oil": 10, "garbage": 20, "uranium": 3},
    )
    assert (s.actor, s.ask) == (3, ASK_BUILD)
    built = []
    for before in (0, 8):
        s.slots[s.rules.income.base] = sum(s.count(seat) for seat in range(4)) - before
        built.append(turn("planner", s, Build))
    assert built == [3, 2]


@pytest.mark.parametrize(("step", "buys"), [(1, "oil"), (2, "coal")])
def test_fuel_above_the_price_limit_is_in_no_plan(step: int, buys: str) -> None:
    """With two of 15 coal at 3 or less the economist fuels plant 7 in Step 1, and plant 20 in Step 2. [AT-IN-02]"""
    s = india(
        phase="fuel",
        step=step,
        plants={3: ["20", "7"], 0: ["13"], 1: ["8"], 2: ["9"]},
        cities={3: TOWNS[:5]},
        tokens={"coal": 15, "oil": 22, "garbage": 20, "uranium": 3},
        money=60,
    )
    assert len(shelves(s, 3, tables_of(s))[0][0]) - 1 == (2 if step == 1 else 8)
    assert economist.decide(s) == BuyFuel(3, buys, "main")


@pytest.mark.parametrize("bot", ["normal", "hard", "expert"])
def test_a_garbage_plant_gets_one_unit_more_than_printed(bot: str) -> None:
    """For six cities bots buy 4 garbage for plant 30, which prints 3. [AT-IN-04]"""
    s = india(
        phase="fuel",
        plants={3: ["30"], 0: ["13"], 1: ["8"], 2: ["9"]},
        cities={3: TOWNS[:6], 0: TOWNS[6:8]},
        money=40,
        tokens={"coal": 14, "oil": 18, "garbage": 20, "uranium": 3},
    )
    assert (s.actor, s.phase) == (3, FUEL)
    assert turn(bot, s, BuyFuel) == 4


def test_the_ecological_fifth_plant_is_weighed() -> None:
    """The economist opens 27 as the fifth plant, and one of the four before it where the fifth is none. [AT-BX-01]"""
    four = ["8", "9", "10", "12"]
    given: dict[str, Any] = {"stack": ["31", "32"], "money": 70, "plants": {0: ["3"], 1: ["4"], 2: ["5"]}}
    cities = {0: ["amsterdam", "utrecht", "haarlem"]}
    s = kit.situation("original/benelux", 3, market=[*four, "27", "28", "29", "30"], cities=cities, **given)
    assert economist.decide(s) == Open(0, "27", 27)
    s = kit.situation("original/benelux", 3, market=[*four, "26", "28", "29", "30"], cities=cities, **given)
    action = economist.decide(s)
    assert isinstance(action, Open)
    assert action.plant in four


@pytest.mark.parametrize(("step", "cost"), [(1, None), (2, 5 + 15), (3, 5 + 15)])
def test_a_foreign_city_is_planned_at_its_own_price(step: int, cost: int | None) -> None:
    """From Offenburg the economist's plan has no Strasbourg in Step 1, and has it for 5 + 15 later. [AT-BW-04]"""
    s = kit.situation(
        "original/baden-wuerttemberg",
        3,
        phase="build",
        step=step,
        zone=["south", "west", "north"],
        cities={2: ["offenburg"]},
        plants={2: ["25"]},
        market=MARKET[: 6 if step == 3 else 8],
        stack=["31"],
        money=400,
    )
    costs = dict(chain(s, 2, tables_of(s), 40, 10_000))
    assert s.phase == BUILD
    assert costs.get(s.rules.city_ids["strasbourg"]) == cost


def test_a_plan_leaves_closed_cities_of_japan_out() -> None:
    """In Step 1 Morioka is in no plan of the economist; in Step 2 it costs its link and 15. [AT-JP-05]"""
    costs = []
    for step in (1, 2):
        s = kit.situation(
            "original/japan",
            3,
            phase="build",
            step=step,
            zone=["north", "kanto", "centre"],
            cities={2: ["sapporo"]},
            plants={2: ["25"]},
            market=MARKET,
            stack=["31"],
            money=400,
        )
        plan = dict(chain(s, 2, tables_of(s), 30, 10_000))
        reach = kilowatt.reach(s, 2)
        costs.append((plan.get(s.rules.city_ids["morioka"]), reach.get("morioka", (0, 0))[0]))
    assert costs[0] == (None, 0)
    assert costs[1][0] is not None
    assert costs[1][1] == 15


def test_an_areas_own_plant_is_fuelled_as_it_is() -> None:
    """Southern Sweden's plant 10 burns 2 uranium for 3 cities: the economist buys them. [AT-NE-02]"""
    zone = ["denmark", "south_sweden", "norway"]
    s = kit.situation(
        "original/northern-europe",
        3,
        phase="fuel",
        zone=zone,
        cities={2: ["malmoe", "aarhus", "oslo"]},
        plants={2: [own_plant("original/northern-europe", "10")]},
        tokens={"uranium": 12, "coal": 20},
        market=[*MARKET[1:], "25"],
        stack=["31"],
        money=60,
    )
    assert economist.decide(s) == BuyFuel(2, "uranium", "main")
    assert turn("normal", s, BuyFuel) == 2


def own_plant(ruleset: str, number: str) -> str:
    """The name of the nuclear plant of this number that an area brings."""
    rules = kilowatt.ruleset(ruleset, 3)
    uranium = rules.fuel_ids["uranium"]
    return next(
        rules.card_names[p] for p in rules.swap_new if rules.numbers[p] == int(number) and uranium in rules.burns[p]
    )


def test_the_end_is_where_all_cities_in_play_are_built() -> None:
    """With 18 cities in play the economist who supplies 18 builds the 18th, and wins. [AT-UK-06]"""
    zone = ["wales", "northern_ireland", "ireland"]
    rules = kilowatt.ruleset("original/uk-ireland", 2, {"zone": zone})
    every = [city.id for city in rules.board.cities if rules.board.areas[city.area].id in zone]
    assert len(every) == 18 < rules.end_at
    s = kit.situation(
        "original/uk-ireland",
        2,
        phase="build",
        round=9,
        step=3,
        zone=zone,
        cities={1: every[:17], 0: every[:9]},
        plants={1: ["36", "38", "50"], 0: ["25"]},
        fuel={1: {"coal": 3, "garbage": 3}},
        tokens={"coal": 9, "garbage": 9},
        market=["26", "27", "28", "29", "30", "31"],
        money=60,
    )
    assert s.actor == 1
    assert economist.decide(s) == Build(1, every[17])
