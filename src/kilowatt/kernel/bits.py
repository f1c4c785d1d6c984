"""Sets kept as bits. The compiled kernel has instructions of the processor for these."""

from __future__ import annotations

from kilowatt.kernel.layout import Mask


def count(mask: Mask) -> int:
    """Count the members."""
    return mask.bit_count()


def lowest(mask: Mask) -> int:
    """Return the lowest member of a set that has one."""
    return (mask & -mask).bit_length() - 1


def highest(mask: Mask) -> int:
    """Return the highest member of a set that has one."""
    return mask.bit_length() - 1


def member(mask: Mask, place: int) -> int:
    """Return the member number `place`, counted from the lowest."""
    for _ in range(place):
        mask &= mask - 1
    return lowest(mask)
