"""What the game may wait for: a decision of a seat or a draw. `machine` knows who answers each."""

from __future__ import annotations

from typing import Final

NO_ASK: Final = 0
ASK_AREA: Final = 1
ASK_TRUST_CITY: Final = 2
ASK_MARK: Final = 3
ASK_OPEN: Final = 4
ASK_BID: Final = 5
ASK_SCRAP: Final = 6
ASK_DISCARD: Final = 7
ASK_FUEL: Final = 8
ASK_CARD: Final = 9
ASK_BUILD: Final = 10
ASK_RUN: Final = 11
FIRST_DRAW: Final = 12
ASK_ORDER: Final = 12
ASK_ZONE: Final = 13
ASK_BACK: Final = 14
ASK_REVEAL: Final = 15
ASK_FUEL_CARD: Final = 16

NAMES: Final = (
    "",
    "choose_area",
    "place_trust",
    "mark_start",
    "open",
    "bid",
    "scrap",
    "discard_fuel",
    "buy_fuel",
    "buy_card",
    "build",
    "run",
    "seat_order",
    "zone",
    "show_back",
    "reveal",
    "reveal_fuel",
)
