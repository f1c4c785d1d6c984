"""Positions with one right answer, derived from exact numbers; `planner`, `search`, `values` must find it.

All are three seats of Recharged Germany in Step 3 on twenty-one cities (west, south-west, south), where 17 cities end
the game, the standing counts cities supplied, then money, and the last round pays nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.actions import Action, Bid, Build, BuyFuel, Open, Pass, Run, Scrap
from kilowatt.engine.state import State
from tests import kit

AREAS = ["west", "south_west", "south"]
CITIES = [
    "osnabrueck",
    "muenster",
    "duisburg",
    "essen",
    "dortmund",
    "duesseldorf",
    "kassel",
    "aachen",
    "koeln",
    "trier",
    "mainz",
    "frankfurt_main",
    "saarbruecken",
    "mannheim",
    "freiburg",
    "stuttgart",
    "konstanz",
    "augsburg",
    "regensburg",
    "muenchen",
    "passau",
]

BOTS = ["planner", "search", "student", "values", pytest.param("learned", marks=pytest.mark.thorough)]
pytestmark = pytest.mark.parametrize("name", BOTS)


def lay(counts: dict[int, int], **more: Any) -> State:
    """Lay out a position in which each seat has so many of the cities, from the first on."""
    more.setdefault("round", 9)
    more.setdefault("tokens", {"coal": 9, "oil": 6, "garbage": 6, "uranium": 3})
    more.setdefault("market", ["3", "4", "5", "6", "7", "8"])
    cities = {seat: CITIES[:count] for seat, count in counts.items()}
    return kit.situation("recharged/germany", 3, step=3, zone=AREAS, cities=cities, **more)


def answer(name: str, state: State, seat: int = 0) -> Action:
    """Ask a bot, with little to spend."""
    assert state.actor == seat
    return make_bot(name, 5).advise(kilowatt.clone(state), seat, Budget(work=1500)).action


RIVALS = {1: ["20", "30", "10"], 2: ["31", "24", "11"]}


def test_ends_the_game_when_that_wins(name: str) -> None:
    """Sixteen cities, fuel for nineteen, money for the seventeenth; no rival has fuel for more than eleven: build."""
    state = lay(
        {0: 16, 1: 15, 2: 15},
        phase="build",
        order=[1, 2, 0],
        plants={0: ["25", "36", "38"], **RIVALS},
        fuel={0: {"coal": 5, "garbage": 3}, 1: {"coal": 3, "garbage": 3}, 2: {"coal": 3, "garbage": 2}},
        money={0: 60, 1: 80, 2: 80},
    )
    assert isinstance(answer(name, state), Build)


def losing_end() -> State:
    """Seat 0 may build the seventeenth of its cities, but its plants supply ten, and a rival's fifteen."""
    return lay(
        {0: 16, 1: 15, 2: 12},
        phase="build",
        order=[1, 2, 0],
        plants={0: ["10", "15", "20"], 1: ["25", "36", "19"], 2: ["31", "24", "11"]},
        fuel={0: {"coal": 7}, 1: {"coal": 5, "garbage": 2}, 2: {"coal": 3}},
        money={0: 60, 1: 50, 2: 50},
    )


def test_does_not_end_the_game_for_a_rival(name: str) -> None:
    """Sixteen cities but plants for ten; a rival supplies fifteen: the seventeenth city would lose at once."""
    assert answer(name, losing_end()) == Pass(0)


def over(supply: int) -> State:
    """A rival has just built the seventeenth city; seat 0 has eleven cities and fuel for `supply`."""
    state = lay(
        {0: 11, 1: 17, 2: 12},
        phase="build",
        order=[2, 0, 1],
        plants={0: ["36", "25"] if supply == 12 else ["36", "24"], 1: ["20", "30", "10"], 2: ["31", "23", "11"]},
        fuel={0: {"coal": 5} if supply == 12 else {"coal": 3, "garbage": 2}, 1: {"coal": 5}, 2: {"coal": 3}},
        money={0: 40, 1: 5, 2: 20},
    )
    return kit.act(state, Pass(1))


def test_uses_the_last_building_turn(name: str) -> None:
    """The game ends after this phase whatever one does: a twelfth city that can be supplied counts, money does not."""
    assert isinstance(answer(name, over(12)), Build)


def test_keeps_its_money_where_a_city_would_stay_dark(name: str) -> None:
    """The game ends after this phase, and a twelfth city could not be supplied: only money breaks ties now."""
    assert answer(name, over(11)) == Pass(0)


