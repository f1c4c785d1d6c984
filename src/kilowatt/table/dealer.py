"""Dealers turn up the cards. A dealer is any object with `deal(state, outcomes) -> action`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Protocol

from kilowatt.engine.game import deal_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


class Dealer(Protocol):
    """Chooses one of the outcomes."""

    def deal(self, state: State, outcomes: list[tuple[Action, int]]) -> Action:
        """Choose what is dealt."""
        ...


class SeededDealer:
    """Deals by a seed alone: outcome n of a deck follows from SHA-256 of seed, deck, shuffles and n.

    The same seed is the same stack whatever the players do, on every Python version, also after an undo.
    """

    def __init__(self, seed: int | str | bytes) -> None:
        self.seed = seed_bytes(seed)

    def deal(self, state: State, outcomes: list[tuple[Action, int]]) -> Action:
        """Choose by one number from the seed and the name of the draw."""
        return _at(outcomes, self.place(deal_key(state), sum([weight for _, weight in outcomes])))

    def place(self, key: tuple[str, int, int], total: int) -> int:
        """Return where in all the weight the draw of this name lies."""
        deck, shuffles, drawn = key
        text = f"{deck}/{shuffles}/{drawn}".encode()
        # 256 bits scaled to the total: the bias is below total / 2**256
        return int.from_bytes(hashlib.sha256(self.seed + b"/" + text).digest(), "big") * total >> 256


class CounterDealer:
    """Deals by a seed of 64 bits: a draw follows from SplitMix64 of the seed and the name of the draw.

    Quick, and the dealer of the compiled kernel; not for games whose stack somebody might want to guess.
    """

    def __init__(self, seed: int) -> None:
        self.stream = _mixed(seed & _WORD)

    def deal(self, state: State, outcomes: list[tuple[Action, int]]) -> Action:
        """Choose by one number from the seed and the name of the draw."""
        return _at(outcomes, self.place(deal_key(state), sum([weight for _, weight in outcomes])))

    def place(self, key: tuple[str, int, int], total: int) -> int:
        """Return where in all the weight the draw of this name lies."""
        deck, shuffles, drawn = key
        number = _mixed(self.stream + ((DECKS.index(deck) + 1 << 48) + (shuffles << 24) + drawn) * _GOLDEN & _WORD)
        # 32 bits scaled to the total, which is below a thousand in nearly all draws
        return (number >> 32) * total >> 32


DECKS = ("order", "zone", "backs", "plants", "fuel", "closed")
"""The decks of all draws, in the order of their numbers in `kilowatt.engine.asks`."""
_WORD = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


def _at(outcomes: list[tuple[Action, int]], place: int) -> Action:
    """Return the outcome that lies at a place in all the weight."""
    for outcome, weight in outcomes:
        place -= weight
        if place < 0:
            return outcome
    raise AssertionError(place)


def _mixed(x: int) -> int:
    """Scramble a number of 64 bits: the last steps of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _WORD
    return x ^ x >> 31


def seed_bytes(seed: int | str | bytes) -> bytes:
    """Return a seed as bytes: text as it is, numbers as their digits, so that 7 and "7" are the same seed."""
    return seed if isinstance(seed, bytes) else str(seed).encode()


def commitment(seed: int | str | bytes) -> str:
    """Return the hash that commits to a seed before the game."""
    return hashlib.sha256(b"kilowatt seed/" + seed_bytes(seed)).hexdigest()


class ScriptedDealer:
    """Deals the given actions in order, as dicts or actions; for games recorded elsewhere and for tests."""

    def __init__(self, script: Iterable[Action]) -> None:
        self.script = list(script)
        self.next = 0

    def deal(self, state: State, outcomes: list[tuple[Action, int]]) -> Action:
        """Return the next action of the script."""
        if self.next >= len(self.script):
            expected = sorted({type(outcome).kind for outcome, _ in outcomes})
            raise ValueError(f"the script ends after {self.next} deals; next would be {', '.join(expected)}")
        self.next += 1
        return self.script[self.next - 1]
