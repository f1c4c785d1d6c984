"""Bureaucracy in Recharged: income, the refill of the fuel market and the update of the plant market."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Pass, Run
from kilowatt.engine.events import FuelRefilled, PlantCycled, PlantsRun
from tests import kit
from tests.rules.recharged_ground import CITIES

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
USA = "recharged/usa"
ZONE = ["west", "north_west", "south_west"]
PAYMENT = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150)
EMPTY = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
REFILL = {
    2: {"coal": (3, 4, 3), "oil": (2, 2, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    3: {"coal": (4, 5, 3), "oil": (2, 3, 4), "garbage": (1, 2, 3), "uranium": (1, 1, 1)},
    4: {"coal": (5, 6, 4), "oil": (3, 4, 5), "garbage": (2, 3, 4), "uranium": (1, 2, 2)},
    5: {"coal": (5, 7, 5), "oil": (4, 5, 6), "garbage": (3, 3, 5), "uranium": (2, 3, 2)},
    6: {"coal": (7, 9, 6), "oil": (5, 6, 7), "garbage": (3, 5, 6), "uranium": (2, 3, 3)},
}
"""The refill cards: for each number of players and fuel what Step 1, 2 and 3 bring."""


def money(state: State, seat: int) -> int:
    """The money of a seat."""
    amount: int = kit.view(state)["seats"][seat]["money"]
    return amount


def play_round(state: State, *runs: Run) -> State:
    """Play a whole round in which nobody buys or builds and these runs are made, the others running nothing."""
    while kit.view(state)["phase"] == "auction":
        state = kit.act(state, Pass(state.actor))
    state = kit.end_turns(kit.end_turns(state, "fuel"), "build")
    wanted = {move.seat: move for move in runs}
    while kit.view(state)["phase"] == "power":
        state = kit.act(state, wanted.get(state.actor, Run(state.actor, ())))
    return state


def test_income_then_refill_then_plants() -> None:
    """Fuel burned for income is refilled at once, and the plant market is updated after that. [R18-BUR-01]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        zone=ZONE,
        plants={0: ["31"], 1: ["36"], 2: ["10"]},
        cities={2: ["essen"]},
        fuel={0: {"coal": 6}, 1: {"coal": 6}, 2: {"coal": 2}},
        tokens={**EMPTY, "coal": 10},
        stack=["40", "42"],
    )
    assert kit.supply(s)["coal"] == 0
    s = kit.act(s, Run(0, ()), Run(1, ()))
    last = kit.run(2, p10={"coal": 2})
    happened = kit.events_of(s, last)
    order = [type(event) for event in happened if isinstance(event, PlantsRun | FuelRefilled | PlantCycled)]
    assert order == [PlantsRun, FuelRefilled, PlantCycled]
    after = kit.act(s, last)
    assert len(kit.prices(after, "coal")) == 12, "the two burned tokens came back of the four that are due"
    assert kit.supply(after)["coal"] == 0


def test_income_goes_in_player_order() -> None:
    """The first player declares first, the last player last. [R18-BUR-02]"""
    s = kit.situation(GERMANY, 3, phase="power", order=[2, 0, 1], zone=ZONE, plants={1: ["13"]})
    turns = []
    while kit.view(s)["phase"] == "power":
        turns.append(s.actor)
        for other in {0, 1, 2} - {s.actor}:
            assert kit.refused(s, Run(other, ())).code == "not_your_turn"
        s = kit.act(s, Run(s.actor, ()))
    assert turns == [2, 0, 1]


def test_a_declaration_names_own_plants_once() -> None:
    """A declaration names the plants that run: the player's own, each once, in ascending order. [R18-BUR-02]"""
    s = kit.situation(GERMANY, 3, phase="power", zone=ZONE, plants={0: ["13", "18"], 1: ["22"]})
    assert kit.allowed(s, kit.run(0, p13={}, p18={}))
    assert kit.refused(s, kit.run(0, p18={}, p13={})).code == "plants_not_in_order"
    twice = kit.run(0, p13={}).plants
    assert kit.refused(s, Run(0, twice + twice)).code == "plants_not_in_order"
    assert kit.refused(s, kit.run(0, p22={})).code == "plant_not_owned"


