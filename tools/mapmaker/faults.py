"""Counts what cannot be read on a drawn board: `python -m tools.mapmaker.faults [BOARD ...] [--data FOLDER]`.

The kinds are those of the table that the first drawings were measured by. Names count at the width of bold letters.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kilowatt.editions.drawing.labels import ROOM as DRAWN_ROOM
from kilowatt.editions.drawing.labels import Box, label_at
from kilowatt.editions.drawing.places import BADGE, LETTER, MARKER, Point
from tools.layouts import LAYOUTS, TOP, rings_of
from tools.mapmaker.globe import Points

DATA = TOP / "src" / "kilowatt" / "editions" / "data" / "boards"
APART = 34.0
"""Least distance of two markers, at scale 1."""
BOLD = 1.16
NAME, HIGH = 7.6, 3.6
"""An area's name at scale 1: width of a capital with its spacing, half the height."""
RIM = 12


class Drawn(NamedTuple):
    """A board as it is drawn, every size multiplied by `k`."""

    k: float
    places: dict[str, Point]
    labels: dict[str, Box]
    links: list[tuple[str, str]]
    badges: list[Point]
    areas: dict[str, list[list[Point]]]
    names: dict[str, tuple[Box, Box]]
    """Of each area, in English and German."""
    owner: dict[str, str]


def drawn_of(board: dict[str, Any], layout: dict[str, Any]) -> Drawn:
    """Put a board file and its layout together."""
    k = layout["scale"]
    cities = [city for area in board["area"] for city in area["cities"]]
    places = {city["id"]: (layout["cities"][city["id"]][0], layout["cities"][city["id"]][1]) for city in cities}
    labels = {}
    for city in cities:
        side = layout["cities"][city["id"]][2]
        text = layout["names"].get(city["id"], city["name"])
        if side and text:
            labels[city["id"]] = _bold(text, places[city["id"]], side, k)
    links = [(a, b) for a, b, *_ in board["connections"]]
    badges = [_middle(places[a], places[b]) for a, b in links]
    areas = {area: rings_of(row["path"]) for area, row in layout["areas"].items()}
    names = {
        area: (_name(row["name"]["en"], row["at"], k), _name(row["name"]["de"], row["at"], k))
        for area, row in layout["areas"].items()
    }
    owner = {city["id"]: area["id"] for area in board["area"] for city in area["cities"]}
    return Drawn(k, places, labels, links, badges, areas, names, owner)


def _bold(text: str, at: Point, side: str, k: float) -> Box:
    label = label_at(text, at, side, k)
    more = len(text) * LETTER * (BOLD - DRAWN_ROOM) * k
    left, top, right, bottom = label.box
    if label.anchor == "start":
        return Box(left, top, right + more, bottom)
    if label.anchor == "end":
        return Box(left - more, top, right, bottom)
    return Box(left - more / 2, top, right + more / 2, bottom)


def _name(text: str, at: Point, k: float) -> Box:
    half = len(text) * NAME * k / 2
    return Box(at[0] - half, at[1] - HIGH * k, at[0] + half, at[1] + HIGH * k)


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _to_box(at: Point, box: Box) -> float:
    return math.hypot(max(box.left - at[0], at[0] - box.right, 0), max(box.top - at[1], at[1] - box.bottom, 0))


def _to_link(at: Point, a: Point, b: Point) -> float:
    wx, wy = b[0] - a[0], b[1] - a[1]
    along = ((at[0] - a[0]) * wx + (at[1] - a[1]) * wy) / max(1e-9, wx * wx + wy * wy)
    along = min(1.0, max(0.0, along))
    return math.dist(at, (a[0] + along * wx, a[1] + along * wy))


def close_markers(d: Drawn) -> list[str]:
    """List pairs of markers that are too close."""
    return [f"{a} {b}" for a, b in combinations(d.places, 2) if math.dist(d.places[a], d.places[b]) < APART * d.k]


