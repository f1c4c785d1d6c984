"""Trials of boards: games of bots in the thinking processes, behind everything that a player waits for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from kilowatt.editions.parts import CUSTOM
from kilowatt.host.errors import Denied
from kilowatt.host.game.stored import rules_for
from kilowatt.host.thinking import GameAnswer
from kilowatt.host.trials import Trial
from kilowatt.protocol import TrialView, TryOut
from kilowatt.server.helper_process import Stuck
from kilowatt.server.thinking.pool import TRIAL, Asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.tasks import Tasks
    from kilowatt.server.thinking.pool import Thinker

RUNNING_MOST = 8
"""Trials at once on one server process."""
LOOKED = 300.0
"""Seconds after which a trial stops that its device does not ask for: nobody waits for it."""
KEPT = 900.0
"""Seconds for which a report is kept after the last game."""


class Trials:
    """The trials of one server process."""

    def __init__(self, thinker: Thinker, tasks: Tasks, fits: Callable[[str, int], bool]) -> None:
        self.thinker = thinker
        self.fits = fits
        """Whether there may be one more of what a limit counts at once."""
        self.tasks = tasks
        self._trials: dict[str, Trial] = {}

    def start(self, board: dict[str, Any], asked: TryOut, device: str, address: str) -> TrialView:
        """Begin a trial; a device has one at a time, an address a few."""
        now = time.monotonic()
        self._trials = {key: one for key, one in self._trials.items() if not one.over or now - one.latest < KEPT}
        running = [trial for trial in self._trials.values() if not trial.over]
        if any(trial.device == device for trial in running):
            raise Denied("trial_runs")
        if not self.fits("trials_waiting", sum(trial.address == address for trial in running)):
            raise Denied("too_many")
        if len(running) >= RUNNING_MOST:
            raise Denied("too_many")
        trial = Trial(rules_for(CUSTOM, asked.seats, {"board": board}), asked, device, address)
        self._trials[trial.id] = trial
        self.tasks.spawn(self._run(trial), "trial")
        return trial.view()

    def show(self, trial: str, device: str) -> TrialView:
        """Return a trial of this device."""
        own = self._own(trial, device)
        own.looked = time.monotonic()
        return own.view()

    def stop(self, trial: str, device: str) -> TrialView:
        """End a trial of this device early; it keeps the games it has."""
        own = self._own(trial, device)
        own.stopped = True
        return own.view()

    def _own(self, trial: str, device: str) -> Trial:
        own = self._trials.get(trial)
        if own is None or own.device != device:
            raise Denied("no_trial")
        return own

    async def _run(self, trial: Trial) -> None:
        asker = Asker(f"trial/{trial.id}", trial.address, TRIAL)
        while not trial.over:
            try:
                trial.take(await self.thinker.trial(trial.question(), asker))
            except Stuck as stuck:
                trial.take(GameAnswer(error=str(stuck)))
            if time.monotonic() - trial.looked > LOOKED:
                trial.stopped = True
