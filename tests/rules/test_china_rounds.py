"""The China board: how the plant market is filled, Step 2, Step 3 and the refill."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Pass, Run
from kilowatt.engine.events import Event, FuelRefilled, PlantCycled, PlantRemoved, PlantRevealed, PlantsRun
from tests import kit

RULESET = "original/china"
ZONE = ["north_east", "north", "east", "south_east", "south_west"]
AREAS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}
TOWNS = [
    *("beijing", "tianjin", "tangshan", "shenyang", "changchun", "taiyuan", "baotou"),
    *("fushun", "anshan", "dalian", "jilin", "harbin", "qiqihar", "hegang"),
    *("jinan", "qingdao", "nanjing", "shanghai", "hangzhou", "zhengzhou", "shijiazhuang"),
]
NONE = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
REFILL = {
    2: {"coal": (4, 4, 3), "oil": (2, 2, 4), "garbage": (2, 2, 1), "uranium": (1, 1, 1)},
    3: {"coal": (5, 5, 3), "oil": (3, 3, 4), "garbage": (2, 2, 1), "uranium": (1, 1, 1)},
    4: {"coal": (6, 6, 4), "oil": (4, 4, 5), "garbage": (3, 3, 2), "uranium": (2, 2, 2)},
    5: {"coal": (7, 7, 5), "oil": (5, 5, 6), "garbage": (3, 3, 3), "uranium": (3, 3, 2)},
    6: {"coal": (9, 9, 6), "oil": (6, 6, 7), "garbage": (5, 5, 3), "uranium": (3, 3, 3)},
}


def lay(seats: int, market: list[str], stack: list[str], phase: str = "build", **more: Any) -> kilowatt.State:
    """Players before an uneventful building phase, with this market and supply."""
    zone = ZONE[: AREAS[seats]]
    return kit.situation(RULESET, seats, phase=phase, market=market, stack=stack, zone=zone, **more)


def to_income(state: kilowatt.State) -> kilowatt.State:
    """End the building phase and stop where the first player is to run plants."""
    return kit.end_turns(state, "build")


def happened(state: kilowatt.State) -> list[Event]:
    """Everything that happens from here to the end of the round."""
    events: list[Event] = []
    round_ = kit.view(state)["round"]
    while kit.view(state)["round"] == round_:
        seat = state.actor
        move = Run(seat, ()) if kit.view(state)["phase"] == "power" else Pass(seat)
        events += kit.events_of(state, move)
        state = kit.act(state, move)
    return events


@pytest.mark.parametrize("seats", REFILL)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_refill_follows_china_s_own_table(seats: int, step: int) -> None:
    """An empty fuel market gets China's numbers for that many players and that step. [Ch-RES-01]"""
    market = ["31", "34", "36", "38"] if step == 3 else ["25", "26", "27", "28", "29"][: max(2, seats - 1)]
    s = kit.situation(RULESET, seats, phase="refill", step=step, market=market, stack=["39", "40"], tokens=NONE)
    assert kit.lying(s) == {fuel: row[step - 1] for fuel, row in REFILL[seats].items()}


# --- the fill --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 2])
def test_the_market_is_filled_before_income_and_refill(step: int) -> None:
    """When the first player is to run plants the market is full again, nobody paid and no fuel added. [Ch-BUR-01]"""
    s = lay(4, ["9"], ["10", "12", "13"], step=step, tokens=NONE, money=0)
    s = to_income(s)
    assert (kit.view(s)["phase"], s.money) == ("power", [0, 0, 0, 0])
    assert kit.market(s) == ["9", "10", "12"]
    assert kit.lying(s) == NONE
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["9", "10", "12"]
    assert kit.lying(s)["coal"] == 6


def test_the_order_inside_the_last_phase() -> None:
    """Plants come first, then everybody is paid, then fuel is refilled. [Ch-BUR-01]"""
    kinds = [type(event) for event in happened(lay(4, ["9"], ["10", "12", "13"]))]
    order = [kind for kind in kinds if kind in (PlantRevealed, PlantsRun, FuelRefilled)]
    assert order == [PlantRevealed] * 2 + [PlantsRun] * 4 + [FuelRefilled]