def crossings(d: Drawn) -> list[str]:
    """List pairs of links that cross."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    found = []
    for one, other in combinations(d.links, 2):
        if not {*one} & {*other}:
            a, b, c, e = (d.places[city] for city in (*one, *other))
            if turn(a, b, c) * turn(a, b, e) < 0 and turn(c, e, a) * turn(c, e, b) < 0:
                found.append(f"{'-'.join(one)} {'-'.join(other)}")
    return found


def links_on_markers(d: Drawn) -> list[str]:
    """List links that pass through a marker of another city."""
    return [
        f"{a}-{b} {city}"
        for a, b in d.links
        for city, at in d.places.items()
        if city not in {a, b} and _to_link(at, d.places[a], d.places[b]) < (MARKER + 1) * d.k
    ]


def covered_badges(d: Drawn) -> list[str]:
    """List costs on a marker, on another cost or on another link."""
    found = []
    for (a, b), at in zip(d.links, d.badges, strict=True):
        found += [f"{a}-{b} {c}" for c, to in d.places.items() if math.dist(at, to) < (MARKER + BADGE) * d.k]
        for c, e in d.links:
            if (c, e) != (a, b) and _to_link(at, d.places[c], d.places[e]) < BADGE * d.k:
                found.append(f"{a}-{b} {c}-{e}")
    for one, other in combinations(range(len(d.badges)), 2):
        if math.dist(d.badges[one], d.badges[other]) < 2 * BADGE * d.k:
            found.append(f"{'-'.join(d.links[one])} {'-'.join(d.links[other])}")
    return found


def covered_labels(d: Drawn) -> list[str]:
    """List names on a marker, on a cost or on another name."""
    found = [f"{a} {b}" for a, b in combinations(d.labels, 2) if d.labels[a].meets(d.labels[b])]
    for city, box in d.labels.items():
        found += [f"{city} {c}" for c, at in d.places.items() if c != city and _to_box(at, box) < MARKER * d.k]
        found += [
            f"{city} {'-'.join(link)}"
            for link, at in zip(d.links, d.badges, strict=True)
            if _to_box(at, box) < BADGE * d.k
        ]
    return found


def covered_names(d: Drawn) -> list[str]:
    """List names of areas on a marker, on a cost or on the name of a city."""
    found = []
    for area, boxes in d.names.items():
        box = max(boxes, key=lambda one: one.right - one.left)
        found += [f"{area} {c}" for c, at in d.places.items() if _to_box(at, box) < MARKER * d.k]
        found += [f"{area} {c}" for c, label in d.labels.items() if label.meets(box)]
        found += [
            f"{area} {'-'.join(link)}"
            for link, at in zip(d.links, d.badges, strict=True)
            if _to_box(at, box) < BADGE * d.k
        ]
    return found


def stray_markers(d: Drawn) -> list[str]:
    """List markers that are not wholly in their own area, or that are in another one too."""
    found = []
    for city, (x, y) in d.places.items():
        turns = [math.tau * n / RIM for n in range(RIM)]
        rim = np.array([(x + MARKER * d.k * math.cos(t), y + MARKER * d.k * math.sin(t)) for t in turns])
        for area, rings in d.areas.items():
            held = inside(rim, rings)
            if not (held.all() if area == d.owner[city] else not held.any()):
                found.append(f"{city} {area}")
    return found


def overlaps(d: Drawn) -> list[str]:
    """List pairs of areas of which one holds points of the other's border, well inside."""
    found = []
    for one, other in combinations(d.areas, 2):
        for a, b in ((one, other), (other, one)):
            points = np.array([point for ring in d.areas[a] for point in ring])
            held = points[inside(points, d.areas[b])]
            if len(held) and _border_distance(held, d.areas[b]).max() > 2 * d.k:
                found.append(f"{a} {b}")
    return found


