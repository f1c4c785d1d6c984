"""Measure the game from a folder of files in a real Chromium: `python -m tools.site_speed [--site OUT] [--phone]`.

A host of its own sends the files (compressed where there is a compressed one), as fast as it can or as 4G does. With
`--phone` every process of the browser runs a quarter of the time, in slices of some milliseconds, and the host sends
9 Mbit/s after 85 ms: what browsers call fast 4G. Times are from the start of the navigation, medians of some runs.
The machine's load is printed with them: it should be below 1. Where it is not, the processor time of all threads of
the browser until the first decision compares better.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.e2e.player import Player, await_turn
from tools.site_host import SlowHost, page_memory, processor_seconds, slowed

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

LONG = 300_000
"""Milliseconds that anything may take."""
AIMS: dict[str, tuple[float, float]] = {
    "first picture": (1.0, 2.0),
    "first decision": (6.0, 20.0),
    "complete": (0.0, 0.0),
    "later picture": (1.0, 2.0),
    "later decision": (4.0, 10.0),
}
"""Seconds here and on a phone; 0: no aim."""
BOTS = {"normal": 0.05, "hard": 0.15, "expert": 1.5}
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
THOUGHT = "() => performance.getEntriesByName('kilowatt thinking').map(one => one.duration)"
ASKED = "() => document.querySelector('#console')?.dataset.asked"
FRAMES = """async ms => {
  const gaps = []; let last = performance.now(); const end = last + ms;
  while (last < end) { const now = await new Promise(requestAnimationFrame); gaps.push(now - last); last = now; }
  return gaps;
}"""


def opened(playwright: Playwright, profile: Path) -> Any:  # noqa: ANN401 - a context
    """Open a browser that keeps what it stores."""
    from tests.e2e.kit import CHROMIUM_FLAGS, chromium_path

    return playwright.chromium.launch_persistent_context(
        profile,
        executable_path=chromium_path(),
        args=list(CHROMIUM_FLAGS),
        viewport={"width": 390, "height": 844},
        locale="en",
    )


def decision(page: Page, level: str = "easy") -> float:
    """Begin a game as soon as it can be begun; return the seconds from the start of the page to the first decision."""
    hero = page.locator(".hero .primary").last
    hero.wait_for(timeout=LONG)
    choice = page.locator(f'.level input[value="{level}"]')
    choice.wait_for(state="attached", timeout=LONG)
    choice.check(timeout=LONG)
    hero.click(timeout=LONG)
    page.locator("#console").wait_for(timeout=LONG)
    page.wait_for_function(ASKED, timeout=LONG)
    return float(page.evaluate("performance.now()")) / 1000


def visits(playwright: Playwright, host: SlowHost, *, slow: bool) -> dict[str, float]:
    """Visit the site as a new device, then again; return the seconds of each event and the bytes of each visit."""
    row: dict[str, float] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder)
        for visit in ("first", "later"):
            host.sent = 0
            context = opened(playwright, profile)
            with slowed(4 if slow else 1, os.getpid()):
                page = context.pages[0]
                before = processor_seconds(os.getpid())
                page.goto(host.url)
                row[f"{visit} decision"] = decision(page)
                row[f"{visit} work"] = processor_seconds(os.getpid()) - before
                row[f"{visit} picture"] = float(page.evaluate(PAINT) or 0) / 1000
                if visit == "first":
                    page.evaluate("() => navigator.serviceWorker.ready.then(() => performance.now())")
                    row["complete"] = float(page.evaluate("performance.now()")) / 1000
            row[f"{visit} bytes"] = host.sent
            context.close()
    return row


def bots(playwright: Playwright, host: SlowHost, moves: int, *, slow: bool) -> dict[str, Any]:
    """Play a while against each level; return the bots' seconds, the gaps between frames meanwhile, and the memory."""
    row: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for level in BOTS:
            context = opened(playwright, Path(folder))
            page = context.pages[0]
            page.add_init_script("localStorage.setItem('kilowatt', JSON.stringify({ pace: 'instant' }))")
            page.goto(host.url)
            decision(page, level)
            page.evaluate("performance.clearMeasures()")
            with slowed(4 if slow else 1, os.getpid()):
                player = Player(page, 3)
                for _ in range(moves):
                    player.decide()
                    gaps = page.evaluate(FRAMES, 500)
                    row.setdefault("frames", []).extend(gaps)
                    if await_turn(page) == "over":
                        break
            row[level] = [ms / 1000 for ms in page.evaluate(THOUGHT)]
            row["memory"] = max(row.get("memory", 0), page_memory(os.getpid()))
            context.close()
    return row


