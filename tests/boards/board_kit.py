"""Board files for tests: a small one that can be changed part by part, and ours with their drawn layouts."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt.editions import registry
from tools.drawn_boards import with_layout as drawn

__all__ = ["OURS", "drawn", "small", "wide_board"]
DRAWN = Path(kilowatt.__file__).parent / "server" / "pictures" / "boards"
OURS = [row.id for row in registry.rulesets().values() if row.board and (DRAWN / f"{row.board}.json").exists()]
NUMBERS = {"2": 3, "2-trust": 3, "3": 3, "4": 3}

SMALL: dict[str, Any] = {
    "format": 1,
    "id": "small",
    "title": "Small",
    "source": "made up for a test",
    "edition": "recharged",
    "fuel": "standard-2018",
    "connections": [
        ["a1", "a2", 3], ["a2", "a3", 4], ["a3", "b1", 5],
        ["b1", "b2", 4], ["b2", "b3", 6], ["b3", "c1", 7],
        ["c1", "c2", 5], ["c2", "c3", 4], ["c3", "a1", 6],
    ],
    "areas": {"source": "made up", **NUMBERS},
    "step2_cities": {"source": "made up", **dict.fromkeys(NUMBERS, 2)},
    "end_cities": {"source": "made up", **dict.fromkeys(NUMBERS, 6)},
    "area": [
        {
            "id": area,
            "name": f"Area {area.upper()}",
            "cities": [
                {"id": f"{area}{n}", "name": f"{area.upper()} {n}", "lat": 50.0 + row + n / 3, "lon": 8.0 + n - row / 5}
                for n in (1, 2, 3)
            ],
        }
        for row, area in enumerate("abc")
    ],
}  # fmt: skip


def small(**changes: Any) -> dict[str, Any]:
    """Return the small board with other values for some of its keys."""
    return {**copy.deepcopy(SMALL), **changes}


def wide_board(cities: int) -> dict[str, Any]:
    """Return a board of five areas with so many cities, each joined to the next one and to one across its area."""
    ids = [f"{'abcde'[n * 5 // cities]}{n}" for n in range(cities)]
    links = [[ids[n], ids[(n + 1) % cities], 3 + n % 7] for n in range(cities)]
    links += [[ids[n], ids[n + 5], 9 + n % 11] for n in range(0, cities - 5, 4)]
    numbers = {"2": 5, "2-trust": 5, "3": 5, "4": 5}
    return small(
        id="wide",
        connections=links,
        areas={"source": "made up", **numbers},
        end_cities={"source": "made up", **dict.fromkeys(numbers, 40)},
        area=[
            {
                "id": area,
                "name": f"Area {area}",
                "cities": [
                    {"id": id_, "name": id_, "lat": 40.0 + place / 8, "lon": 8.0 + place % 9}
                    for place, id_ in enumerate(ids)
                    if id_[0] == area
                ],
            }
            for area in "abcde"
        ],
    )
