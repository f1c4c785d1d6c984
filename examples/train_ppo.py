# ruff: noqa: INP001, T201 - a script for readers
"""Train a masked PPO agent against bots and measure it before and after, with intervals.

    pip install --constraint requirements/ppo.txt torch sb3-contrib
    python examples/train_ppo.py

The default learns to beat `random` in minutes on one core. `--steps 0` only measures.
"""

import argparse
import math
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import kilowatt.envs  # noqa: F401 - registers Kilowatt-v0

AT_ONCE = 32
"""Games side by side: one call of the network answers all of them."""


class Lead(gymnasium.Wrapper):
    """Adds a little of the lead in income once per round: the end alone comes too late to learn from."""

    def reset(self, **how: object) -> tuple:
        """Begin a game."""
        begun = super().reset(**how)
        self.round = self.unwrapped.episode.state.round
        return begun

    def step(self, action: int) -> tuple:
        """Say an id."""
        seen, reward, ended, cut, more = super().step(action)
        state = self.unwrapped.episode.state
        if ended or state.round != self.round:
            self.round = state.round
            mine = state.income[self.unwrapped.seat]
            reward += 0.004 * (mine - (sum(state.income) - mine) / (len(state.income) - 1))
        return seen, reward, ended, cut, more


def make(arguments: argparse.Namespace) -> gymnasium.Env:
    """Make one seat against bots."""
    return gymnasium.make(
        "Kilowatt-v0",
        ruleset=arguments.ruleset,
        seats=arguments.seats,
        grain=arguments.grain,
        opponents=arguments.opponents,
        illegal="raise",
        max_steps=2000,
    )


def wins(model: MaskablePPO | None, arguments: argparse.Namespace) -> tuple[float, float]:
    """Play games nobody learns from; give the share won and half the width of its 95 % interval."""
    rng = np.random.default_rng(1)
    won = 0.0
    for first in range(0, arguments.games, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, arguments.games))
        playing = [(env, env.reset(seed=100_000 + number)[0]) for number in numbers for env in [make(arguments)]]
        while playing:
            masks = np.stack([env.unwrapped.action_masks() for env, _ in playing])
            if model is None:
                words = (rng.random(masks.shape) * masks).argmax(1)
            else:
                words, _ = model.predict(np.stack([seen for _, seen in playing]), action_masks=masks)
            going = []
            for (env, _), word in zip(playing, words, strict=True):
                seen, reward, ended, cut, _ = env.step(int(word))
                won += (reward + 1) / 2 if ended else 0.0
                going += [] if ended or cut else [(env, seen)]
            playing = going
    share = won / arguments.games
    return share, 1.96 * math.sqrt(max(share * (1 - share), 1 / arguments.games) / arguments.games)


def main() -> None:
    """Measure, train, measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="original/germany")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--grain", default="atomic", choices=("atomic", "whole"))
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=120_000)
    parser.add_argument("--games", type=int, default=200, help="games of each measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None, help="where the agent is kept")
    arguments = parser.parse_args()
    torch.set_num_threads(1)

    by_chance, wide = wins(None, arguments)
    print(f"uniform over ids: {by_chance:.2f} ± {wide:.2f} of games won (a fair share is {1 / arguments.seats:.2f})")
    envs = DummyVecEnv([lambda: Lead(make(arguments)) for _ in range(AT_ONCE)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        gamma=0.995,
        ent_coef=0.01,
        learning_rate=lambda left: 1e-3 * left,
        policy_kwargs={"net_arch": [128, 128]},
        seed=arguments.seed,
        device="cpu",
    )
    if arguments.steps:
        begun = time.process_time()
        model.learn(arguments.steps)
        print(f"{arguments.steps} steps in {time.process_time() - begun:.0f} s of processor time")
    share, wide = wins(model, arguments)
    print(f"trained: {share:.2f} ± {wide:.2f} of games won")
    if arguments.out is not None:
        model.save(arguments.out)
        encoding = envs.envs[0].unwrapped.game.encoding
        print(f"kept in {arguments.out}; action ids {encoding.hash}")


if __name__ == "__main__":
    main()
