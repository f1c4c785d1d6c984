"""Lists of tables."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from kilowatt.server.store.store import LIST_LONGEST
from kilowatt.server.tables.reading import lists
from tests.server.kit import run

if TYPE_CHECKING:
    import pytest


class Shelf:
    """A store and a loader that answer without a pause."""

    async def lists(self, *_: object) -> list[SimpleNamespace]:
        """List as many tables as a list may have."""
        return [SimpleNamespace(code=f"T{number}") for number in range(LIST_LONGEST)]

    async def nothing(self, *_: object) -> dict[str, Any]:
        """Return that there is nothing more to know of them."""
        return {}

    seats_of = holders_of = elsewhere = nothing


def test_a_long_list_leaves_the_loop_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's step comes after a few tables at most, not after the whole list."""
    written, steps = [], []
    monkeypatch.setattr(lists, "table_view", lambda row, *_: written.append(row.code))
    registry: Any = SimpleNamespace(store=Shelf(), loader=Shelf(), rooms={})

    async def check() -> None:
        async def other() -> None:
            while True:
                steps.append(len(written))
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        await lists.list_tables(registry, "open", "")
        task.cancel()

    run(check())
    steps.append(len(written))
    assert len(written) == LIST_LONGEST
    assert max(later - earlier for earlier, later in zip([0, *steps], steps, strict=False)) <= lists.AT_ONCE
