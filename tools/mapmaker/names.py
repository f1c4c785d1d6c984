"""Where an area's name stands: inside the area, clear of cities, costs and names, if possible not on a link."""

from __future__ import annotations

import numpy as np

from kilowatt.editions.drawing.places import BADGE, MARKER
from tools.mapmaker.globe import Points
from tools.mapmaker.ground import Grid, Window

LETTER = 8.4
"""Width of a capital with its spacing, at scale 1."""
HIGH = 6.0
"""Half the height."""


def name_at(
    text: str, area: int, grid: Grid, window: Window, drawn: tuple[Points, Points, Points], scale: float
) -> list[int]:
    """Return the middle of an area's name; `drawn` has markers, links as rows of both ends, and names' boxes."""
    spots, links, boxes = drawn
    half, high = len(text) * LETTER * scale / 2, HIGH * scale
    rows, columns = np.nonzero(grid == area)
    step = max(1, int(7 / window.cell))
    pick = (rows % step == 0) & (columns % step == 0)
    xs = window.left + (columns[pick] + 0.5) * window.cell
    ys = window.top + (rows[pick] + 0.5) * window.cell
    own = np.stack([xs, ys], axis=1)
    cost = np.zeros(len(own))
    for dx in np.linspace(-half, half, 9):
        for dy in (-high, high):
            column = np.clip(((xs + dx - window.left) / window.cell).astype(int), 0, window.columns - 1)
            row = np.clip(((ys + dy - window.top) / window.cell).astype(int), 0, window.rows - 1)
            kind = grid[row, column]
            cost += np.where(kind == area, 0, np.where(kind < 0, 3, 5))
    middles = (links[:, :2] + links[:, 2:]) / 2
    for points, radius in ((spots, MARKER + 3), (middles, BADGE + 2)):
        for x, y in points:
            apart = np.hypot(np.maximum(np.abs(xs - x) - half, 0), np.maximum(np.abs(ys - y) - high, 0))
            cost += np.where(apart < radius * scale, 60, 0)
    for left, top, right, bottom in boxes:
        meets = (xs + half > left - 2) & (xs - half < right + 2) & (ys + high > top - 2) & (ys - high < bottom + 2)
        cost += np.where(meets, 60, 0)
    for ax, ay, bx, by in links:
        for t in np.linspace(0, 1, 40):
            x, y = ax + t * (bx - ax), ay + t * (by - ay)
            cost += np.where((np.abs(xs - x) < half) & (np.abs(ys - y) < high), 0.7, 0)
    nearest = np.sqrt(((own[:, None, :] - spots[None, :, :]) ** 2).sum(axis=2)).min(axis=1)
    cost -= np.minimum(nearest / scale, 60) * 0.02
    held = [grid[int((y - window.top) / window.cell), int((x - window.left) / window.cell)] == area for x, y in spots]
    home = np.sqrt(((own[:, None, :] - spots[held][None, :, :]) ** 2).sum(axis=2)).min(axis=1)
    cost += np.maximum(home / scale - 50, 0) * 0.15
    best = int(cost.argmin())
    return [round(float(xs[best])), round(float(ys[best]))]
