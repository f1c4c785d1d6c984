"""The records of an environment: where ids begin, what an episode has apart from its game, and lists of legal ids."""

from __future__ import annotations

from typing import Annotated, Final

from kilowatt.engine.asks import NAMES
from kilowatt.engine.ids import FUELS
from kilowatt.kernel.flat_record import Record
from kilowatt.kernel.record_layout import CARDS, CHAIRS, I8, I16, I32

Octets = list[int]
"""A row of bytes to write to: a mask, or a compact observation."""
Floats = list[float]
"""A row of numbers to write to: an observation, or rewards."""

ASKS: Final = len(NAMES)
LEGAL: Final = 2048
"""Legal ids at once: all cities with every count of houses, or all run sets."""


class Ids(Record):
    """The first id of each family in one grain, and what else the rules say about ids and observations."""

    whole: I8
    """1 in the whole grain, 0 in the atomic one."""
    size: Annotated[int, "q"]
    """How many ids there are."""
    first: Annotated[list[int], "i", ASKS]
    """By ask the first id of the family that answers it."""
    amount: I32
    """`raise` or `reserve`."""
    jump: I32
    run_of: Annotated[list[int], "i", CARDS]
    """In the atomic grain, the first id of each plant."""
    base: I8
    """In the whole grain, the base of the digits of a run set."""
    kinds: I8
    """Kinds of fuel card that are sold."""
    slots: I8
    """Numbers that policies remember."""
    seat_slots: I8
    """Those of them that a seat has of its own, as a block of the seat."""
    hides_money: I8
    """1 where the table hides the money of rivals."""


class Taken(Record):
    """The partial action of an episode, its reservation prices, and how many ids were taken. All 0 at first."""

    opened: I8
    """The plant of a partial opening, plus 1."""
    wider: I32
    """How often +200 was taken."""
    running: Annotated[int, "q"]
    """The partial run set, as the kernel numbers it."""
    named: I8
    """Plants that the partial run set has decided on, lowest card first."""
    given: Annotated[list[int], "h", FUELS]
    """Units given up by a partial scrapping."""
    batch: I16
    """The id of what is still to be bought or built in the whole grain, plus 1."""
    lots: Annotated[list[int], "b", CHAIRS]
    """By seat: the lot it has a reservation price for, plus 1."""
    prices: Annotated[list[int], "i", CHAIRS]
    steps: I32


class Legal(Record):
    """Legal ids: single ones, and a span from `first` to before `stop`."""

    count: I32
    ids: Annotated[list[int], "i", LEGAL]
    first: I32
    stop: I32
