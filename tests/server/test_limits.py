"""Every limit of the table is exceeded over a real server, and refuses; its numbers are stated in `limit_ways`."""

from __future__ import annotations

import itertools
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from kilowatt.server.http import gate
from kilowatt.server.limits import LIMITS, Limits
from kilowatt.server.pictures.painter import Painter
from tests.server.kit import Clock, run, serving, sqlite
from tests.server.limit_ways import WAYS, Stage
from tests.tiers import some_quick
from tools import server_docs


async def paint_nothing(*_: object) -> bytes:
    """Stand for the process that paints."""
    return b""


def test_there_is_a_way_to_exceed_every_limit() -> None:
    """A limit that is added to the table comes with a way to exceed it, and none is left of one that is gone."""
    assert set(WAYS) == set(LIMITS)


def test_the_table_of_limits_is_documented() -> None:
    """The page of limits shows every limit as it is."""
    page = server_docs.LIMITS_PAGE
    assert page.read_text(encoding="utf-8") == server_docs.limits_page(), "run make docs"
    assert {limit.per for limit in LIMITS.values()} == {"device", "address", "mail address"}


@pytest.mark.parametrize("kind", some_quick(LIMITS, 4))
def test_a_limit_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """So many are allowed, the next is refused by this limit, and later a few more are allowed and no more."""
    way = WAYS[kind]
    monkeypatch.setattr(gate, "REFUSED_SECONDS", 0.0)
    monkeypatch.setattr("kilowatt.server.pictures.drawing.waiting_svg", lambda *_: "")
    monkeypatch.setattr(Painter, "png", paint_nothing)
    # what is measured beyond the cost depends on the machine; test_meter.py is about that
    monkeypatch.setattr(Limits, "worked", lambda *_: None)
    clock = Clock()
    settings = {"limits": 1.0, "smtp": "smtp://127.0.0.1:1", "mail_from": "a@example.org"}

    async def check() -> None:
        async with serving(sqlite(tmp_path), **settings) as server, AsyncExitStack() as stack:
            server.server.limits.clock = clock
            stage = Stage(server, clock, stack)
            refused = f'refused{{limit="{kind}"}}'
            counts = server.server.metrics.counts
            once = await way.prepare(stage)
            numbers = itertools.count()
            for _ in range(way.allowed):
                number = next(numbers)
                assert await once(number), f"{number} were allowed, not {way.allowed}"
            assert not await once(next(numbers)), f"more than {way.allowed} were allowed"
            if stage.free is not None:
                await stage.free()
            clock.now += way.wait
            for _ in range(way.more):
                assert await once(next(numbers)), "none was allowed later"
            assert not await once(next(numbers)), f"more than {way.more} were allowed later"
            assert {name: count for name, count in counts.items() if name.startswith("refused")} == {refused: 2}

    run(check())
