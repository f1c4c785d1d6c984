"""The end of a game of Recharged: when it comes, what is counted and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Pass
from tests import kit
from tests.rules.recharged_ground import CITIES, GERMANY, ZONES

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def counted(seats: int = 3, *, step: int = 3, **table: Any) -> State:
    """A table whose Phase 4 is just over, gone on to the end of the game or to the next decision."""
    table.setdefault("stack", ["40", "42"])
    return kit.situation(GERMANY, seats, phase="after_build", step=step, zone=ZONES[seats], **table)


def scores(state: State) -> list[tuple[int, int]]:
    """Each seat's supplied cities and money in the final count."""
    result = kilowatt.result(state)
    assert result is not None
    return [(row["powered"], row["money"]) for row in result.scores]


@pytest.mark.parametrize(("seats", "enough"), [(2, 18), (3, 17), (4, 17), (5, 15), (6, 14)])
@pytest.mark.parametrize("step", [2, 3])
def test_the_number_of_cities_that_ends_the_game(seats: int, enough: int, step: int) -> None:
    """The game ends after Phase 4 when somebody has the number of cities for this table, or more. [R18-END-01]"""
    for count, over in ((enough - 1, False), (enough, True), (enough + 1, True)):
        s = counted(seats, step=step, cities={seats - 1: CITIES[:count]})
        assert (kilowatt.result(s) is not None) is over, count
        assert kit.view(s)["phase"] == ("over" if over else "power")
        assert (kilowatt.actor(s) is None) is over


def test_nothing_can_be_done_after_the_end() -> None:
    """After the end no action is allowed any more. [R18-END-01]"""
    s = counted(cities={0: CITIES[:17]})
    assert len(kilowatt.legal_actions(s)) == 0
    refusal = kit.refused(s, Pass(0))
    assert (refusal.code, refusal.rule) == ("game_over", "R18-END-01")


