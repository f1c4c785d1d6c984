"""How a server says how it is: alive, ready, and in numbers."""

import random
from pathlib import Path
from typing import Any

import pytest

from kilowatt.client import Client
from kilowatt.editions import registry, schema
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.monitoring.metrics import BUCKETS, Metrics
from tests.server.kit import plain_http, play_on, run, serving, sqlite
from tests.server.seats import THREE


def numbers(text: str) -> dict[str, float]:
    """Read Prometheus' text format."""
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in rows}


def test_data_files_are_read_before_the_server_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a board or its rules first waits for no file, and neither does anybody else."""
    read: list[str] = []

    def noted(path: Path) -> dict[str, Any]:
        read.append(path.name)
        return schema.read_toml(path)

    async def check() -> None:
        registry.forget()
        registry.rules.cache_clear()
        registry.cites.cache_clear()
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            monkeypatch.setattr(registry, "read_toml", noted)
            for row in await ann.rulesets():
                await ann.board(row.id, row.seats[0])
                await ann.rules(row.id, row.seats[0])
            assert read == []

    run(check())


def test_health_readiness_and_numbers(tmp_path: Path) -> None:
    """A server that serves is alive and ready, and counts every move, commit and table in memory."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            plain_http(server.url) as http,
        ):
            assert [(await http.get(path)).status_code for path in ("/healthz", "/readyz")] == [200, 200]
            code = (await ann.create(THREE)).table.code
            async with ann.sit(code) as seat:
                assert await play_on(seat, random.Random(1), 7) == 7
                figures = numbers((await http.get("/metrics")).text)
            assert figures["kilowatt_moves_total"] == 7
            assert (figures["kilowatt_rooms"], figures["kilowatt_sockets"]) == (1, 1)
            for phase in ("act", "store", "send"):
                assert figures[f"kilowatt_{phase}_seconds_count"] == 7
                assert figures[f'kilowatt_{phase}_seconds_bucket{{le="+Inf"}}'] == 7
            # waiting for the commit is part of the move
            assert figures["kilowatt_store_seconds_sum"] <= figures["kilowatt_act_seconds_sum"]

    run(check())


def test_a_time_is_counted_in_every_bucket_it_fits() -> None:
    """Buckets are cumulative, as Prometheus wants them; a time on a bound counts as within it."""
    metrics = Metrics()
    for seconds in (0.0, BUCKETS[0], BUCKETS[3], 99.0):
        metrics.observe("nap_seconds", seconds)
    figures = numbers(metrics.text())
    below = [figures[f'kilowatt_nap_seconds_bucket{{le="{most:g}"}}'] for most in BUCKETS]
    assert below == [2, 2, 2, *[3] * (len(BUCKETS) - 3)]
    assert figures["kilowatt_nap_seconds_count"] == 4


def test_presence_and_watchers(tmp_path: Path) -> None:
    """Everybody sees whose device is connected and how many watch; who goes is gone for all."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            seats = [SeatPlan("person", name="Ann"), SeatPlan("bot", "random")]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            async with eve.sit(code) as watcher:
                assert watcher.table is not None
                assert [seat.present for seat in watcher.table.seats] == [False, False]
                async with ann.sit(code) as seat:
                    await watcher.until(lambda: watcher.table is not None and watcher.table.seats[0].present)
                    assert seat.table is not None
                    assert seat.table.watchers == 1
                await watcher.until(lambda: watcher.table is not None and not watcher.table.seats[0].present)

    run(check())
