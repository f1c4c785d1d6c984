"""Lessons: games on a known deal, in which the bots follow a recorded game while the player does.

A lesson is a record in `host/lessons`: its header says who plays what, its last entry shows the seed. The page's
coach follows the same record. Wherever the game leaves the record, the bots think for themselves, so it can be played
to its end.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.engine import game
from kilowatt.engine.snapshot import snapshot
from kilowatt.table.replay import read_record

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.table.record import Record

FOLDER = Path(__file__).parents[1] / "lessons"
LEVEL = "easy"
"""The bots of a lesson once they think for themselves."""


class Lesson(NamedTuple):
    """A recorded game to follow: its record, the seed of its deal, and what comes next in each of its positions."""

    record: Record
    seed: str
    moves: dict[bytes, Action]


@functools.cache
def lesson(name: str) -> Lesson:
    """Read a lesson and replay it by the newest rules."""
    record = read_record(FOLDER / f"{name}.jsonl")
    header = record.header
    state = game.new_game(compose(header.ruleset, header.seats, header.options, REVISION))
    moves: dict[bytes, Action] = {}
    for move in record.actions():
        moves[_mark(state)] = move
        state, _ = game.play(state, move)
    seed = record.entries[-1].seed
    if seed is None:
        raise ValueError(f"{name}.jsonl: expected the seed in the last entry")
    return Lesson(record, seed, moves)


def next_move(name: str, state: State) -> Action | None:
    """Return what the lesson's record plays in this position; None where the game has left it."""
    return lesson(name).moves.get(_mark(state))


def _mark(state: State) -> bytes:
    return hashlib.sha256(msgspec.json.encode(snapshot(state), order="deterministic")).digest()
