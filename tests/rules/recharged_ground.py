"""Where the tests of Recharged play on Germany: zones and their cities."""

from __future__ import annotations

GERMANY = "recharged/germany"
ZONES = {
    2: ["west", "north_west", "south_west"],
    3: ["west", "north_west", "south_west"],
    4: ["west", "north_west", "south_west", "east"],
    5: ["west", "north_west", "south_west", "east", "south"],
    6: ["west", "north_west", "south_west", "east", "south"],
}
WEST = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "osnabrueck", "kassel"]
NORTH_WEST = ["hannover", "bremen", "hamburg", "cuxhaven", "wilhelmshaven", "kiel", "flensburg"]
SOUTH_WEST = ["koeln", "aachen", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim"]
CITIES = [*WEST, *NORTH_WEST, *SOUTH_WEST]
