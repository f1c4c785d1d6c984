"""Puzzles as the page gets them: the list, and one with its position, its answers and the reasons."""

from __future__ import annotations

import msgspec

from kilowatt.protocol.board_messages import BoardView
from kilowatt.protocol.game_messages import GameView
from kilowatt.protocol.socket_messages import ChoiceView


class PuzzleRow(msgspec.Struct):
    """A puzzle in the list: what it asks, how hard it is (1 to 5), and of which game it is."""

    kind: str
    difficulty: int
    ruleset: str


class PuzzleView(msgspec.Struct):
    """A puzzle: the position as the seat sees it, the answers with chances and facts, and which is best."""

    number: int
    kind: str
    difficulty: int
    seat: int
    title: str
    board: BoardView
    game: GameView
    answers: list[ChoiceView]
    best: int
    record: str
    """The game up to here, to play on from it."""
