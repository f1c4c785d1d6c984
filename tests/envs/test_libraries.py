"""The environments against the checks of the libraries they are written for."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, seed_test

import kilowatt
import kilowatt.envs.openspiel
from kilowatt.envs import KilowattEnv, kilowatt_v0
from kilowatt.envs.rewards import rewards
from tests.rulesets import COMPOSED
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets() if not row.composed]
# PettingZoo warns so about every environment whose observation is a dict with a mask, except its own board games.
DICTS = "ignore:Observation (space for each agent probably|is not a NumPy):UserWarning"


@pytest.mark.filterwarnings(DICTS)
@pytest.mark.parametrize("ruleset", [*some_quick(RULESETS, 9, 3), *COMPOSED])
def test_every_ruleset_passes_the_aec_check(ruleset: str) -> None:
    """PettingZoo's api_test passes for every ruleset, both grains and both forms between them."""
    api_test(kilowatt_v0.env(ruleset=ruleset, seats=2, grain="atomic"), num_cycles=15)
    api_test(kilowatt_v0.raw_env(ruleset=ruleset, seats=6, grain="whole", form="dict"), num_cycles=15)


def test_the_same_seed_is_the_same_game() -> None:
    """PettingZoo's seed_test passes over whole games: observations, masks, rewards and infos alike."""
    seed_test(lambda: kilowatt_v0.env(seats=2, grain="whole"), num_cycles=400)
    seed_test(lambda: kilowatt_v0.env(ruleset="card-game", seats=3), num_cycles=400)


def test_cycles_are_counted_as_pettingzoo_counts_them() -> None:
    """PettingZoo's max_cycles_test and its parallel check pass for the game in cycles."""
    max_cycles_test(kilowatt_v0)
    parallel_api_test(kilowatt_v0.parallel_env(seats=3), num_cycles=40)


@pytest.mark.slow
def test_the_benchmark_of_pettingzoo_runs() -> None:
    """PettingZoo's performance_benchmark runs its five seconds."""
    performance_benchmark(kilowatt_v0.env())


def learner(**kind: Any) -> KilowattEnv:
    """Make the registered environment without Gymnasium's wrappers."""
    env = gymnasium.make("Kilowatt-v0", **kind).unwrapped
    assert isinstance(env, KilowattEnv)
    return env


def masked(env: Any, rng: np.random.Generator) -> int:
    """Choose a legal id."""
    return int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))


def test_a_whole_game_ends_with_its_rewards() -> None:
    """At the end every seat has the reward of its result once, and all are terminated, none truncated."""
    env = kilowatt_v0.env(ruleset="recharged/germany", seats=3, grain="whole", reward="rank")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        env.step(None if ended else masked(env, rng))
    result = env.unwrapped.episode.state.result
    assert list(total.values()) == rewards(result, "rank")
    assert sum(total.values()) == pytest.approx(0)


def test_an_illegal_id_loses_or_raises() -> None:
    """The wrapped environment ends with -1 for the seat; the raw one raises and nothing changes."""
    env = kilowatt_v0.env(ruleset="original/germany", seats=2)
    env.reset(seed=2)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())
    raw = kilowatt_v0.raw_env(ruleset="original/germany", seats=2)
    raw.reset(seed=2)
    with pytest.raises(ValueError, match="is not legal"):
        raw.step(wrong)
    assert not any(raw.terminations.values())


def test_a_game_is_truncated_at_its_step_limit() -> None:
    """With max_steps the game is truncated, not terminated, and all rewards are 0."""
    env = kilowatt_v0.raw_env(seats=2, max_steps=7)
    env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(masked(env, rng))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_an_environment_can_be_cloned_and_taken_back() -> None:
    """A clone goes its own way; a snapshot brings a game back, also into another environment."""
    env = kilowatt_v0.raw_env(seats=3)
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(20):
        env.step(masked(env, rng))
    kept = env.snapshot()
    twin = env.clone(seed=9)
    for _ in range(5):
        twin.step(masked(twin, rng))
    assert env.snapshot() == kept
    other = kilowatt_v0.raw_env(seats=3)
    other.reset(seed=5, options={"snapshot": kept})
    assert other.snapshot() == kept
    assert other.agent_selection == env.agent_selection
    env.step(masked(env, rng))
    env.restore(kept)
    assert env.snapshot() == kept


