"""Measure the page in a moment: `python -m tools.page_moments [--rounds 3]`. The longest frame of each scene.

It starts a server of its own and a real Chromium, and plays golden games up to Step 2, Step 3 and the last round, one
to its end. The figure is the time from one frame to the next, by the clock: run it where nothing else runs. Each scene
is played so many times; the table has the median and the longest, and a longest over the limit is a failure.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.e2e.kit import launch, server_in
from tests.e2e.player import Player, until
from tests.e2e.test_moments import LAST, STEP2, STEP3, reach

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.test_moments import Coming

FRAME_MOST = 50.0
"""Milliseconds from one frame to the next."""
SIZE = (1440, 900)
DECISIONS_MOST = 60
TRIES = 3
VICTORY = 3_000
"""Milliseconds that the victory takes, and a little more."""


def longest_in(page: Page, kind: str) -> float:
    """Return the longest frame of a ribbon that has gone."""
    until(page, "() => document.querySelector('.ribbon') === null")
    rows = page.evaluate("() => moments.map(({ kind, longest }) => [kind, longest])")
    return max(float(longest) for name, longest in rows if name == kind)


def victory(page: Page) -> float:
    """Play on to the end of the game and return the longest frame of its scene."""
    Player(page).play_on(DECISIONS_MOST)
    page.wait_for_timeout(VICTORY)
    return float(page.evaluate("() => victory"))


def shown(browser: Browser, url: str, coming: Coming) -> Page:
    """Return a page that has drawn this moment; a busy machine skips one that would come too late."""
    for _ in range(TRIES - 1):
        with contextlib.suppress(AssertionError):
            return reach(browser, url, coming, SIZE, "en-GB", look=False)
    return reach(browser, url, coming, SIZE, "en-GB", look=False)


def measured(browser: Browser, url: str) -> dict[str, float]:
    """Play each scene once."""
    longest = {}
    for coming in (STEP2, STEP3, LAST):
        page = shown(browser, url, coming)
        longest[coming.kind] = longest_in(page, coming.kind)
        if coming is LAST:
            longest["victory"] = victory(page)
        page.context.close()
    return longest


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each scene is played")
    rounds = parser.parse_args().rounds
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server_in(Path(folder)) as server:
        browser = launch(playwright)
        runs = [measured(browser, server.url) for _ in range(rounds)]
        browser.close()
    for kind in runs[0]:
        frames = [run[kind] for run in runs]
        print(f"{kind:8}  longest frame, median {statistics.median(frames):6.1f} ms, longest {max(frames):6.1f} ms")
    print(f"most {FRAME_MOST:.0f} ms, {rounds} times each")
    return 0 if max(max(run.values()) for run in runs) <= FRAME_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
