"""Monitoring: the numbers that the dashboard and the alerts ask for are there, and log lines name their request."""

import gc
import json
import logging
import random
import re
from pathlib import Path

import pytest

from kilowatt.client import Client
from kilowatt.protocol import AskQuote, QuickTable
from kilowatt.server.monitoring.logs import JsonLines, begin_request
from kilowatt.server.monitoring.loop_monitor import LoopMonitor
from kilowatt.server.monitoring.metrics import Metrics, labelled
from tests.server.kit import plain_http, play_on, run, serving, sqlite

DOCS = Path(__file__).parents[2] / "docs" / "monitoring"
LATER = {"store_errors", "bots_stuck", "bots_failed", "listener_lost", "viewers_cut"}
"""Counted when something goes wrong, and not before."""


def asked() -> set[str]:
    """List the metrics that dashboard and alerts name."""
    text = (DOCS / "grafana.json").read_text(encoding="utf-8") + (DOCS / "alerts.yml").read_text(encoding="utf-8")
    return {name.removesuffix("_bucket").removesuffix("_count") for name in re.findall(r"kilowatt_(\w+)", text)}


def test_dashboard_and_alerts_ask_for_numbers_that_exist(tmp_path: Path) -> None:
    """Every metric of the dashboard and the alert rules is served by a server that has played and refused a little."""

    async def check() -> str:
        async with serving(sqlite(tmp_path), limits=1.0, processes=1) as server, Client(server.url) as ann:
            made = await ann.quick(QuickTable(level="simple"))
            async with ann.sit(made.table.code) as seat:
                await play_on(seat, random.Random(1), 2)
                await seat.quote(AskQuote("q", seat=0))
                server.server.limits.charge("work", "x", 1.0)
                while server.server.limits.take("chat", "x"):
                    pass
                server.server.metrics.observe("collection_seconds", 0.0)
                server.server.metrics.observe("loop_late_seconds", 0.0)
                return (await ann.request("GET", "/metrics")).decode()

    text = run(check())
    served = {name.removesuffix("_total") for name in re.findall(r"# TYPE kilowatt_(\w+) ", text)}
    assert {name.removesuffix("_total") for name in asked()} - LATER <= served
    assert 'kilowatt_message_seconds_bucket{kind="quote",le="+Inf"} 1' in text
    assert 'kilowatt_refused_total{limit="chat"} 1' in text
    json.loads((DOCS / "grafana.json").read_text(encoding="utf-8"))


def test_labels_are_written_as_prometheus_reads_them() -> None:
    """Numbers of one name with different labels share a type line, and a histogram's bounds come after its labels."""
    metrics = Metrics()
    metrics.count("refused", limit="chat")
    metrics.count("refused", 2, limit="make")
    for seconds in (0.002, 0.0025, 0.003, 9.0):
        metrics.observe(labelled("message_seconds", kind="act"), seconds)
    lines = metrics.text().splitlines()
    assert lines.count("# TYPE kilowatt_refused_total counter") == 1
    assert 'kilowatt_refused_total{limit="make"} 2' in lines
    assert 'kilowatt_message_seconds_bucket{kind="act",le="0.001"} 0' in lines
    assert 'kilowatt_message_seconds_bucket{kind="act",le="0.0025"} 2' in lines
    assert 'kilowatt_message_seconds_bucket{kind="act",le="2.5"} 3' in lines
    assert 'kilowatt_message_seconds_bucket{kind="act",le="+Inf"} 4' in lines
    assert 'kilowatt_message_seconds_count{kind="act"} 4' in lines


def test_a_line_of_the_log_names_its_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """An answer carries the id under which its lines are in the log, and each request has its own."""

    async def check() -> list[str]:
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            return [(await http.get("/healthz")).headers["x-request-id"] for _ in range(2)]

    one, two = run(check())
    assert one != two
    name = begin_request()
    caplog.set_level(logging.INFO)
    logging.getLogger("kilowatt.test").info("something")
    assert json.loads(JsonLines().format(caplog.records[-1]))["request"] == name


def test_a_server_sets_aside_what_is_loaded_and_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program is made of is kept out of collections while a server runs, unless it was before the start."""
    monitor = LoopMonitor(Metrics())
    monkeypatch.setattr(LoopMonitor, "sets_aside", True)
    gc.unfreeze()
    try:
        monitor.start()
        aside = gc.get_freeze_count()
        monitor.stop()
        assert aside > 0
        assert gc.get_freeze_count() == 0
    finally:
        gc.freeze()
    monkeypatch.setattr(LoopMonitor, "sets_aside", False)
    before = gc.get_freeze_count()
    monitor.start()
    monitor.stop()
    assert gc.get_freeze_count() == before
