"""Play random games in a kernel built with the address and undefined-behaviour sanitizers: nothing may be reported.

`python -m tools.sanitize_kernel [ACTIONS] [--two-words]` builds it into build/sanitized (with `--two-words` as where
the compiler has no numbers of 128 bits) and plays every ruleset with 2 to 6 seats.
Needs gcc or clang with its sanitizer libraries, and Cython.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from tools.build_kernel import build

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

FOLDER: Final = Path(__file__).parents[1] / "build" / "sanitized"
ACTIONS: Final = 20_000_000
STEPS: Final = 100
"""Ids taken per game of an environment."""
PLAYING: Final = "KILOWATT_SANITIZED"
"""Set in the process that plays: its value is the module's file."""


class Finder(importlib.abc.MetaPathFinder):
    """Finds the compiled kernel in a file outside the package."""

    def __init__(self, file: str) -> None:
        self.file = file

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Answer for the compiled kernel alone."""
        if fullname != "kilowatt.kernel._compiled":
            return None
        return importlib.util.spec_from_file_location(fullname, self.file)


def play(actions: int) -> None:
    """Play random games of every ruleset until so many actions have been played.

    Positions go in and out as well, a generator plays, and environments write their rows.
    """
    sys.meta_path.insert(0, Finder(os.environ[PLAYING]))
    import numpy as np

    import kilowatt
    from kilowatt.engine.rules import Rules
    from kilowatt.envs import VectorTable
    from kilowatt.kernel import COMPILED, Batch
    from tests.boards.board_kit import wide_board
    from tests.conformance.vocabulary import OPTIONS, options_for

    assert COMPILED  # noqa: S101 - else this would test nothing
    games = [(row.id, seats, options_for(row.id, options)) for row in kilowatt.rulesets() for seats, options in OPTIONS]
    games += [("custom", seats, {"board": wide_board(cities)}) for seats, cities in ((2, 65), (3, 128), (4, 100))]

    def steps(rules: Rules, seed: int) -> int:
        rng = np.random.default_rng(seed)
        for grain, form in (("atomic", "flat"), ("whole", "compact"), ("whole", "flat"), ("atomic", "compact")):
            table = VectorTable(rules, 2, grain=grain, observation=form, backend="kernel", seed=seed, threads=2)
            for _ in range(STEPS):
                table.step((rng.random(table.mask.shape, dtype=np.float32) * table.mask).argmax(1))
        return 8 * STEPS

    played = seed = 0
    while played < actions:
        for ruleset, seats, options in games:
            batch = Batch(kilowatt.ruleset(ruleset, seats, options), 16, seed=seed)
            batch.play_out(limit=seed % 400)
            for game in range(16):
                batch.legal(game)
                batch.load(game, batch.state(game))
            played += batch.play_out()
            batch.new()
            played += len(batch.play_by(0, Random(seed))) + steps(batch.rules, seed)
            seed += 16
    print(f"{played} actions, nothing reported")


def main(words: list[str]) -> int:
    """Build, then play in a process of its own that has the sanitizers loaded first."""
    actions = next((int(word) for word in words if word.isdigit()), ACTIONS)
    if PLAYING in os.environ:
        play(actions)
        return 0
    file = build(FOLDER, sanitize=True, two_words="--two-words" in words)
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    libraries = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    asked = {"LD_PRELOAD": " ".join(libraries), "ASAN_OPTIONS": "detect_leaks=0", PLAYING: str(file)}
    return subprocess.run(
        [sys.executable, "-m", "tools.sanitize_kernel", str(actions)], env={**os.environ, **asked}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
