"""Deluxe, Europe and North America: the steps, bureaucracy and the end."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass, Run
from kilowatt.engine.events import FuelRefilled, PlantCycled, PlantRemoved, PlantsRun
from tests import kit
from tests.rules.deluxe_ground import AMERICA, BIG, BOTH, EUROPE, TOWNS, ZONE, lay, size

NONE = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}
INCOME = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]
REFILL = {
    (EUROPE, 3): {"coal": (2, 6, 2), "gas": (2, 3, 5), "oil": (2, 2, 3), "uranium": (1, 1, 2)},
    (EUROPE, 4): {"coal": (3, 7, 4), "gas": (3, 4, 5), "oil": (3, 3, 4), "uranium": (1, 2, 2)},
    (EUROPE, 5): {"coal": (3, 8, 4), "gas": (3, 5, 7), "oil": (4, 3, 5), "uranium": (2, 3, 3)},
    (EUROPE, 6): {"coal": (5, 10, 5), "gas": (4, 6, 8), "oil": (4, 5, 6), "uranium": (2, 3, 4)},
    (AMERICA, 3): {"coal": (2, 5, 2), "gas": (2, 2, 4), "oil": (3, 1, 3), "uranium": (2, 1, 2)},
    (AMERICA, 4): {"coal": (3, 6, 3), "gas": (3, 3, 5), "oil": (3, 2, 4), "uranium": (2, 1, 2)},
    (AMERICA, 5): {"coal": (4, 7, 4), "gas": (3, 3, 6), "oil": (4, 2, 5), "uranium": (3, 2, 3)},
    (AMERICA, 6): {"coal": (5, 8, 5), "gas": (4, 4, 7), "oil": (5, 3, 6), "uranium": (3, 2, 4)},
}


def column(ruleset: str, seats: int, step: int) -> dict[str, int]:
    """The refill of a step."""
    return {fuel: row[step - 1] for fuel, row in REFILL[ruleset, seats].items()}


# --- steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BOTH)
def test_step_2_waits_for_the_end_of_building(ruleset: str) -> None:
    """C crosses the white stick first; B still finds a city with one generator full; then it is Step 2. [D-STP-01]"""
    s = lay(ruleset, "build", cities={1: TOWNS[ruleset][9:10], 2: TOWNS[ruleset][:6]}, money=200)
    s = kit.act(s, Build(2, TOWNS[ruleset][6]), Pass(2))
    assert kit.refused(s, Build(1, TOWNS[ruleset][6])).code == "city_full"
    s = kit.act(s, Pass(1), Pass(0))
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 2)


def test_north_america_replaces_the_lowest_plant_at_step_2() -> None:
    """8 leaves, 24 is drawn: 9, 10, 11, 12 and 15, 20, 22, 24. [D-NA-03]"""
    s = lay(
        AMERICA,
        "after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["24", "40"],
        cities={0: TOWNS[AMERICA][:7]},
    )
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["9", "10", "11", "12"], ["15", "20", "22", "24"])
    assert "8" in row["removed"]


def test_europe_does_not_replace_the_lowest_plant_at_step_2() -> None:
    """8 leaves, nothing is drawn: 9, 10, 11, 12 and 15, 20, 22, 25, and eight plants stay eight. [D-EU-02]"""
    s = lay(
        EUROPE,
        "after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22", "25"],
        stack=["24", "40"],
        cities={0: TOWNS[EUROPE][:7]},
    )
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["9", "10", "11", "12"], ["15", "20", "22", "25"])
    assert row["top"] == ["24", "40", "step3"]
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["9", "10", "11", "12", "15", "20", "22", "24"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_step_3_takes_its_card_and_the_smallest_plant(ruleset: str) -> None:
    """Drawn in auctions of Step 2, the Step 3 card and the smallest plant leave; six remain. [D-STP-02, D-STP-03]"""
    s = lay(ruleset, "auction", step=2, stack=["step3", "40", "42"])
    s = kit.buy(s, "25", 25)
    assert kit.market(s) == [*BIG[1:8], "step3"]
    s = kit.opt_out_all(kit.deal_all(kit.buy(s, "28")))
    seen = kit.view(s)
    assert (seen["phase"], seen["step"]) == ("fuel", 3)
    assert "step3" not in kit.market(s)
    assert "26" in seen["plants"]["removed"]
    assert len(seen["plants"]["current"]) == 6
    assert seen["plants"]["future"] == []


@pytest.mark.parametrize("ruleset", BOTH)
def test_step_3_drawn_in_bureaucracy(ruleset: str) -> None:
    """Drawn in 5.3, Step 3 takes the smallest plant too; next round all six can be opened. [D-STP-02, D-STP-03]"""
    s = kit.end_turns(lay(ruleset, "power", step=2, stack=["step3", "40"], money=99), "power")
    seen = kit.view(s)
    assert (seen["phase"], seen["step"], seen["plants"]["current"]) == ("auction", 3, BIG[1:7])
    assert "25" in seen["plants"]["removed"]
    for plant in BIG[1:7]:
        assert kit.allowed(s, Open(0, plant, int(plant)))


@pytest.mark.parametrize("ruleset", BOTH)
def test_step_3_drawn_while_building(ruleset: str) -> None:
    """At the 11th city 11 leaves for Step 3, which takes 13; Step 3 holds from Phase 5 on. [D-STP-02, AMB-32]"""
    s = lay(
        ruleset,
        "build",
        step=2,
        market=["11", "13", "15", "18", "20", "21", "25", "26"],
        stack=["step3", "40", "42"],
        cities={0: TOWNS[ruleset][:1], 1: TOWNS[ruleset][11:12], 2: TOWNS[ruleset][:10]},
        money=200,
        tokens=NONE,
    )
    s = kit.act(s, Build(2, TOWNS[ruleset][10]))
    assert kit.market(s) == ["15", "18", "20", "21", "25", "26"]
    s = kit.act(s, Pass(2))
    assert kit.view(s)["step"] == 2
    assert kit.refused(s, Build(1, TOWNS[ruleset][0])).code == "city_full"
    s = kit.act(s, Pass(1), Pass(0))
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    assert kit.lying(kit.deal_all(kit.end_turns(s, "power"))) == column(ruleset, 3, 3)


def test_step_3_before_step_2_in_europe() -> None:
    """With eight plants and Step 3 in Step 1, Step 2 takes the lowest, then Step 3 another; six stay. [D-STP-04]"""
    s = lay(EUROPE, "auction", stack=["step3", "40", "42"])
    s = kit.buy(s, "28")
    assert kit.market(s) == ["25", "26", "27", "29", "30", "31", "32", "33", "step3"]
    s = kit.opt_out_all(s)
    seen = kit.view(s)
    assert (seen["phase"], seen["step"]) == ("fuel", 3)
    assert kit.market(s) == ["27", "29", "30", "31", "32", "33"]
    assert seen["plants"]["stack"] == 2


def test_step_3_before_step_2_in_north_america() -> None:
    """In Step 1 the lowest leaves and is replaced for Step 2, then Step 3 takes the next; six stay. [D-STP-04]"""
    s = lay(AMERICA, "auction", stack=["step3", "40"])
    s = kit.opt_out_all(kit.buy(s, "25", 1))
    assert kit.view(s)["step"] == 3
    assert kit.market(s) == ["28", "29", "30", "31", "32", "40"]


# --- bureaucracy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cities", range(21))
def test_income_follows_the_payment_card(cities: int) -> None:
    """Supplying 0 to 20 cities pays 10 to 150 by the card. [D-BUR-01]"""
    s = kit.situation(
        EUROPE,
        2,
        phase="power",
        step=2,
        market=BIG[:8],
        plants={0: ["44", "46", "50"]},
        fuel={0: {"gas": 2, "uranium": 2}},
        cities={0: [*TOWNS[EUROPE], "dublin"][:cities]},
        money=5,
        rules=kilowatt.ruleset(EUROPE, 2, {"trust": False, "order": [0, 1], "zone": ZONE[EUROPE]}),
    )
    s = kit.act(s, kit.run(0, p44={}, p46={"gas": 2}, p50={"uranium": 2}))
    assert s.money[0] == 5 + INCOME[cities]


@pytest.mark.parametrize("ruleset", BOTH)
def test_who_supplies_no_city_is_paid_ten(ruleset: str) -> None:
    """Running nothing pays 10, also to a player with cities and fuel, in turn order. [D-BUR-01]"""
    s = lay(
        ruleset,
        "power",
        plants={0: ["20"]},
        fuel={0: {"coal": 3}},
        cities={0: TOWNS[ruleset][:4]},
        money=0,
        market=BIG[: size(ruleset, 1)],
    )
    paid = kit.act(s, kit.run(0, p20={"coal": 3}))
    assert (paid.money, paid.actor) == ([54, 0, 0], 1)
    s = kit.act(s, Run(0, ()), Run(1, ()))
    assert s.money == [10, 10, 0]


@pytest.mark.parametrize("ruleset", BOTH)
def test_plants_are_chosen_freely_and_surplus_is_wasted(ruleset: str) -> None:
    """With plants for 3 and 4 and 5 cities, the 4-plant alone pays for 4; both pay for 5, not 7. [D-BUR-02]"""
    s = lay(
        ruleset,
        "power",
        plants={0: ["18", "20"]},
        fuel={0: {"coal": 3, "oil": 2}},
        cities={0: TOWNS[ruleset][:5]},
        money=0,
        tokens={"coal": 10, "oil": 10},
    )
    one = kit.act(s, kit.run(0, p20={"coal": 3}))
    assert one.money[0] == 54
    assert kit.view(one)["seats"][0]["fuel"] == {"coal": 0, "gas": 0, "oil": 2, "uranium": 0}
    assert kit.supply(one)["coal"] == kit.supply(s)["coal"] + 3
    assert kit.lying(one)["coal"] == 10
    both = kit.act(s, kit.run(0, p18={"oil": 2}, p20={"coal": 3}))
    assert both.money[0] == 64
    assert sum(kit.view(both)["seats"][0]["fuel"].values()) == 0


@pytest.mark.parametrize(("ruleset", "seats"), REFILL)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_refill_follows_players_and_step(ruleset: str, seats: int, step: int) -> None:
    """An empty market gets the numbers of the card for that board, that many players and that step. [D-BUR-03]"""
    market = BIG[: size(ruleset, step)]
    s = kit.situation(ruleset, seats, phase="refill", step=step, market=market, stack=["40", "42"], tokens=NONE)
    assert kit.lying(s) == column(ruleset, seats, step)


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("step", [1, 2])
def test_the_biggest_plant_goes_to_the_bottom(ruleset: str, step: int) -> None:
    """In Steps 1 and 2 the biggest plant becomes the bottom card, below Step 3, and one is drawn. [D-BUR-04]"""
    market = ["8", "9", "10", "11", "12", "15", "20", "21", "22"]
    market = [*market[: size(ruleset, step) - 1], "22"]
    s = lay(ruleset, "plant_update", step=step, market=market, stack=["24", "40"])
    row = kit.view(s)["plants"]
    assert [*row["top"], *row["under"]] == ["40", "step3", "22"]
    assert kit.market(s) == [*market[:-1], "24"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_smallest_plant_leaves_in_step_3(ruleset: str) -> None:
    """In Step 3 12 of 12, 15, 18, 20, 22, 25 leaves the game, nothing goes under the stack, one is drawn. [D-BUR-05]"""
    s = lay(ruleset, "power", step=3, market=["12", "15", "18", "20", "22", "25"])
    s = kit.act(s, Run(0, ()), Run(1, ()))
    happened = kit.events_of(s, Run(2, ()))
    assert [event.plant for event in happened if isinstance(event, PlantRemoved)] == ["12"]
    assert not [event for event in happened if isinstance(event, PlantCycled)]
    assert kit.market(kit.act(s, Run(2, ()))) == ["15", "18", "20", "22", "25", "40"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_income_then_refill_then_plants(ruleset: str) -> None:
    """Fuel burned in 5.1 is there for 5.2, and 5.3 comes last. [D-BUR-06]"""
    s = lay(
        ruleset, "power", plants={0: ["20"]}, fuel={0: {"coal": 4}}, cities={0: TOWNS[ruleset][:4]}, tokens={"coal": 23}
    )
    assert kit.supply(s)["coal"] == 0
    s = kit.act(s, kit.run(0, p20={"coal": 3}), Run(1, ()))
    kinds = [type(event) for event in kit.events_of(s, Run(2, ()))]
    assert [kind for kind in kinds if kind in (PlantsRun, FuelRefilled, PlantCycled)] == [
        PlantsRun,
        FuelRefilled,
        PlantCycled,
    ]
    s = kit.act(s, Run(2, ()))
    assert kit.lying(s)["coal"] == 23 + 2


@pytest.mark.parametrize("ruleset", BOTH)
def test_step_3_in_bureaucracy_comes_after_the_refill(ruleset: str) -> None:
    """When 5.3 draws Step 3, the refill was that of Step 2. [D-BUR-06]"""
    s = kit.end_turns(lay(ruleset, "power", step=2, stack=["step3", "40"], tokens=NONE), "power")
    assert kit.view(s)["step"] == 3
    assert kit.lying(s) == column(ruleset, 3, 2)


# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BOTH)
def test_crossing_the_black_stick_ends_the_game_unpaid(ruleset: str) -> None:
    """C crosses the black stick; the others still build, then the game is over and nobody is paid. [D-END-01]"""
    s = lay(ruleset, "build", step=2, cities={2: TOWNS[ruleset][:16]}, money=200)
    s = kit.act(s, Build(2, TOWNS[ruleset][16]), Pass(2))
    assert (kit.view(s)["phase"], s.actor) == ("build", 1)
    s = kit.act(s, Build(1, TOWNS[ruleset][18]), Pass(1))
    before = s.money[:]
    s = kit.act(s, Pass(0))
    assert kilowatt.actor(s) is None
    assert s.money == before
    assert kit.refused(s, Run(0, ())).rule == "D-END-01"


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_most_supplied_cities_win(ruleset: str) -> None:
    """A has 17 cities and fuel for 14, B 16 cities and fuel for 15: B wins. [D-END-02]"""
    s = lay(
        ruleset,
        "after_build",
        step=2,
        market=["18", "19", "20", "21", "22", "23", "25", "26"],
        plants={0: ["24", "30", "33"], 1: ["29", "31", "34"]},
        fuel={0: {"coal": 3, "oil": 2}, 1: {"gas": 3, "coal": 2}},
        tokens={"coal": 10, "gas": 10, "oil": 10},
        cities={0: TOWNS[ruleset][:17], 1: TOWNS[ruleset][:16]},
        money={0: 100, 1: 0, 2: 200},
    )
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[1], [0], [2]]


@pytest.mark.parametrize(("money", "winner"), [({0: 20, 1: 21}, 1), ({0: 21, 1: 20}, 0)])
def test_money_breaks_a_tie(money: dict[int, int], winner: int) -> None:
    """Both supply 6; 21 in hand beats 20, whoever has more cities. [D-END-03]"""
    s = lay(
        EUROPE,
        "after_build",
        step=2,
        plants={0: ["44"], 1: ["37"]},
        stack=["40"],
        fuel={1: {"uranium": 2}},
        money=money,
        cities={0: TOWNS[EUROPE][:17], 1: TOWNS[EUROPE][:16]},
    )
    result = kilowatt.result(s)
    assert result is not None
    assert result.winners == [winner]
