"""The players' tokens as SVG: the colours and shapes of the page in its light theme, as plain values."""

from __future__ import annotations

import math

SEATS = ("#2357dc", "#f25c0f", "#0f5c3a", "#f7c526", "#c276ab", "#1f242b")
INK = "#14191f"
_SQUARE = ((-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86))
_TRIANGLE = ((0.0, -1.02), (1.08, 0.86), (-1.08, 0.86))
_DIAMOND = ((0.0, -1.16), (1.16, 0.0), (0.0, 1.16), (-1.16, 0.0))


def _around(count: int, radii: tuple[float, ...], start: float) -> tuple[tuple[float, float], ...]:
    angles = [math.radians(start + 360 / count * place) for place in range(count)]
    return tuple(
        (math.cos(angle) * radii[place % len(radii)], math.sin(angle) * radii[place % len(radii)])
        for place, angle in enumerate(angles)
    )


_SHAPES = (None, _SQUARE, _TRIANGLE, _DIAMOND, _around(6, (1.05,), -60), _around(10, (1.18, 0.52), -90))


def token(seat: int, x: float, y: float, radius: float) -> str:
    """Draw a seat's shape in its colour."""
    points = _SHAPES[seat % len(_SHAPES)]
    paint = f'fill="{SEATS[seat % len(SEATS)]}" stroke="{INK}" stroke-width="{radius * 0.14:.1f}"'
    if points is None:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint}/>'
    corners = " ".join(f"{x + dx * radius:.1f},{y + dy * radius:.1f}" for dx, dy in points)
    return f'<polygon points="{corners}" {paint}/>'
