"""Pictures as SVG text, written by hand: ratings with intervals, and curves over rounds. Knows numbers only."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from kilowatt.table.tokens import INK, SEATS, token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.arena.standings import Line

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9")
"""Colours that colour-blind people can distinguish too."""
FUELS = {
    "coal": "#5a4634",
    "oil": "#22303f",
    "garbage": "#9a6c00",
    "uranium": "#bf1f3b",
    "gas": "#0b74a6",
}
"""The colours of the page's light theme."""
APART = 18.0
"""Between two labels at least."""
PALE = "#ccc"


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 12) -> str:
    """Write words at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{INK}">{escape(words)}</text>'
    )


def svg(width: int, height: int, title: str, parts: list[str]) -> str:
    """Put the parts of a picture together."""
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}" font-family="sans-serif">\n<title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{inside}\n</svg>\n'
    )


def ratings(lines: list[Line]) -> str:
    """Draw the ratings with their intervals, the best on top."""
    rows = sorted(lines, key=lambda line: -line.rating)
    low = min([line.rating_low for line in rows]) - 20
    high = max([line.rating_high for line in rows]) + 20
    width, left, right, top, pitch = 720, 170, 40, 50, 30
    height = top + pitch * len(rows) + 40

    def at(rating: float) -> float:
        return left + (width - left - right) * (rating - low) / (high - low)

    parts = [text(left, 24, "Rating (simple = 1000) with 95 % interval", size=14)]
    grain = 100 if high - low < 1500 else 500  # noqa: PLR2004
    mark = int(low // grain + 1) * grain
    while mark < high:
        x = at(mark)
        parts += [
            f'<line x1="{x:.1f}" y1="{top - 12}" x2="{x:.1f}" y2="{height - 30}" stroke="{PALE}"/>',
            text(x, height - 12, str(mark), "middle"),
        ]
        mark += grain
    bar = f'stroke="{COLOURS[0]}" stroke-width="3"'
    for place, line in enumerate(rows):
        y = top + pitch * place
        parts += [
            text(left - 12, y + 4, line.bot, "end"),
            f'<line x1="{at(line.rating_low):.1f}" y1="{y}" x2="{at(line.rating_high):.1f}" y2="{y}" {bar}/>',
            f'<circle cx="{at(line.rating):.1f}" cy="{y}" r="5" fill="{COLOURS[0]}"/>',
        ]
    return svg(width, height, "Ratings", parts)


def curves(title: str, rows: dict[str, list[float]], *, fuels: bool = False, xlabel: str = "round") -> str:
    """Draw a curve for each seat over rounds 1, 2, 3, ..., as the page does: its colour, at its end its shape and name.

    With `fuels` the curves are those of fuels, which end in a dot.
    """
    width, height, left, right, top, bottom = 520, 260, 50, 150, 34, 36
    longest = max([len(row) for row in rows.values()], default=1)
    values = [value for row in rows.values() for value in row]
    high = max([*values, 1.0])
    low = min([*values, 0.0])

    def x_of(place: int) -> float:
        return left + (width - left - right) * (place / max(1, longest - 1))

    def y_of(value: float) -> float:
        return top + (height - top - bottom) * (1 - (value - low) / (high - low))

    parts = [text(left, 20, title, size=14)]
    for part in range(5):
        value = low + (high - low) * part / 4
        y = y_of(value)
        parts += [
            f'<line x1="{left}" y1="{y:.1f}" x2="{width - right}" y2="{y:.1f}" stroke="{PALE}"/>',
            text(left - 6, y + 4, f"{value:.0f}", "end", 11),
        ]
    for place in range(longest):
        if longest <= 14 or place % 2 == 0:  # noqa: PLR2004
            parts.append(text(x_of(place), height - 16, str(place + 1), "middle", 11))
    parts.append(text(width - right + 8, height - 16, xlabel, size=11))
    ends = [y_of(row[-1]) if row else y_of(low) for row in rows.values()]
    labels = spread(ends, top, height - bottom)
    for seat, (name, row) in enumerate(rows.items()):
        points = " ".join([f"{x_of(place):.1f},{y_of(value):.1f}" for place, value in enumerate(row)])
        colour = FUELS.get(name, INK) if fuels else SEATS[seat % len(SEATS)]
        edge, y = width - right, labels[seat]
        parts += [
            f'<polyline points="{points}" stroke="{colour}" stroke-width="2.6" fill="none"/>',
            f'<line x1="{edge + 2}" y1="{ends[seat]:.1f}" x2="{edge + 12}" y2="{y:.1f}" stroke="{colour}"/>',
            f'<circle cx="{edge + 20}" cy="{y:.1f}" r="4" fill="{colour}"/>' if fuels else token(seat, edge + 20, y, 6),
            text(edge + 31, y + 4, f"{name} {row[-1]:.0f}" if row else name, size=11),
        ]
    return svg(width, height, title, parts)


def spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Return heights of labels near these, at least `APART` from each other and inside the chart."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = list(wanted)
    last = top - APART
    for index in order:
        last = places[index] = max(places[index], last + APART)
    following = bottom + APART
    for index in reversed(order):
        following = places[index] = min(places[index], following - APART)
    return places
