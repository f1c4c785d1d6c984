"""What holds for every test."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kilowatt.cli.threads import one_thread_each
from kilowatt.host import codes

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

one_thread_each()


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test deals and random moves of its own, the same in every run; the hours-long tests draw new ones."""
    if any(request.node.get_closest_marker(name) for name in ("slow", "soak")):
        return
    random.seed(request.node.nodeid)
    numbers = count()

    def new_seed() -> str:
        return hashlib.sha256(f"{request.node.nodeid} {next(numbers)}".encode()).hexdigest()

    monkeypatch.setattr(codes, "new_seed", new_seed)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that may take longest, so that none of them runs alone at the end."""

    def most(item: pytest.Item) -> float:
        mark = item.get_closest_marker("timeout")
        return -mark.args[0] if mark else 0.0

    items.sort(key=most)


def pytest_collection_finish() -> None:
    """Set aside what is loaded: thousands of collected tests, which every full garbage collection would look at."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Write which tests failed where `tools/run_tests.py` asks for it: with their mark `browser`, text and pictures."""
    path = os.environ.get("KILOWATT_FAILED_TESTS")
    if not path:
        return
    reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    rows = {
        report.nodeid: {
            "test": report.nodeid,
            "browser": "browser" in report.keywords,
            "pictures": dict(report.user_properties).get("pictures"),
            "error": report.longreprtext[-8000:],
        }
        for report in reports
    }
    Path(path).write_text(json.dumps(list(rows.values())), encoding="utf-8")
