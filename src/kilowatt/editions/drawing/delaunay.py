"""Proposed links: Delaunay's triangulation of the cities, which is planar, without the links that nobody could read."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.editions.drawing.places import Point

LONGEST = 2.4
"""A link longer than this times the median goes, unless the board would fall apart."""
DETOUR = 1.25
"""A link goes where a way over one other city is at most so much longer."""

Triangle = tuple[int, int, int]
Link = tuple[int, int, float]


def proposed_links(points: list[Point]) -> list[Link]:
    """Return links as pairs of numbers with their lengths: planar, connected, without thin triangles."""
    edges = {
        (min(a, b), max(a, b))
        for triangle in _triangles(points)
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True)
    } or {(n, n + 1) for n in range(len(points) - 1)}
    links = sorted([(a, b, math.dist(points[a], points[b])) for a, b in edges], key=lambda link: -link[2])
    most = LONGEST * median(length for _, _, length in links) if links else 0.0
    kept = {(a, b): length for a, b, length in links}
    for a, b, length in links:
        rest = {pair: far for pair, far in kept.items() if pair != (a, b)}
        if (length > most or _detour(rest, a, b) <= DETOUR * length) and _joined(rest, len(points)):
            kept = rest
    return [(a, b, length) for (a, b), length in sorted(kept.items())]


def _detour(links: dict[tuple[int, int], float], a: int, b: int) -> float:
    """Return the length of the shortest way between two cities over one other."""

    def far(c: int, d: int) -> float:
        return links.get((min(c, d), max(c, d)), math.inf)

    others = {city for pair in links for city in pair} - {a, b}
    return min((far(a, city) + far(city, b) for city in others), default=math.inf)


def _joined(links: dict[tuple[int, int], float], count: int) -> bool:
    seen = {0}
    grown = True
    while grown:
        more = {end for pair in links for end in pair if seen & {*pair}} - seen
        seen |= more
        grown = bool(more)
    return len(seen) == count


def _triangles(points: list[Point]) -> list[Triangle]:
    """Triangulate (Bowyer and Watson): each point replaces the triangles whose circle it lies in."""
    if len(points) < 3:  # noqa: PLR2004 - no triangle
        return []
    span = max(
        max(x for x, _ in points) - min(x for x, _ in points),
        max(y for _, y in points) - min(y for _, y in points),
        1e-6,
    )
    mx = sum(x for x, _ in points) / len(points)
    my = sum(y for _, y in points) / len(points)
    far = 1000 * span
    # a little off, so that cities on a grid or on one line have circles of their own
    spots = [
        (x + span * 1e-6 * math.sin(7.0 * n), y + span * 1e-6 * math.cos(3.0 * n)) for n, (x, y) in enumerate(points)
    ]
    spots += [(mx - far, my - far), (mx + far, my - far), (mx, my + far)]
    first = len(points)
    triangles: list[Triangle] = [(first, first + 1, first + 2)]
    for number in range(len(points)):
        bad = [triangle for triangle in triangles if _inside(spots[number], *(spots[corner] for corner in triangle))]
        edges = [edge for a, b, c in bad for edge in ((a, b), (b, c), (c, a))]
        rim = [(a, b) for a, b in edges if (b, a) not in edges]
        triangles = [triangle for triangle in triangles if triangle not in bad]
        triangles += [(a, b, number) for a, b in rim]
    return [triangle for triangle in triangles if max(triangle) < first]


def _inside(p: Point, a: Point, b: Point, c: Point) -> bool:
    """Return whether a point lies in the circle through three others, which turn to the left."""
    rows = [(q[0] - p[0], q[1] - p[1], (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) for q in (a, b, c)]
    (ax, ay, aa), (bx, by, bb), (cx, cy, cc) = rows
    return ax * (by * cc - bb * cy) - ay * (bx * cc - bb * cx) + aa * (bx * cy - by * cx) > 0
