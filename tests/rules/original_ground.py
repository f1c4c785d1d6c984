"""Where the tests of the original game play: zones of Germany, their cities and a table of big plants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests import kit

if TYPE_CHECKING:
    import kilowatt

RULESET = "original/germany"
ZONES = {
    2: ["west", "south_west", "north_west"],
    3: ["west", "south_west", "north_west"],
    4: ["west", "south_west", "north_west", "east"],
    5: ["west", "south_west", "north_west", "east", "south"],
    6: ["west", "south_west", "north_west", "east", "south"],
}
TOWNS = [
    *("essen", "duisburg", "duesseldorf", "dortmund", "muenster", "osnabrueck", "kassel"),
    *("koeln", "aachen", "trier", "wiesbaden", "frankfurt_main", "saarbruecken", "mannheim"),
    *("kiel", "flensburg", "hamburg", "cuxhaven", "bremen", "wilhelmshaven", "hannover"),
]
"""The 21 cities of the first three areas."""
BIG = ["25", "26", "27", "28", "29", "30", "31", "32"]
NONE = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


def lay(seats: int, phase: str, **more: Any) -> kilowatt.State:
    """A situation with big plants on offer, in the zone of that many players."""
    big = BIG[:6] if more.get("step") == 3 else BIG
    return kit.situation(RULESET, seats, phase=phase, **{"market": big, "stack": ["33", "34", "35"], **more})


def lay_zone(seats: int, phase: str, **more: Any) -> kilowatt.State:
    """The same in the zone that begins with TOWNS."""
    return lay(seats, phase, zone=ZONES[seats], **more)
