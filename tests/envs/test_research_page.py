"""The examples of docs/research.md run."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

TOP = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGE = (TOP / "docs" / "research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("source", BLOCK.findall(PAGE), ids=range(len(BLOCK.findall(PAGE))))
def test_every_block_of_the_page_runs(source: str) -> None:
    """Each Python block of research.md runs by itself."""
    exec(compile(source, "research.md", "exec"), {})


def test_the_loop_is_the_one_of_the_page() -> None:
    """The ten-line example runs and names all four seats with their rewards."""
    done = subprocess.run(
        [sys.executable, str(TOP / "examples" / "loop_env.py")], capture_output=True, text=True, check=True
    )
    rows = dict(line.split() for line in done.stdout.splitlines())
    assert sorted(rows) == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert max(map(float, rows.values())) >= 0


@pytest.fixture(scope="module")
def example() -> Any:
    """Return the module of the training example."""
    spec = importlib.util.spec_from_file_location("train_policy", TOP / "examples" / "train_policy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_training_example_runs() -> None:
    """The example trains and measures before and after."""
    command = [sys.executable, str(TOP / "examples" / "train_policy.py"), "--updates=1", "--batch=2", "--games=2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.findall(r"^(\w+): \d\.\d\d ± \d\.\d\d of games won$", done.stdout, re.MULTILINE) == [
        "untrained",
        "trained",
    ]


def test_the_training_example_learns_what_pays(example: Any) -> None:
    """An id that pays becomes likely, one that does not becomes rare, and an illegal one is never chosen."""
    rng = np.random.default_rng(3)
    policy = example.Policy(4, 3)
    masks = np.array([[True, True, False]] * 64)
    for _ in range(200):
        seen = rng.random((64, 4))
        ids = rng.integers(2, size=64)
        policy.improve(example.Decisions(seen, masks, ids, (ids == 1).astype(float)))
    _, chances = policy.chances(np.full(4, 0.5), masks[0])
    assert chances[1] > 0.9
    assert chances[2] == 0


def test_the_slopes_of_the_training_example_are_right(example: Any) -> None:
    """The slope of each part is that of the mean of log chance times advantage, by small differences."""
    rng = np.random.default_rng(4)
    policy = example.Policy(3, 4, width=5)
    policy.parts[2] += rng.normal(size=(5, 4))
    batch = example.Decisions(
        rng.normal(size=(6, 3)), np.ones((6, 4), bool), rng.integers(4, size=6), rng.normal(size=6)
    )

    def gain() -> float:
        _, chances = policy.chances(batch.seen, batch.masks)
        scaled = (batch.returns - batch.returns.mean()) / (batch.returns.std() + 1e-8)
        return float((np.log(chances[np.arange(6), batch.ids]) * scaled).mean())

    for part, slope in zip(policy.parts, policy.gradients(batch), strict=True):
        place = tuple(np.array(part.shape) - 1)
        part[place] += 1e-5
        above = gain()
        part[place] -= 2e-5
        below = gain()
        part[place] += 1e-5
        assert slope[place] == pytest.approx((above - below) / 2e-5, abs=1e-6)
