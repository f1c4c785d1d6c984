"""Cards and cities as bits of a mask."""

from __future__ import annotations

from kilowatt.engine.ids import NOBODY


def one(card: int) -> int:
    """Return the mask of one card, 0 for none."""
    return 1 << card if card != NOBODY else 0


def several(cards: tuple[int, ...]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
