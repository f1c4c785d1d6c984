# ruff: noqa: INP001, T201 - a script for readers
"""The ten-line loop: four seats play one game of Recharged by chance. Needs the extra `rl`."""

import numpy as np

from kilowatt.envs import kilowatt_v0

env = kilowatt_v0.env(ruleset="recharged/germany", seats=4, grain="whole")
env.reset(seed=7)
rng = np.random.default_rng(7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, _ = env.last()
    over = terminated or truncated
    if over:
        print(agent, reward)
    env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
