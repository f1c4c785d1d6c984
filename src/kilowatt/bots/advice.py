"""What a bot is asked and what it answers. Knows states and actions; no table, no dealer, no server."""

from __future__ import annotations

from sys import hash_info
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

import msgspec

from kilowatt.engine.actions import Action
from kilowatt.engine.state import State
from kilowatt.table.messages import catalogue


class Budget(msgspec.Struct, frozen=True):
    """How much a bot may spend on one round of a game: seconds, or work units where moves must not depend on the clock.

    With neither, a bot spends its own default.
    """

    seconds: float | None = None
    work: int | None = None


class Reason(msgspec.Struct, frozen=True):
    """Why a move was chosen: a code and its arguments, one sentence in every catalogue."""

    code: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        """Return it in English."""
        return reason_text(self)


class Alternative(msgspec.Struct, frozen=True):
    """A move that was weighed and not chosen, with its value as in the advice."""

    action: Action
    value: float | None = None


class Advice(msgspec.Struct, frozen=True):
    """A bot's answer. `value` is the seat's chance to win after the move, 0 to 1; None where the bot does not say."""

    action: Action
    reason: Reason
    value: float | None = None
    alternatives: tuple[Alternative, ...] = ()


@runtime_checkable
class Bot(Protocol):
    """Anything that advises a seat. It gets a clone of the state and may do with it what it likes."""

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose a move for the seat that is to act."""
        ...


@runtime_checkable
class Remembering(Bot, Protocol):
    """A bot that keeps something of a game, and may be made again between two decisions of it.

    What it keeps follows from the positions in which its seat had to decide, its seed and its budget: those of earlier
    rounds are shown to it by `look`, those of this round by `advise`. So a bot that recalls a memory answers like one
    that was shown the whole game again.
    """

    def look(self, state: State, seat: int) -> None:
        """Look at a position of an earlier round in which the seat had to decide, whoever decided for it."""
        ...

    def memory(self) -> str:
        """Return what the bot keeps, as JSON."""
        ...

    def recall(self, memory: str) -> None:
        """Take up the memory of a bot with the same name and seed."""
        ...


def reason_text(reason: Reason, language: str = "en") -> str:
    """Return a reason as one sentence of a language."""
    return catalogue(language)["reasons"][reason.code].format(**reason.args)


class Purse:
    """What is left of a budget: work units if it has any, else seconds on the clock."""

    def __init__(self, budget: Budget, default_work: int, share: float = 1.0) -> None:
        self.begun = perf_counter()
        self.deadline = self.begun + share * budget.seconds if budget.seconds is not None else None
        if budget.work is not None:
            self.work = int(share * budget.work)
            self.deadline = None
        else:
            self.work = int(share * default_work) if budget.seconds is None else 1 << 60
        self.spent = 0

    def used(self) -> float:
        """Return what share of the budget is spent."""
        if self.deadline is None:
            return min(1.0, self.spent / self.work) if self.work else 1.0
        return min(1.0, (perf_counter() - self.begun) / max(1e-9, self.deadline - self.begun))

    def take(self, units: int = 1) -> bool:
        """Spend some work if there is enough left; False, and nothing spent, when the budget is used up."""
        if self.spent + units > self.work or self.spent >= self.work:
            return False
        if self.deadline is not None and perf_counter() >= self.deadline:
            return False
        self.spent += units
        return True

    def spend(self, units: int) -> None:
        """Note work that was done."""
        self.spent += units


def fingerprint(s: State) -> int:
    """Make a number of a position, the same on every machine, for a bot's random numbers to start from."""
    numbers = (
        s.round,
        s.ask,
        s.actor,
        s.lot,
        s.bid,
        s.bidders,
        s.bought,
        s.out,
        s.market,
        tuple(s.money),
        tuple(s.held),
        tuple(s.cities),
        tuple(s.plants),
        s.marks,
        s.areas,
        tuple(s.spaces),
    )
    return hash(numbers) if hash_info.width == WIDE else wide_hash(numbers)


WIDE = 64
"""Bits of a hash on most machines; in a browser Python has half of them."""
_WHOLE = (1 << 64) - 1
_PRIMES = (11400714785074694791, 14029467366897019727, 2870177450012600261)


def wide_hash(value: Any) -> int:  # noqa: ANN401 - whole numbers and tuples of what this function takes
    """Return what `hash` of whole numbers, or of tuples of them, is on a machine of 64 bits."""
    if not isinstance(value, tuple):
        left: int = abs(value) % ((1 << 61) - 1)
        return -2 if value < 0 and left == 1 else -left if value < 0 else left
    one, two, mixed = _PRIMES
    end = len(value) ^ mixed ^ 3527539
    for part in value:
        mixed = (mixed + wide_hash(part) * two) & _WHOLE
        mixed = ((mixed << 31 | mixed >> 33) & _WHOLE) * one & _WHOLE
    mixed = (mixed + end) & _WHOLE
    if mixed == _WHOLE:
        return 1546275796
    return mixed - (_WHOLE + 1) if mixed >> 63 else mixed
