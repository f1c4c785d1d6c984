"""Trials of boards: games of bots in the thinking processes, behind everything that a player waits for."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from kilowatt.bots.trial import BOT, TrialGame, report_of
from kilowatt.editions.parts import CUSTOM
from kilowatt.protocol import ShareRow, TrialView
from kilowatt.server.errors import Denied
from kilowatt.server.game.stored import rules_for
from kilowatt.server.helper_process import Stuck
from kilowatt.server.thinking.pool import TRIAL, Asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.rules import Rules
    from kilowatt.server.tasks import Tasks
    from kilowatt.server.thinking.pool import Thinker

GAMES = 200
RUNNING_MOST = 8
"""Trials at once on one server process."""
KEPT = 900.0
"""Seconds for which a report is kept."""
FAILURES_MOST = 3


class Trial:
    """One trial: its games so far."""

    def __init__(self, rules: Rules, device: str, address: str) -> None:
        self.id = secrets.token_hex(12)
        self.rules = rules
        self.device = device
        self.address = address
        self.begun = time.monotonic()
        self.games: list[TrialGame] = []
        self.failures = 0

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return len(self.games) >= GAMES or self.failures >= FAILURES_MOST

    def view(self) -> TrialView:
        """Return how far it is and what it showed."""
        report = report_of(self.rules, self.games)

        def rows(shares: Any) -> list[ShareRow]:  # noqa: ANN401 - shares
            return [ShareRow(one.name, one.wins, one.games, one.low, one.high) for one in shares]

        return TrialView(
            self.id,
            len(self.games),
            GAMES,
            report.seats,
            BOT,
            report.rounds,
            report.reasons,
            rows(report.seat_wins),
            rows(report.area_wins),
            report.never_built,
            self.failures >= FAILURES_MOST,
        )


class Trials:
    """The trials of one server process."""

    def __init__(self, thinker: Thinker, tasks: Tasks, fits: Callable[[str, int], bool]) -> None:
        self.thinker = thinker
        self.fits = fits
        """Whether there may be one more of what a limit counts at once."""
        self.tasks = tasks
        self._trials: dict[str, Trial] = {}

    def start(self, board: dict[str, Any], seats: int, device: str, address: str) -> TrialView:
        """Begin a trial; a device has one at a time, an address a few."""
        now = time.monotonic()
        self._trials = {key: one for key, one in self._trials.items() if not one.over or now - one.begun < KEPT}
        running = [trial for trial in self._trials.values() if not trial.over]
        if any(trial.device == device for trial in running):
            raise Denied("trial_runs")
        if not self.fits("trials_waiting", sum(trial.address == address for trial in running)):
            raise Denied("too_many")
        if len(running) >= RUNNING_MOST:
            raise Denied("too_many")
        trial = Trial(rules_for(CUSTOM, seats, {"board": board}), device, address)
        self._trials[trial.id] = trial
        self.tasks.spawn(self._run(trial), "trial")
        return trial.view()

    def show(self, trial: str, device: str) -> TrialView:
        """Return a trial of this device."""
        own = self._trials.get(trial)
        if own is None or own.device != device:
            raise Denied("no_trial")
        return own.view()

    async def _run(self, trial: Trial) -> None:
        asker = Asker(f"trial/{trial.id}", trial.address, TRIAL)
        number = 0
        while not trial.over:
            try:
                trial.games.append(await self.thinker.trial(trial.rules, number, asker))
            except Stuck:
                trial.failures += 1
            number += 1
