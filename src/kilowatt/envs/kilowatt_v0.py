"""PettingZoo: every ruleset for 2 to 6 seats as an AEC environment, seats taking turns as the game asks them.

`env()` ends the game with a loss for a seat that says an id it may not; `raw_env()` raises instead. With `max_cycles`
the game is played in cycles, as PettingZoo's parallel games are: every seat is asked once a cycle, only the word of
the seat whose turn it is counts, an id it may not say is replaced by the least it may, and after so many cycles the
game is cut off.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from kilowatt.envs.course import Course
from kilowatt.envs.desk import Desk
from kilowatt.envs.rewards import rewards

__all__ = ["CycleEnv", "TurnEnv", "env", "parallel_env", "raw_env"]

ILLEGAL = -1.0


def env(max_cycles: int | None = None, **kind: Any) -> AECEnv[str, Any, Any]:  # noqa: ANN401 - see TurnEnv
    """Make the environment with PettingZoo's guards around it; the arguments are those of `raw_env`."""
    if max_cycles is not None:
        cycles: AECEnv[str, Any, Any] = parallel_to_aec(parallel_env(max_cycles, **kind))
        return cycles
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**kind), illegal_reward=ILLEGAL)
    ordered: AECEnv[str, Any, Any] = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
    return ordered


def raw_env(**kind: Any) -> TurnEnv:  # noqa: ANN401 - see TurnEnv
    """Make the environment without guards."""
    return TurnEnv(**kind)


def parallel_env(max_cycles: int = 10_000, **kind: Any) -> CycleEnv:  # noqa: ANN401 - see TurnEnv
    """Make the environment in which every seat is asked in every cycle."""
    return CycleEnv(max_cycles, **kind)


class Seats:
    """What both kinds of PettingZoo environment have in common: agents, spaces and the game."""

    def __init__(
        self,
        ruleset: str = "recharged/germany",
        seats: int = 4,
        options: dict[str, Any] | None = None,
        grain: str = "atomic",
        *,
        reward: str = "win",
        form: str = "flat",
    ) -> None:
        self.desk = Desk(ruleset, seats, options, grain=grain, reward=reward, form=form)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.desk.action_space() for agent in self.possible_agents}
        self.random, _ = seeding.np_random()
        self.course: Course = self.desk.course(0)

    def _observation_space(self) -> spaces.Dict:
        size = self.desk.encoding.size
        return spaces.Dict(
            {
                "observation": self.desk.observation_space(),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game: a new one, or from a snapshot under `options["snapshot"]`."""
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.course = self.desk.course(str(self.random.integers(1 << 62)))
        if options and "snapshot" in options:
            self.course.restore(options["snapshot"])

    def described(self, agent: str) -> dict[str, Any]:
        """Describe the game to an agent, with the ids it may say."""
        seat = self.seat_of[agent]
        return {"observation": self.desk.observe(self.course, seat), "action_mask": self.desk.mask(self.course, seat)}

    def rewarded(self) -> dict[str, float]:
        """Give every agent its reward for the game as it stands: 0 until the end."""
        result = self.course.state.result
        shares = [0.0] * len(self.possible_agents) if result is None else rewards(result, self.desk.reward)
        return dict(zip(self.possible_agents, shares, strict=True))

    def snapshot(self) -> dict[str, Any]:
        """Write the game as plain data; `reset(options={"snapshot": ...})` or `restore` goes back to it."""
        return self.course.snapshot()


class TurnEnv(Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The turn-based environment.

    `ruleset`, `seats`, `options`: the game. `grain`: `atomic` or `whole`. `reward`: `win`, `rank` or `margin`, given at
    the end. `form`: observations as one `flat` vector or as a `dict` of arrays. `max_steps`: ids after which the game
    is cut off (truncation), None for never.
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
        """Give the space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's ids; the same object each time."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Describe the game to an agent."""
        return self.described(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.begin(seed, options)
        self._sit_down()

    def _sit_down(self) -> None:
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = self.rewarded()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Turn to the agent that is to act, its mask in `infos`."""
        if self.course.actor >= 0:
            self.agent_selection = self.possible_agents[self.course.actor]
        for agent in self.agents:
            # only one of them may speak: the others share one empty mask
            mine = self.seat_of[agent] == self.course.actor
            mask = self.desk.mask(self.course, self.course.actor) if mine else self.desk.silence
            self.infos[agent] = {"action_mask": mask}

    def step(self, action: int | None) -> None:
        """Say an id for the agent that is to act; ValueError for one it may not say."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.course.allowed():
            raise ValueError(f"{self.agent_selection} may not say {action!r} now")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.course.say(int(action))
        self.steps += 1
        self.rewards = self.rewarded()
        if self.course.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()

    def clone(self, seed: int | None = None) -> TurnEnv:
        """Copy the environment in the middle of a game; a seed of its own deals the copy other cards."""
        twin = TurnEnv.__new__(TurnEnv)
        twin.__dict__.update(self.__dict__)
        twin.course = self.course.clone(seed)
        twin.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(twin, name, dict(getattr(self, name)))
        return twin

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot, with all agents at the table."""
        self.course.restore(kept)
        self._sit_down()

    def render(self) -> str:
        """Say in one line where the game stands."""
        s = self.course.state
        return f"round {s.round}, Step {s.step}: {self.agent_selection} of {self.desk.rules.title}"

    def close(self) -> None:
        """Nothing is open."""


class CycleEnv(Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """The environment in cycles; see the module's first lines. A seat whose turn it is not may only say id 0."""

    metadata: ClassVar[dict[str, Any]] = {"name": "kilowatt_v0", "render_modes": []}

    def __init__(self, max_cycles: int, *args: Any, **kind: Any) -> None:  # noqa: ANN401
        Seats.__init__(self, *args, **kind)
        self.max_cycles = max_cycles
        self.cycles = 0
        self.render_mode = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's ids; the same object each time."""
        return self.action_spaces[agent]

    def _described(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = {agent: self.described(agent) for agent in self.agents}
        for agent, row in seen.items():
            if self.seat_of[agent] != self.course.actor:
                row["action_mask"][0] = 1
        return seen, {agent: {"action_mask": row["action_mask"]} for agent, row in seen.items()}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self.begin(seed, options)
        self.cycles = 0
        self.agents = self.possible_agents[:]
        return self._described()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play one cycle."""
        word = int(actions[self.possible_agents[self.course.actor]])
        allowed = self.course.allowed()
        self.course.say(word if word in allowed else allowed.listed()[0])
        self.cycles += 1
        ended = self.course.over
        cut = not ended and self.cycles >= self.max_cycles
        seen, more = self._described()
        found = (
            seen,
            self.rewarded(),
            dict.fromkeys(self.agents, ended),
            dict.fromkeys(self.agents, cut),
            more,
        )
        if ended or cut:
            self.agents = []
        return found
