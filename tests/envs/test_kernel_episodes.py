"""Environments of all libraries on the kernel: the same observations, masks, rewards and snapshots as the reference."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import kilowatt
import kilowatt.envs.openspiel
from kilowatt.bots import Budget
from kilowatt.envs import IllegalId, KilowattEnv, kilowatt_v0, make_encoding
from kilowatt.envs.dataset import DatasetSpec, make_game, prepare
from kilowatt.envs.episode import Episode
from kilowatt.envs.kernel_episode import KernelEpisode, KernelKind
from kilowatt.kernel import COMPILED
from kilowatt.table.dealer import CounterDealer, ScriptedDealer, SeededDealer
from tests.boards.board_kit import wide_board

if TYPE_CHECKING:
    from pathlib import Path

RULESETS = [row.id for row in kilowatt.rulesets()]
STEPS = 1200
"""Ids of one game."""
BOTH = ("kernel", "reference")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("grain", "form", "seats"), [("atomic", "flat", 4), ("whole", "dict", 2)])
@pytest.mark.compiled
def test_pettingzoo_shows_the_same_on_both(ruleset: str, grain: str, form: str, seats: int) -> None:
    """Agents, observations and masks of every seat, rewards and snapshots are equal to the end of a game."""
    same_on_both({"ruleset": ruleset, "seats": seats, "grain": grain, "form": form, "reward": "rank"})


@pytest.mark.parametrize("cities", [65, 128])
@pytest.mark.compiled
def test_a_board_of_more_than_64_cities_shows_the_same_on_both(cities: int) -> None:
    """The cities beyond the first 64 have their bits in observations and masks."""
    same_on_both({"ruleset": "custom", "seats": 4, "options": {"board": wide_board(cities)}, "grain": "whole"})


def same_on_both(kinds: dict[str, Any]) -> None:
    """Play one game on both back ends and compare all that they show."""
    ours, theirs = (kilowatt_v0.raw_env(**kinds, backend=backend) for backend in BOTH)
    assert [ours.game.backend, theirs.game.backend] == list(BOTH)
    rng = np.random.default_rng(1)
    for env in (ours, theirs):
        env.reset(seed=5)
    for _ in range(STEPS):
        assert ours.agent_selection == theirs.agent_selection
        for agent in ours.agents:
            np.testing.assert_equal(ours.observe(agent), theirs.observe(agent))
        np.testing.assert_equal(ours.infos, theirs.infos)
        assert ours.rewards == theirs.rewards
        assert ours.snapshot() == theirs.snapshot()
        if any(ours.terminations.values()):
            break
        number = int(rng.choice(np.flatnonzero(ours.observe(ours.agent_selection)["action_mask"])))
        for env in (ours, theirs):
            env.step(number)
    assert ours.terminations == theirs.terminations


@pytest.mark.parametrize("opponents", ["random", "simple"])
@pytest.mark.compiled
def test_gymnasium_plays_the_same_bots_on_both(opponents: str) -> None:
    """Observations, rewards and infos of a learner are equal, whatever the others play."""
    ours, theirs = (
        gymnasium.make("Kilowatt-v0", seats=3, opponents=opponents, backend=backend, dense=0.1).unwrapped
        for backend in BOTH
    )
    assert isinstance(ours, KilowattEnv)
    rng = np.random.default_rng(2)
    seen = [env.reset(seed=4) for env in (ours, theirs)]
    np.testing.assert_equal(seen[0], seen[1])
    for _ in range(STEPS // 3):
        number = int(rng.choice(np.flatnonzero(ours.action_masks())))
        told = [env.step(number) for env in (ours, theirs)]
        np.testing.assert_equal(told[0], told[1])
        if told[0][2]:
            break


@pytest.mark.parametrize("ruleset", ["recharged/korea", "card-game"])
@pytest.mark.compiled
def test_openspiel_has_the_same_tree_on_both(ruleset: str) -> None:
    """Players, legal ids, chance nodes, names, observations and returns are equal along a random line."""
    ours, theirs = (
        pyspiel.load_game(f"python_kilowatt(ruleset={ruleset},seats=3,backend={backend})") for backend in BOTH
    )
    states = [ours.new_initial_state(), theirs.new_initial_state()]
    observers = [ours.make_py_observer(), theirs.make_py_observer()]
    rng = np.random.default_rng(3)
    for _ in range(STEPS):
        players = [state.current_player() for state in states]
        assert players[0] == players[1]
        assert str(states[0]) == str(states[1])
        if states[0].is_terminal():
            break
        if states[0].is_chance_node():
            assert states[0].chance_outcomes() == states[1].chance_outcomes()
            ids, odds = zip(*states[0].chance_outcomes(), strict=True)
            number = int(rng.choice(ids, p=odds))
            wrong = next(draw for draw in range(ours.max_chance_outcomes() + 1) if draw not in ids)
            with pytest.raises(ValueError, match="cannot be dealt now"):
                states[0].clone()._apply_action(wrong)
        else:
            assert states[0].legal_actions() == states[1].legal_actions()
            number = int(rng.choice(states[0].legal_actions()))
            for state, observer in zip(states, observers, strict=True):
                observer.set_from(state, players[0])
            assert np.array_equal(observers[0].tensor, observers[1].tensor)
            assert observers[0].string_from(states[0], 0) == observers[1].string_from(states[1], 0)
        assert states[0].action_to_string(players[0], number) == states[1].action_to_string(players[0], number)
        states[0] = states[0].clone()
        for state in states:
            state.apply_action(number)
    assert states[0].returns() == states[1].returns()


@pytest.mark.compiled
def test_a_dataset_has_the_same_files_on_both(tmp_path: Path) -> None:
    """The record and every array of a game are the same, byte for byte and number for number."""
    spec = DatasetSpec("card-game", 2, {}, ["random", "simple"], "3", work=50)
    for backend in BOTH:
        prepare(spec, tmp_path / backend)
        make_game(spec, tmp_path / backend, 1, backend)
    ours, theirs = (tmp_path / backend for backend in BOTH)
    record = "records/0000001.jsonl"
    assert (ours / record).read_bytes() == (theirs / record).read_bytes()
    with np.load(ours / "arrays/0000001.npz") as mine, np.load(theirs / "arrays/0000001.npz") as other:
        assert sorted(mine) == sorted(other)
        for name in mine:
            assert mine[name].dtype == other[name].dtype
            assert np.array_equal(mine[name], other[name]), name


@pytest.mark.parametrize("grain", ["atomic", "whole"])
@pytest.mark.compiled
def test_an_episode_of_the_kernel_can_be_copied_kept_and_sent(grain: str) -> None:
    """Clones, deep copies, pickles and snapshots in the middle of a decision go on as the reference does."""
    rules = kilowatt.ruleset("deluxe/europe", 3)
    encoding = make_encoding(rules, grain)
    episode = KernelEpisode(KernelKind(encoding), 8)
    twin = Episode(encoding, 8)
    rng = np.random.default_rng(4)
    for _ in range(STEPS // 12 + 2):
        if episode.over:
            break
        assert episode.snapshot() == twin.snapshot()
        copies = [episode.clone(), copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))]
        copies[0].restore(twin.snapshot())
        number = int(rng.choice(episode.legal_ids().to_list()))
        twin.step(number)
        for other in (*copies, episode):
            other.step(number)
            assert other.snapshot() == twin.snapshot()
            assert other.legal_ids().to_list() == twin.legal_ids().to_list()
    with pytest.raises(IllegalId, match=f"id {encoding.size}"):
        episode.step(encoding.size)


@pytest.mark.compiled
def test_any_dealer_deals_to_an_episode_of_the_kernel() -> None:
    """A counter, a seed and a script deal the cards of the reference; a log holds every action in order."""
    encoding = make_encoding(kilowatt.ruleset("card-game", 2))
    kind = KernelKind(encoding)
    first = Episode(encoding, "script", logged=True)
    script = [action for action in first.played or () if not hasattr(action, "seat")]
    for make in (lambda: SeededDealer("script"), lambda: CounterDealer(3), lambda: ScriptedDealer(script)):
        ours = KernelEpisode(kind, dealer=make(), logged=True)
        theirs = Episode(encoding, dealer=make(), logged=True)
        assert ours.played == theirs.played
        assert ours.snapshot() == theirs.snapshot()
        while ours.actor >= 0 and len(theirs.played or ()) == len(script):
            number = theirs.legal_ids().to_list()[-1]
            ours.step(number)
            theirs.step(number)
        if not isinstance(ours.dealer, ScriptedDealer):
            assert ours.played == theirs.played
    with pytest.raises(ValueError, match="logged: expected an encoding of the atomic grain"):
        KernelEpisode(KernelKind(make_encoding(encoding.rules, "whole")), 1, logged=True)


def test_one_argument_gives_the_reference() -> None:
    """`auto` is the kernel exactly where it is compiled; `reference` is never the kernel; a wrong name is refused."""
    assert kilowatt_v0.raw_env(seats=2).game.backend == ("kernel" if COMPILED else "reference")
    assert kilowatt_v0.raw_env(seats=2, backend="reference").game.backend == "reference"
    assert KilowattEnv(seats=2, backend="reference", budget=Budget(work=1)).game.kernel is None
    with pytest.raises(ValueError, match="backend: there is no 'gpu'"):
        kilowatt_v0.raw_env(seats=2, backend="gpu")
