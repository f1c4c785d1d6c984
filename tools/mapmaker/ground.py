"""Land: countries out of TopoJSON, bent onto the sheet, and painted as cells of a grid that each belong to an area."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.globe import Points

Grid = NDArray[np.int16]
SEA, LAND = -2, -1
"""What a cell is that belongs to no area."""
ISLAND = 2500.0
"""Square units of an island without a city that is part of an area; smaller ones are land like any other."""
HANDICAP = 14.0
"""Units by which a link is taken to be farther than a city."""


class Window(NamedTuple):
    """The grid's place on the sheet."""

    left: float
    top: float
    columns: int
    rows: int
    cell: float

    def centres(self) -> tuple[Points, Points]:
        """Return the x of every column and the y of every row."""
        xs = self.left + (np.arange(self.columns) + 0.5) * self.cell
        ys = self.top + (np.arange(self.rows) + 0.5) * self.cell
        return np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64)


def countries(file: Path) -> dict[str, list[Points]]:
    """Return each country's rings as rows of longitude and latitude."""
    topology = json.loads(file.read_text(encoding="utf-8"))
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), axis=0) * [sx, sy] + [tx, ty] for arc in topology["arcs"]]

    def ring(numbers: list[int]) -> Points:
        parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
        return np.concatenate([part[:-1] for part in parts])

    lands: dict[str, list[Points]] = {}
    for row in topology["objects"]["countries"]["geometries"]:
        shapes: Any = row.get("arcs", [])
        shapes = [shapes] if row["type"] == "Polygon" else shapes
        lands.setdefault(row["properties"]["name"], []).extend(ring(numbers) for shape in shapes for numbers in shape)
    return lands


def painted(rings: list[Points], window: Window) -> NDArray[np.bool_]:
    """Return the cells whose centre lies inside the rings, by the even-odd rule."""
    mask = np.zeros((window.rows, window.columns), dtype=bool)
    if not rings:
        return mask
    starts = np.concatenate(rings)
    ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
    _, ys = window.centres()
    for number, y in enumerate(ys):
        over = (starts[:, 1] > y) != (ends[:, 1] > y)
        if not over.any():
            continue
        a, b = starts[over], ends[over]
        cuts = np.sort(a[:, 0] + (y - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1]))
        columns = np.clip(np.ceil((cuts - window.left) / window.cell - 0.5), 0, window.columns).astype(int)
        for left, right in zip(columns[::2], columns[1::2], strict=True):
            mask[number, left:right] = True
    return _opened(mask)


def _opened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask without strips that are thinner than three cells."""

    def shrunk(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        wide = np.pad(cells, 1, mode="edge")
        inner = wide[1:-1, 1:-1] & wide[:-2, 1:-1] & wide[2:, 1:-1]
        return np.asarray(inner & wide[1:-1, :-2] & wide[1:-1, 2:])

    return ~shrunk(~shrunk(mask)) & mask


def near(
    rings: list[Points], cast: Callable[[Points, Points], Points], box: tuple[float, float, float, float]
) -> list[Points]:
    """Return the rings that reach into a box of longitudes and latitudes, projected."""
    west, south, east, north = box
    kept = []
    for ring in rings:
        lon, lat = ring[:, 0], ring[:, 1]
        if lon.max() > west and lon.min() < east and lat.max() > south and lat.min() < north:
            dense = _dense(np.stack([np.clip(lon, west - 25, east + 25), np.clip(lat, south - 25, north + 25)], axis=1))
            kept.append(cast(dense[:, 1], dense[:, 0]))
    return kept


def _dense(ring: Points) -> Points:
    """Add points on long sides, so that they bend."""
    following = np.roll(ring, -1, axis=0)
    parts = []
    for a, b in zip(ring, following, strict=True):
        pieces = max(1, int(np.abs(b - a).max() / 0.5))
        parts.append(a + (b - a) * (np.arange(pieces) / pieces)[:, None])
    return np.concatenate(parts)


class Seeds(NamedTuple):
    """The cities by place and area, and links inside an area: land beside them belongs to it too."""

    spots: Points
    area_of: list[int]
    links: list[tuple[int, int]]

    def rows(self, area: int) -> Points:
        """Return x, y and a handicap for every place that the area's land is near to."""
        rows = [[*self.spots[city], 0.0] for city, owner in enumerate(self.area_of) if owner == area]
        for a, b in self.links:
            if self.area_of[a] == self.area_of[b] == area:
                way = self.spots[b] - self.spots[a]
                parts = np.linspace(0, 1, max(2, int(np.hypot(*way) / 12)))[1:-1]
                rows += [[*(self.spots[a] + part * way), HANDICAP] for part in parts]
        return np.array(rows)


