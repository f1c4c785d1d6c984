"""What is kept of a browser test that failed: its pages as they were, and a trace where it is run once more."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

KEPT = Path(__file__).parents[2] / "build" / "failures"


def folder_of(test: str) -> Path:
    """Return the folder for what is kept of a test, by its pytest name."""
    folder = KEPT / re.sub(r"[^\w.-]+", "_", test.removeprefix("tests/e2e/"))[:150]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep_pages(browser: Browser | None, test: str) -> Path:
    """Write a picture and the HTML of every open page of this browser."""
    folder = folder_of(test)
    pages = [page for context in (browser.contexts if browser else []) for page in context.pages]
    for number, page in enumerate(pages, 1):
        try:
            (folder / f"page-{number}.html").write_text(page.content(), encoding="utf-8")
            page.screenshot(path=folder / f"page-{number}.png", timeout=10_000)
        except Error as error:  # a page that is gone or hangs has its own message
            (folder / f"page-{number}.txt").write_text(str(error), encoding="utf-8")
    return folder


def trace_contexts(browser: Browser) -> None:
    """Record a trace of every context that this browser opens, into the folder of the test that opened it."""
    numbers = itertools.count(1)
    open_plainly = browser.new_context

    def open_traced(**options: Any) -> BrowserContext:
        context = open_plainly(**options)
        context.tracing.start(screenshots=True, snapshots=True)
        path = folder_of(os.environ["PYTEST_CURRENT_TEST"].split(" ")[0]) / f"trace-{next(numbers)}.zip"
        close_plainly = context.close

        def close(**how: Any) -> None:
            context.tracing.stop(path=path)
            close_plainly(**how)

        context.close = close  # type: ignore[method-assign]
        return context

    browser.new_context = open_traced  # type: ignore[method-assign]
