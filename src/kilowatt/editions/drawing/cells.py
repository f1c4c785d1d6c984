"""Areas: the land nearest to their cities. Cells are cut from the land (Voronoi), merged, and smoothed."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.editions.drawing.places import Point

SMOOTHINGS = 3
NEAR = 0.05
"""Corners are the same if they differ by less, by rounding alone."""
COAST = 46.0
"""How far land reaches beyond the outermost cities, at scale 1."""
SIDES = 16
"""Corners of the land around one city."""

Corner = tuple[tuple[float, float], int]
"""A corner of a cell, and what lies across the edge that starts there: another city's number, or -1 for the sea."""


def areas_drawn(places: list[Point], owner: list[int], areas: int, scale: float) -> list[list[list[Point]]]:
    """Return the rings of each area, by the places of all cities and the number of the area that owns each."""
    return borders_of(cells_of(places, land_of(places, COAST * scale)), owner, areas)


def path_of(rings: list[list[Point]]) -> str:
    """Return rings as the path of a picture."""
    return "".join(f"M{' '.join(f'{x:.1f},{y:.1f}' for x, y in ring)}z" for ring in rings)


def land_of(places: list[Point], margin: float) -> list[Point]:
    """Return the convex hull of discs around the cities."""
    around = sorted(
        {
            (x + margin * math.cos(turn * math.tau / SIDES), y + margin * math.sin(turn * math.tau / SIDES))
            for x, y in places
            for turn in range(SIDES)
        }
    )
    return [*_half(around), *_half(around[::-1])]


def _half(points: list[Point]) -> list[Point]:
    corners: list[Point] = []
    for point in points:
        while len(corners) > 1 and _turn(corners[-2], corners[-1], point) <= 1e-9:  # noqa: PLR2004 - on one line
            corners.pop()
        corners.append(point)
    return corners[:-1]


def _turn(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def cells_of(places: list[Point], land: list[Point]) -> list[list[Corner]]:
    """Return for each city the part of the land that is nearer to it than to any other."""
    cells: list[list[Corner]] = []
    for number, own in enumerate(places):
        cell: list[Corner] = [(corner, -1) for corner in land]
        for other, place in enumerate(places):
            if other != number and place != own:
                cell = _cut(cell, own, place, other)
        cells.append(cell)
    return cells


def _cut(cell: list[Corner], own: Point, other: Point, number: int) -> list[Corner]:
    """Keep the side of a cell that is nearer to `own`; the new edge is marked with the other city's number."""
    mx, my = (own[0] + other[0]) / 2, (own[1] + other[1]) / 2
    dx, dy = other[0] - own[0], other[1] - own[1]
    corners: list[Corner] = []
    for index, (at, across) in enumerate(cell):
        to = cell[(index + 1) % len(cell)][0]
        here = (at[0] - mx) * dx + (at[1] - my) * dy
        there = (to[0] - mx) * dx + (to[1] - my) * dy
        if here <= 0:
            corners.append((at, across))
        if (here <= 0) != (there <= 0):
            t = here / (here - there)
            meet = (at[0] + t * (to[0] - at[0]), at[1] + t * (to[1] - at[1]))
            corners.append((meet, number if here <= 0 else across))
    return corners


def borders_of(cells: list[list[Corner]], owner: list[int], areas: int) -> list[list[list[Point]]]:
    """Return the rings of each area: its cells merged, smoothed between the points where three shores meet."""
    edges: list[dict[Point, list[Point]]] = [defaultdict(list) for _ in range(areas)]
    touching: dict[Point, set[int]] = defaultdict(set)
    known: list[Point] = []
    for city, cell in enumerate(cells):
        corners = [_known(corner, known) for corner, _ in cell]
        for index, (_, across) in enumerate(cell):
            a, b = corners[index], corners[(index + 1) % len(corners)]
            other = owner[across] if across >= 0 else -1
            if a != b and other != owner[city]:
                edges[owner[city]][a].append(b)
                for end in (a, b):
                    touching[end] |= {owner[city], other}
    joints = {corner for corner, owners in touching.items() if len(owners) > 2}  # noqa: PLR2004 - three shores
    return [[_smooth_ring(ring, joints) for ring in _rings(rows)] for rows in edges]


def _known(corner: Point, known: list[Point]) -> Point:
    """Return the corner that is meant: one that differs only by rounding, or this one, known from now on."""
    for corners in known:
        if abs(corners[0] - corner[0]) < NEAR and abs(corners[1] - corner[1]) < NEAR:
            return corners
    known.append(corner)
    return corner


def _rings(edges: dict[Point, list[Point]]) -> list[list[Point]]:
    rings: list[list[Point]] = []
    for start in list(edges):
        ring: list[Point] = []
        at = start
        while edges.get(at):
            ring.append(at)
            at = edges[at].pop()
        if len(ring) > 2:  # noqa: PLR2004 - fewer corners enclose nothing
            rings.append(ring)
    return rings


def _smooth_ring(ring: list[Point], joints: set[Point]) -> list[Point]:
    first = next((index for index, corner in enumerate(ring) if corner in joints), None)
    if first is None:
        return _smoothed(ring, closed=True)
    turned = [*ring[first:], *ring[:first], ring[first]]
    points: list[Point] = []
    piece = [turned[0]]
    for corner in turned[1:]:
        piece.append(corner)
        if corner in joints:
            points += _smoothed(piece, closed=False)[:-1]
            piece = [corner]
    return points


def _smoothed(line: list[Point], *, closed: bool) -> list[Point]:
    """Cut corners (Chaikin). An open line keeps its ends, so that three areas still meet in one point."""
    curve = line
    for _ in range(SMOOTHINGS):
        pairs = list(zip(curve, [*curve[1:], curve[0]] if closed else curve[1:], strict=False))
        cuts = [((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]) for a, b in pairs for t in (0.25, 0.75)]
        curve = cuts if closed else [curve[0], *cuts[1:-1], curve[-1]]
    return curve
