"""Numbers by chance: the counter-based dealer, and random play for playouts.

A draw follows from the seed and its name alone (deck, shuffles so far, cards drawn since), as with `CounterDealer`.
"""

from __future__ import annotations

from typing import Final

from kilowatt.engine.asks import ASK_FUEL_CARD, ASK_ORDER, ASK_REVEAL, ASK_ZONE, FIRST_DRAW
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.kernel.bits import count, member
from kilowatt.kernel.layout import Game, Mask, Menu, Tables
from kilowatt.kernel.machine import legal, step
from kilowatt.kernel.menus import KIND

WORD: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15
DECISIONS: Final = 1 << 63
"""Where the numbers for decisions begin: beyond those of all draws."""
LEAST_RAISE: Final = 205
"""Of 256 raises, how many are the least: four in five."""
RAISES: Final = 20
"""Other raises go up to this many."""


def mix(x: Mask) -> Mask:
    """Scramble a number: the last steps of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def number_at(stream: Mask, key: Mask) -> Mask:
    """Return number `key` of a stream; a stream is a scrambled seed."""
    return mix(stream + key * GOLDEN & WORD)


def share(number: Mask, many: int) -> int:
    """Scale the upper half of a number to 0 .. many - 1."""
    return (number >> 32) * many >> 32


def draw_key(s: Game) -> Mask:
    """Name the draw that is awaited: deck, shuffles so far, cards drawn since."""
    if s.ask == ASK_FUEL_CARD:
        return (s.ask - FIRST_DRAW + 1 << 48) + (s.fuel_shuffles << 24) + s.fuel_drawn
    return (s.ask - FIRST_DRAW + 1 << 48) + (s.shuffles << 24) + s.drawn


def deal(s: Game, t: Tables, m: Menu, stream: Mask) -> int:
    """Choose what is dealt, by weight."""
    number: Mask = number_at(stream, draw_key(s))
    if s.ask == ASK_ZONE:
        return ASK_ZONE * KIND + share(number, t.zone_size)
    if s.ask == ASK_ORDER:
        many = 1
        for seats in range(2, t.seats + 1):
            many *= seats
        return ASK_ORDER * KIND + share(number, many)
    if s.ask == ASK_REVEAL and s.seq_size[0] == 0 and s.group_size[0] == 1:
        return ASK_REVEAL * KIND + member(s.group_mask[0][0], share(number, count(s.group_mask[0][0])))
    legal(s, t, m)
    total = 0
    for row in range(m.rows):
        total += m.size[row]
    place = share(number, total)
    for row in range(m.rows):
        place -= m.size[row]
        if place < 0:
            return m.first[row]
    return m.first[0]


def choose(s: Game, t: Tables, m: Menu, number: Mask) -> int:
    """Choose a kind of action, then one of its rows; raises are mostly the least."""
    legal(s, t, m)
    kind = (number & 0xFFFF) * m.kinds >> 16
    row = (number >> 16 & 0xFFFF) * m.kind_rows[kind] >> 16
    if kind:
        row += m.kind_rows[0]
    if m.size[row] == 1 or (number >> 32 & 0xFF) < LEAST_RAISE:
        return m.first[row]
    return m.first[row] + ((number >> 40) * min(m.size[row], RAISES) >> 24)


def pick(s: Game, t: Tables, m: Menu, stream: Mask, played: int) -> int:
    """Return what random play takes or deals; decision n of a stream is always the same number."""
    if s.actor == CHANCE:
        return deal(s, t, m, stream)
    return choose(s, t, m, number_at(stream, DECISIONS + played))


def play_on(s: Game, t: Tables, m: Menu, stream: Mask, played: int, limit: int) -> int:
    """Play at random until the game is over, or for `limit` actions; return how many were played."""
    many = 0
    while s.actor != OVER and many < limit and not s.fault:
        step(s, t, m, pick(s, t, m, stream, played + many))
        many += 1
    return many


def deal_on(s: Game, t: Tables, m: Menu, stream: Mask) -> int:
    """Deal until a seat must decide or the game is over; return how many draws there were."""
    many = 0
    while s.actor == CHANCE and not s.fault:
        step(s, t, m, deal(s, t, m, stream))
        many += 1
    return many
