"""The original game of 2004: income, refill and the end."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, BuyFuel, Open, Pass, Run
from kilowatt.engine.events import FuelRefilled, PlantCycled, PlantsRun
from tests import kit
from tests.rules.original_ground import BIG, NONE, RULESET, TOWNS, lay, lay_zone

INCOME = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]
REFILL = {
    2: {"coal": (3, 4, 3), "oil": (2, 2, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    3: {"coal": (4, 5, 3), "oil": (2, 3, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    4: {"coal": (5, 6, 4), "oil": (3, 4, 5), "garbage": (2, 3, 4), "uranium": (1, 2, 2)},
    5: {"coal": (5, 7, 5), "oil": (4, 5, 6), "garbage": (3, 3, 5), "uranium": (2, 3, 2)},
    6: {"coal": (7, 9, 6), "oil": (5, 6, 7), "garbage": (3, 5, 6), "uranium": (2, 3, 3)},
}


def column(seats: int, step: int) -> dict[str, int]:
    """The refill of a step."""
    return {fuel: row[step - 1] for fuel, row in REFILL[seats].items()}


# --- bureaucracy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cities", range(21))
def test_income_follows_the_payment_table(cities: int) -> None:
    """Supplying 0 to 20 cities pays 10 to 150 by the table. [O-BUR-01]"""
    s = lay_zone(
        2,
        "power",
        step=2,
        plants={0: ["36", "38", "46", "50"]},
        fuel={0: {"coal": 6, "garbage": 3}},
        tokens=NONE,
        cities={0: TOWNS[:cities]},
        money=7,
    )
    s = kit.act(s, kit.run(0, p36={"coal": 3}, p38={"garbage": 3}, p46={"coal": 3}, p50={}))
    assert s.money[0] == 7 + INCOME[cities]


def test_who_supplies_nothing_is_paid_ten_and_burned_fuel_goes_to_the_supply() -> None:
    """A supplies 3 cities for 44, B runs nothing for 10; the fuel goes to the supply, in player order. [O-BUR-01]"""
    s = lay_zone(
        3,
        "power",
        plants={0: ["15"], 1: ["10"]},
        fuel={0: {"coal": 2}, 1: {"coal": 2}},
        tokens={"coal": 20},
        money=0,
        cities={0: TOWNS[:3], 1: TOWNS[3:5]},
    )
    assert kit.supply(s)["coal"] == 0
    s = kit.act(s, kit.run(0, p15={"coal": 2}))
    assert kit.supply(s)["coal"] == 2
    assert s.actor == 1
    s = kit.act(s, Run(1, ()))
    assert s.money == [44, 10, 0]
    assert kit.view(s)["seats"][1]["fuel"]["coal"] == 2


@pytest.mark.parametrize("ruleset", [RULESET, "original/usa"])
@pytest.mark.parametrize("seats", REFILL)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_refill_follows_players_and_step(ruleset: str, seats: int, step: int) -> None:
    """An empty market gets the numbers of the table for that many players and that step. [O-BUR-02]"""
    market = BIG[:6] if step == 3 else BIG
    s = kit.situation(ruleset, seats, phase="refill", step=step, market=market, stack=["33", "34"], tokens=NONE)
    assert kit.lying(s) == column(seats, step)


def test_the_refill_begins_at_the_dear_end_and_stops_with_the_supply() -> None:
    """With one place free on 3, all on 2 and 1, a refill of 5 and 4 in supply, 1 goes on 3 and 3 on 2. [O-BUR-02]"""
    s = lay_zone(3, "refill", step=2, plants={0: ["10"]}, fuel={0: {"coal": 3}}, tokens={"coal": 17})
    assert kit.prices(s, "coal") == [price for price in range(2, 9) for _ in range(3)]
    assert kit.supply(s)["coal"] == 0


def test_the_refill_fills_the_dearest_spaces_first() -> None:
    """Four coal on an empty market lie on 8, 8, 8 and 7. [O-BUR-02]"""
    assert kit.prices(lay(3, "refill", tokens=NONE), "coal") == [7, 8, 8, 8]


@pytest.mark.parametrize("step", [1, 2])
def test_the_highest_plant_goes_under_the_stack(step: int) -> None:
    """With 18 drawn, 24 goes under the stack, below Step 3, and the market is sorted again. [O-BUR-03]"""
    s = lay(3, "plant_update", step=step, market=["7", "9", "10", "11", "12", "15", "20", "24"], stack=["18", "33"])
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["7", "9", "10", "11"], ["12", "15", "18", "20"])
    assert [*row["top"], *row["under"]] == ["33", "step3", "24"]


def test_a_player_chooses_which_plants_run() -> None:
    """With 6 cities and plants for 2, 2 and 3, all pay 73; one alone pays 44 and the other fuel stays. [O-BUR-04]"""
    s = lay_zone(
        3,
        "power",
        plants={0: ["7", "14", "15"]},
        fuel={0: {"oil": 3, "garbage": 2, "coal": 2}},
        tokens={"coal": 12},
        cities={0: TOWNS[:6]},
        money=0,
    )
    every = kit.act(s, kit.run(0, p7={"oil": 3}, p14={"garbage": 2}, p15={"coal": 2}))
    assert every.money[0] == 73
    assert sum(kit.view(every)["seats"][0]["fuel"].values()) == 0
    one = kit.act(s, kit.run(0, p15={"coal": 2}))
    assert one.money[0] == 44
    assert kit.view(one)["seats"][0]["fuel"] == {"coal": 0, "oil": 3, "garbage": 2, "uranium": 0}


def test_income_then_refill_then_plants() -> None:
    """Phase 5 pays everybody, then refills, then renews the plant market. [O-BUR-05]"""
    s = lay(3, "power", step=2, tokens=NONE)
    s = kit.act(s, Run(0, ()), Run(1, ()))
    kinds = [type(event) for event in kit.events_of(s, Run(2, ()))]
    order = [kind for kind in kinds if kind in (PlantsRun, FuelRefilled, PlantCycled)]
    assert order == [PlantsRun, FuelRefilled, PlantCycled]


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "threshold"), [(2, 21), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_game_ends_after_phase_4_at_the_threshold(seats: int, threshold: int) -> None:
    """21, 17, 17, 15 or 14 cities after Phase 4 end the game for 2 to 6 players, one less does not. [O-END-01]"""
    s = lay_zone(seats, "after_build", step=2, cities={0: TOWNS[:threshold]})
    assert kit.view(s)["phase"] == "over"
    assert kilowatt.result(s) is not None
    s = lay_zone(seats, "after_build", step=2, cities={0: TOWNS[: threshold - 1]})
    assert kit.view(s)["phase"] == "power"


def test_more_than_the_threshold_ends_the_game_too_but_not_before_the_phase_is_over() -> None:
    """C builds his 17th and 18th city; B and A still build, then the game is over and nobody is paid. [O-END-01]"""
    s = lay_zone(3, "build", step=2, cities={2: TOWNS[:16]}, money=100)
    s = kit.act(s, Build(2, TOWNS[16]), Build(2, TOWNS[17]), Pass(2))
    assert s.actor == 1
    s = kit.act(s, Build(1, TOWNS[20]), Pass(1))
    before = s.money[:]
    s = kit.act(s, Pass(0))
    assert kilowatt.actor(s) is None
    assert s.money == before


def test_the_most_supplied_cities_win() -> None:
    """A with 17 cities supplies 12, B with 15 all: B wins, and nobody could buy fuel after Phase 4. [O-END-02]"""
    s = lay_zone(
        3,
        "build",
        step=2,
        market=["18", "19", "20", "21", "22", "23", "24", "25"],
        money=200,
        plants={0: ["31", "32", "42"], 1: ["36", "38", "27"]},
        fuel={0: {"coal": 3, "oil": 3}, 1: {"coal": 3, "garbage": 3}},
        tokens={"coal": 12},
        cities={0: TOWNS[:16], 1: TOWNS[:15]},
    )
    s = kit.act(s, Pass(2), Pass(1), Build(0, TOWNS[16]), Pass(0))
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[1], [0], [2]]
    for late in (BuyFuel(0, "coal", "main"), Open(0, "18", 18), Run(0, ())):
        refusal = kit.refused(s, late)
        assert (refusal.code, refusal.rule) == ("game_over", "O-END-01")


@pytest.mark.parametrize(
    ("money", "cities", "ranking"),
    [
        ({0: 20, 1: 20, 2: 0}, (17, 18), [[1], [0], [2]]),
        ({0: 20, 1: 20, 2: 0}, (18, 17), [[0], [1], [2]]),
        ({0: 21, 1: 20, 2: 0}, (17, 18), [[0], [1], [2]]),
    ],
)
def test_money_then_cities_break_a_tie(
    money: dict[int, int], cities: tuple[int, int], ranking: list[list[int]]
) -> None:
    """At equal supply more money wins, and at equal money the larger network. [O-END-03]"""
    s = lay_zone(
        3,
        "after_build",
        step=2,
        plants={0: ["50"], 1: ["39"]},
        fuel={1: {"uranium": 1}},
        money=money,
        cities={0: TOWNS[: cities[0]], 1: TOWNS[: cities[1]]},
    )
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == ranking


def test_the_game_may_end_in_step_2() -> None:
    """17 cities of four players after Phase 4 end the game in Step 2. [O-STP-04]"""
    s = lay_zone(4, "after_build", step=2, cities={0: TOWNS[:17]})
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("over", 2)
