"""Measure the page: `python -m tools.page_budget`. Bundle gzipped, first contentful paint, time to draw an update.

It starts a server of its own and a real Chromium, plays some moves on a six-player board, prints a table and fails
when a figure is over its limit.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.kit import Player, launch, quick, server_in, visitor

PAGE = Path(__file__).parent.parent / "src" / "kilowatt" / "server" / "page"
BUNDLE_MOST = 250_000
PAINT_MOST = 1000.0
FRAME_MOST = 16.0
DECISIONS = 40

# React draws an update synchronously in the task that receives the message, so that task's length up to the layout it
# forces is what an update costs.
WATCH = """
() => {
  window.costs = [];
  const wrap = (socket) => {
    const hear = socket.onmessage;
    if (!hear || hear.timed) return;
    const timed = (event) => {
      const update = event.data.startsWith('{"type":"update"');
      const start = performance.now();
      hear.call(socket, event);
      if (update) queueMicrotask(() => queueMicrotask(() => {
        document.querySelector('.game')?.getBoundingClientRect();
        window.costs.push(performance.now() - start);
      }));
    };
    timed.timed = true;
    socket.onmessage = timed;
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { wrap(this); return send.call(this, data); };
}
"""


def bundle() -> int:
    """Weigh everything that a visitor could load."""
    files = [path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def main() -> int:
    """Measure, print, judge."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server_in(Path(folder)) as server:
        browser = launch(playwright)
        context = visitor(browser)
        page = context.new_page()
        page.goto(server.url)
        page.locator(".hero .primary").wait_for()
        paint = float(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        player: Player = quick(page, server.url, "recharged/usa", seats=6)
        page.evaluate(WATCH)
        for _ in range(DECISIONS):
            if player.decide() == "over":
                break
        costs = sorted(float(cost) for cost in page.evaluate("() => window.costs"))
        browser.close()
    weight = bundle()
    median, late = statistics.median(costs), costs[int(len(costs) * 0.95)]
    print(f"bundle, everything gzipped       {weight / 1000:8.1f} kB   most {BUNDLE_MOST / 1000:.0f}")
    print(f"first contentful paint           {paint:8.0f} ms   most {PAINT_MOST:.0f}")
    print(f"update drawn, median of {len(costs):4d}     {median:8.1f} ms   most {FRAME_MOST:.0f}")
    print(f"update drawn, 95th percentile    {late:8.1f} ms")
    fine = weight < BUNDLE_MOST and paint < PAINT_MOST and median < FRAME_MOST
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
