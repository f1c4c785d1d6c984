"""Numbers by chance: the counter-based dealer, and random play for playouts.

A draw follows from the seed and its name alone (deck, shuffles so far, cards drawn since), as with `CounterDealer`.
"""

from __future__ import annotations

from typing import Final

from kilowatt.engine.asks import (
    ASK_BID,
    ASK_CLOSE,
    ASK_FUEL_CARD,
    ASK_OPEN,
    ASK_ORDER,
    ASK_REVEAL,
    ASK_SCRAP,
    ASK_ZONE,
    FIRST_DRAW,
)
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.tasks import ARG_SHIFT
from kilowatt.kernel.bits import count, member, scaled
from kilowatt.kernel.machine import legal, step
from kilowatt.kernel.menus import AMOUNT_BITS, CARD_SHIFT, EMPTY_MENU, KIND, PASS, first_row
from kilowatt.kernel.record_layout import Game, Mask, Menu, Shares, Tables

WORD: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15
DECISIONS: Final = 1 << 63
"""Where the numbers for decisions begin: beyond those of all draws."""
LEAST_RAISE: Final = 205
"""Of 256 raises, how many are the least: four in five."""
LEAST_SHARE: Final = 0.8
"""The same where numbers from outside decide."""
RAISES: Final = 20
"""Other raises go up to this many."""
MOST_SHARES: Final = 4
"""Numbers from outside that one action takes at most: kind, row, whether to raise more, by how much."""


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
    if s.ask == ASK_CLOSE:
        return (s.ask - FIRST_DRAW + 1 << 48) + (s.agenda[-1] >> ARG_SHIFT)
    if s.ask == ASK_FUEL_CARD:
        return (s.ask - FIRST_DRAW + 1 << 48) + (s.fuel_shuffles << 24) + s.fuel_drawn
    return (s.ask - FIRST_DRAW + 1 << 48) + (s.shuffles << 24) + s.drawn


def draws(s: Game, t: Tables, m: Menu) -> int:
    """Return the weight of all that may be dealt; the menu is filled where `drawn` needs it."""
    if s.ask == ASK_ZONE:
        return len(t.zones)
    if s.ask == ASK_ORDER:
        many = 1
        for seats in range(2, t.seats + 1):
            many *= seats
        return many
    if s.ask == ASK_REVEAL and not s.seq[0] and len(s.group_mask[0]) == 1:
        return count(s.group_mask[0][0])
    legal(s, t, m)
    total = 0
    for row in range(m.rows):
        total += m.size[row]
    return total


def drawn(s: Game, m: Menu, place: int) -> int:
    """Return what lies at a place of all the weight, after `draws`."""
    if s.ask == ASK_ZONE or s.ask == ASK_ORDER:
        return s.ask * KIND + place
    if s.ask == ASK_REVEAL and not s.seq[0] and len(s.group_mask[0]) == 1:
        return ASK_REVEAL * KIND + member(s.group_mask[0][0], place)
    for row in range(m.rows):
        place -= m.size[row]
        if place < 0:
            return m.first[row]
    return m.first[0]


def deal(s: Game, t: Tables, m: Menu, stream: Mask) -> int:
    """Choose what is dealt, by weight."""
    number: Mask = number_at(stream, draw_key(s))
    total = draws(s, t, m)
    if total == 0:
        s.fault = EMPTY_MENU
        return PASS
    return drawn(s, m, share(number, total))


def choose(s: Game, t: Tables, m: Menu, number: Mask) -> int:
    """Choose what a seat does."""
    legal(s, t, m)
    return chosen(m, number)


def chosen(m: Menu, number: Mask) -> int:
    """Choose a kind of action, then one of its rows; raises are mostly the least."""
    if m.rows == 0:
        return PASS
    kind = (number & 0xFFFF) * m.kinds >> 16
    row = (number >> 16 & 0xFFFF) * m.kind_rows[kind] >> 16
    row += first_row(m, kind)
    if m.size[row] == 1 or (number >> 32 & 0xFF) < LEAST_RAISE:
        return m.first[row]
    return m.first[row] + ((number >> 40) * min(m.size[row], RAISES) >> 24)


