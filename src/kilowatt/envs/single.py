"""Gymnasium: one seat learns, the others are bots. Registered as `Kilowatt-v0` when `kilowatt.envs` is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import clone
from kilowatt.envs.course import Course
from kilowatt.envs.desk import Desk
from kilowatt.envs.rewards import rewards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.bots import Bot

ILLEGAL = -1.0
"""The reward for an id that may not be said; it ends the game."""


class KilowattEnv(gymnasium.Env[Any, Any]):
    """One seat against bots.

    `opponents`: a bot's name, or one for each other seat, clockwise from the learner. `seat`: the learner's place,
    None for another one each game. `illegal`: `lose` ends the game with -1, `raise` is a ValueError. `dense`: what one
    more city in the network is worth at once, 0 for rewards at the end only. `max_steps`: ids after which the game is
    cut off. The other arguments are those of `kilowatt_v0`.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        ruleset: str = "recharged/germany",
        seats: int = 4,
        options: dict[str, Any] | None = None,
        grain: str = "atomic",
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        form: str = "flat",
        illegal: str = "lose",
        dense: float = 0.0,
        max_steps: int | None = None,
        budget: Budget | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.desk = Desk(ruleset, seats, options, grain=grain, reward=reward, form=form)
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise ValueError(f"{seats} seats need {seats - 1} opponents, not {len(names)}")
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat} of {seats}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"an illegal id can lose or raise, not {illegal!r}")
        self.opponents = names
        self.fixed_seat = seat
        self.illegal = illegal
        self.dense = dense
        self.max_steps = max_steps
        self.budget = budget or Budget()
        self.render_mode = render_mode
        self.observation_space = self.desk.observation_space()
        self.action_space = self.desk.action_space()
        self.bots: dict[int, Bot] = {}
        self.seat = seat or 0
        self.steps = 0
        self.course: Course = self.desk.course(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the bots play until the learner is asked; `options["snapshot"]` begins from one."""
        super().reset(seed=seed)
        seats = self.desk.rules.seats
        seat = int(self.np_random.integers(seats)) if self.fixed_seat is None else self.fixed_seat
        self.course = self.desk.course(str(self.np_random.integers(1 << 62)))
        self.steps = 0
        if options and "snapshot" in options:
            self.course.restore(options["snapshot"])
            seat = options["snapshot"]["seat"]
        self._sit_down(seat)
        self._others()
        return self.desk.observe(self.course, self.seat), self._more()

    def _sit_down(self, seat: int) -> None:
        """Take a seat and give the others to the bots, clockwise."""
        self.seat = seat
        seats = self.desk.rules.seats
        self.bots = {
            (seat + 1 + i) % seats: make_bot(name, int(self.np_random.integers(1 << 31)))
            for i, name in enumerate(self.opponents)
        }

    def _others(self) -> None:
        """Let the bots play until the learner is asked or the game is over."""
        course = self.course
        while course.actor != self.seat and not course.over:
            who = course.actor
            course.play(self.bots[who].advise(clone(course.state), who, self.budget).action)

    def _more(self) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        result = self.course.state.result
        if result is not None:
            found["ranking"] = result.ranking
            found["won"] = self.seat in result.ranking[0]
        return found

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark the ids the learner may say now; the name is the one sb3-contrib looks for."""
        return self.desk.mask(self.course, self.seat).astype(np.bool_)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - an int or an array
        """Say an id, then let the bots play until the learner is asked again."""
        number = int(action)
        if self.course.over or number not in self.course.allowed():
            if self.illegal == "raise" or self.course.over:
                raise ValueError(f"{number} may not be said now")
            more = self._more()
            more["illegal"] = self.desk.encoding.name(number)
            return self.desk.observe(self.course, self.seat), ILLEGAL, True, False, more
        before = self.course.state.count(self.seat)
        self.course.say(number)
        self._others()
        self.steps += 1
        result = self.course.state.result
        reward = self.dense * (self.course.state.count(self.seat) - before)
        if result is not None:
            reward += rewards(result, self.desk.reward)[self.seat]
        cut = result is None and self.max_steps is not None and self.steps >= self.max_steps
        return self.desk.observe(self.course, self.seat), float(reward), result is not None, cut, self._more()

    def snapshot(self) -> dict[str, Any]:
        """Write the game as plain data; `restore` and `reset(options={"snapshot": ...})` go back to it."""
        return {**self.course.snapshot(), "seat": self.seat}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot of this environment."""
        self.course.restore(kept)
        if kept["seat"] != self.seat:
            self._sit_down(kept["seat"])

    def clone(self, seed: int | None = None) -> KilowattEnv:
        """Copy the environment in the middle of a game; a seed of its own deals the copy other cards."""
        twin = KilowattEnv.__new__(KilowattEnv)
        twin.__dict__.update(self.__dict__)
        twin.course = self.course.clone(seed)
        twin.bots = dict(self.bots)
        return twin
