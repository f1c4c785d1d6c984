"""Colours and texts of a picture: those of the page, as plain values. The players' tokens are the table's."""

from __future__ import annotations

from html import escape

from kilowatt.table.tokens import INK

PAPER, PAGE, SEA, LAND, OFF, LINE, VOLT, SOFT = (
    "#ffffff",
    "#e9edf0",
    "#dbe6ee",
    "#f0f0ec",
    "#e4e6e4",
    "#5a6673",
    "#d0f23a",
    "#434e59",
)


def text(x: float, y: float, size: int, words: str, *, bold: bool = False, fill: str = INK) -> str:
    """Draw a line of text."""
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{weight} fill="{fill}">{escape(words)}</text>'
