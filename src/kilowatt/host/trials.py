"""Trials of boards: games that bots play, and what they showed."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from kilowatt.bots.trial import TrialGame, forced_start, whole_deals
from kilowatt.bots.trial_report import report_of
from kilowatt.host.thinking import GameAnswer, GameQuestion
from kilowatt.protocol import LinkUseRow, ShareRow, TrialView, TryOut

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

GAMES = 200
FAILURES_MOST = 3
PIECE = 1.0
"""Seconds of a game per question: a strong bot's game takes many, and a player's question must not wait for its end."""


class Trial:
    """One trial: its games so far, and the moves of the one that is played."""

    def __init__(self, rules: Rules, asked: TryOut, device: str, address: str = "") -> None:
        self.id = secrets.token_hex(12)
        self.rules = rules
        self.bot = asked.level
        self.forced = asked.starts == "forced"
        self.of = whole_deals(rules, GAMES) if self.forced else GAMES
        self.device = device
        self.address = address
        self.begun = self.latest = self.looked = time.monotonic()
        """When it began, when somebody last played for it, and when its device last asked how far it is."""
        self.games: list[TrialGame] = []
        self.number = 0
        self.moves: list[dict[str, Any]] = []
        self.failures = 0
        self.stopped = False

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.stopped or len(self.games) >= self.of or self.failures >= FAILURES_MOST

    def question(self) -> GameQuestion:
        """Return the next piece of its game."""
        seed, start = forced_start(self.rules, self.number) if self.forced else (self.number, None)
        rules = self.rules
        given = (rules.id, rules.seats, rules.options, rules.revision, seed, self.bot, start)
        return GameQuestion(*given, self.moves, PIECE)

    def take(self, answer: GameAnswer) -> None:
        """Go on with a piece of the game, or with the next game."""
        self.latest = time.monotonic()
        if answer.game is None and answer.error is None:
            self.moves = answer.moves
            return
        if answer.game is not None:
            self.games.append(answer.game)
        else:
            self.failures += 1
        self.number, self.moves = self.number + 1, []

    def view(self) -> TrialView:
        """Return how far it is and what it showed."""
        report = report_of(self.rules, self.games, self.bot)

        def rows(shares: Any) -> list[ShareRow]:  # noqa: ANN401 - shares
            return [ShareRow(one.name, one.wins, one.games, one.low, one.high) for one in shares]

        return TrialView(
            self.id,
            len(self.games),
            self.of,
            report.seats,
            self.bot,
            self.forced,
            round(self.latest - self.begun, 1),
            report.rounds,
            [(rounds, count) for rounds, count in report.lengths.items()],
            report.mean_rounds,
            report.step2,
            report.reasons,
            rows(report.seat_wins),
            rows(report.area_wins),
            rows(report.city_use),
            [LinkUseRow(one.a, one.b, one.paid, one.games) for one in report.link_use],
            report.line_share,
            report.rare_links,
            report.lead_changes,
            report.never_built,
            self.over,
            self.failures >= FAILURES_MOST,
        )
