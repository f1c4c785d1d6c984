"""The compiled kernel under the sanitizers; part of `make soak`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.soak
@pytest.mark.parametrize("words", [[], ["--two-words"]], ids=["one number", "two words"])
def test_random_games_touch_no_memory_they_should_not(words: list[str]) -> None:
    """Twenty million random actions give no report of the address and undefined-behaviour sanitizers."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.sanitize_kernel", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert "nothing reported" in done.stdout
