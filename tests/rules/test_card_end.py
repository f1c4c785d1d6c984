"""The end of the card game: the final round without bureaucracy, victory points and ties."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import BuyCard, Open, Pass, Run
from kilowatt.engine.results import Result
from kilowatt.engine.state import State
from tests import kit

Cards = list[tuple[str, int]]
SIX = ["16", "17", "18", "20", "21", "24"]


def final(**more: Any) -> State:
    """Begin the buying of fuel of the final round."""
    settings = {"phase": "cards", "market": SIX, "stack": ["33"], "step": 3, "last_round": True, **more}
    return kit.situation("card-game", settings.pop("seats", 3), **settings)


def scored(**more: Any) -> Result:
    """Let everybody buy nothing and give the standing."""
    result = kilowatt.result(kit.end_turns(final(**more), "fuel"))
    assert result is not None
    return result


def test_the_final_round_ends_after_the_fuel_phase() -> None:
    """With 14 Elektro left after buying fuel exactly 14 are counted: there is no last income. [C-END-01] [C-BUR-01]"""
    columns = {1: [], 2: ["gas-1"], 3: [], 4: []}
    s = final(plants={2: ["19"]}, money={2: 16}, columns=columns, fuel_bag={"oil-1": 9}, fuel_discard={})
    s = kit.act(s, BuyCard(2, 2, "gas-1"), Pass(2), Pass(1))
    assert kilowatt.result(s) is None
    s = kit.act(s, Pass(0))
    seen = kit.view(s)
    assert (seen["phase"], seen["actor"]) == ("over", None)
    assert seen["seats"][2]["money"] == 14
    assert seen["result"]["scores"][2] == {"points": 9 + 1, "money": 4, "plant": 19}
    assert seen["columns"] == {"1": [], "2": [], "3": [], "4": []}
    assert seen["fuel_stack"]["unseen"] == {"oil-1": 9}
    assert kit.market(s) == SIX
    assert kit.refused(s, Run(0, ())).code == "game_over"


def test_a_round_before_the_final_one_has_a_bureaucracy() -> None:
    """Unless the round is the final one, production follows the buying of fuel. [C-END-01] [C-BUR-01]"""
    s = kit.end_turns(kit.situation("card-game", 3, phase="cards", stack=["33"]), "fuel")
    assert kit.view(s)["phase"] == "power"
    assert kilowatt.result(s) is None


def test_the_final_round_has_auctions() -> None:
    """In the final round plants are bought before the fuel, and what was bought scores. [C-END-01]"""
    s = final(phase="auction", money=40)
    s = kit.act(s, Open(0, "21", 21), Pass(1), Pass(2))
    s = kit.end_turns(kit.opt_out_all(s), "fuel")
    result = kilowatt.result(s)
    assert result is not None
    assert result.scores[0] == {"points": 9 + 1, "money": 9, "plant": 21}


def test_points_are_incomes_one_can_fuel_and_tens_of_elektro() -> None:
    """With fuel for the 9 but not for the 7, and 31 Elektro, a player has 12 points. [C-END-02]"""
    result = scored(plants={0: ["4c", "19"]}, cards={0: [("gas-1", 1), ("coal-2", 2)]}, money={0: 31, 1: 9, 2: 10})
    assert [row["points"] for row in result.scores] == [12, 0, 1]
    assert result.ranking == [[0], [2], [1]]
    result = scored(plants={0: ["4c", "19"]}, cards={0: [("gas-1", 1), ("coal-3", 3)]}, money={0: 31})
    assert result.scores[0]["points"] == 9 + 7 + 3


def test_the_best_plants_are_fuelled() -> None:
    """With 3 coal for plants of 5 and 9 the 9 counts, and a hybrid takes what others leave. [C-END-02] [AMB-76]"""
    result = scored(plants={0: ["3a", "12"]}, cards={0: [("coal-3", 3)]}, money=0)
    assert result.scores[0]["points"] == 9
    hybrid: Cards = [("gas-2", 2), ("oil-3", 3)]
    result = scored(plants={0: ["7", "9"]}, cards={0: hybrid}, money=0)
    assert result.scores[0]["points"] == 8 + 8


def test_anna_has_28_points() -> None:
    """Anna's 7, 9 and 10 and her 23 Elektro make 28 points, 3 Elektro and plant 19 for ties. [C-END-04] [C-END-02]"""
    result = scored(plants={1: ["11", "15", "19"]}, cards={1: [("gas-3", 3), ("oil-1", 1)]}, money={1: 23})
    assert result.scores[1] == {"points": 28, "money": 3, "plant": 19}
    assert result.winners == [1]


DEBBIE = {0: ["11", "15", "19"], 1: ["10", "13", "22"]}
"""Two players with 26 points from their plants: 7 + 10 + 9 and 8 + 8 + 10."""
FUEL: dict[int, Cards] = {0: [("gas-3", 3), ("gas-1", 1)], 1: [("oil-2", 2), ("gas-1", 1), ("coal-2", 2)]}


@pytest.mark.parametrize(("anna", "debbie", "winner"), [(23, 25, 1), (25, 23, 0)])
def test_equal_points_are_broken_by_the_money_left(anna: int, debbie: int, winner: int) -> None:
    """Of two players with 28 points the one with 5 Elektro left beats the one with 3. [C-END-03]"""
    result = scored(plants=DEBBIE, cards=FUEL, money={0: anna, 1: debbie, 2: 9})
    assert [row["points"] for row in result.scores[:2]] == [28, 28]
    assert result.ranking == [[winner], [1 - winner], [2]]


def test_then_by_the_bigger_plant() -> None:
    """With equal points and money the bigger biggest plant wins. [C-END-03]"""
    result = scored(plants=DEBBIE, cards=FUEL, money={0: 23, 1: 23, 2: 0})
    assert result.ranking == [[1], [0], [2]]
    assert [row["plant"] for row in result.scores[:2]] == [19, 22]


def test_only_the_money_left_breaks_ties() -> None:
    """Money that became points does not count again: of 9 points each 9 Elektro beat 18. [C-END-03]"""
    plants = {0: ["16"], 1: ["21"], 2: ["3a"]}
    result = scored(plants=plants, money={0: 18, 1: 9, 2: 0}, market=["17", "18", "20", "22", "23", "24"])
    assert [row["points"] for row in result.scores] == [9, 9, 0]
    assert result.ranking == [[1], [0], [2]]


def test_a_full_tie_is_shared() -> None:
    """Players equal in points, money and biggest number share the place. [C-END-03] [AMB-10]"""
    result = scored(plants={0: ["5a"], 1: ["5b"], 2: ["3a"]}, money={0: 14, 1: 14, 2: 3})
    assert result.ranking == [[0, 1], [2]]
