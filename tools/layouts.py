"""Write the page's layouts of boards: `python -m tools.layouts [RULESET ...] [--check]`.

A board needs no layout: the page draws it from its coordinates. A file in `src/kilowatt/server/pictures/boards` is for
what coordinates cannot say: a coast, names of areas in German, labels moved by hand.

- Without arguments each drawing in `tools/drawings` is packed into its layout: rings become paths of whole units.
  A drawing is the readable form. Its `source` says where places, land and areas come from.
- With rulesets (of the folder in KILOWATT_DATA too) their boards are drawn as the page would draw them, and the
  drawing is written to `tools/drawings` as a start for a hand-made one.
- `--check` says whether every layout is what its drawing makes.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

import kilowatt
from kilowatt.protocol.views import board_view

TOP = Path(__file__).parent.parent
DRAWINGS = TOP / "tools" / "drawings"
LAYOUTS = TOP / "src" / "kilowatt" / "server" / "pictures" / "boards"
SOURCE = "Drawn by tools/layouts.py from the board's coordinates."

Ring = list[tuple[float, float]]


def path_of(rings: list[Ring]) -> str:
    """Return rings as an SVG path of whole units: absolute starts, then relative steps."""
    parts: list[str] = []
    for ring in rings:
        points = [(round(x), round(y)) for x, y in ring]
        steps = [(x - a, y - b) for (a, b), (x, y) in itertools.pairwise(points)]
        moves = [f"{x}{'' if y < 0 else ' '}{y}" for x, y in steps if (x, y) != (0, 0)]
        joined = "".join(move if move.startswith("-") or not n else f" {move}" for n, move in enumerate(moves))
        parts.append(f"M{points[0][0]} {points[0][1]}l{joined}z")
    return "".join(parts)


def rings_of(path: str) -> list[Ring]:
    """Return the rings of such a path."""
    rings: list[Ring] = []
    for part in path.split("z")[:-1]:
        start, _, moves = part.removeprefix("M").partition("l")
        x, y = (int(number) for number in re.findall(r"-?\d+", start))
        numbers = [int(number) for number in re.findall(r"-?\d+", moves)]
        ring: Ring = [(x, y)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        rings.append(ring)
    return rings


def packed(drawing: dict[str, Any]) -> dict[str, Any]:
    """Return the layout of a drawing."""
    return {
        "width": drawing["width"],
        "height": drawing["height"],
        "scale": drawing["scale"],
        "frame": drawing["frame"],
        "cities": {city: [*at, drawing["labels"].get(city)] for city, at in drawing["positions"].items()},
        "names": drawing.get("label_text", {}),
        "areas": {
            area: {"name": row["name"], "tint": row["tint"], "at": row["name_at"], "path": path_of(row["rings"])}
            for area, row in drawing["areas"].items()
        },
        "land": path_of(drawing["land"]),
        **({"park": drawing["park"]} if "park" in drawing else {}),
    }


def unpacked(board: str, layout: dict[str, Any]) -> dict[str, Any]:
    """Return a layout as a drawing that a person can edit."""
    return {
        "board": board,
        "width": layout["width"],
        "height": layout["height"],
        "scale": layout["scale"],
        "frame": layout["frame"],
        "source": SOURCE,
        "positions": {city: row[:2] for city, row in layout["cities"].items()},
        "labels": {city: row[2] for city, row in layout["cities"].items()},
        "areas": {
            area: {"name": row["name"], "tint": row["tint"], "name_at": row["at"], "rings": rings_of(row["path"])}
            for area, row in layout["areas"].items()
        },
        "land": rings_of(layout["land"]),
    }


def drawn(ruleset: str) -> tuple[str, dict[str, Any]]:
    """Return a ruleset's board and the layout that the page would draw of it."""
    seats = next(row.seats for row in kilowatt.rulesets() if row.id == ruleset)
    view = board_view(kilowatt.ruleset(ruleset, seats[0]))
    command = ["node", str(TOP / "tools" / "draw.mjs")]
    done = subprocess.run(command, input=msgspec.json.encode(view), stdout=subprocess.PIPE, check=True)
    return view.board, json.loads(done.stdout)


def written(form: dict[str, Any]) -> str:
    """Return a form as text: a line per key."""
    lines = (
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for key, value in form.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Draw what is named, then pack every drawing or check that it is packed."""
    parser = argparse.ArgumentParser(description="layouts of the page's boards")
    parser.add_argument("rulesets", nargs="*", help="rulesets whose boards to draw from their coordinates")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a layout is out of date")
    options = parser.parse_args()
    if os.environ.get("KILOWATT_DATA"):
        kilowatt.add_data(os.environ["KILOWATT_DATA"])
    for ruleset in options.rulesets:
        board, layout = drawn(ruleset)
        (DRAWINGS / f"{board}.json").write_text(written(unpacked(board, layout)), encoding="utf-8")
    old = []
    for drawing in sorted(DRAWINGS.glob("*.json")):
        wanted = written(packed(json.loads(drawing.read_text(encoding="utf-8"))))
        target = LAYOUTS / drawing.name
        if not target.exists() or target.read_text(encoding="utf-8") != wanted:
            old.append(target.name)
            if not options.check:
                target.write_text(wanted, encoding="utf-8")
    print(f"out of date: {', '.join(old)}" if options.check and old else f"{len(old)} written" if old else "current")
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
