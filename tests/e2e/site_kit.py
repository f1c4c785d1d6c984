"""The game from a folder of files, for tests: a plain host that can be cut off, a browser that keeps what it stores."""

from __future__ import annotations

import contextlib
import http.server
import threading
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from kilowatt.server.site.policy import POLICY
from tests.e2e.kit import AT_ONCE, chromium_path, table_code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

BELOW = "/some/path"
STARTED = 300_000
"""Milliseconds for Python to start on a busy machine."""


PATIENCE = 90_000
"""Milliseconds for one thing to appear on a busy machine."""


TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "application/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""What nginx as it is delivered knows of the types of our files; all others are bytes to it."""


class Files:
    """A plain host of files below a path, with the policy on every answer; it can be cut off, or send damaged files.

    A folder that is not `ours` has no policy, and the types that Python knows.
    """

    def __init__(self, folder: Path, *, ours: bool = True) -> None:
        self.damaged: set[str] = set()
        self.asked: list[str] = []
        files = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *given: Any) -> None:
                super().__init__(*given, directory=str(folder))

            def translate_path(self, path: str) -> str:
                return super().translate_path(path.removeprefix(BELOW) or "/")

            def guess_type(self, path: Any) -> str:
                return (
                    TYPES.get(PurePath(path).suffix, "application/octet-stream") if ours else super().guess_type(path)
                )

            def do_GET(self) -> None:
                name = self.path.removeprefix(BELOW + "/")
                files.asked.append(name)
                if name in files.damaged:
                    self.send_response(200)
                    self.end_headers()
                    self.wfile.write(b"half of it")
                else:
                    super().do_GET()

            def end_headers(self) -> None:
                if ours:
                    self.send_header("Content-Security-Policy", POLICY)
                super().end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}{BELOW}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Cut it off."""
        self.server.shutdown()
        self.server.server_close()


@contextlib.contextmanager
def window(browser: Browser, profile: Path, *, prepared: bool = True, **options: Any) -> Iterator[Page]:
    """Open a browser that keeps what it stores, and close it; one that is not `prepared` begins with nothing stored."""
    opened = browser.browser_type.launch_persistent_context(
        profile, executable_path=chromium_path(), locale="en", reduced_motion="reduce", **options
    )
    opened.set_default_timeout(PATIENCE)
    if prepared:
        opened.add_init_script(AT_ONCE)
    yield opened.pages[0]
    opened.close()


def ready(page: Page) -> None:
    """Wait until the game can be played and needs no network."""
    expect(page.get_by_text("Works offline from now on")).to_be_visible(timeout=STARTED)


def begin(page: Page, ruleset: str, level: str) -> str:
    """Begin a game of three on the device and return its code."""
    fields = page.locator(".quick-form select")
    fields.nth(0).select_option(ruleset)
    fields.nth(1).select_option("3")
    choice = page.locator(f'.level input[value="{level}"]')
    if not choice.is_visible():
        page.locator(".more-bots summary").click()
    choice.check()
    page.locator(".hero .primary").click()
    page.locator("#console").wait_for(timeout=STARTED)
    return table_code(page)