def review(playwright: Playwright, host: SlowHost, record: Path, *, slow: bool) -> dict[str, float]:
    """Review a finished game of a file; return the seconds to the first verdict and to the end."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = opened(playwright, Path(folder))
        page = context.pages[0]
        page.goto(host.url)
        page.get_by_text("Works offline").wait_for(timeout=LONG)
        page.locator('.ways input[type="file"]').first.set_input_files(record)
        asks = page.get_by_role("button", name="Review the game")
        asks.wait_for(timeout=LONG)
        with slowed(4 if slow else 1, os.getpid()):
            begun = time.monotonic()
            asks.click()
            page.locator(".swings button, .review-head").first.wait_for(timeout=LONG)
            first = time.monotonic() - begun
            page.wait_for_function("() => !document.querySelector('progress')", timeout=LONG)
            row = {"first": first, "whole": time.monotonic() - begun}
        context.close()
    return row


def main() -> None:
    """Measure and print a row each."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, help="the folder; without it one is written")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--phone", action="store_true", help="a quarter of the processor, and 4G")
    parser.add_argument("--moves", type=int, default=6, help="moves against each level")
    parser.add_argument("--only", choices=("visits", "bots", "review"))
    parser.add_argument("--record", type=Path, help="a finished game to review")
    args = parser.parse_args()
    site = args.site
    if site is None:
        from kilowatt.server.site.folder import write_site

        site = Path(tempfile.mkdtemp()) / "site"
        print("written:", json.dumps(write_site(site)))
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, {'phone and 4G' if args.phone else 'as it is'}")
    host = SlowHost(site, 9e6 / 8 if args.phone else 0, 0.085 if args.phone else 0)
    with sync_playwright() as playwright:
        if args.only in (None, "visits"):
            rows = [visits(playwright, host, slow=args.phone) for _ in range(args.runs)]
            for name, aims in AIMS.items():
                values = sorted(row[name] for row in rows)
                aim = f"aim {aims[args.phone]:g}" if aims[args.phone] else ""
                print(f"{name:16} {statistics.median(values):6.2f} s ({values[0]:.2f} to {values[-1]:.2f}) {aim}")
            for visit in ("first", "later"):
                work = sorted(row[f"{visit} work"] for row in rows)
                print(f"{visit + ' work':16} {statistics.median(work):6.2f} s of processors until the first decision")
                print(f"{visit + ' bytes':16} {statistics.median(row[f'{visit} bytes'] for row in rows):,.0f}")
        if args.only in (None, "bots"):
            played = bots(playwright, host, args.moves, slow=args.phone)
            for level, usual in BOTS.items():
                times = sorted(played[level]) or [0.0]
                goal = 4.0 if args.phone and level == "expert" else usual
                most = times[int(0.95 * (len(times) - 1))]
                middle = statistics.median(times)
                print(f"{level:16} median {middle:.3f} s, 95 % {most:.3f} s, aim {goal} s ({len(times)})")
            gaps = sorted(played["frames"])
            print(f"frames           95 % within {gaps[int(0.95 * (len(gaps) - 1))]:.0f} ms, longest {gaps[-1]:.0f} ms")
            print(f"memory           {played['memory'] / 1e6:.0f} MB, aim 400 MB")
        if args.record is not None and args.only in (None, "review"):
            took = review(playwright, host, args.record, slow=args.phone)
            print(f"review           first {took['first']:.1f} s, whole {took['whole']:.1f} s, aim 60 s")
    host.stop()


if __name__ == "__main__":
    main()
