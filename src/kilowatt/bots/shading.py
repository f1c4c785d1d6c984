"""Bid shading: how much less than a plant's worth a seat bids, so that the plants it gets leave it a gain.

The shares were found by self-play of economists that each shaded by other shares (`docs/bots.md` says how).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables

SHARE = 0.58
CLOSING = 0.41
"""The share in a round in which some seat may well end the game."""


def shaded(tables: Tables, worth: int, *, closing: bool) -> int:
    """Return the most to bid for a plant of some worth; all of it where income is printed on the plants."""
    return worth if tables.printed else int((CLOSING if closing else SHARE) * worth)
