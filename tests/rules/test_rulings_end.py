"""Rulings on the final count and on ties at the end."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.protocol.views import rounds_left
from tests import kit

ZONE = ["west", "south_west", "east"]
WEST = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
SOUTH_WEST = ["aachen", "koeln", "trier", "frankfurt_main", "saarbruecken", "mannheim"]
EAST = ["halle", "leipzig", "erfurt", "dresden", "fulda"]
SEVENTEEN = [*WEST, *SOUTH_WEST, *EAST[:4]]


def standing(state: kilowatt.State) -> kilowatt.Result:
    """The result of a game that is over."""
    result = kilowatt.result(state)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("ruleset", "ranking"), [("recharged/germany", [[0, 1], [2]]), ("original/germany", [[0], [1], [2]])]
)
def test_a_tie_after_money(ruleset: str, ranking: list[list[int]]) -> None:
    """Equal supply and money share the victory in 2018, while in 2004 the bigger network wins. [AMB-50]"""
    s = kit.situation(
        ruleset,
        3,
        phase="after_build",
        step=2,
        plants={0: ["13"], 1: ["9"], 2: ["4"]},
        fuel={1: {"oil": 1}},
        cities={0: SEVENTEEN, 1: WEST},
        money={0: 30, 1: 30, 2: 30},
        zone=ZONE,
        stack=["40"],
    )
    assert standing(s).ranking == ranking
    assert standing(s).scores[0]["powered"] == standing(s).scores[1]["powered"] == 1


def test_deluxe_shares_a_tie_after_money() -> None:
    """In Deluxe too equal supply and money share the victory. [AMB-50]"""
    france = ["paris", "bordeaux", "lyon", "marseille", "barcelona", "madrid", "lisboa"]
    central = ["bremen", "berlin", "rhein_main", "stuttgart", "muenchen", "praha", "katowice"]
    s = kit.situation(
        "deluxe/europe",
        3,
        phase="after_build",
        step=2,
        plants={0: ["11"], 1: ["7"]},
        fuel={1: {"coal": 1}},
        cities={0: [*france, *central, "glasgow", "dublin", "london"], 1: france},
        money={0: 30, 1: 30, 2: 30},
        zone=["british_isles_low_countries", "france_iberia", "central"],
        stack=["40"],
    )
    assert standing(s).ranking == [[0, 1], [2]]


def test_the_final_count_is_the_best_there_is() -> None:
    """The hybrid gets the coal so that the oil plant can run: the count is the most that can be supplied. [AMB-76]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="after_build",
        step=2,
        plants={0: ["21", "25", "26"], 1: ["32", "46"]},
        fuel={0: {"oil": 2, "coal": 4}, 1: {"oil": 5}},
        tokens={"oil": 10, "coal": 10},
        cities={0: SEVENTEEN, 1: SEVENTEEN[:15]},
        zone=ZONE,
        stack=["40"],
    )
    assert [score["powered"] for score in standing(s).scores] == [4 + 5 + 5, 7, 0]


@pytest.mark.parametrize("ruleset", ["original/germany", "deluxe/europe", "recharged/germany"])
def test_step_3_is_not_the_last_round_on_a_board(ruleset: str) -> None:
    """With the Step 3 card gone, rounds go on until the cities end the game; only the card game counts them."""
    s = kit.situation(ruleset, 3, phase="plant_update", step=3, stack=["30", "31", "32"])
    assert (s.round, kit.view(s)["step"], s.last_round) == (3, 3, False)
    assert rounds_left(s) is None
