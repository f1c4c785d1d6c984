"""Puzzles as the page gets them: the list, one with its position, an answer to it, and what it was worth."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kilowatt.editions.bounds import check_plain
from kilowatt.engine.actions import AnyAction
from kilowatt.protocol.board_messages import BoardView
from kilowatt.protocol.fields import ACTION_PARTS, ID_LONGEST, Wire
from kilowatt.protocol.game_messages import GameView, MineView
from kilowatt.protocol.socket_messages import ChoiceView


class PuzzleRow(msgspec.Struct):
    """A puzzle in the list: what it asks, how hard it is (1 to 5), and of which game it is."""

    kind: str
    difficulty: int
    ruleset: str
    name: str
    """For links: it stays the same when numbers change."""


class PuzzleView(msgspec.Struct):
    """A puzzle: the position as the seat sees it, and what it may do there, as in a game."""

    number: int
    kind: str
    difficulty: int
    seat: int
    title: str
    board: BoardView
    game: GameView
    mine: MineView
    record: str
    """The game up to here, to play on from it."""


class PuzzleAnswer(Wire):
    """An answer to a puzzle: what the seat would do with its turn; the end of the turn may be left out."""

    actions: Annotated[list[AnyAction], msgspec.Meta(min_length=1, max_length=64)]

    def __post_init__(self) -> None:
        """Bound the texts of the actions."""
        check_plain(msgspec.to_builtins(self.actions), "actions", ID_LONGEST, ACTION_PARTS * 64)


class PuzzleVerdict(msgspec.Struct):
    """What an answer was worth."""

    right: bool
    """It is the best answer, or within 1 % of it."""
    own: ChoiceView
    best: ChoiceView
    other: ChoiceView
    """What the best answer is compared with: the own one, or the next best where that is right."""