def owners(
    window: Window,
    seeds: Seeds,
    lands: list[tuple[NDArray[np.bool_], set[int]]],
    rest: NDArray[np.bool_],
    radius: float,
    reach: float,
) -> Grid:
    """Return the area of each cell: the nearest that may own this land. Markers always stand in their own."""
    xs, ys = window.centres()
    grid: Grid = np.where(rest, LAND, SEA).astype(np.int16)
    for mask, allowed in lands:
        rows, columns = np.nonzero(mask)
        best = np.full(len(rows), reach)
        for area in sorted(allowed):
            for x, y, more in seeds.rows(area):
                far = np.hypot(xs[columns] - x, ys[rows] - y) + more
                closer = far < best
                best[closer] = far[closer]
                grid[rows[closer], columns[closer]] = area
    discs = np.array([(xs[None, :] - x) ** 2 + (ys[:, None] - y) ** 2 for x, y in seeds.spots])
    inside = discs.min(axis=0) < radius**2
    grid[inside] = np.array(seeds.area_of, dtype=np.int16)[discs.argmin(axis=0)[inside]]
    return _tidy(grid, window, seeds)


def _tidy(grid: Grid, window: Window, seeds: Seeds) -> Grid:
    """Let crumbs go: pieces without a city join what surrounds them, unless they are islands large enough to see."""
    seen = np.zeros(grid.shape, dtype=bool)
    held: set[tuple[int, int]] = {
        (int((y - window.top) / window.cell), int((x - window.left) / window.cell)) for x, y in seeds.spots
    }
    smallest = {SEA: 260, LAND: 400}
    for start in zip(*np.nonzero(~seen), strict=True):
        if seen[start]:
            continue
        piece, around = _piece(grid, seen, (int(start[0]), int(start[1])))
        kind = int(grid[start])
        size = len(piece) * window.cell**2
        if kind >= 0 and any(cell in held for cell in piece):
            continue
        island = kind >= 0 and set(around) == {SEA}
        if size < smallest.get(kind, ISLAND if island else np.inf) and around:
            heir = LAND if island and size > smallest[LAND] else max(around, key=lambda other: around[other])
            for cell in piece:
                grid[cell] = heir
    return grid


def _piece(grid: Grid, seen: NDArray[np.bool_], start: tuple[int, int]) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """Return the cells joined to one, and how long the border is with each other kind."""
    kind = grid[start]
    seen[start] = True
    piece = [start]
    around: dict[int, int] = {}
    todo = deque(piece)
    while todo:
        row, column = todo.popleft()
        for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if not (0 <= cell[0] < grid.shape[0] and 0 <= cell[1] < grid.shape[1]):
                continue
            if grid[cell] != kind:
                around[int(grid[cell])] = around.get(int(grid[cell]), 0) + 1
            elif not seen[cell]:
                seen[cell] = True
                piece.append(cell)
                todo.append(cell)
    return piece, around


def holds(rings: list[Points], lon: float, lat: float) -> bool:
    """Return whether a place lies inside rings of longitudes and latitudes."""
    inside = False
    for ring in rings:
        following = np.roll(ring, -1, axis=0)
        over = (ring[:, 1] > lat) != (following[:, 1] > lat)
        a, b = ring[over], following[over]
        cuts = a[:, 0] + (lat - a[:, 1]) * (b[:, 0] - a[:, 0]) / (b[:, 1] - a[:, 1])
        inside ^= bool((cuts > lon).sum() % 2)
    return inside


def home_of(lands: dict[str, list[Points]], lon: float, lat: float) -> str:
    """Return the country of a place, or the one with the nearest coast."""
    inside = [name for name, rings in lands.items() if holds(rings, lon, lat)]
    if inside:
        return inside[0]
    narrow = np.cos(np.radians(lat))
    far = {
        name: min(float(np.hypot((ring[:, 0] - lon) * narrow, ring[:, 1] - lat).min()) for ring in rings)
        for name, rings in lands.items()
        if rings
    }
    return min(far, key=lambda name: far[name])