@pytest.mark.parametrize("supplied", range(21))
def test_payment(supplied: int) -> None:
    """The payment for 0 to 20 supplied cities is the printed one. [R18-BUR-03]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        zone=ZONE,
        plants={0: ["36", "38", "46"]},
        cities={0: CITIES[:supplied]},
        fuel={0: {"coal": 3, "garbage": 3, "oil": 3}},
        tokens={"coal": 12},
    )
    after = kit.act(s, kit.run(0, p36={"coal": 3}, p38={"garbage": 3}, p46={"oil": 3}))
    assert money(after, 0) - money(s, 0) == PAYMENT[supplied]


def test_nothing_supplied_pays_10() -> None:
    """A player who runs no plant is paid 10 whatever the network. [R18-BUR-04]"""
    s = kit.situation(GERMANY, 3, phase="power", zone=ZONE, plants={0: ["13"]}, cities={0: CITIES[:6]})
    assert money(kit.act(s, Run(0, ())), 0) - money(s, 0) == 10


def test_production_beyond_the_network_is_wasted() -> None:
    """Production 7 for 6 cities pays 73, and 7 for 7 cities 82. [R18-BUR-05]"""
    for count, pay in ((6, 73), (7, 82)):
        s = kit.situation(
            GERMANY,
            3,
            phase="power",
            zone=ZONE,
            plants={0: ["36"]},
            cities={0: CITIES[:count]},
            fuel={0: {"coal": 3}},
            tokens={"coal": 12},
        )
        happened = kit.events_of(s, kit.run(0, p36={"coal": 3}))
        assert PlantsRun(0, ("36",), {"coal": 3}, count, pay) in happened


def test_a_player_may_supply_fewer_cities() -> None:
    """With capacity 7 and 6 cities, running the 4-plant alone pays 54 and keeps the other fuel. [R18-BUR-06]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        zone=ZONE,
        plants={0: ["15", "28"]},
        cities={0: CITIES[:6]},
        fuel={0: {"coal": 4, "uranium": 2}},
        tokens={"coal": 12},
    )
    assert kit.allowed(s, kit.run(0, p15={"coal": 2}, p28={"uranium": 1}))
    assert kit.allowed(s, kit.run(0, p15={"coal": 2}))
    after = kit.act(s, kit.run(0, p28={"uranium": 1}))
    assert money(after, 0) - money(s, 0) == 54
    held = kit.view(after)["seats"][0]["fuel"]
    assert (held["coal"], held["uranium"]) == (4, 1)


def test_burned_fuel_goes_to_the_supply() -> None:
    """Three burned oil are three more in the supply and none more on the market. [R18-BUR-07]"""
    s = kit.situation(
        GERMANY, 3, phase="power", zone=ZONE, plants={0: ["7"]}, cities={0: CITIES[:2]}, fuel={0: {"oil": 3}}
    )
    after = kit.act(s, kit.run(0, p7={"oil": 3}))
    assert kit.prices(after, "oil") == kit.prices(s, "oil")
    assert kit.supply(after) == {**kit.supply(s), "oil": kit.supply(s)["oil"] + 3}
    assert kit.view(after)["seats"][0]["fuel"]["oil"] == 0


