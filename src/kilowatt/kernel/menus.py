"""Menus: rows of actions as numbers, kind by kind, in the order of the reference.

An action is one number: its ask, then a card, then an amount. Passing is 0.
"""

from __future__ import annotations

from typing import Final

from kilowatt.kernel.record_layout import ROWS, Game, Menu

PASS: Final = 0
CARD_SHIFT: Final = 32
KIND_SHIFT: Final = 40
CARD: Final = 1 << CARD_SHIFT
"""A card, where an action has an amount too."""
KIND: Final = 1 << KIND_SHIFT
"""An action is `ask * KIND + card * CARD + amount`, or `ask * KIND + what` where it has one argument only."""
JUMP: Final = 256
"""A jump to a city is building there, plus this."""
CARD_BITS: Final = KIND // CARD - 1
AMOUNT_BITS: Final = CARD - 1

TOO_MANY_TASKS: Final = 1
TOO_MANY_ROWS: Final = 2
TOO_MANY_CARDS: Final = 3
UNKNOWN_ZONE: Final = 4
EMPTY_MENU: Final = 5
"""Faults: a limit of the layout was passed, or nothing may be played. The game stops."""


def clear(m: Menu) -> None:
    """Begin an empty menu."""
    m.kinds = 0
    m.rows = 0
    m.kind_rows[0] = 0
    m.kind_rows[1] = 0
    m.kind_rows[2] = 0


def add(s: Game, m: Menu, first: int, size: int) -> None:
    """Add a row of actions, `first` and those that follow it."""
    if m.rows >= ROWS:
        s.fault = TOO_MANY_ROWS
        return
    m.first[m.rows] = first
    m.size[m.rows] = size
    m.rows += 1


def first_row(m: Menu, kind: int) -> int:
    """Return the first row of a kind of action."""
    row = 0
    for earlier in range(kind):
        row += m.kind_rows[earlier]
    return row


def end_kind(m: Menu) -> None:
    """Close a kind of action, if it has a row."""
    before = first_row(m, m.kinds)
    if m.rows > before:
        m.kind_rows[m.kinds] = m.rows - before
        m.kinds += 1


def add_pass(s: Game, m: Menu) -> None:
    """Add passing as a kind of its own."""
    add(s, m, PASS, 1)
    end_kind(m)
