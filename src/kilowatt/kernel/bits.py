"""Sets kept as bits. The compiled kernel has instructions of the processor for these."""

from __future__ import annotations

from kilowatt.kernel.record_layout import Mask


def count(mask: Mask) -> int:
    """Count the members."""
    return mask.bit_count()


def lowest(mask: Mask) -> int:
    """Return the lowest member of a set that has one."""
    return (mask & -mask).bit_length() - 1


def member(mask: Mask, place: int) -> int:
    """Return the member number `place`, counted from the lowest."""
    for _ in range(place):
        mask &= mask - 1
    return lowest(mask)


def put_word(row: list[int], at: int, mask: Mask, octets: int) -> int:
    """Write the lowest bytes of a set; return where the next begins. At least eight bytes of the row follow `at`."""
    for place in range(octets):
        row[at + place] = mask >> 8 * place & 255
    return at + octets


def put_number(row: list[int], at: int, value: int) -> int:
    """Write a number in two bytes, the lower first; return where the next begins."""
    row[at] = value & 255
    row[at + 1] = value >> 8
    return at + 2


def put_facts(row: list[float], at: int, octet: int) -> None:
    """Write eight bits as 0 or 1. At least eight places of the row follow `at`."""
    for place in range(8):
        row[at + place] = octet >> place & 1


def scaled(share: float, many: int) -> int:
    """Scale a share of 0 to below 1 to 0 .. many - 1, as floating point does it."""
    return int(share * many)
