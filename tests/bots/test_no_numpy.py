"""Where NumPy cannot be imported, the host and the coach can be, and the bots of all levels play the same moves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.same_moves import STORED, opening

BLOCKED = """
import json, sys
sys.modules["numpy"] = None
import kilowatt.coach, kilowatt.host.local, kilowatt.host.thinking
from tools.same_moves import WORK, hashes, opening
assert sys.modules["numpy"] is None
ruleset, bot = sys.argv[1:]
print(json.dumps(hashes([ruleset], [bot], 1, WORK) if ruleset else opening(bot)))
"""


def without_numpy(ruleset: str, bot: str) -> Any:
    """Play in a process in which NumPy cannot be imported."""
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, ruleset, bot],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.thorough
def test_the_strongest_bot_opens_alike_without_numpy() -> None:
    """The host and the coach are imported without NumPy, and `expert` plays the same first moves."""
    assert without_numpy("", "expert") == opening("expert")


@pytest.mark.parametrize("bot", ["values", "student", "learned"])
@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param("card-game", marks=pytest.mark.thorough),
        pytest.param("original/korea", marks=pytest.mark.slow),
        pytest.param("recharged/germany", marks=pytest.mark.slow),
    ],
)
def test_bots_play_the_stored_moves_without_numpy(ruleset: str, bot: str) -> None:
    """A seeded game of a bot with a network has the stored hash."""
    stored: dict[str, str] = json.loads(STORED.read_text(encoding="utf-8"))
    moves: dict[str, str] = without_numpy(ruleset, bot)
    assert moves
    assert moves == {game: stored[game] for game in moves}
