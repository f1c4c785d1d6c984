"""Gymnasium: one seat learns, the others are bots. Registered as `Kilowatt-v0` when `kilowatt.envs` is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from kilowatt.bots import Budget, make_bot
from kilowatt.editions.registry import DEFAULT_RULESET
from kilowatt.engine.game import clone
from kilowatt.envs.episode import Episode
from kilowatt.envs.kernel_episode import KernelEpisode
from kilowatt.envs.rewards import rewards
from kilowatt.envs.spec import GameSpec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from kilowatt.bots import Bot
    from kilowatt.engine.results import Result

ILLEGAL = -1.0
"""The reward for an illegal id; it ends the game."""


class KilowattEnv(gymnasium.Env[Any, Any]):
    """One seat against bots.

    `opponents`: a bot's name, or one per other seat, clockwise from the learner. `seat`: the learner's seat, None to
    draw one for each game. `illegal`: on an illegal id, `lose` ends the game with -1, `raise` is a ValueError. `dense`:
    the immediate reward for each new city, 0 for rewards at the end only. `max_steps`: ids after which the game is
    truncated. The other arguments are those of `kilowatt_v0`.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        ruleset: str = DEFAULT_RULESET,
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
        backend: str = "auto",
    ) -> None:
        self.game = GameSpec(ruleset, seats, options, grain=grain, reward=reward, form=form, backend=backend)
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
        self.observation_space = self.game.observation_space()
        self.action_space = self.game.action_space()
        self.bots: dict[int, Bot] = {}
        self.seat = seat or 0
        self.steps = 0
        self.episode: Episode | KernelEpisode = self.game.episode(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game and let the bots play until the learner is to act; `options["snapshot"]` begins from one."""
        super().reset(seed=seed)
        seats = self.game.rules.seats
        seat = int(self.np_random.integers(seats)) if self.fixed_seat is None else self.fixed_seat
        self.episode = self.game.episode(str(self.np_random.integers(1 << 62)))
        self.steps = 0
        if options and "snapshot" in options:
            self.episode.restore(options["snapshot"])
            seat = options["snapshot"]["seat"]
        self._seat(seat)
        self._play_bots()
        return self.game.observe(self.episode, self.seat), self._info()

    def _seat(self, seat: int) -> None:
        """Take a seat and seat the bots on the others, clockwise."""
        self.seat = seat
        seats = self.game.rules.seats
        self.bots = {
            (seat + 1 + i) % seats: make_bot(name, int(self.np_random.integers(1 << 31)))
            for i, name in enumerate(self.opponents)
        }

    def _play_bots(self) -> None:
        """Let the bots play until the learner is to act or the game is over."""
        episode = self.episode
        while episode.actor != self.seat and not episode.over:
            seat = episode.actor
            episode.apply(self.bots[seat].advise(clone(episode.state), seat, self.budget).action)

    def _result(self) -> Result | None:
        """Return the standing once the game is over; until then no state is made for it."""
        return self.episode.state.result if self.episode.over else None

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}
        result = self._result()
        if result is not None:
            info["ranking"] = result.ranking
            info["won"] = self.seat in result.ranking[0]
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the learner's legal ids; the name is the one sb3-contrib looks for."""
        return self.game.mask(self.episode, self.seat).astype(np.bool_)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401 - an int or an array
        """Take an id, then let the bots play until the learner is to act again."""
        number = int(action)
        if self.episode.over or number not in self.episode.legal_ids():
            if self.illegal == "raise" or self.episode.over:
                raise ValueError(f"id {number} is not legal now")
            info = self._info()
            info["illegal"] = self.game.encoding.name(number)
            return self.game.observe(self.episode, self.seat), ILLEGAL, True, False, info
        before = self.episode.state.count(self.seat) if self.dense else 0
        self.episode.step(number)
        self._play_bots()
        self.steps += 1
        reward = self.dense * (self.episode.state.count(self.seat) - before) if self.dense else 0.0
        result = self._result()
        if result is not None:
            reward += rewards(result, self.game.reward)[self.seat]
        truncated = result is None and self.max_steps is not None and self.steps >= self.max_steps
        return self.game.observe(self.episode, self.seat), float(reward), result is not None, truncated, self._info()

    def snapshot(self) -> dict[str, Any]:
        """Return the game as plain data; `restore` and `reset(options={"snapshot": ...})` go back to it."""
        return {**self.episode.snapshot(), "seat": self.seat}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot of this environment."""
        self.episode.restore(kept)
        if kept["seat"] != self.seat:
            self._seat(kept["seat"])

    def clone(self, seed: int | None = None) -> KilowattEnv:
        """Copy the environment in the middle of a game; with its own seed the copy is dealt other cards."""
        twin = KilowattEnv.__new__(KilowattEnv)
        twin.__dict__.update(self.__dict__)
        twin.episode = self.episode.clone(seed)
        twin.bots = dict(self.bots)
        return twin