def test_everybody_finishes_phase_4() -> None:
    """Player 2 reaches 17 first; players 1 and 0 still build, and only then the game is over. [R18-END-02]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="build",
        step=3,
        zone=ZONES[3],
        money=200,
        cities={2: CITIES[:16], 0: ["essen"], 1: ["kassel"]},
    )
    s = kit.act(s, Build(2, CITIES[16]))
    assert kilowatt.result(s) is None
    s = kit.act(s, Pass(2))
    assert kilowatt.actor(s) == 1
    s = kit.act(s, Build(1, "hannover"), Pass(1))
    assert kilowatt.actor(s) == 0
    s = kit.act(s, Build(0, "duisburg"))
    assert kilowatt.result(s) is None
    s = kit.act(s, Pass(0))
    assert kilowatt.result(s) is not None


def test_building_beyond_the_number() -> None:
    """Of three players one may build the 18th and 19th city too. [R18-END-03]"""
    s = kit.situation(GERMANY, 3, phase="build", step=3, zone=ZONES[3], money=200, cities={2: CITIES[:16]})
    for city in CITIES[16:19]:
        s = kit.act(s, Build(2, city))
    assert len(kit.view(s)["seats"][2]["cities"]) == 19
    assert kilowatt.result(kit.end_turns(s, "build")) is not None


def test_the_count_without_income() -> None:
    """With 17 cities and fuelled plants for 15 the count is 15, and nobody is paid. [R18-END-04]"""
    s = counted(
        money={0: 30, 1: 7, 2: 0},
        cities={0: CITIES[:17], 1: CITIES[:1]},
        plants={0: ["20", "25", "26"], 1: ["13"]},
        fuel={0: {"coal": 5, "oil": 2}},
        tokens={"coal": 10},
    )
    assert scores(s) == [(15, 30), (1, 7), (0, 0)]
    assert [row["money"] for row in kit.view(s)["seats"]] == [30, 7, 0]


def test_only_fuel_in_hand_counts() -> None:
    """A plant without its fuel adds nothing to the final count, and no city beyond the network counts. [R18-END-04]"""
    s = counted(
        cities={0: CITIES[:17], 1: CITIES[:2]},
        plants={0: ["20", "25", "26"], 1: ["33"]},
        fuel={0: {"coal": 4, "oil": 1}},
        tokens={"coal": 10},
    )
    assert scores(s)[0][0] == 5, "4 coal run one of the two coal plants, 1 oil runs nothing"
    assert scores(s)[1][0] == 2, "4 produced for 2 cities"


def test_the_count_is_the_best_possible() -> None:
    """The final count shares fuel between plants in the best way: the hybrid takes the oil. [AMB-76]"""
    s = counted(
        cities={0: CITIES[:17]},
        plants={0: ["21", "25"]},
        fuel={0: {"coal": 2, "oil": 2}},
        tokens={"coal": 10},
    )
    assert scores(s)[0][0] == 9


def test_money_breaks_the_tie() -> None:
    """Of two players with 15 supplied cities the one with 41 el beats the one with 30. [R18-END-05]"""
    s = counted(
        4,
        money={0: 30, 1: 41, 2: 900, 3: 0},
        cities={0: CITIES[:17], 1: CITIES[:15], 2: CITIES[:5]},
        plants={0: ["20", "25", "26"], 1: ["36", "44", "37"], 2: ["33"]},
        fuel={0: {"coal": 5, "oil": 2}, 1: {"coal": 3}},
        tokens={"coal": 10},
    )
    assert [row[0] for row in scores(s)] == [15, 15, 4, 0]
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[1], [0], [2], [3]], "supplied cities come before money"
    assert result.winners == [1]


def test_equal_money_shares_the_place() -> None:
    """Equal in supplied cities and money, two players share the victory whatever their networks. [AMB-50]"""
    s = counted(money=20, cities={0: CITIES[:17], 1: CITIES[:4]}, plants={0: ["33"], 1: ["37"], 2: ["50"]})
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[0, 1], [2]]


def test_who_ends_the_game_can_lose() -> None:
    """With 17 cities but 13 supplied, one loses to 16 cities with 16 supplied. [R18-END-06]"""
    s = counted(
        money={0: 500, 1: 0},
        cities={0: CITIES[:17], 1: CITIES[:16]},
        plants={0: ["31", "36"], 1: ["32", "38", "44"]},
        fuel={0: {"coal": 6}, 1: {"oil": 3, "garbage": 3}},
        tokens={"coal": 10},
    )
    assert [row[0] for row in scores(s)] == [13, 16, 0]
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[1], [0], [2]]


@pytest.mark.parametrize("seats", [3, 4])
def test_example_seventeenth_city(seats: int) -> None:
    """With three or four players 17 cities end the game after Phase 4; with 16 a Phase 5 follows. [R18-END-07]"""
    last = seats - 1
    s = kit.situation(
        GERMANY,
        seats,
        phase="build",
        step=2,
        zone=ZONES[seats],
        money=100,
        cities={last: CITIES[:16]},
        plants={last: ["13"]},
        stack=["50", "44"],
    )
    normal = kit.end_turns(s, "build")
    assert kit.view(normal)["phase"] == "power"
    assert kit.act(normal, *(kit.run(seat) for seat in range(last)), kit.run(last, p13={})).round == s.round + 1
    over = kit.end_turns(kit.act(s, Build(last, CITIES[16])), "build")
    assert kit.view(over)["phase"] == "over"
    assert kit.view(over)["seats"][last]["money"] < 100, "no income after the end"


def test_the_end_comes_before_step_2() -> None:
    """A player who reaches both numbers in one phase ends the game; Step 2 no longer begins. [AMB-72]"""
    s = counted(step=1, cities={0: CITIES[:17]})
    assert kilowatt.result(s) is not None
    assert kit.view(s)["step"] == 1
