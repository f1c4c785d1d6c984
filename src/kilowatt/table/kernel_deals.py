"""Seeded dealers on games of the kernel: the same seed deals the same cards there as at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.table.dealer import DECKS

if TYPE_CHECKING:
    from kilowatt.kernel.plain_core import Core
    from kilowatt.table.dealer import CounterDealer, SeededDealer

COUNT = 24
"""Bits of each of the two counts in the name of a draw; the deck stands above them."""
COUNT_BITS = (1 << COUNT) - 1


def drawn(core: Core, game: int, dealer: SeededDealer | CounterDealer) -> int:
    """Return the number of what the dealer deals now."""
    key = core.draw_key(game)
    rows = core.rows(game)
    name = (DECKS[(key >> 2 * COUNT) - 1], key >> COUNT & COUNT_BITS, key & COUNT_BITS)
    place = dealer.place(name, sum([weight for _, weight in rows]))
    for number, weight in rows:
        place -= weight
        if place < 0:
            return number
    raise AssertionError(name)