def inside(points: Points, rings: list[list[Point]]) -> NDArray[np.bool_]:
    """Return which points lie inside rings, by the even-odd rule."""
    held = np.zeros(len(points), dtype=bool)
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if ay != by:
                over = (ay > points[:, 1]) != (by > points[:, 1])
                held ^= over & (points[:, 0] < (bx - ax) * (points[:, 1] - ay) / (by - ay) + ax)
    return held


def _border_distance(points: Points, rings: list[list[Point]]) -> Points:
    starts = np.array([point for ring in rings for point in ring])
    ways = np.array([point for ring in rings for point in [*ring[1:], ring[0]]]) - starts
    square = np.maximum((ways**2).sum(axis=1), 1e-9)
    apart = points[:, None, :] - starts[None, :, :]
    along = np.clip((apart * ways[None, :, :]).sum(axis=2) / square[None, :], 0, 1)
    off = apart - along[:, :, None] * ways[None, :, :]
    return np.asarray(np.hypot(off[:, :, 0], off[:, :, 1]).min(axis=1))


TILE = (21.0, 13.0)
"""Half the width and height of a tile at scale 1, where cities are single spaces on streets."""
TILE_ROOM = 1.5
"""Least half distance of two tiles, and distance of a street from a tile that it does not lead to."""


def close_tiles(d: Drawn) -> list[str]:
    """List pairs of tiles that lie on each other or touch."""
    wide, high = (2 * (half + TILE_ROOM) * d.k for half in TILE)
    return [
        f"{a} {b}"
        for a, b in combinations(d.places, 2)
        if abs(d.places[a][0] - d.places[b][0]) < wide and abs(d.places[a][1] - d.places[b][1]) < high
    ]


def streets_on_tiles(d: Drawn) -> list[str]:
    """List streets that run under a tile of another space."""
    found = []
    for a, b in d.links:
        (ax, ay), (bx, by) = d.places[a], d.places[b]
        way = [(ax + (bx - ax) * n / 40, ay + (by - ay) * n / 40) for n in range(41)]
        for city, (x, y) in d.places.items():
            box = Box(x - TILE[0] * d.k, y - TILE[1] * d.k, x + TILE[0] * d.k, y + TILE[1] * d.k)
            if city not in {a, b} and min(_to_box(at, box) for at in way) < TILE_ROOM * d.k:
                found.append(f"{a}-{b} {city}")
    return found


KINDS = {
    "markers too close": close_markers,
    "links that cross": crossings,
    "link through a marker": links_on_markers,
    "cost on a marker, cost or link": covered_badges,
    "name on a marker, cost or name": covered_labels,
    "area's name on something": covered_names,
    "marker outside its area": stray_markers,
    "areas that overlap": overlaps,
}


STREETS = {
    "tiles too close": close_tiles,
    "street under a tile": streets_on_tiles,
    "links that cross": crossings,
    "marker outside its area": stray_markers,
}
"""What may be wrong with a plan of streets, which has no names and no costs beside its tiles."""


def faults(board: dict[str, Any], layout: dict[str, Any]) -> dict[str, list[str]]:
    """Return what is wrong with a layout, by kind; kinds without a fault are left out."""
    drawn = drawn_of(board, layout)
    kinds = STREETS if board.get("passing") else KINDS
    return {kind: found for kind, find in kinds.items() if (found := find(drawn))}


def main() -> int:
    """Print the faults of the boards that are named, or of all."""
    parser = argparse.ArgumentParser(description="faults of drawn boards")
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with the board files")
    options = parser.parse_args()
    names = options.boards or sorted(
        file.stem for file in LAYOUTS.glob("*.json") if (DATA / f"{file.stem}.toml").exists()
    )
    bad = 0
    for name in names:
        board = tomllib.loads((options.data / f"{name}.toml").read_text(encoding="utf-8"))
        found = faults(board, json.loads((LAYOUTS / f"{name}.json").read_text(encoding="utf-8")))
        bad += bool(found)
        print(f"{name}: {found or 'none'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