def test_example_anna() -> None:
    """Anna runs 07, 10 and 15 for 6 cities: 73 el, 4 coal and 3 oil burned, as many left. [R18-BUR-08]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        zone=ZONE,
        plants={0: ["7", "10", "15"]},
        cities={0: CITIES[:6]},
        fuel={0: {"oil": 6, "coal": 8}},
        tokens={"coal": 10, "oil": 12},
    )
    declared = kit.run(0, p7={"oil": 3}, p10={"coal": 2}, p15={"coal": 2})
    row = next(row for row in kilowatt.options(s).choices["run"] if row.at(0) == declared)
    assert (row.cities, row.income) == (6, 73)  # type: ignore[attr-defined]
    after = kit.act(s, declared)
    assert money(after, 0) - money(s, 0) == 73
    assert kit.supply(after)["coal"] - kit.supply(s)["coal"] == 4
    assert kit.supply(after)["oil"] - kit.supply(s)["oil"] == 3
    held = kit.view(after)["seats"][0]["fuel"]
    assert (held["coal"], held["oil"]) == (4, 3)


@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("seats", REFILL)
@pytest.mark.parametrize("ruleset", [GERMANY, USA])
def test_the_refill_cards(ruleset: str, seats: int, step: int) -> None:
    """The number of players and the step say how much of each fuel comes, on both boards alike. [R18-BUR-09]"""
    rules = kilowatt.ruleset(ruleset, seats, {"trust": False})
    s = kit.situation(ruleset, seats, phase="refill", step=step, tokens=EMPTY, stack=["40"], rules=rules)
    for fuel, row in REFILL[seats].items():
        assert len(kit.prices(s, fuel)) == row[step - 1], fuel


def test_the_refill_begins_at_the_dearest_gap() -> None:
    """With one gap at garbage 6, a refill of 3 puts one on 6 and two on 5. [R18-BUR-09]"""
    s = kit.situation(GERMANY, 5, phase="refill", tokens={"garbage": 8}, stack=["40"])
    assert kit.prices(s, "garbage") == [5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]


def test_a_shortfall_is_lost() -> None:
    """Of 5 coal due only the 4 in the supply come, and the next refill is 5 again, not 6. [R18-BUR-10]"""
    s = kit.situation(
        GERMANY,
        5,
        phase="refill",
        zone=[*ZONE, "east", "south"],
        plants={0: ["31"], 1: ["36"]},
        fuel={0: {"coal": 6}, 1: {"coal": 6}},
        tokens={"coal": 8},
        market=["3", "4", "5", "6", "7", "8", "9", "10"],
        stack=["20", "21", "22", "23", "24", "25", "26", "27"],
    )
    assert len(kit.prices(s, "coal")) == 12
    assert kit.supply(s)["coal"] == 0
    s = play_round(s, kit.run(0, p31={"coal": 3}), kit.run(1, p36={"coal": 3}))
    assert len(kit.prices(s, "coal")) == 17
    assert kit.supply(s)["coal"] == 1


@pytest.mark.parametrize(("step", "due"), [(1, (5, 4, 3, 2)), (2, (7, 5, 3, 3)), (3, (5, 6, 5, 2))])
def test_the_card_for_five_players(step: int, due: tuple[int, ...]) -> None:
    """Five players in Germany refill 5/4/3/2, then 7/5/3/3, then 5/6/5/2. [R18-BUR-11]"""
    s = kit.situation(GERMANY, 5, phase="power", step=step, zone=[*ZONE, "east", "south"], tokens=EMPTY, stack=["40"])
    for seat in range(4):
        s = kit.act(s, Run(seat, ()))
    added = dict(zip(("coal", "oil", "garbage", "uranium"), due, strict=True))
    assert FuelRefilled("main", added) in kit.events_of(s, Run(4, ()))


def test_example_refill() -> None:
    """The rulebook's first refill for five leaves coal at 3, oil at 2, garbage at 5, uranium at 10. [R18-BUR-12]"""
    s = kit.situation(
        GERMANY,
        5,
        phase="refill",
        round=1,
        zone=[*ZONE, "east", "south"],
        plants={0: ["8"], 1: ["3"], 2: ["6"], 3: ["13"], 4: ["4"]},
        fuel={0: {"coal": 6}, 1: {"oil": 2}, 2: {"garbage": 1}},
        tokens={"coal": 14, "oil": 16, "garbage": 8, "uranium": 2},
        stack=["40", "42"],
    )
    eight = [8, 8, 8]
    assert kit.prices(s, "coal") == [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, *eight]
    assert kit.prices(s, "oil") == [2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, *eight]
    assert kit.prices(s, "garbage") == [5, 5, 6, 6, 6, 7, 7, 7, *eight]
    assert kit.prices(s, "uranium") == [10, 12, 14, 16]
    assert kit.supply(s)["coal"] == 0


