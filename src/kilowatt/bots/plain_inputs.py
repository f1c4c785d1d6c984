"""What the networks see, put together by Python alone: the same numbers, added in the same order, as NumPy gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Rows = list[list[float]]


def total(rows: Rows) -> list[float]:
    """Return the sums of the columns."""
    first, *rest = rows
    for row in rest:
        first = [one + other for one, other in zip(first, row, strict=True)]
    return first


def means(rows: Rows) -> list[float]:
    """Return the means of the columns."""
    return [one / len(rows) for one in total(rows)]


def most(rows: Rows) -> list[float]:
    """Return the largest number of each column."""
    return [max(column) for column in zip(*rows, strict=True)]


def without(rows: Rows, seat: int) -> Rows:
    """Return the rows of the others."""
    return [row for other, row in enumerate(rows) if other != seat]


def compared(rows: Rows, table: list[float]) -> Rows:
    """Return for each seat its row, the mean and the maximum of the others, and the table."""
    sums, many = total(rows), len(rows) - 1
    return [
        [
            *row,
            *[(one - own) / many for one, own in zip(sums, row, strict=True)],
            *most(without(rows, seat)),
            *table,
        ]
        for seat, row in enumerate(rows)
    ]


def chosen_numbers(rows: Rows, seat: int, table: list[float], own: list[float]) -> list[float]:
    """Return a seat's row, the mean and the maximum of the others, the table, and what is known of its choice."""
    others = without(rows, seat)
    return [*rows[seat], *means(others), *most(others), *table, *own]


def seen(rows: Rows, table: list[float], seat: int, choice: Sequence[float], own: int, strength: int) -> list[float]:
    """Return what the network of values sees of one seat: of `own` numbers a rival's are compared."""
    others = [row[:own] for row in without(rows, seat)]
    strongest = max(others, key=lambda row: row[strength])
    return [*rows[seat][:own], *means(others), *most(others), *strongest, *table, *rows[seat][own:], *choice]
