"""Measure how long the workshop works for one frame of a drag: `python -m tools.workshop_frames [--cities 60]`.

A real Chromium drags a city of a board with so many cities. For each move of the pointer the time that the page's main
thread was busy is read from the browser's own counter (`TaskDuration`, in processor time): script, style and layout.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.board_new import board_of_cities
from tests.e2e.kit import launch, server_in

MOVES = 120
FRAME = 16.0
"""Milliseconds that a frame may take."""


def board_with(cities: int) -> dict[str, Any]:
    """Make a board of so many cities on a grid, in six areas, with proposed links."""
    rows = [f"City {n},{40 + n // 10 + n % 3 / 9},{n % 10 + n % 7 / 9},{n % 10 // 2 + 1}" for n in range(cities)]
    board = board_of_cities("grid", "\n".join(rows), "Grid")
    places = {}
    for area in board.area:
        for city in area.cities:
            places[city.id] = [100 + city.lon * 85, 80 + (50 - city.lat) * 85, "e"]
    return plain(board_of("grid", {**plain(board), "layout": {"scale": 1.0, "cities": places}}))


def measured(cities: int) -> list[float]:
    """Drag a city and return the busy milliseconds of each frame."""
    from playwright.sync_api import sync_playwright

    saved = json.dumps([{"key": "k", "at": 1, "board": board_with(cities)}])
    with server_in(Path(tempfile.mkdtemp())) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(
            f"localStorage.setItem('kilowatt.boards', {json.dumps(saved)}); localStorage.setItem('kilowatt.board', 'k')"
        )
        page.goto(f"{server.url}/workshop")
        page.locator(".ws-finding").first.wait_for()
        counters = page.context.new_cdp_session(page)
        # processor time of the thread, not time on the wall: other programs on the machine do not count
        counters.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        counters.send("Performance.enable")

        def busy() -> float:
            rows = counters.send("Performance.getMetrics")["metrics"]
            return 1000 * float(next(row["value"] for row in rows if row["name"] == "TaskDuration"))

        box = page.locator(".ws-city .hit").nth(cities // 2).bounding_box()
        assert box is not None  # noqa: S101 - it is shown
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        frames: list[float] = []
        for step in range(MOVES):
            before = busy()
            page.mouse.move(x + step % 40, y + step % 25)
            page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            frames.append(busy() - before)
        page.mouse.up()
        browser.close()
        return frames


def main() -> int:
    """Print the figures; the exit code is 1 if the median frame takes too long."""
    parser = argparse.ArgumentParser(description="frames of a drag in the workshop")
    parser.add_argument("--cities", type=int, default=60, help="cities on the board, at most 64")
    frames = sorted(measured(parser.parse_args().cities))
    late = frames[int(0.95 * len(frames))]
    usual = statistics.median(frames)
    print(f"{len(frames)} frames: median {usual:.1f} ms, 95 % under {late:.1f} ms, most {frames[-1]:.1f} ms")
    return 1 if usual > FRAME else 0


if __name__ == "__main__":
    sys.exit(main())
