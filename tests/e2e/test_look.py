"""Which screens show what each section of `LOOK.md` draws, so that a missing one is seen.

`shows.py` names the parts that a screen must have; `test_fits.py` waits for them before it looks.
"""

from __future__ import annotations

from pathlib import Path

from tests.e2e.every_screen import SCREENS, WITH_ADVISER
from tests.e2e.shows import SHOWS

DRAWN: dict[int, tuple[str, ...]] = {
    3: ("opening", "five players", "six players, Step 3"),
    4: ("building", "Korea, building", "China, building"),
    5: (
        "bidding",
        "fuel",
        "power",
        "cards, opening",
        "cards, fuel",
        "cards, power",
        "planner",
        "five players, power",
        "toast",
        "deck",
        "question",
    ),
    7: ("opening", "bidding", "fuel", "building", "power", "end"),
    11: ("lobby", "first visit"),
    12: ("lesson, plant", "lesson, building", "tip"),
    13: ("bidding, advised", "fuel, advised", "building, advised", "cards, fuel, advised"),
    14: ("replay",),
    15: ("bidding", "building", "since your turn"),
    16: ("six players", "Korea, fuel", "Korea, bidding"),
    17: ("puzzle, cities", "puzzle, bid", "puzzle, fuel", "puzzle, burning", "puzzle, scrapping"),
    18: ("workshop", "gallery", "workshop preview", "workshop rules", "workshop tracing"),
    19: (
        "bidding, advised",
        "Step 3, advised",
        "five players, advised",
        "six players, advised",
        "power, advised",
        *(f"{name}, advised" for name in WITH_ADVISER),
    ),
    20: ("fuel plan", "six players, plan"),
    21: ("building", "building, advised"),
    22: ("review",),
    23: ("puzzle, cities", "puzzle, bid", "puzzle, answered"),
    24: ("end",),
    25: ("lesson, end", "lesson, turn order", "lesson, token", "challenges", "challenge", "challenge result", "rules"),
    26: ("opening in Step 3",),
    28: ("boards",),
    29: ("a board",),
    30: ("Japan, building", "Manhattan, building", "Bremen, building", "UK, building"),
    31: ("Australia, fuel", "Australia, power"),
    32: ("home without a server",),
    33: ("waiting room", "orders", "orders, changed", "table over days"),
    34: ("no group", "group", "tournament", "season"),
    35: ("new real table", "real table", "real table, a card to come", "real table, fuel", "real table, building"),
    36: ("workshop report", "workshop report, played"),
}
"""The screens that show what each section of `LOOK.md` draws."""
WITHOUT = {1: "colours", 2: "letters and sizes", 6: "states", 8: "for readers and keys", 9: "empty and broken",
           10: "words", 27: "not written"}  # fmt: skip
"""Sections without a screen here, and why: states and readers have tests that look at them alone."""
PASSING = {5: "test_why.py", 24: "test_end.py", 26: "test_moments.py"}
"""What a section draws that goes by (a reason under the pointer, the end's scene, a ribbon): the test that plays it."""
OTHERS = {"form", "menu", "profile"}
"""Screens that no section draws."""


def test_every_section_of_the_look_has_a_screen() -> None:
    """Each section names screens that are looked at, or why it has none; no screen is outside the table."""
    assert sorted([*DRAWN, *WITHOUT]) == list(range(1, 37))
    names = {screen.name for screen in SCREENS}
    drawn = {name for group in DRAWN.values() for name in group}
    assert drawn <= names
    assert names - drawn == OTHERS
    assert all((Path(__file__).parent / name).is_file() for name in PASSING.values())


def test_every_screen_says_what_it_shows() -> None:
    """What a screen has to show is written down for each, and for no other."""
    assert set(SHOWS) == {screen.name for screen in SCREENS}
    assert all(SHOWS.values())
