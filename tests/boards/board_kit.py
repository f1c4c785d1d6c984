"""Board files for tests: a small one that can be changed part by part, and ours with their drawn layouts."""

from __future__ import annotations

import copy
from typing import Any

from kilowatt.editions import registry
from tools.drawn_boards import with_layout as drawn

__all__ = ["OURS", "drawn", "small"]
OURS = [row.id for row in registry.rulesets().values() if row.board]
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