@pytest.mark.parametrize(
    ("seats", "market", "stack", "added"),
    [
        (2, ["7", "8"], ["10", "12", "13", "14"], ["10"]),
        (3, ["7", "8"], ["10", "12", "13", "14"], ["10"]),
        (4, ["7", "8", "9"], ["10", "12", "13", "14"], ["10", "12"]),
        (5, ["6", "7", "8", "9"], ["10", "11", "12", "13"], ["10", "11"]),
        (6, ["5", "6", "7", "8", "9"], ["10", "11", "12", "13"], ["10", "11", "12"]),
    ],
)
def test_a_least_number_of_plants_is_always_added(
    seats: int, market: list[str], stack: list[str], added: list[str]
) -> None:
    """With nothing sold 1, 1, 2, 2 or 3 plants come for 2 to 6 players, and the lowest go. [Ch-BUR-02, Ch-BUR-04]"""
    s = lay(seats, market, stack)
    events = happened(s)
    assert [event.plant for event in events if isinstance(event, PlantRevealed)] == added
    assert [event.plant for event in events if isinstance(event, PlantRemoved)] == market[: len(added)]
    s = to_income(s)
    assert kit.market(s) == [*market[len(added) :], *added]
    assert {*market[: len(added)]} <= {*kit.view(s)["plants"]["removed"]}


