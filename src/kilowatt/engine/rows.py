"""Rows and arrays: the shapes of the record that functions of the rules share.

A row is a tuple. It is replaced whole, never changed in place, so that copies of a state share it. In the compiled
rules it is an array with a count, which these functions change in place.
"""

from __future__ import annotations

Row = tuple[int, ...]
"""Numbers that come and go."""
Mask = int
"""A set as bits."""
Cities = int
"""A set of cities as bits: it has more of them in C."""
Fuel = int
Card = int
City = int
Cards = Mask
Areas = Cities
"""What a number of a policy stands for; a set of areas is kept as the cities in them."""
Room = list[int] | tuple[int, ...]
"""Five numbers: one for each fuel, and one for what hybrids share."""
Masks = list[int]
"""Three sets of cities: one for each space of a city."""


def total(numbers: list[int], first: int, many: int) -> int:
    """Add up so many numbers from a place on."""
    return sum(numbers[first : first + many])


def appended(row: Row, member: int) -> Row:
    """Return a row with one more member at its end."""
    return (*row, member)


def inserted(row: Row, place: int, member: int) -> Row:
    """Return a row with one more member at a place."""
    return (*row[:place], member, *row[place:])


def changed(row: Row, place: int, member: int) -> Row:
    """Return a row with another member at a place."""
    return (*row[:place], member, *row[place + 1 :])


def without(row: Row, place: int) -> Row:
    """Return a row without the member at a place."""
    return row[:place] + row[place + 1 :]
