"""The numbers of the atlas: sums and counts of the transcription, so that no single number can slip."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.engine_board import make_board
from kilowatt.engine.ids import FUELS

BOARDS: dict[str, dict[str, Any]] = {
    "italy": {
        "network": (42, 6, 81, 678),
        "zones": {3: 6, 4: 6, 5: 4},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [18, 15, 12, 2],
        "refill": [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
        "refill by fuel": [76, 62, 46, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "france": {
        "network": (42, 6, 93, 1014),
        "zones": {3: 15, 4: 15, 5: 6},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [24, 18, 6, 8],
        "refill": [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
        "refill by fuel": [76, 62, 46, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "brazil": {
        "network": (42, 6, 89, 966),
        "zones": {3: 13, 4: 12, 5: 6},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [24, 18, 6, 2],
        "refill": [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
        "refill by fuel": [46, 76, 62, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "benelux": {
        "network": (35, 5, 74, 472),
        "zones": {3: 6, 4: 4, 5: 1},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [18, 24, 6, 2],
        "refill": [(7, 9, 11), (9, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
        "refill by fuel": [62, 76, 47, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "central_europe": {
        "network": (42, 6, 96, 1013),
        "zones": {3: 12, 4: 12, 5: 6},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [24, 18, 6, 5],
        "refill": [(7, 11, 10), (9, 12, 10), (11, 16, 14), (15, 18, 17), (17, 24, 20)],
        "refill by fuel": [88, 49, 51, 23],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "spain_portugal": {
        "network": (42, 6, 97, 1103),
        "zones": {3: 13, 4: 12, 5: 6},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [24, 18, 9, 8],
        "refill": [(6, 11, 11), (7, 13, 11), (9, 18, 14), (11, 21, 16), (14, 25, 21)],
        "refill by fuel": [65, 73, 46, 24],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "quebec": {
        "network": (42, 6, 65, 656),
        "zones": {3: 10, 4: 8, 5: 4},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [21, 21, 6, 2],
        "refill": [(7, 8, 10), (8, 10, 10), (11, 13, 14), (14, 16, 16), (17, 20, 20)],
        "refill by fuel": [67, 55, 46, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "russia": {
        "network": (42, 6, 91, 801),
        "zones": {3: 10, 4: 9, 5: 5},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [18, 24, 0, 7],
        "refill": [(8, 9, 11), (8, 10, 11), (12, 15, 15), (15, 18, 18), (18, 23, 22)],
        "refill by fuel": [62, 74, 51, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "northern_europe": {
        "network": (42, 6, 91, 905),
        "zones": {3: 14, 4: 13, 5: 6},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [18, 18, 12, 6],
        "refill": [(5, 10, 11), (7, 10, 12), (10, 14, 15), (12, 16, 19), (15, 22, 21)],
        "refill by fuel": [68, 49, 46, 36],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
    "baden_wuerttemberg": {
        "network": (35, 5, 69, 688),
        "zones": {3: 8, 4: 5, 5: 1},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [],
        "refill": [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
        "refill by fuel": [76, 62, 46, 26],
        "areas": [3, 3, 4, 5, 5],
        "step2": [9, 6, 6, 6, 5],
        "end": [21, 17, 17, 15, 14],
    },
    "bremen": {
        "network": (25, 5, 53, 0),
        "zones": {3: 10, 4: 5, 5: 1},
        "tokens": [22, 22, 22, 0],
        "spaces": [22, 22, 22, 0],
        "prices": [93, 93, 93, 0],
        "start": [22, 16, 16, 0],
        "refill": [(7, 10, 8), (7, 10, 8), (10, 13, 11), (12, 15, 14), (15, 20, 16)],
        "refill by fuel": [78, 63, 35, 0],
        "areas": [3, 3, 4, 5, 5],
        "step2": [5, 5, 5, 5, 4],
        "end": [13, 13, 13, 12, 11],
    },
    "south_africa": {
        "network": (35, 5, 61, 805),
        "zones": {3: 8, 4: 5, 5: 1},
        "tokens": [24, 24, 24, 12],
        "spaces": [24, 24, 24, 12],
        "prices": [108, 108, 108, 88],
        "start": [24, 15, 12, 3],
        "refill": [(7, 13, 11), (7, 13, 11), (11, 17, 15), (13, 20, 18), (16, 24, 22)],
        "refill by fuel": [98, 37, 51, 32],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [18, 17, 17, 15, 14],
    },
    "india": {
        "network": (42, 6, 77, 752),
        "zones": {3: 13, 4: 12, 5: 6},
        "tokens": [24, 24, 24, 8],
        "spaces": [24, 24, 24, 8],
        "prices": [96, 108, 84, 36],
        "start": [24, 21, 20, 3],
        "refill": [(7, 11, 11), (9, 12, 11), (12, 16, 15), (16, 19, 19), (18, 25, 23)],
        "refill by fuel": [92, 44, 65, 23],
        "areas": [3, 3, 4, 5, 5],
        "step2": [10, 7, 7, 7, 6],
        "end": [21, 17, 17, 15, 14],
    },
}
BOARDS["australia"] = {
    "network": (35, 5, 47, 439),
    "zones": {3: 10, 4: 5, 5: 1},
    "tokens": [24, 24, 24, 12],
    "spaces": [24, 24, 24, 0],
    "prices": [108, 108, 108, 0],
    "start": [24, 18, 15, 0],
    "refill": [(5, 9, 10), (6, 10, 10), (8, 13, 13), (11, 15, 16), (13, 20, 19)],
    "refill by fuel": [86, 46, 46, 0],
    "areas": [3, 3, 4, 5, 5],
    "step2": [10, 7, 7, 7, 6],
    "end": [21, 17, 17, 15, 14],
}
BOARDS["manhattan"] = {
    "network": (83, 1, 154, 0),
    "passing": 5,
    "zones": {1: 1},
    "tokens": [24, 24, 24, 12],
    "spaces": [24, 24, 24, 12],
    "prices": [108, 108, 108, 88],
    "start": [18, 18, 9, 4],
    "refill": [(10, 10, 10), (10, 10, 10), (14, 14, 14), (17, 17, 17), (21, 21, 21)],
    "refill by fuel": [78, 63, 48, 27],
    "areas": [1, 1, 1, 1, 1],
    "step2": [0, 0, 0, 0, 0],
    "end": [18, 17, 17, 15, 14],
}
BOARDS["middle_east"] = {
    "network": (42, 6, 84, 919),
    "zones": {3: 13, 4: 12, 5: 6},
    "tokens": [24, 24, 21, 11],
    "spaces": [24, 45, 21, 11],
    "prices": [108, 129, 105, 87],
    "start": [21, 21, 3, 3],
    "refill": [(8, 9, 9), (8, 9, 9), (10, 12, 13), (13, 14, 17), (15, 19, 21)],
    "refill by fuel": [36, 64, 56, 30],
    "areas": [3, 3, 4, 5, 5],
    "step2": [0, 0, 0, 0, 0],
    "end": [21, 17, 17, 15, 14],
}
BOARDS["japan"] = {
    "network": (35, 5, 53, 577),
    "zones": {3: 3, 4: 2, 5: 1},
    "tokens": [24, 24, 24, 12],
    "spaces": [24, 24, 24, 12],
    "prices": [108, 108, 108, 88],
    "start": [21, 15, 9, 3],
    "refill": [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)],
    "refill by fuel": [76, 62, 46, 26],
    "areas": [3, 3, 4, 5, 5],
    "step2": [10, 7, 7, 7, 6],
    "end": [21, 17, 17, 15, 14],
}
BOARDS["uk_ireland"] = {
    "network": (40, 6, 74, 764),
    "zones": {3: 15, 4: 11, 5: 5},
    "tokens": [24, 24, 24, 12],
    "spaces": [24, 24, 24, 12],
    "prices": [108, 108, 108, 88],
    "start": [24, 18, 12, 0],
    "refill": [(7, 10, 8), (7, 13, 8), (10, 17, 11), (13, 20, 16), (16, 24, 19)],
    "refill by fuel": [71, 57, 42, 29],
    "areas": [3, 3, 4, 5, 5],
    "step2": [10, 7, 7, 7, 6],
    "end": [21, 17, 17, 15, 14],
}
DETOURS = {
    "benelux": {("antwerpen", "brugge")},
    "northern_europe": {("koebenhavn", "goeteborg"), ("arendal", "goeteborg")},
}
"""Connections that cost more than the way round: doubts of the transcription."""
RULESETS = [row for row in kilowatt.rulesets() if row.board in BOARDS]


def test_every_board_of_the_atlas_is_here() -> None:
    """No board of the atlas lacks its sums."""
    assert {row.board for row in kilowatt.rulesets() if row.chapter} == set(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_the_network_is_that_of_the_transcription(name: str) -> None:
    """Cities, areas, connections and the sum of their costs add up; the zones are as many as were counted."""
    board = make_board(registry.board(name))
    costs = sum(cost for _, _, cost in board.links)
    assert (len(board.cities), len(board.areas), len(board.links), costs) == BOARDS[name]["network"]
    assert board.passing == BOARDS[name].get("passing", 0)
    assert {count: len(board.zones(count)) for count in BOARDS[name]["zones"]} == BOARDS[name]["zones"]
    for areas in (zone for count in BOARDS[name]["zones"] for zone in board.zones(count)):
        assert len(board.pieces(board.zone(areas))) == len({board.island(area) for area in areas})


@pytest.mark.parametrize("name", BOARDS)
def test_detours_are_known(name: str) -> None:
    """No connection is dearer than a detour but those in doubt."""
    board = make_board(registry.board(name))
    table = board.distances(board.zone(tuple(range(len(board.areas)))))
    dearer = {(board.cities[a].id, board.cities[b].id) for a, b, cost in board.links if table[a][b] < cost}
    assert {frozenset(pair) for pair in dearer} == {frozenset(pair) for pair in DETOURS.get(name, ())}


@pytest.mark.parametrize("row", RULESETS, ids=lambda row: row.id)
def test_fuel_tables_add_up(row: Any) -> None:
    """Tokens, spaces, prices, starting fill and refill add up as transcribed, in every edition."""
    wanted = BOARDS[row.board]
    track = kilowatt.ruleset(row.id, 4).tracks[0]
    assert kilowatt.ruleset(row.id, 4).tokens == wanted["tokens"]
    assert [len(prices) for prices in track.prices] == wanted["spaces"]
    assert [sum(prices) for prices in track.prices] == wanted["prices"]
    if wanted["start"]:
        assert [mask.bit_count() for mask in track.start] == wanted["start"]
    refills = [kilowatt.ruleset(row.id, seats).tracks[0].refill for seats in range(2, 7)]
    assert [tuple(sum(step) for step in refill) for refill in refills] == wanted["refill"]
    by_fuel = [sum(step[fuel] for refill in refills for step in refill) for fuel in range(FUELS)]
    assert by_fuel == wanted["refill by fuel"]


@pytest.mark.parametrize("row", RULESETS, ids=lambda row: row.id)
def test_thresholds_by_players(row: Any) -> None:
    """Areas in play and the cities for Step 2 and the end are those of the transcription."""
    games = [kilowatt.ruleset(row.id, seats) for seats in range(2, 7)]
    wanted = BOARDS[row.board]
    assert [rules.area_count for rules in games] == wanted["areas"]
    assert [rules.step2_at for rules in games] == wanted["step2"]
    assert [rules.end_at for rules in games] == wanted["end"]
