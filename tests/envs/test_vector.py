"""Batched games and rewards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kilowatt
from kilowatt.engine.results import Result
from kilowatt.envs import Episode, Observer, VectorTable, rewards
from kilowatt.envs.vector import game_seed
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from numpy.typing import NDArray


def chosen(table: VectorTable, rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose a legal id in every game."""
    ids: NDArray[np.int64] = (rng.random(table.mask.shape, dtype=np.float32) * table.mask).argmax(1)
    return ids


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_buffers_equal_single_games(grain: str) -> None:
    """Game by game the rows are those of a game of the same seed played alone, and buffers stay the same objects."""
    rules = kilowatt.ruleset("recharged/usa", 3)
    table = VectorTable(rules, 4, grain=grain, seed=11)
    alone = [Episode(table.encoding, dealer=CounterDealer(game_seed(11, i + 1))) for i in range(4)]
    observer = Observer(rules)
    observation, mask = table.observation, table.mask
    rng = np.random.default_rng(1)
    for _ in range(60):
        for i, episode in enumerate(alone):
            assert table.actor[i] == episode.actor
            assert np.flatnonzero(table.mask[i]).tolist() == episode.legal_ids().to_list()
            pending = table.encoding.pending(episode.partial)
            assert np.array_equal(table.observation[i], observer.flat(episode.state, episode.actor, pending))
        ids = chosen(table, rng)
        table.step(ids)
        for episode, number in zip(alone, ids.tolist(), strict=True):
            episode.step(number)
    assert table.observation is observation
    assert table.mask is mask


def test_a_finished_game_is_reset_at_once() -> None:
    """The step that ends a game rewards its seats, sets done, and shows the first decision of the next game."""
    table = VectorTable(kilowatt.ruleset("card-game", 3), 3, grain="whole", reward="rank", seed=1)
    rng = np.random.default_rng(2)
    ended = 0
    while ended < 6:
        table.step(chosen(table, rng))
        for i in range(3):
            if table.done[i]:
                ended += 1
                assert table.reward[i].max() > 0
                assert table.reward[i].sum() == pytest.approx(0, abs=1e-6)
                assert table.clone(i).state.round <= 1
            else:
                assert not table.reward[i].any()
            assert table.mask[i].any()
    assert table.games >= 9


def test_the_step_limit_truncates_games() -> None:
    """With max_steps every game is truncated together, without reward, and reset."""
    table = VectorTable(kilowatt.ruleset("original/germany", 2), 2, max_steps=5)
    rng = np.random.default_rng(3)
    for step in range(1, 11):
        table.step(chosen(table, rng))
        assert table.truncated.all() == (step % 5 == 0)
        assert not table.done.any()
    assert table.games == 6


def test_a_wrong_id_changes_nothing() -> None:
    """An illegal id in one game is refused before any game is played."""
    table = VectorTable(kilowatt.ruleset("original/usa", 2), 3, seed=2)
    rng = np.random.default_rng(4)
    ids = chosen(table, rng)
    ids[1] = int(np.flatnonzero(~table.mask[1])[0])
    before = [table.snapshot(i) for i in range(3)]
    for wrong in (ids, np.array([0, -1, 10_000]), np.array([1, 2])):
        with pytest.raises(ValueError, match="id"):
            table.step(wrong)
    assert [table.snapshot(i) for i in range(3)] == before


def test_a_game_of_many_can_be_taken_back() -> None:
    """Restoring one game brings back its row; the others stay."""
    table = VectorTable(kilowatt.ruleset("original/korea", 2), 2, seed=6)
    rng = np.random.default_rng(5)
    for _ in range(30):
        table.step(chosen(table, rng))
    kept, row, mask = table.snapshot(0), table.observation[0].copy(), table.mask[0].copy()
    twin = table.clone(0, seed=1)
    assert twin.snapshot() == kept
    table.step(chosen(table, rng))
    other = table.observation[1].copy()
    table.restore(0, kept)
    assert np.array_equal(table.observation[0], row)
    assert np.array_equal(table.mask[0], mask)
    assert np.array_equal(table.observation[1], other)


def test_rewards_speak_of_the_standing_only() -> None:
    """`win` is shared in a tie, `rank` is even and adds up to zero, margin is the lead over the best other."""
    marks = [{"powered": 10, "money": 5}, {"powered": 14, "money": 1}, {"powered": 14, "money": 1}, {"powered": 9}]
    result = Result([[1, 2], [0], [3]], marks, "cities")
    assert rewards(result, "win") == [-1, 0, 0, -1]
    assert rewards(result, "margin") == [-4, 0, 0, -5]
    assert rewards(result, "rank") == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])
    alone = Result([[0], [1]], [{"powered": 3}, {"powered": 1}], "cities")
    assert rewards(alone, "win") == [1, -1]
    with pytest.raises(ValueError, match="reward"):
        rewards(result, "score")


def test_the_same_seed_is_the_same_games() -> None:
    """Two tables of one seed and the same ids go the same way; another seed deals otherwise."""
    rules = kilowatt.ruleset("recharged/germany", 4)
    one, two, other = (VectorTable(rules, 2, seed=seed) for seed in (7, 7, 8))
    assert not np.array_equal(one.observation, other.observation)
    rng = Random(1)
    for _ in range(50):
        ids = [rng.choice(np.flatnonzero(row).tolist()) for row in one.mask]
        one.step(ids)
        two.step(ids)
        assert np.array_equal(one.observation, two.observation)
