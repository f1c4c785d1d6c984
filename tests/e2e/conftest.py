"""One Chromium for all browser tests of a process, one server for those that do not stop it, and nothing left out.

Where KILOWATT_BROWSER is `required`, as in CI, a browser test that is skipped or deselected is a failure.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import pytest

from tests.e2e.failures import keep_pages, trace_contexts
from tests.e2e.kit import COARSE, Server, chromium_path, launch, server_in, visitor, watch_faults
from tests.e2e.player import SHORT

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

REQUIRED = os.environ.get("KILOWATT_BROWSER", "") == "required"
LATER = {"thorough", "slow", "soak"}
"""Marks of the tests that another command runs."""
left_out: list[str] = []


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Note the browser tests that will not run."""
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if "browser" in marks and not marks & LATER:
            left_out.append(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the pages of a failed test, and turn a skipped one into a failed one where the browser is required."""
    report = yield
    if report.when == "call" and report.failed:
        folder = keep_pages(cast("Browser | None", item.funcargs.get("browser")), report.nodeid)
        report.user_properties.append(("pictures", str(folder)))
    if REQUIRED and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"KILOWATT_BROWSER=required, but this test was skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="package")
def not_run() -> list[str]:
    """Return the browser tests that were collected and will not run."""
    return left_out


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield a running Chromium."""
    if chromium_path() is None:
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=SHORT * 1000)
    with sync_playwright() as playwright:
        started = launch(playwright)
        if os.environ.get("KILOWATT_TRACE"):
            trace_contexts(started)
        yield started
        started.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with its own database."""
    with server_in(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="package")
def dealing_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with unknown deals, as for players."""
    with server_in(tmp_path_factory.mktemp("dealing"), deal=None) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server that the test may stop."""
    with server_in(tmp_path) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page of a new device; at the end it must have reported no error."""
    context = visitor(browser, **COARSE)
    opened = context.new_page()
    faults = watch_faults(opened)
    yield opened
    context.close()
    assert faults == []


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the game as a folder of files, as the command writes it."""
    from kilowatt.server.site.folder import write_site

    out = tmp_path_factory.mktemp("site") / "out"
    sums = write_site(out)
    assert sums["transfer"] <= 7_000_000
    return out
