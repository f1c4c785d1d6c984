"""What is true of the compiled kernel only."""

from __future__ import annotations

import signal
import subprocess
import sys
from random import Random

import pytest

import kilowatt
from kilowatt.kernel import COMPILED, backend, plain_core
from kilowatt.kernel.chance import mix
from kilowatt.kernel.rule_tables import make_tables

pytestmark = pytest.mark.compiled

ENDLESS = """
import kilowatt
from kilowatt.kernel import Batch
batch = Batch(kilowatt.ruleset("recharged/germany", 6), 20_000)
print("begun", flush=True)
while True:
    batch.new()
    batch.play_out()
"""


def test_the_wheel_has_the_compiled_kernel() -> None:
    """The tests of this environment run on the C build."""
    assert COMPILED
    assert backend.Core is not plain_core.Core


@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_both_builds_play_the_same_bytes(ruleset: str) -> None:
    """Random games of the same seeds end in the same records, compiled and as plain Python."""
    for seats in (2, 4, 6):
        tables = make_tables(kilowatt.ruleset(ruleset, seats))
        ends = []
        for build in (backend.Core, plain_core.Core):
            games = build(tables, 3)
            for game in range(3):
                games.seed(game, mix(Random(game).getrandbits(64)))
            games.new(0, 3)
            played = games.play_on(0, 3, 5000)
            ends.append((played, [tuple(games.values(game)) for game in range(3)]))
        assert ends[0] == ends[1]


def test_ctrl_c_ends_a_long_playout() -> None:
    """An interrupt ends a playout of many games: a chunk of actions is played on, then Python is asked."""
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=120)
    assert b"KeyboardInterrupt" in told
    assert process.returncode != 0