@pytest.mark.parametrize(
    "kind",
    [{}, {"ruleset": "card-game", "seats": 3, "form": "dict", "grain": "whole"}, {"opponents": "simple", "seat": 1}],
)
def test_the_gymnasium_check_passes(kind: dict[str, Any]) -> None:
    """Gymnasium's check_env passes for the registered id."""
    check_env(gymnasium.make("Kilowatt-v0", **kind).unwrapped, skip_render_check=True)


def test_one_seat_plays_whole_games_against_bots() -> None:
    """The mask is never empty, the game ends, and `won` agrees with the reward."""
    env = learner(seats=3, grain="whole", opponents=["simple", "random"])
    rng = np.random.default_rng(5)
    seats = set()
    for seed in range(4):
        seen, more = env.reset(seed=seed)
        seats.add(more["seat"])
        ended, reward = False, 0.0
        while not ended:
            mask = env.action_masks()
            assert mask.any()
            assert np.array_equal(mask, more["action_mask"].astype(bool))
            assert seen in env.observation_space
            seen, reward, ended, cut, more = env.step(rng.choice(np.flatnonzero(mask)))
            assert not cut
        assert more["won"] == (reward > -1)
    assert len(seats) > 1


def test_a_learner_can_go_back_and_others_are_asked_for_by_name() -> None:
    """Snapshot, restore and clone work for one seat; wrong names and numbers are refused."""
    env = learner(seats=2, illegal="raise")
    env.reset(seed=1)
    kept = env.snapshot()
    twin = env.clone(seed=3)
    twin.step(int(np.flatnonzero(twin.action_masks())[0]))
    assert env.snapshot() == kept
    env.step(int(np.flatnonzero(env.action_masks())[-1]))
    env.restore(kept)
    assert env.snapshot() == kept
    with pytest.raises(ValueError, match="is not legal"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
    for wrong in ({"opponents": ["random"] * 3}, {"seat": 5}, {"form": "x"}, {"reward": "x"}, {"grain": "x"}):
        with pytest.raises(ValueError, match=r"there|need"):
            learner(seats=2, **wrong)


@pytest.mark.parametrize("ruleset", [*some_quick(RULESETS, 12, 5), *COMPOSED])
@pytest.mark.parametrize("seats", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_openspiel_plays_random_games(ruleset: str, seats: int) -> None:
    """OpenSpiel's random_sim_test passes for every ruleset, serialisation included."""
    assert kilowatt.envs.openspiel.NAME in pyspiel.registered_names()
    game = pyspiel.load_game(f"python_kilowatt(ruleset={ruleset},seats={seats})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=ruleset == "card-game", verbose=False)


def test_openspiel_deals_with_the_odds_of_the_engine() -> None:
    """At a chance node the probabilities add up to 1 and are the engine's weights."""
    game = pyspiel.load_game("python_kilowatt(ruleset=original/china,seats=2)")
    state = game.new_initial_state()
    assert isinstance(state, kilowatt.envs.openspiel.KilowattState)
    rng = np.random.default_rng(0)
    nodes = 0
    while not state.is_terminal() and nodes < 30:
        if state.is_chance_node():
            nodes += 1
            ids, odds = zip(*state.chance_outcomes(), strict=True)
            weights = [weight for _, weight in kilowatt.outcomes(state.episode.state)]
            assert len(set(ids)) == len(ids)
            assert np.allclose(odds, np.array(weights) / sum(weights))
            state.apply_action(int(rng.choice(ids, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert nodes == 30
