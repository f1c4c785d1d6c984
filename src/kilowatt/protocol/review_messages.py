"""Reviews as the page gets them: chances turn by turn, what each decision cost, the swings, and the better lines."""

from __future__ import annotations

import msgspec

from kilowatt.protocol.game_messages import GameView
from kilowatt.protocol.socket_messages import ChoiceView


class VerdictView(msgspec.Struct):
    """What a decision cost: the chance with what was played and with the best, what was done, what was better."""

    chance: float
    best: float
    loss: float
    """The chance given away; 0 where the difference is inside the noise."""
    mistake: bool
    played: str
    better: ChoiceView | None = None
    """The better choice of a mistake, and what speaks for it."""


class ReviewRow(msgspec.Struct):
    """One turn: its entries, and everybody's chance after it."""

    first: int
    last: int
    round: int
    phase: str
    seat: int
    """The seat that decided, -1 where cards were turned up."""
    chances: list[float]
    verdict: VerdictView | None = None


class SwingView(msgspec.Struct):
    """A decision that cost a seat chances: the row, how much, and the sentence."""

    row: int
    change: float
    text: str


class ReportView(msgspec.Struct):
    """What a review says of one seat: accuracy in percent, what changed its chance, and what cost it most.

    Decisions, luck and rivals add up to the change from the first turn to the last.
    """

    accuracy: float
    phases: dict[str, float]
    decisions: float
    luck: float
    rivals: float
    mistakes: int
    swings: list[SwingView]


class ReviewView(msgspec.Struct):
    """The review of a finished game, or how far it has come."""

    ready: bool
    done: int
    total: int
    """Turns that are looked at, and all of them; 0 while nobody has counted."""
    start: list[float] = []
    rows: list[ReviewRow] = []
    reports: list[ReportView] = []


class LineStepView(msgspec.Struct):
    """A step of a better line: what happens, and the position after it."""

    text: str
    game: GameView


class LineView(msgspec.Struct):
    """The better plan of a mistake and how its round may go on, step by step."""

    steps: list[LineStepView]
