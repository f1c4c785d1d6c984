"""Rings around the areas of a grid. Neighbours share their border, so nothing overlaps and nothing gapes."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.globe import Points
from tools.mapmaker.ground import LAND, SEA, Grid, Window

Node = tuple[int, int]
SAME = 1e-9
SHORT = 8
"""Steps around cells too few to be drawn."""
ROUNDS = 6
"""How often a border is smoothed."""


def rings_of(grid: Grid, window: Window, exact: float) -> tuple[dict[int, list[Points]], list[Points]]:
    """Return each area's rings and those of all land, with no point farther than `exact` from the smoothed border."""
    whole = np.pad(grid, 1, constant_values=SEA)
    areas = {int(area): _rings(whole, whole == area, window, exact) for area in sorted(set(grid.flat)) if area >= 0}
    coarse = np.where(whole == SEA, SEA, LAND).astype(np.int16)
    return areas, _rings(coarse, coarse == LAND, window, exact)


def _rings(grid: Grid, mine: NDArray[np.bool_], window: Window, exact: float) -> list[Points]:
    """Follow the borders of the cells that are `mine`, the inside to the left."""
    steps: dict[Node, list[Node]] = defaultdict(list)
    for row, column in zip(*np.nonzero(mine[:, :-1] != mine[:, 1:]), strict=True):
        a, b = (int(row), int(column) + 1), (int(row) + 1, int(column) + 1)
        steps[a if not mine[row, column] else b].append(b if not mine[row, column] else a)
    for row, column in zip(*np.nonzero(mine[:-1] != mine[1:]), strict=True):
        a, b = (int(row) + 1, int(column)), (int(row) + 1, int(column) + 1)
        steps[a if mine[row, column] else b].append(b if mine[row, column] else a)
    rings = []
    for start in sorted(steps):
        while steps[start]:
            rings.append(_walk(steps, start))
    return [_drawn(ring, grid, window, exact) for ring in rings if len(ring) > SHORT]


def _walk(steps: dict[Node, list[Node]], start: Node) -> list[Node]:
    """Walk once around; where two pieces touch at a corner, turn so that they stay two."""
    ring = [start]
    at = steps[start].pop()
    came = start
    while at != start:
        ring.append(at)
        options = steps[at]
        ahead = (at[0] - came[0], at[1] - came[1])
        options.sort(key=lambda node: ahead[0] * (node[1] - at[1]) - ahead[1] * (node[0] - at[0]))
        came, at = at, options.pop()
    return ring


def _drawn(ring: list[Node], grid: Grid, window: Window, exact: float) -> Points:
    """Cut a ring where three kinds meet, smooth and thin each part, and put it on the sheet."""
    joints = [n for n, node in enumerate(ring) if _kinds(grid, node) > 2]  # noqa: PLR2004 - three kinds meet
    points = np.array([[column - 1, row - 1] for row, column in ring], dtype=float) * window.cell
    points += [window.left, window.top]
    if not joints:
        anchor = min(range(len(ring)), key=lambda n: ring[n])
        parts = [np.roll(points, -anchor, axis=0)]
        parts = [np.concatenate([parts[0], parts[0][:1]])]
    else:
        turned = [*joints, joints[0] + len(ring)]
        parts = [points[np.arange(a, b + 1) % len(ring)] for a, b in pairwise(turned)]
    return np.concatenate([_thinned(_smoothed(part), exact)[:-1] for part in parts])


def _kinds(grid: Grid, node: Node) -> int:
    row, column = node
    return len({int(kind) for kind in grid[row - 1 : row + 1, column - 1 : column + 1].flat})


def _smoothed(line: Points) -> Points:
    """Average each point with its neighbours; the ends stay."""
    for _ in range(ROUNDS):
        if len(line) > 4:  # noqa: PLR2004 - shorter lines are straight enough
            inner = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
            line = np.concatenate([line[:1], inner, line[-1:]])
    return line


def _thinned(line: Points, exact: float) -> Points:
    """Leave out points that a straight line passes closely (Douglas and Peucker), the same way from both ends."""
    backwards = tuple(line[0]) > tuple(line[-1])
    if backwards:
        line = line[::-1]
    keep = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    todo = [(0, len(line) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:  # noqa: PLR2004 - nothing between
            continue
        way = line[last] - line[first]
        long = math.hypot(*way)
        apart = line[first + 1 : last] - line[first]
        aside = np.abs(way[0] * apart[:, 1] - way[1] * apart[:, 0])
        off = aside / long if long > SAME else np.linalg.norm(apart, axis=1)
        most = int(off.argmax())
        if off[most] > exact:
            keep[first + 1 + most] = True
            todo += [(first, first + 1 + most), (first + 1 + most, last)]
    thin = line[keep]
    return thin[::-1] if backwards else thin