def test_the_last_city_is_the_cheapest(name: str) -> None:
    """When one more city can be supplied and the game ends, the cheapest city leaves most money for a tie."""
    state = over(12)
    costs = {city: sum(cost) for city, cost in kilowatt.reach(state, 0).items()}
    chosen = answer(name, state)
    assert isinstance(chosen, Build)
    assert costs[chosen.city] == min(costs.values())


def test_buys_the_last_fuel_at_any_price(name: str) -> None:
    """Coal costs 8 each and three units pay no 24 Elektro, but with them it supplies 17 cities, and without only 14.

    The rivals supply at most 15, and the seventeenth city is payable: 70 - 24 leaves 46.
    """
    state = lay(
        {0: 16, 1: 15, 2: 12},
        phase="fuel",
        order=[1, 2, 0],
        plants={0: ["20", "36", "38"], 1: ["26", "35", "44"], 2: ["31", "24", "11"]},
        fuel={0: {"coal": 3, "garbage": 3}, 1: {"oil": 3}},
        tokens={"coal": 3, "oil": 6, "garbage": 6, "uranium": 3},
        money={0: 70, 1: 20, 2: 20},
    )
    assert answer(name, state) == BuyFuel(0, "coal", "main")


def deciding(money: int) -> State:
    """Seat 0 has 16 cities and plants for 14; plant 50 makes that 17. The rivals' plants supply 15 and 12."""
    return lay(
        {0: 16, 1: 15, 2: 12},
        phase="auction",
        order=[0, 1, 2] if money else [1, 2, 0],
        plants={0: ["15", "25", "30"], 1: ["26", "35", "44"], 2: ["31", "24", "11"]},
        fuel={0: {"coal": 4, "garbage": 3}, 1: {"oil": 3}, 2: {"coal": 3}},
        market=["3", "4", "5", "6", "7", "50"],
        money={0: 120 if money else 200, 1: 30 if money else 110, 2: 20},
    )


def test_opens_the_plant_that_decides(name: str) -> None:
    """Only plant 50 lifts the supply from 14 to the 17 that win; 50 for it leaves 70 for the seventeenth city."""
    assert answer(name, deciding(1)) == Open(0, "50", 50)


def test_pays_double_for_the_plant_that_decides(name: str) -> None:
    """At 99 for plant 50 a hundred is still right: 100 left pay for the city, and the rival must not have it."""
    state = kit.act(deciding(0), Open(1, "50", 99))
    if state.actor == 2:
        state = kit.act(state, Pass(2))
    assert isinstance(answer(name, state), Bid)


def test_leaves_plants_that_add_nothing(name: str) -> None:
    """With plants for 17 and eight cities no plant on offer supplies more than any it has: every price is lost."""
    state = lay(
        {0: 8, 1: 8, 2: 8},
        phase="auction",
        order=[0, 1, 2],
        plants={0: ["25", "30", "31"], 1: ["26", "35", "44"], 2: ["36", "24", "39"]},
        market=["3", "4", "5", "6", "7", "9"],
        money=60,
    )
    assert answer(name, state) == Pass(0)


def power(plants: list[str], fuel: dict[str, int], cities: int) -> State:
    """Seat 0 is to produce."""
    return lay({0: cities, 1: 3, 2: 3}, phase="power", order=[0, 1, 2], plants={0: plants}, fuel={0: fuel}, money=10)


def test_burns_nothing_it_need_not(name: str) -> None:
    """Three cities and a plant that supplies three without fuel: burning coal as well would pay nothing more."""
    chosen = answer(name, power(["25", "27"], {"coal": 4}, 3))
    assert isinstance(chosen, Run)
    assert [row.plant for row in chosen.plants] == ["27"]


def test_runs_the_plant_that_burns_less(name: str) -> None:
    """Three cities: plant 15 supplies them for two coal, plant 20 would burn three for the same pay."""
    chosen = answer(name, power(["15", "20"], {"coal": 5}, 3))
    assert isinstance(chosen, Run)
    assert [row.plant for row in chosen.plants] == ["15"]


def test_scraps_the_plant_that_supplies_least(name: str) -> None:
    """With 3, 25 and 30 a fourth plant drives out 3: it supplies one city, the others five and six."""
    state = lay(
        {0: 10, 1: 9, 2: 9},
        phase="auction",
        order=[0, 1, 2],
        plants={0: ["3", "25", "30"], 1: ["26", "35", "44"], 2: ["31", "24", "11"]},
        market=["4", "5", "6", "7", "8", "36"],
        money={0: 90, 1: 10, 2: 10},
    )
    state = kit.buy(state, "36")
    assert answer(name, state) == Scrap(0, "3")
