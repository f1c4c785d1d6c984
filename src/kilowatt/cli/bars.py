"""The picture of `kilowatt bench`: one bar for each measure and build, on a scale of powers of ten, as SVG text."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Any

from kilowatt.arena.plot import svg, text

COLOURS = {"interpreted": "#56b4e9", "kernel": "#d55e00"}
WIDTH, LEFT, RIGHT, TOP, BAR = 760, 120, 110, 60, 16


def picture(figures: dict[str, Any]) -> str:
    """Draw medians as bars and the spread over the runs as a line across the end of each."""
    kinds: dict[str, dict[str, Any]] = figures["kinds"]
    rows = [row for measured in kinds.values() for row in measured.values()]
    low = floor(log10(min(row["low"] for row in rows)))
    high = ceil(log10(max(row["high"] for row in rows)))
    names = list(next(iter(kinds.values())))
    pitch = BAR * len(kinds) + 14
    height = TOP + pitch * len(names) + 40

    def at(speed: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (log10(speed) - low) / (high - low)

    title = f"{figures['ruleset']}, {figures['seats']} seats, Python {figures['python']}, {figures['machine']}"
    parts = [text(LEFT, 22, title, size=14)]
    for place, kind in enumerate(kinds):
        key = LEFT + 130 * place
        parts += [f'<rect x="{key}" y="32" width="12" height="12" fill="{COLOURS[kind]}"/>', text(key + 18, 43, kind)]
    for power in range(low, high + 1):
        x = at(10**power)
        parts += [
            f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{height - 34}" stroke="#ccc"/>',
            text(x, height - 18, f"{10**power:,}", "middle"),
        ]
    for place, name in enumerate(names):
        y = TOP + 8 + pitch * place
        parts.append(text(LEFT - 10, y + BAR * len(kinds) / 2 + 4, name, "end"))
        for kind, measured in kinds.items():
            if name in measured:
                parts += _bar(measured[name], at, y, COLOURS[kind])
            y += BAR
    parts.append(text(WIDTH - RIGHT, height - 4, f"a second, median of {figures['runs']} runs", "end", 11))
    return svg(WIDTH, height, title, parts)


def _bar(row: dict[str, Any], at: Any, y: int, colour: str) -> list[str]:  # noqa: ANN401 - a scale
    """Draw one bar with its spread and its figure."""
    end, middle = at(row["median"]), y + BAR / 2 - 1
    return [
        f'<rect x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" height="{BAR - 3}" fill="{colour}"/>',
        f'<line x1="{at(row["low"]):.1f}" y1="{middle}" x2="{at(row["high"]):.1f}" y2="{middle}" stroke="#222"/>',
        text(at(row["high"]) + 6, y + BAR - 5, f"{row['median']:,}", size=11),
    ]
