"""One Chromium for all browser tests of a process, and one server for those that do not stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.kit import Server, chromium_path, launch, server_in, visitor, watch_faults

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

TOP = __file__.rsplit("/tests/", 1)[0]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give a running Chromium."""
    if chromium_path() is None:
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server with a database of its own."""
    with server_in(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Give a server that the test may stop."""
    with server_in(tmp_path) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Give a page of a new device; at the end it must have done nothing wrong."""
    context = visitor(browser)
    opened = context.new_page()
    faults = watch_faults(opened)
    yield opened
    context.close()
    assert faults == []
