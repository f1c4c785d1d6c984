"""From the globe to the sheet: projection, room where cities are crowded, and the same bending for everything else."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Rows of x and y; y grows to the south."""

EVEN = 0.05
"""A cone flatter than this is a cylinder."""


def projection(lats: Points, lons: Points) -> Callable[[Points, Points], Points]:
    """Return Lambert's conformal conic projection for cities that lie there."""
    low, high = float(lats.min()), float(lats.max())
    first, second = (math.radians(low + part * (high - low)) for part in (1 / 6, 5 / 6))
    middle = (float(lons.min()) + float(lons.max())) / 2

    def height(lat: Points) -> Points:
        limited = np.clip(np.radians(lat), -1.5, 1.5)
        return np.asarray(np.log(np.tan(math.pi / 4 + limited / 2)))

    edges = height(np.degrees(np.array([first, second])))
    if abs(math.sin(first) + math.sin(second)) < 2 * EVEN or abs(edges[1] - edges[0]) < 1e-6:  # noqa: PLR2004 - one line
        return lambda lat, lon: np.stack([np.radians(lon - middle), -height(lat)], axis=1)
    cone = (math.log(math.cos(first)) - math.log(math.cos(second))) / (edges[1] - edges[0])
    factor = math.cos(first) * math.exp(cone * edges[0]) / cone

    def cast(lat: Points, lon: Points) -> Points:
        far = factor * np.exp(-cone * height(lat))
        turn = cone * np.radians(lon - middle)
        return np.stack([far * np.sin(turn), far * np.cos(turn)], axis=1)

    return cast


def neighbours(points: Points) -> list[tuple[int, int]]:
    """Return Gabriel's graph: pairs with nobody else in the circle over them. It is planar and in one piece."""
    pairs = []
    for a in range(len(points)):
        for b in range(a + 1, len(points)):
            middle = (points[a] + points[b]) / 2
            radius = np.linalg.norm(points[a] - points[b]) / 2
            far = np.linalg.norm(points - middle, axis=1)
            far[[a, b]] = np.inf
            if far.min() >= radius:
                pairs.append((a, b))
    return pairs


def spread(points: Points, links: list[tuple[int, int]], share: float) -> Points:
    """Even out distances between neighbours, directions kept: 0 changes nothing, 1 makes all of them equal."""
    pairs = sorted({*neighbours(points), *((min(a, b), max(a, b)) for a, b in links)})
    steps = np.array([points[b] - points[a] for a, b in pairs])
    lengths = np.maximum(np.linalg.norm(steps, axis=1), 1e-9)
    usual = float(np.exp(np.mean(np.log(lengths))))
    factors = (usual / lengths) ** share
    matrix = np.zeros((len(points), len(points)))
    wanted = np.zeros((len(points), 2))
    for (a, b), step, length, factor in zip(pairs, steps, lengths, factors, strict=True):
        weight = 1 / (length * factor) ** 1.5
        matrix[a, a] += weight
        matrix[b, b] += weight
        matrix[a, b] -= weight
        matrix[b, a] -= weight
        wanted[b] += weight * factor * step
        wanted[a] -= weight * factor * step
    matrix += 1e-9 * np.eye(len(points))
    return np.asarray(np.linalg.solve(matrix, wanted))


def bending(before: Points, after: Points, stiff: float) -> Callable[[Points], Points]:
    """Return a thin plate that moves with the cities: what lies between them moves along."""
    size = float(np.abs(before - before.mean(axis=0)).max())
    origin = before.mean(axis=0)
    knots = (before - origin) / size
    count = len(knots)
    system = np.zeros((count + 3, count + 3))
    system[:count, :count] = _plate(knots, knots) + stiff * np.eye(count)
    system[:count, count] = system[count, :count] = 1
    system[:count, count + 1 :] = knots
    system[count + 1 :, :count] = knots.T
    wanted = np.zeros((count + 3, 2))
    wanted[:count] = after
    weights = np.linalg.solve(system, wanted)

    def bend(points: Points) -> Points:
        local = (points - origin) / size
        moved = [
            _plate(part, knots) @ weights[:count] + weights[count] + part @ weights[count + 1 :]
            for part in np.array_split(local, max(1, len(local) // 4000))
        ]
        return np.concatenate(moved)

    return bend


def _plate(points: Points, knots: Points) -> Points:
    squares = ((points[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(0.5 * squares * np.log(np.maximum(squares, 1e-12)))
