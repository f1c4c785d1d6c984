"""Measure how long the workshop works for one frame of a drag: `python -m tools.workshop_frames [--cities 60]`.

A real Chromium drags a city of a board with so many cities. For each move of the pointer the processor time of the
page's main thread until the next move is read from a trace: script, style, layout and painting.
"""

from __future__ import annotations

import argparse
import bisect
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.board_new import board_of_cities
from tests.e2e.kit import launch, server_in
from tools.page_budget import CATEGORIES

MOVES = 120
PAUSE = 0.035
"""Seconds between two moves, so that each has a frame of its own."""
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


def frames_of(trace: bytes) -> list[float]:
    """Return the busy milliseconds of the thread that got the moves, from each move to the next."""
    events = json.loads(trace)["traceEvents"]
    moves = [
        row for row in events if row["name"] == "EventDispatch" and row["args"]["data"].get("type") == "pointermove"
    ]
    starts = sorted(float(row["ts"]) for row in moves)
    frames = [0.0 for _ in starts]
    for row in events:
        if (
            row["name"] == "RunTask"
            and "tdur" in row
            and row["tid"] == moves[0]["tid"]
            and row["pid"] == moves[0]["pid"]
        ):
            # the task of a move ends after the move
            number = bisect.bisect_right(starts, row["ts"] + row["dur"]) - 1
            if number >= 0:
                frames[number] += row["tdur"] / 1000
    return frames


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
        box = page.locator(".ws-city .hit").nth(cities // 2).bounding_box()
        assert box is not None  # noqa: S101 - it is shown
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        browser.start_tracing(page=page, categories=CATEGORIES)
        for step in range(MOVES):
            page.mouse.move(x + step % 40, y + step % 25)
            time.sleep(PAUSE)
        frames = frames_of(browser.stop_tracing())
        page.mouse.up()
        browser.close()
        return frames


def main() -> int:
    """Print the figures; the exit code is 1 if one frame in twenty takes too long."""
    parser = argparse.ArgumentParser(description="frames of a drag in the workshop")
    parser.add_argument("--cities", type=int, default=60, help="cities on the board, at most 64")
    frames = sorted(measured(parser.parse_args().cities))
    late = frames[int(0.95 * len(frames))]
    usual = statistics.median(frames)
    print(f"{len(frames)} frames: median {usual:.1f} ms, 95 % under {late:.1f} ms, most {frames[-1]:.1f} ms")
    return 1 if late > FRAME else 0


if __name__ == "__main__":
    sys.exit(main())
