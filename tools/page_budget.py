"""Measure the page: `python -m tools.page_budget`. Bundle gzipped, first contentful paint, time to draw an update.

It starts a server of its own and a real Chromium, plays a game on a six-player board, prints a table and fails
when a figure is over its limit. Updates are measured in processor time, which a busy machine does not change.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from kilowatt.statistics import percentile
from tests.e2e.kit import launch, quick, server_in, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Player

PAGE = Path(__file__).parent.parent / "src" / "kilowatt" / "server" / "page"
BUNDLE_MOST = 260_000
BOARDS = tuple(sorted(path.stem for path in (PAGE.parent / "pictures" / "boards").glob("*.json")))
WHEN_OPENED = {
    BOARDS: 110_000,
    ("deutsch",): 40_000,
    ("Atlas", "atlas", "Sheet"): 12_000,
    ("special",): 5_000,
    ("RealTable", "NewReal"): 18_000,
    ("Offline", "Correct", "LineForm"): 7_000,
    ("Workshop",): 35_000,
    ("Learn", "first", "cards", "touring", "Puzzles"): 20_000,
    ("Group", "group", "Tournament", "Player", "Ratings", "Privacy", "Profile", "Mail", "people"): 20_000,
    ("Challenges", "challenges", "Task"): 5_000,
    ("RulePicture", "Overview", "pictures"): 6_500,
    ("Review",): 8_000,
    ("End", "Chart"): 10_000,
    ("host-", "thinker-"): 10_000,
    ("Notifications", "HookForm", "notifications"): 5_000,
    ("Days", "days", "Orders", "orders", "Requests"): 15_000,
}
"""What is loaded when it is opened, a board's drawing when it is shown and a language when it is chosen, by the
beginnings of the files' names, and how much each group may be."""
PAINT_MOST = 1000.0
FRAME_MOST = 16.0
DECISIONS = 150

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]

# A question or another dialog that opens or closes is no update: the browser computes the styles of all that it makes
# unusable, as it does with every modal dialog. Its tasks are counted apart.
#
# An update is drawn in a few tasks: first what is played with, then what is only read, which also changes the number
# of the state shown. Asking for a size at a task's end makes the browser lay the page out in that task too, so its
# processor time is all that it costs before it is painted.
WATCH = """
() => {
  const game = document.querySelector('.game');
  const mark = (name) => queueMicrotask(() => queueMicrotask(() => {
    console.timeStamp(name);
    game.getBoundingClientRect();
  }));
  new MutationObserver((all) => mark(all.some((one) => one.attributeName === 'data-seq') ? 'drawn' : 'changed'))
    .observe(game, { attributes: true, childList: true, characterData: true, subtree: true });
  new MutationObserver(() => mark('dialog')).observe(document.body, { childList: true });
}
"""
MARKS = {"drawn", "changed", "dialog"}


def drawn(trace: bytes) -> tuple[list[float], list[float]]:
    """Return the processor time, in milliseconds, of the longest task that drew a part of each update, and of dialogs.

    Both are sorted, least first.
    """
    events = json.loads(trace)["traceEvents"]
    marks = [
        (row["pid"], row["tid"], row["ts"], row["args"]["data"]["message"])
        for row in events
        if row["name"] == "TimeStamp" and row["args"]["data"].get("message") in MARKS
    ]
    tasks = [row for row in events if row["name"] == "RunTask" and row.get("ph") == "X" and "tdur" in row]
    costs, dialogs, longest = [], [], 0.0
    for task in sorted(tasks, key=lambda row: float(row["ts"])):
        place = (task["pid"], task["tid"])
        drawn_parts = {what for *at, ts, what in marks if tuple(at) == place and 0 <= ts - task["ts"] <= task["dur"]}
        if "dialog" in drawn_parts:
            dialogs.append(task["tdur"] / 1000)
        elif drawn_parts:
            longest = max(longest, task["tdur"] / 1000)
        if "drawn" in drawn_parts:
            costs.append(longest)
            longest = 0.0
    return sorted(costs), sorted(dialogs)


def updates(browser: Browser, player: Player, decisions: int) -> tuple[list[float], list[float]]:
    """Let a player decide so many times, or until the game is over; return what the updates took, as `drawn` does."""
    player.page.evaluate(WATCH)
    browser.start_tracing(page=player.page, categories=CATEGORIES)
    for _ in range(decisions):
        if player.decide() == "over":
            break
    return drawn(browser.stop_tracing())


def weights() -> dict[tuple[str, ...], int]:
    """Weigh the page gzipped: under the empty name what a game on any board needs, then each group of `WHEN_OPENED`.

    Python for the browser, in a folder of its own, is downloaded where a page plays without a server only.
    """
    sizes: dict[tuple[str, ...], int] = dict.fromkeys([(), *WHEN_OPENED], 0)
    for path in PAGE.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg") and path.parent.name != "runtime":
            group = next((names for names in WHEN_OPENED if path.name.startswith(names)), ())
            sizes[group] += len(gzip.compress(path.read_bytes(), 9))
    return sizes


def main() -> int:
    """Measure, print, judge."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server_in(Path(folder)) as server:
        browser = launch(playwright)
        context = visitor(browser)
        page = context.new_page()
        page.goto(server.url)
        page.locator(".hero .primary").wait_for()
        painted = page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        paint = float(painted.json_value())
        player = quick(page, server.url, "recharged/usa", seats=6)
        costs, dialogs = updates(browser, player, DECISIONS)
        browser.close()
    weight, *_ = heavy = list(weights().values())
    median, late = statistics.median(costs), percentile(costs, 0.95)
    print(f"the page gzipped                 {weight / 1000:8.1f} kB   most {BUNDLE_MOST / 1000:.0f}")
    print(f"and screens loaded when opened   {sum(heavy[1:]) / 1000:8.1f} kB")
    print(f"first contentful paint           {paint:8.0f} ms   most {PAINT_MOST:.0f}")
    print(f"update drawn, median of {len(costs):4d}     {median:8.1f} ms   processor time")
    print(f"update drawn, 95th percentile    {late:8.1f} ms   most {FRAME_MOST:.0f}")
    if dialogs:
        print(f"a dialog opened or closed, median {statistics.median(dialogs):6.1f} ms   of {len(dialogs)}; no update")
    fine = weight < BUNDLE_MOST and paint < PAINT_MOST and late < FRAME_MOST
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
