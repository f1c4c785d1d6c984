"""PettingZoo: every ruleset for 2 to 6 seats as an AEC environment.

`env()` ends the game with a loss for a seat that takes an illegal id; `raw_env()` raises instead. With `max_cycles` the
game is played in cycles, like PettingZoo's parallel games: every seat takes an id in each cycle, only that of the
acting seat counts, an illegal id is replaced by the lowest legal one, and after that many cycles the game is truncated.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from kilowatt.editions.registry import DEFAULT_RULESET
from kilowatt.envs.episode import Episode
from kilowatt.envs.kernel_episode import KernelEpisode
from kilowatt.envs.rewards import rewards
from kilowatt.envs.spec import GameSpec

__all__ = ["CycleEnv", "TurnEnv", "env", "parallel_env", "raw_env"]

ILLEGAL = -1.0


def env(max_cycles: int | None = None, **kind: Any) -> AECEnv[str, Any, Any]:  # noqa: ANN401 - see TurnEnv
    """Make the environment with PettingZoo's wrappers around it; the arguments are those of `raw_env`."""
    if max_cycles is not None:
        cycles: AECEnv[str, Any, Any] = parallel_to_aec(parallel_env(max_cycles, **kind))
        return cycles
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**kind), illegal_reward=ILLEGAL)
    ordered: AECEnv[str, Any, Any] = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
    return ordered


def raw_env(**kind: Any) -> TurnEnv:  # noqa: ANN401 - see TurnEnv
    """Make the environment without wrappers."""
    return TurnEnv(**kind)


def parallel_env(max_cycles: int = 10_000, **kind: Any) -> CycleEnv:  # noqa: ANN401 - see TurnEnv
    """Make the environment in which every seat acts in every cycle."""
    return CycleEnv(max_cycles, **kind)


class Seats:
    """What both kinds of PettingZoo environment have in common: agents, spaces and the game."""

    def __init__(
        self,
        ruleset: str = DEFAULT_RULESET,
        seats: int = 4,
        options: dict[str, Any] | None = None,
        grain: str = "atomic",
        *,
        reward: str = "win",
        form: str = "flat",
        backend: str = "auto",
    ) -> None:
        self.game = GameSpec(ruleset, seats, options, grain=grain, reward=reward, form=form, backend=backend)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.game.action_space() for agent in self.possible_agents}
        self.random, _ = seeding.np_random()
        self.episode: Episode | KernelEpisode = self.game.episode(0)

    def _observation_space(self) -> spaces.Dict:
        size = self.game.encoding.size
        return spaces.Dict(
            {
                "observation": self.game.observation_space(),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game: a new one, or from a snapshot under `options["snapshot"]`."""
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.episode = self.game.episode(str(self.random.integers(1 << 62)))
        if options and "snapshot" in options:
            self.episode.restore(options["snapshot"])

    def observation_of(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent with the mask of its legal ids."""
        seat = self.seat_of[agent]
        return {"observation": self.game.observe(self.episode, seat), "action_mask": self.game.mask(self.episode, seat)}

    def current_rewards(self) -> dict[str, float]:
        """Return every agent's reward: 0 until the end of the game."""
        result = self.episode.state.result if self.episode.over else None
        shares = [0.0] * len(self.possible_agents) if result is None else rewards(result, self.game.reward)
        return dict(zip(self.possible_agents, shares, strict=True))

    def snapshot(self) -> dict[str, Any]:
        """Return the game as plain data; `reset(options={"snapshot": ...})` or `restore` goes back to it."""
        return self.episode.snapshot()


class TurnEnv(Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The turn-based environment.

    `ruleset`, `seats`, `options`: the game. `grain`: `atomic` or `whole`. `reward`: `win`, `rank` or `margin`, paid at
    the end. `form`: observations as one `flat` vector or as a `dict` of arrays. `backend`: `kernel`, `reference`, or
    `auto` for the kernel where it is installed and can play the rules; the games are the same. `max_steps`: ids after
    which the game is truncated, None for no limit.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kilowatt_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, *args: Any, max_steps: int | None = None, render_mode: str | None = None, **kind: Any) -> None:  # noqa: ANN401
        AECEnv.__init__(self)
        Seats.__init__(self, *args, **kind)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.steps = 0
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's ids; the same object each time."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent."""
        return self.observation_of(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.begin(seed, options)
        self._start()

    def _start(self) -> None:
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = self.current_rewards()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Select the agent that is to act and put the masks into `infos`."""
        if self.episode.actor >= 0:
            self.agent_selection = self.possible_agents[self.episode.actor]
        for agent in self.agents:
            # only one of them is to act: the others share one empty mask
            mine = self.seat_of[agent] == self.episode.actor
            mask = self.game.mask(self.episode, self.episode.actor) if mine else self.game.empty_mask
            self.infos[agent] = {"action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an id for the agent that is to act; ValueError for an illegal one."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.episode.legal_ids():
            raise ValueError(f"{self.agent_selection}: id {action!r} is not legal now")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.episode.step(int(action))
        self.steps += 1
        self.rewards = self.current_rewards()
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def clone(self, seed: int | None = None) -> TurnEnv:
        """Copy the environment in the middle of a game; with its own seed the copy is dealt other cards."""
        twin = TurnEnv.__new__(TurnEnv)
        twin.__dict__.update(self.__dict__)
        twin.episode = self.episode.clone(seed)
        twin.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, dict(getattr(self, name)))
        return twin

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot, with all agents at the table."""
        self.episode.restore(kept)
        self._start()

    def render(self) -> str:
        """Return a line about the position."""
        s = self.episode.state
        return f"round {s.round}, Step {s.step}: {self.agent_selection} of {self.game.rules.title}"

    def close(self) -> None:
        """Nothing is open."""


class CycleEnv(Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """The environment in cycles; see the module's first lines. Seats that are not to act may only take id 0."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kilowatt_v0", "render_modes": []}

    def __init__(self, max_cycles: int, *args: Any, **kind: Any) -> None:  # noqa: ANN401
        Seats.__init__(self, *args, **kind)
        self.max_cycles = max_cycles
        self.cycles = 0
        self.render_mode = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's ids; the same object each time."""
        return self.action_spaces[agent]

    def _observed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observed = {agent: self.observation_of(agent) for agent in self.agents}
        for agent, row in observed.items():
            if self.seat_of[agent] != self.episode.actor:
                row["action_mask"][0] = 1
        return observed, {agent: {"action_mask": row["action_mask"]} for agent, row in observed.items()}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self.begin(seed, options)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._observed()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play one cycle."""
        number = int(actions[self.possible_agents[self.episode.actor]])
        legal = self.episode.legal_ids()
        self.episode.step(number if number in legal else legal.to_list()[0])
        self.cycles += 1
        ended = self.episode.over
        truncated = not ended and self.cycles >= self.max_cycles
        observed, infos = self._observed()
        answer = (
            observed,
            self.current_rewards(),
            dict.fromkeys(self.agents, ended),
            dict.fromkeys(self.agents, truncated),
            infos,
        )
        if ended or truncated:
            self.agents = []
        return answer
