"""Where the tests of Deluxe play: zones, cities and a table of big plants on both boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests import kit

if TYPE_CHECKING:
    import kilowatt

EUROPE = "deluxe/europe"
AMERICA = "deluxe/north-america"
BOTH = (EUROPE, AMERICA)
ZONE = {
    EUROPE: ["british_isles_low_countries", "france_iberia", "central"],
    AMERICA: ["northeast", "great_lakes_atlantic", "central"],
}
TOWNS = {
    EUROPE: [
        *("randstad", "vlaanderen", "rhein_ruhr", "rhein_main", "stuttgart", "muenchen", "praha", "katowice", "berlin"),
        *("bremen", "paris", "lyon", "marseille", "bordeaux", "barcelona", "madrid", "lisboa", "london", "birmingham"),
    ],
    AMERICA: [
        *("boston", "montreal", "ottawa", "quebec", "philadelphia", "washington", "pittsburgh", "columbus", "detroit"),
        *("toronto", "charlotte", "nashville", "memphis", "st_louis", "indianapolis", "chicago", "milwaukee"),
        *("kansas_city", "oklahoma_city"),
    ],
}
BIG = ["25", "26", "27", "28", "29", "30", "31", "32", "33"]


def size(ruleset: str, step: int) -> int:
    """How many plants lie in the market."""
    return 6 if step == 3 else 9 if ruleset == EUROPE and step == 1 else 8


def lay(ruleset: str, phase: str, **more: Any) -> kilowatt.State:
    """Three players with big plants on offer and 40, 42, 44 on the stack."""
    market = BIG[: size(ruleset, more.get("step", 1))]
    table = {"market": market, "stack": ["40", "42", "44"], "zone": ZONE[ruleset], **more}
    return kit.situation(ruleset, 3, phase=phase, **table)