def pick(s: Game, t: Tables, m: Menu, stream: Mask, played: int) -> int:
    """Return what random play takes or deals; decision n of a stream is always the same number.

    An empty menu is a fault of the game: callers look for one before they play what is returned.
    """
    if s.actor == CHANCE:
        return deal(s, t, m, stream)
    return choose(s, t, m, number_at(stream, DECISIONS + played))


def play_on(s: Game, t: Tables, m: Menu, stream: Mask, played: int, limit: int) -> int:
    """Play at random until the game is over, or for `limit` actions; return how many were played."""
    many = 0
    while s.actor != OVER and many < limit and not s.fault:
        action = pick(s, t, m, stream, played + many)
        if not s.fault:
            step(s, t, m, action)
            many += 1
    return many


def scraps(m: Menu) -> int:
    """Count the plants that may be scrapped: the rows of one plant stand side by side."""
    many = 0
    for row in range(m.rows):
        if m.first[row] & AMOUNT_BITS == 0:
            many += 1
    return many


def scrap_row(m: Menu, place: int) -> int:
    """Return the first row of a plant that may be scrapped."""
    row = 0
    while place or m.first[row] & AMOUNT_BITS:
        row += 1
        if m.first[row] & AMOUNT_BITS == 0:
            place -= 1
    return row


def further(m: Menu, row: int, share: float) -> int:
    """Return one of the first actions of a plant's or a bid's rows."""
    card = m.first[row] >> CARD_SHIFT
    many = 0
    for other in range(row, m.rows):
        if m.first[other] >> CARD_SHIFT == card:
            many += m.size[other]
    place = scaled(share, min(many, RAISES))
    while place >= m.size[row]:
        place -= m.size[row]
        row += 1
    return m.first[row] + place


def chosen_by(m: Menu, ask: int, shares: Shares, used: list[int]) -> int:
    """Choose by numbers from outside, from number `used` on; count those that were used."""
    at = used[0]
    kind = scaled(shares[at], m.kinds)
    if ask == ASK_SCRAP:
        row = scrap_row(m, scaled(shares[at + 1], scraps(m)))
    else:
        row = scaled(shares[at + 1], m.kind_rows[kind])
        row += first_row(m, kind)
    at += 2
    action = m.first[row]
    if action != PASS and (ask == ASK_OPEN or ask == ASK_BID or ask == ASK_SCRAP):
        at += 1
        if shares[at - 1] >= LEAST_SHARE:
            action = further(m, row, shares[at])
            at += 1
    used[0] = at
    return action


def play_by(s: Game, t: Tables, m: Menu, shares: Shares, many: int, used: list[int], log: list[int], limit: int) -> int:
    """Play on at random by numbers from outside, 0 to below 1, as `kilowatt.table.playout` does.

    Ends with the game, after `limit` actions or when the numbers might not be enough for one more. Writes the actions
    into `log`; returns how many there are, and in `used` how many numbers they took.
    """
    played = 0
    at = 0
    while s.actor != OVER and played < limit and at + MOST_SHARES <= many and not s.fault:
        if s.actor == CHANCE:
            total = draws(s, t, m)
            if total == 0:
                s.fault = EMPTY_MENU
                break
            action = drawn(s, m, scaled(shares[at], total))
            at += 1
        else:
            legal(s, t, m)
            if m.rows == 0:
                break
            used[0] = at
            action = chosen_by(m, s.ask, shares, used)
            at = used[0]
        step(s, t, m, action)
        log[played] = action
        played += 1
    used[0] = at
    return played


def deal_on(s: Game, t: Tables, m: Menu, stream: Mask) -> int:
    """Deal until a seat must decide or the game is over; return how many draws there were."""
    many = 0
    while s.actor == CHANCE and not s.fault:
        action = deal(s, t, m, stream)
        if not s.fault:
            step(s, t, m, action)
            many += 1
    return many
