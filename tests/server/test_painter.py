"""The process that paints pictures: what it takes is charged, what fails is logged, and nobody has all of it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from kilowatt.host.errors import Denied
from kilowatt.server.helper_process import HelperProcess, Stuck
from kilowatt.server.monitoring.meter import Meter, Metered
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.pictures.painter import WAITING_MOST, Painted, Painter
from tests.server.kit import run, serving, sqlite, until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><rect width="4" height="4"/></svg>'
LONG = 5.0
PAUSE = 0.2


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[], Awaitable[Painted]]) -> Painter:
    """Return a painter whose process is only acted."""

    async def ask(*_: object) -> Painted:
        return await answer()

    monkeypatch.setattr(HelperProcess, "ask", ask)
    return Painter(Metrics())


def test_a_picture_is_charged_what_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the process is that of the request, though the server itself only waits."""

    async def paint() -> Painted:
        return Painted(b"picture", LONG)

    async def check() -> None:
        meter, painter = Meter(), answering(monkeypatch, paint)
        assert await Metered(meter, painter.png("home", "")) == b"picture"
        assert meter.seconds >= LONG
        await painter.stop()

    run(check())


def test_a_drawing_that_stops_the_process_is_charged_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody else was painted for in that time; the client hears that it was logged, and it is."""

    async def hang() -> Painted:
        await asyncio.sleep(PAUSE)
        raise Stuck("TimeoutError")

    async def check() -> None:
        meter, painter = Meter(), answering(monkeypatch, hang)
        with caplog.at_level(logging.WARNING), pytest.raises(Denied, match="failed"):
            await Metered(meter, painter.png("home", ""))
        assert meter.seconds >= PAUSE
        assert [(row.message, row.__dict__["fields"]) for row in caplog.records] == [
            ("picture failed", {"why": "TimeoutError"})
        ]
        await painter.stop()

    run(check())


def test_what_is_no_drawing_is_refused_and_the_next_is_painted(caplog: pytest.LogCaptureFixture) -> None:
    """The real process answers with what was wrong and goes on."""

    async def check() -> None:
        painter = Painter(Metrics())
        with pytest.raises(Denied, match="failed"):
            await painter.png("home", "no drawing")
        assert [row.message for row in caplog.records] == ["picture failed"]
        first = painter.process.process
        assert (await painter.png("home", DRAWING)).startswith(b"\x89PNG")
        assert painter.process.process is first
        await painter.stop()

    run(check())


def test_a_server_that_stops_ends_its_process(tmp_path: Path) -> None:
    """Nothing goes on painting when the server has stopped."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server:
            painter = server.server.painter
            assert (await painter.png("home", DRAWING)).startswith(b"\x89PNG")
            process = painter.process.process
            assert process is not None
            assert process.returncode is None
        assert process.returncode is not None

    run(check())


def test_an_address_waits_for_only_so_many_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further ones are refused at once; another address is not, and comes next."""
    painted: list[str] = []

    async def check() -> None:
        go_on = asyncio.Event()

        async def paint() -> Painted:
            await go_on.wait()
            return Painted(b"picture", LONG)

        painter = answering(monkeypatch, paint)

        async def ask(address: str) -> None:
            await painter.png(address, "")
            painted.append(address)

        asked = [asyncio.create_task(ask("home")) for _ in range(1 + WAITING_MOST)]
        await until(lambda: painter._turns.waiting_of("home") == WAITING_MOST)
        with pytest.raises(Denied, match="too_many"):
            async with asyncio.timeout(5):
                await painter.png("home", "")
        asked.append(asyncio.create_task(ask("elsewhere")))
        await until(lambda: painter._turns.waiting_of("elsewhere") == 1)
        go_on.set()
        await asyncio.gather(*asked)
        assert painted.index("elsewhere") == 1
        assert len(painted) == WAITING_MOST + 2
        await painter.stop()

    run(check())
