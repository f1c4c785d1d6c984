# ruff: noqa: INP001, T201 - a script for readers
"""Train a policy on the Gymnasium environment against bots, and measure it before and after, with intervals.

    python examples/train_policy.py

REINFORCE in NumPy: one hidden layer, a mask over the legal ids, Adam. The environment is the standard one, so any
library that knows Gymnasium and masks can take the place of `Policy` and `improve`.
"""

from __future__ import annotations

import argparse
import math
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import kilowatt.envs  # noqa: F401 - registers Kilowatt-v0

LEAD = 0.004
"""Reward for each Elektro of lead in income, once per round: the end alone comes too late to learn from."""
DISCOUNT = 0.995
ILLEGAL = -1e9

Array = NDArray[Any]


class Decisions(NamedTuple):
    """What was seen, allowed and chosen, and what came of it."""

    seen: Array
    masks: Array
    ids: Array
    returns: Array


class Policy:
    """Scores every id by a network of one hidden layer."""

    def __init__(self, inputs: int, ids: int, *, width: int = 64, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self.parts = [
            rng.normal(0, inputs**-0.5, (inputs, width)),
            np.zeros(width),
            np.zeros((width, ids)),  # every legal id is equally likely at first
            np.zeros(ids),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.steps = 0

    def chances(self, seen: Array, masks: Array) -> tuple[Array, Array]:
        """Return the hidden layer and the chance of every id."""
        first, bias, second, last = self.parts
        hidden = np.maximum(0.0, seen @ first + bias)
        scores = np.where(masks, hidden @ second + last, ILLEGAL)
        raised = np.exp(scores - scores.max(-1, keepdims=True)) * masks
        return hidden, raised / raised.sum(-1, keepdims=True)

    def gradients(self, batch: Decisions) -> list[Array]:
        """Return the slope of the mean of log chance times advantage, for every part."""
        gain = (batch.returns - batch.returns.mean()) / (batch.returns.std() + 1e-8)
        hidden, chances = self.chances(batch.seen, batch.masks)
        slope = -chances
        slope[np.arange(len(gain)), batch.ids] += 1.0
        slope *= gain[:, None] / len(gain)
        back = (slope @ self.parts[2].T) * (hidden > 0)
        return [batch.seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]

    def improve(self, batch: Decisions, rate: float = 2e-3) -> None:
        """Take one step of Adam uphill."""
        self.steps += 1
        for part, (mean, square), slope in zip(self.parts, self.moments, self.gradients(batch), strict=True):
            mean[:] = 0.9 * mean + 0.1 * slope
            square[:] = 0.999 * square + 0.001 * slope**2
            part[:] += rate * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def play(env: Any, policy: Policy, seed: int) -> tuple[Decisions, float]:  # noqa: ANN401 - a wrapped environment
    """Play a game by the policy; return its decisions, and 1 if it was won."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    state = env.unwrapped
    rows: list[tuple[Array, Array, int, float]] = []
    last, ended, cut, won = state.episode.state.round, False, False, 0.0
    while not (ended or cut):
        mask = state.action_masks()
        _, chances = policy.chances(np.asarray(seen, np.float64), mask)
        choice = int(rng.choice(len(chances), p=chances))
        before = np.asarray(seen, np.float32)
        seen, reward, ended, cut, _ = env.step(choice)
        won = (reward + 1) / 2 if ended else 0.0
        now = state.episode.state
        if ended or now.round != last:
            last = now.round
            own = now.income[state.seat]
            reward += LEAD * (own - (sum(now.income) - own) / (len(now.income) - 1))
        rows.append((before, mask, choice, float(reward)))
    returns = np.zeros(len(rows))
    total = 0.0
    for place in range(len(rows) - 1, -1, -1):
        total = returns[place] = rows[place][3] + DISCOUNT * total
    first, masks, ids, _ = zip(*rows, strict=True)
    return Decisions(np.array(first), np.array(masks), np.array(ids), returns), won


def measure(env: Any, policy: Policy, games: int) -> tuple[float, float]:  # noqa: ANN401 - as above
    """Return the share of fresh games that is won, and half the width of its 95 % interval."""
    share = sum(play(env, policy, 1_000_000 + number)[1] for number in range(games)) / games
    return share, 1.96 * math.sqrt(max(share * (1 - share), 1 / games) / games)


def main() -> None:
    """Measure, train, measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="original/germany")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--batch", type=int, default=16, help="games of each update")
    parser.add_argument("--games", type=int, default=200, help="games of each measurement")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = gymnasium.make(
        "Kilowatt-v0",
        ruleset=given.ruleset,
        seats=given.seats,
        opponents=given.opponents,
        illegal="raise",
        max_steps=2000,
    )
    space: Any = env.action_space
    policy = Policy(int(np.prod(env.observation_space.shape or ())), int(space.n), seed=given.seed)
    print("untrained: {:.2f} ± {:.2f} of games won".format(*measure(env, policy, given.games)))
    for update in range(given.updates):
        first = (given.seed * 10_000 + update) * given.batch
        played = [play(env, policy, first + number)[0] for number in range(given.batch)]
        policy.improve(Decisions(*[np.concatenate(column) for column in zip(*played, strict=True)]))
    print("trained: {:.2f} ± {:.2f} of games won".format(*measure(env, policy, given.games)))


if __name__ == "__main__":
    main()
