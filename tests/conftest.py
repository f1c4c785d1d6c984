"""What holds for every test."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from kilowatt.cli.threads import one_thread_each

if TYPE_CHECKING:
    import pytest

one_thread_each()


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
