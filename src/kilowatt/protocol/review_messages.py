"""Reviews as the page gets them: chances turn by turn, what each decision cost, the swings, and the better lines."""

from __future__ import annotations

import msgspec

from kilowatt.protocol.game_messages import GameView
from kilowatt.protocol.socket_messages import ChoiceView, ClaimView


class VerdictView(msgspec.Struct):
    """What a decision cost: the chance with what was played and with the best, what was done, what was better."""

    chance: float
    best: float
    loss: float
    """The chance given away; 0 where the difference is inside the noise."""
    mistake: bool
    played: str
    low: float
    high: float
    """The ends of the interval in which eight of ten chances like that of what was played lie."""
    better: ChoiceView | None = None
    """The better choice of a mistake with its own interval, and what speaks for it."""
    against: list[ClaimView] = []
    """What speaks for what was played."""
    checked: int = 0
    """Games of experts that played the decision on, both ways together."""
    checking: bool = False
    """It is a claim that too few games have checked yet: its cost is not shown."""


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
    """Turns that are judged, and all of them; 0 while nobody has counted."""
    own: int = 0
    own_done: int = 0
    """The reader's own turns, and those of them that are judged."""
    mistake: float = 0.0
    """A decision that costs at least so much of a chance is a mistake."""
    spread: float = 0.0
    """Eight of ten chances p lie within so many roots of p (1 - p) on each side."""
    start: list[float] = []
    rows: list[ReviewRow] = []
    """As far as they are worked out: first the chances of all turns, then the verdicts, the reader's own first."""
    reports: list[ReportView] = []
    proof: int = 0
    """Games by which a claim of a person's mistake is checked before its cost is shown; 0 where a few must do."""
    aim: int = 0
    """Games by which each mistake will have been checked, while that still goes on; 0 once nothing changes any more."""


class LineStepView(msgspec.Struct):
    """A step of a better line: what happens, and the position after it."""

    text: str
    game: GameView


class LineView(msgspec.Struct):
    """The better plan of a mistake and how its round may go on, step by step."""

    steps: list[LineStepView]
