"""What is wrong with a puzzle: it no longer holds, it is trivial, it repeats another, or a reason speaks against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt import coach
from kilowatt.coach.puzzles import position, proved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.coach.puzzles import Collection, Puzzle

AGAINST = {
    "open": {"not_worth", "must_buy", "above", "no_help", "none_helps", "nothing_worth", "lets_go"},
    "bid": {"not_worth", "above", "no_help", "lets_go", "bid_unpayable"},
    "leave": {"worth", "must_buy", "lets_go", "rivals_below"},
    "opt_out": {"worth", "must_buy"},
}
"""What must not be said of the best answer, by its kind."""


def repeats(collection: Collection) -> Iterator[Puzzle]:
    """Return puzzles that ask a seat, or about a plant, what one before them asks in the same round of a game."""
    seen: set[tuple[int, str, int, str]] = set()
    for puzzle in collection.puzzles:
        s = position(collection, puzzle)
        about = [f"seat {s.actor}", *([f"lot {s.lot}"] if s.lot >= 0 else [])]
        keys = {(puzzle.game, puzzle.kind, s.round, one) for one in about}
        if keys & seen:
            yield puzzle
        seen |= keys


def fault(collection: Collection, puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle by itself, "" for nothing."""
    return "trivial" if puzzle.trivial else unclear(collection, puzzle)


def unclear(collection: Collection, puzzle: Puzzle) -> str:
    """Return why the best answer of a puzzle is none today, or what speaks against it; "" for nothing."""
    state = position(collection, puzzle)
    proof = proved(state)
    if proof is None or proof[0] != puzzle.best:
        return "no longer clear"
    best = coach.advise(state, state.actor).best
    said = [claim.code for claim in best.claims if claim.code in AGAINST.get(best.kind, set())]
    return f"speaks against: {said[0]}" if said else ""