def test_example_refill_placements() -> None:
    """The refill puts coal on 4,3,3,3, oil on 3,3,2,2, garbage on 6,5,5 and uranium on 12,10. [R18-BUR-12]"""
    before = kit.situation(
        GERMANY,
        5,
        phase="power",
        zone=[*ZONE, "east", "south"],
        plants={0: ["8"], 1: ["3"], 2: ["6"]},
        fuel={0: {"coal": 6}, 1: {"oil": 2}, 2: {"garbage": 1}},
        tokens={"coal": 14, "oil": 16, "garbage": 8, "uranium": 2},
        stack=["40", "42"],
    )
    assert kit.supply(before)["coal"] == 4
    after = kit.end_turns(before, "power")
    placed = {"coal": [4, 3, 3, 3], "oil": [3, 3, 2, 2], "garbage": [6, 5, 5], "uranium": [12, 10]}
    for fuel, prices in placed.items():
        assert kit.prices(after, fuel) == sorted([*kit.prices(before, fuel), *prices])


def test_a_full_market_takes_no_more() -> None:
    """With one empty oil space only one of the four tokens due is placed. [R18-BUR-13]"""
    s = kit.situation(GERMANY, 5, phase="power", tokens={"oil": 23}, zone=[*ZONE, "east", "south"], stack=["40"])
    s = kit.end_turns(s, "power")
    assert kit.prices(s, "oil") == sorted([1, 2, 3, 4, 5, 6, 7, 8] * 3)
    assert kit.supply(s)["oil"] == 0


@pytest.mark.parametrize("step", [1, 2])
def test_the_highest_plant_goes_under_the_stack(step: int) -> None:
    """In Step 1 and 2 the dearest plant goes under the stack, below the Step 3 card, and is replaced. [R18-BUR-14]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="plant_update",
        step=step,
        market=["3", "4", "5", "7", "9", "10", "12", "15"],
        stack=["20", "36", "step3"],
    )
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["3", "4", "5", "7"], ["9", "10", "12", "20"])
    assert row["top"] == ["36", "step3", "15"]
    assert "15" not in row["removed"]


def test_the_update_sorts_the_market_anew() -> None:
    """A low card drawn in the update joins the current market. [R18-BUR-14]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="plant_update",
        market=["5", "7", "9", "10", "12", "13", "14", "15"],
        stack=["8"],
    )
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["5", "7", "8", "9"], ["10", "12", "13", "14"])


def test_the_smallest_plant_leaves_in_step_3() -> None:
    """In Step 3 the smallest plant leaves the game and is replaced. [R18-BUR-15]"""
    s = kit.situation(
        GERMANY, 3, phase="plant_update", step=3, market=["13", "15", "18", "20", "25", "30"], stack=["36", "40"]
    )
    assert kit.market(s) == ["15", "18", "20", "25", "30", "36"]
    row = kit.view(s)["plants"]
    assert row["stack"] == 1
    assert "13" in row["removed"]


def test_an_exhausted_stack_replaces_nothing() -> None:
    """In Step 3 with an empty stack four plants become three, then two, and the game goes on. [R18-BUR-16]"""
    s = kit.situation(
        GERMANY, 3, phase="plant_update", step=3, zone=ZONE, market=["20", "25", "30", "36"], plants={0: ["40"]}
    )
    assert kit.market(s) == ["25", "30", "36"]
    assert kit.view(s)["phase"] == "auction"
    assert kilowatt.result(s) is None
    while kit.view(s)["phase"] == "auction":
        s = kit.act(s, Pass(s.actor))
    s = kit.end_turns(kit.end_turns(s, "fuel"), "build")
    left = kit.market(s)
    s = kit.end_turns(s, "power")
    assert kit.market(s) == left[1:], "the next round's update removes the smallest again"
