"""The table of areas: which code is broken on purpose, and which tests must notice.

`tests/tools/test_mutants.py` checks that every path here exists, so that a rename cannot empty an area silently.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).parents[2]
SEED = 24
"""Chooses samples: the same on every machine."""


@dataclass(frozen=True)
class Area:
    """Files to break and the tests that must notice; `sample` limits a large area to so many mutants."""

    paths: tuple[str, ...]
    tests: tuple[str, ...]
    sample: int = 0
    most: int = 0
    """Tests to try against one mutant, 0: all that run the changed line."""

    def files(self) -> list[Path]:
        """List the Python files, from the top folder on."""
        named = [path for name in self.paths for path in sorted(TOP.glob(name))]
        return [path.relative_to(TOP) for path in named if path.name != "__init__.py"]


DATA_TESTS = ("tests/boards", "tests/rules")
"""Tests that play with the data of editions and boards: each is tried against the files that it reads."""

AREAS = {
    "rules": Area(
        ("src/kilowatt/engine/**/*.py",),
        (
            "tests/golden/test_golden.py",
            "tests/rules",
            "tests/table",
            "tests/conformance/test_random_games.py",
            "tests/kernel/test_lockstep.py",
        ),
        sample=300,
        most=200,
    ),
    "statistics": Area(
        ("src/kilowatt/statistics.py",), ("tests/arena/test_statistics.py", "tests/arena/test_bootstrap_ends.py")
    ),
    "secrecy": Area(("src/kilowatt/engine/knowledge.py",), ("tests/rules/test_knowledge.py",)),
    "undo": Area(("src/kilowatt/table/undo.py",), ("tests/table/test_undo.py",)),
    "limits": Area(
        ("src/kilowatt/server/limits.py",),
        (
            "tests/server/test_limit_buckets.py",
            "tests/server/test_work_budget.py",
            # that each limit refuses is a test over a real server, too slow for every mutant; this one sees its numbers
            "tests/server/test_limits.py::test_the_table_of_limits_is_documented",
        ),
    ),
    "delivery": Area(
        ("src/kilowatt/server/notifications/delivery.py",),
        ("tests/server/test_delivery.py", "tests/server/test_delivery_tls.py", "tests/server/test_scoped_address.py"),
    ),
    "store-writer": Area(
        ("src/kilowatt/server/store/writer.py",),
        ("tests/server/test_writer.py", "tests/server/test_writer_failures.py"),
    ),
}
