"""Puzzles: moments of bot games in which one answer is clearly best, and a question about each.

The answers are what the strongest bot weighs. Its choice is the best answer, by a margin that is kept with the puzzle;
in a last round the game is played to its end. Reads its own file and no other.
"""

from __future__ import annotations

import lzma
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.coach.case import Case
from kilowatt.coach.claims import claims_of
from kilowatt.coach.moves import Move
from kilowatt.coach.option import Option, Weighed
from kilowatt.coach.options import weighed
from kilowatt.coach.saying import Claim
from kilowatt.editions.compose import compose
from kilowatt.engine import asks
from kilowatt.engine.game import advance, new_game
from kilowatt.engine.houses import end_at

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

MARGIN = 0.05
"""By so much of a chance the best answer is ahead of every other."""
NAME = 10
"""Letters of a puzzle's name."""
KINDS = ("worth", "plant", "fuel", "city", "end", "scrap", "burn")
FILE = Path(__file__).parent / "data" / "puzzles.json.xz"

_KIND_OF = {
    asks.ASK_OPEN: "plant",
    asks.ASK_BID: "worth",
    asks.ASK_FUEL: "fuel",
    asks.ASK_CARD: "fuel",
    asks.ASK_BUILD: "city",
    asks.ASK_SCRAP: "scrap",
    asks.ASK_RUN: "burn",
}


class Source(msgspec.Struct):
    """A game that puzzles were cut from."""

    ruleset: str
    seats: int
    revision: int
    options: dict[str, Any]
    actions: list[Move]
    """All actions up to the last puzzle of it."""


class Puzzle(msgspec.Struct):
    """A moment of a game, a question, and which of the answers is best."""

    game: int
    at: int
    """How many actions of the game come before it."""
    kind: str
    best: int
    """The place of the best answer; answers are in the order of `answers_of`."""
    chances: list[float]
    """The chance to win with each answer."""
    found: list[str]
    """The bots that find the best answer."""
    games: int = 0
    """In so many games that `expert` played on in all seats the best answer led each other one by the margin."""

    @property
    def difficulty(self) -> int:
        """Return 1 to 5: how many of the bots that were asked do not find it, and one more."""
        return 1 + len(RUNGS) - len(self.found)

    @property
    def trivial(self) -> bool:
        """Return whether it asks nothing: every bot finds the answer, and all else is one other; a bid is any price."""
        return self.difficulty == 1 and self.kind != "worth" and len(self.chances) == 2  # noqa: PLR2004 - see above


class Collection(msgspec.Struct):
    """Games, and the puzzles cut from them."""

    games: list[Source] = []
    puzzles: list[Puzzle] = []


_read = msgspec.json.Decoder(Collection)

RUNGS = ("simple", "easy", "normal", "hard")
"""The bots that are asked each puzzle."""


@cache
def shipped() -> Collection:
    """Return the puzzles that come with Kilowatt."""
    return unpack(FILE.read_bytes())


def pack(collection: Collection) -> bytes:
    """Write a collection compactly."""
    return lzma.compress(msgspec.json.encode(collection), preset=9)


def unpack(body: bytes) -> Collection:
    """Read a collection; `ValueError` says what is wrong with it."""
    try:
        return _read.decode(lzma.decompress(body))
    except (lzma.LZMAError, msgspec.MsgspecError) as error:
        raise ValueError(f"puzzles: {error}") from None


def rules_of(source: Source) -> Rules:
    """Compose the rules of a game."""
    return compose(source.ruleset, source.seats, source.options, source.revision)


def name_of(collection: Collection, puzzle: Puzzle) -> str:
    """Return a name that a puzzle keeps when others come and go: it follows from the moves before it."""
    source = collection.games[puzzle.game]
    body = msgspec.json.encode([source.ruleset, source.seats, source.options, source.actions[: puzzle.at]])
    return sha256(body).hexdigest()[:NAME]


def position(collection: Collection, puzzle: Puzzle) -> State:
    """Return the position of a puzzle."""
    source = collection.games[puzzle.game]
    state = new_game(rules_of(source))
    for action in source.actions[: puzzle.at]:
        advance(state, action)
    return state


def answers_of(state: State) -> list[Weighed]:
    """List the answers to a position's question with the chance to win with each, in an order that says nothing."""
    return sorted(weighed(Case(state, state.actor)), key=_shuffled)


def reasons(state: State) -> list[list[Claim]]:
    """List the facts about each answer, in the same order."""
    case = Case(state, state.actor)
    rows = weighed(case)
    return [
        claims_of(case, rows, place) for place in sorted(range(len(rows)), key=lambda place: _shuffled(rows[place]))
    ]


def _shuffled(row: Weighed) -> bytes:
    return sha256(repr(row.option.actions).encode()).digest()


def question_kind(state: State, options: list[Option]) -> str | None:
    """Return which question a position asks; None if it asks none."""
    kind = _KIND_OF.get(state.ask)
    if kind == "city":
        count = state.count(state.actor)
        ends = [count + len(option.cities) >= end_at(state) for option in options]
        if any(ends) and not all(ends) and state.most_cities() < end_at(state):
            return "end"
    return kind


def proved(state: State) -> tuple[int, list[float]] | None:
    """Return the best answer and the chance with each, if it is best by the margin; else None."""
    rows = answers_of(state)
    if len(rows) < 2 or question_kind(state, [row.option for row in rows]) is None:  # noqa: PLR2004 - no question
        return None
    chances = [round(row.chance, 3) for row in rows]
    best = max(range(len(rows)), key=lambda place: chances[place])
    clear = all(round(chances[best] - chance, 3) >= MARGIN for place, chance in enumerate(chances) if place != best)
    return (best, chances) if clear else None


def daily(collection: Collection, day: str) -> int:
    """Return the number of a day's puzzle: the same for everybody. A day is written 2026-11-16."""
    # a walk through all puzzles with a step that shares no factor with their number
    number = sum([int(part) * weight for part, weight in zip(day.split("-"), (372, 31, 1), strict=True)])
    step = next(n for n in (211, 199, 197, 193) if len(collection.puzzles) % n)
    return number * step % len(collection.puzzles)