@pytest.mark.parametrize(("seats", "size"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_an_empty_market_is_filled_to_its_size(seats: int, size: int) -> None:
    """With everything sold the market gets one plant fewer than players, for two players two. [Ch-BUR-03]"""
    stack = ["10", "12", "13", "14", "15", "17"]
    assert kit.market(to_income(lay(seats, [], stack))) == stack[:size]


@pytest.mark.parametrize(
    ("seats", "market", "full"),
    [
        (3, ["8"], ["8", "10"]),
        (4, ["8"], ["8", "10", "12"]),
        (4, ["8", "9"], ["9", "10", "12"]),
        (6, ["7", "8"], ["7", "8", "10", "12", "13"]),
    ],
)
def test_the_market_is_filled_or_trimmed_to_its_size(seats: int, market: list[str], full: list[str]) -> None:
    """What the least number does not fill is filled, what it overfills is trimmed from below. [Ch-BUR-03, Ch-BUR-04]"""
    assert kit.market(to_income(lay(seats, market, ["10", "12", "13", "14"]))) == full


def test_the_ledgers_two_trims() -> None:
    """7, 8, 9 with 10 and 12 become 9, 10, 12 for four; 8, 10 with 12 become 10, 12 for three. [Ch-BUR-04]"""
    assert kit.market(to_income(lay(4, ["7", "8", "9"], ["10", "12", "13"]))) == ["9", "10", "12"]
    s = to_income(lay(3, ["8", "10"], ["12", "13"]))
    assert kit.market(s) == ["10", "12"]
    assert "8" in kit.view(s)["plants"]["removed"]


@pytest.mark.parametrize("step", [1, 2])
def test_no_plant_goes_under_the_supply(step: int) -> None:
    """In Steps 1 and 2 the largest plant stays, and the supply only loses what was drawn. [Ch-BUR-05]"""
    s = lay(4, ["9", "30"], ["10", "12", "13"], step=step)
    assert not [event for event in happened(s) if isinstance(event, PlantCycled)]
    s = kit.end_turns(to_income(s), "power")
    assert kit.market(s) == ["10", "12", "30"]
    row = kit.view(s)["plants"]
    assert [*row["top"], *row["under"]] == ["13", "step3"]


# --- Step 2 ----------------------------------------------------------------------------------------------------------


def test_step_2_exchanges_the_smallest_plant_once() -> None:
    """At the start of Step 2 10 leaves for 14 before the fill, and never again. [Ch-STP-01, Ch-STP-06]"""
    s = lay(4, ["10", "12", "13"], ["14", "15", "16", "17", "19", "20"], cities={0: TOWNS[:7]})
    events = [event for event in happened(s) if isinstance(event, PlantRemoved | PlantRevealed)]
    assert [(type(event), event.plant) for event in events] == [
        (PlantRemoved, "10"),
        (PlantRevealed, "14"),
        (PlantRevealed, "15"),
        (PlantRevealed, "16"),
        (PlantRemoved, "12"),
        (PlantRemoved, "13"),
    ]
    s = kit.end_turns(to_income(s), "power")
    assert (kit.view(s)["step"], kit.market(s)) == (2, ["14", "15", "16"])
    s = to_income(kit.end_turns(kit.opt_out_all(s), "fuel"))
    assert kit.market(s) == ["16", "17", "19"]


def test_step_2_exchanges_a_plant_that_would_have_stayed() -> None:
    """A lone 10 leaves for 14, and the fill adds 15 and 16; in Step 1 it stays with 14 and 15. [Ch-STP-01]"""
    stack = ["14", "15", "16", "17"]
    assert kit.market(to_income(lay(4, ["10"], stack, cities={0: TOWNS[:7]}))) == ["14", "15", "16"]
    assert kit.market(to_income(lay(4, ["10"], stack, cities={0: TOWNS[:6]}))) == ["10", "14", "15"]


# --- Step 3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "market", "stack", "full", "left"),
    [
        (3, ["28", "29"], ["step3", "34", "31", "38", "36"], ["29", "31", "34", "38"], ["36"]),
        (5, ["27", "28", "29", "30"], ["31", "step3", "32", "36"], ["28", "29", "30", "31"], ["32", "36"]),
        (6, ["26", "27", "28", "29", "30"], ["32", "35", "step3", "31"], ["29", "30", "32", "35"], ["31"]),
        (4, [], ["step3", "31", "32", "34", "35", "36"], ["31", "32", "34", "35"], ["36"]),
    ],
)
def test_step_3_makes_the_market_four(
    seats: int, market: list[str], stack: list[str], full: list[str], left: list[str]
) -> None:
    """The Step 3 card and the smallest plant leave, then plants are drawn up to four only. [Ch-STP-02, Ch-STP-03]"""
    s = to_income(lay(seats, market, stack, step=2, tokens=NONE))
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    assert kit.market(s) == full
    assert kit.view(s)["plants"]["top"] == left
    if market:
        assert market[0] in kit.view(s)["plants"]["removed"]
    s = kit.end_turns(s, "power")
    assert kit.market(s) == full
    assert kit.lying(s) == {fuel: row[2] for fuel, row in REFILL[seats].items()}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_step_3_has_four_plants_whatever_the_number_of_players(seats: int) -> None:
    """In Step 3 four plants lie there at the end of every round. [Ch-STP-03]"""
    s = kit.end_turns(to_income(lay(seats, ["31", "34", "36", "38"], ["40", "42"], step=3)), "power")
    assert len(kit.market(s)) == 4
    s = kit.buy(s, "38")
    assert len(kit.market(s)) == 4


def test_step_3_exchanges_the_smallest_plant_each_round() -> None:
    """31 leaves 31, 34, 38, 40 and 42 comes, in every Phase 5 of Step 3. [Ch-STP-04]"""
    s = kit.end_turns(to_income(lay(4, ["31", "34", "38", "40"], ["42", "39", "44"], step=3)), "power")
    assert kit.market(s) == ["34", "38", "40", "42"]
    assert "31" in kit.view(s)["plants"]["removed"]
    s = kit.end_turns(to_income(kit.end_turns(kit.opt_out_all(s), "fuel")), "power")
    assert kit.market(s) == ["38", "39", "40", "42"]


@pytest.mark.parametrize(("cities", "phase"), [(20, "power"), (21, "over")])
def test_two_players_end_in_step_2(cities: int, phase: str) -> None:
    """With 21 cities in Step 2 a game of two is over without Step 3, with 20 it goes on. [Ch-STP-05]"""
    s = to_income(lay(2, ["25", "26"], ["27", "28", "29"], step=2, cities={0: TOWNS[:cities]}))
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == (phase, 2)
