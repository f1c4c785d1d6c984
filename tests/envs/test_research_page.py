"""The examples of docs/research.md run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.slow
def test_the_ppo_example_learns_to_beat_random() -> None:
    """After the example's training the agent wins four games in five, and more than by chance beyond its interval."""
    done = subprocess.run(
        [sys.executable, str(TOP / "examples" / "train_ppo.py")], capture_output=True, text=True, check=True
    )
    measured = re.findall(r": (\d\.\d\d) ± (\d\.\d\d)", done.stdout)
    (by_chance, _), (trained, wide) = [(float(share), float(half)) for share, half in measured]
    assert trained >= 0.8
    assert trained - wide > by_chance
