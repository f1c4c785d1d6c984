"""`VectorTable` on the kernel: the same rows as the reference, game by game, in both grains and all forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kilowatt
from kilowatt.envs import VectorTable
from kilowatt.envs.compact import Unpacker, compact_size, places
from tests.conformance.vocabulary import options_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.compiled

RULESETS = [row.id for row in kilowatt.rulesets()]
OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"zone": "draft", "starting_cities": True, "contractor": True, "money": "hidden"}),
    (5, {}),
]
STEPS = 600
BUFFERS = ("actor", "mask", "observation", "reward", "done", "truncated")


def chosen(table: VectorTable, rng: np.random.Generator) -> NDArray[np.int64]:
    """Choose a legal id in every game."""
    ids: NDArray[np.int64] = (rng.random(table.mask.shape, dtype=np.float32) * table.mask).argmax(1)
    return ids


def same(one: VectorTable, other: VectorTable) -> None:
    """Compare all buffers."""
    for name in BUFFERS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=["two", "options", "five"])
@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_the_kernel_writes_the_rows_of_the_reference(
    ruleset: str, seats: int, options: dict[str, Any], grain: str
) -> None:
    """Actors, masks, observations, deals and rewards are equal after every step, new games included."""
    rules = kilowatt.ruleset(ruleset, seats, options_for(ruleset, options))
    kernel = VectorTable(rules, 2, grain=grain, seed=5, reward="rank", backend="kernel")
    reference = VectorTable(rules, 2, grain=grain, seed=5, reward="rank", backend="reference")
    rng = np.random.default_rng(1)
    for _ in range(STEPS):
        same(kernel, reference)
        ids = chosen(reference, rng)
        kernel.step(ids)
        reference.step(ids)
    assert kernel.games == reference.games
    assert [kernel.snapshot(i) for i in range(2)] == [reference.snapshot(i) for i in range(2)]


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_rewards_and_limits_are_those_of_the_reference(reward: str) -> None:
    """Every kind of reward, and truncation, come out alike."""
    rules = kilowatt.ruleset("card-game", 3)
    limit = 300
    kernel, reference = (
        VectorTable(rules, 3, grain="whole", reward=reward, max_steps=limit, seed=2, backend=backend)
        for backend in ("kernel", "reference")
    )
    rng = np.random.default_rng(3)
    for _ in range(2 * limit):
        ids = chosen(reference, rng)
        kernel.step(ids)
        reference.step(ids)
        same(kernel, reference)
    assert kernel.games > 3


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/korea", "card-game"])
def test_a_compact_observation_unpacks_to_the_flat_one(ruleset: str) -> None:
    """The bytes of kernel and reference are equal, and NumPy makes the flat row of them again."""
    rules = kilowatt.ruleset(ruleset, 4)
    tables = [
        VectorTable(rules, 2, seed=1, backend=backend, observation=form)
        for backend, form in (("kernel", "compact"), ("reference", "compact"), ("reference", "flat"))
    ]
    kernel, compact, flat = tables
    layout = flat.observer.layout
    unpack = Unpacker(layout)
    assert compact.observation.shape == (2, compact_size(layout))
    assert len(places(layout)) == layout.size
    rng = np.random.default_rng(2)
    for _ in range(STEPS // 2):
        assert np.array_equal(kernel.observation, compact.observation)
        assert np.array_equal(unpack(compact.observation), flat.observation)
        ids = chosen(flat, rng)
        for table in tables:
            table.step(ids)
    with pytest.raises(ValueError, match="expected rows of"):
        unpack(compact.observation[:, 1:])


def test_threads_play_the_same_games() -> None:
    """Four threads give the rows of one, and each game its own seed."""
    rules = kilowatt.ruleset("original/usa", 3)
    one, four = (VectorTable(rules, 8, seed=4, backend="kernel", threads=threads) for threads in (1, 4))
    rng = np.random.default_rng(6)
    for _ in range(STEPS):
        same(one, four)
        ids = chosen(one, rng)
        one.step(ids)
        four.step(ids)
    assert one.games == four.games


@pytest.mark.parametrize("grain", ["atomic", "whole"])
def test_a_game_of_the_kernel_can_be_taken_back(grain: str) -> None:
    """A snapshot in the middle of a decision comes back with its row, and a clone plays on as the reference does."""
    rules = kilowatt.ruleset("deluxe/europe", 3)
    table = VectorTable(rules, 2, grain=grain, seed=9, backend="kernel")
    rng = np.random.default_rng(7)
    for _ in range(STEPS // 3):
        kept = [table.snapshot(i) for i in range(2)]
        rows = {name: getattr(table, name).copy() for name in ("actor", "mask", "observation")}
        ids = chosen(table, rng)
        twin = table.clone(0)
        twin.step(int(ids[0]))
        table.step(ids)
        if not table.done[0]:
            assert twin.snapshot() == table.snapshot(0)
        for i in range(2):
            table.restore(i, kept[i])
        for name, row in rows.items():
            assert np.array_equal(getattr(table, name), row)
        table.step(ids)


def test_a_wrong_id_changes_nothing_in_the_kernel() -> None:
    """An illegal id in one game, and one that is no id, are refused before any game is played."""
    table = VectorTable(kilowatt.ruleset("original/usa", 2), 3, seed=2, backend="kernel")
    ids = chosen(table, np.random.default_rng(4))
    ids[1] = int(np.flatnonzero(~table.mask[1])[0])
    before = [table.snapshot(i) for i in range(3)]
    for wrong in (ids, np.array([0, -1, 10_000]), np.array([1, 2])):
        with pytest.raises(ValueError, match="id"):
            table.step(wrong)
    assert [table.snapshot(i) for i in range(3)] == before


@pytest.mark.parametrize("wrong", [{"backend": "gpu"}, {"observation": "picture"}, {"threads": 0}, {"reward": "score"}])
def test_a_wrong_argument_is_named(wrong: dict[str, Any]) -> None:
    """An unknown name or number of threads is refused with the name of the argument."""
    with pytest.raises(ValueError, match=next(iter(wrong))):
        VectorTable(kilowatt.ruleset("original/usa", 2), 1, **wrong)


def test_without_observation_only_masks_are_written() -> None:
    """`none` leaves the observation empty, and the games are the same."""
    rules = kilowatt.ruleset("original/usa", 2)
    bare, full = (VectorTable(rules, 2, backend="kernel", observation=form) for form in ("none", "flat"))
    assert bare.observation.shape == (2, 0)
    assert np.array_equal(bare.mask, full.mask)
