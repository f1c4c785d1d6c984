"""The picture of the layers, drawn from the import contracts that the gate checks, so that it cannot go stale.

Numbers in it show the way of a move, and below it stands what a record is.
"""

from __future__ import annotations

import re
import tomllib
from html import escape
from importlib import import_module
from pathlib import Path

import kilowatt

TOP = Path(__file__).parents[1]
PICTURE = TOP / "docs" / "architecture.svg"
PACKAGE = "kilowatt"
WIDTH, GAP, EDGE = 820, 24, 12
LINES = {1: 1, 2: 2}
"""Lines of a sentence that fit into a box where so many packages share a layer; three where there are more."""
WAY = (
    ("protocol", "the page sends the action, what it saw, a key"),
    ("server", "checks who it is, how large, how often; locks the table"),
    ("host", "asks the rules, and plans what the move comes to"),
    ("engine", "allows or refuses it, with the rule, and plays it"),
    ("table", "adds the line to the record, with what chance deals"),
    ("server", "stores it, sends everybody what they may know"),
)
"""The way of a move: which package does what, in this order."""
SHOWN = 62
"""Characters of a line of a record that are shown."""
FOOT = 150
"""Height of the part below the layers."""


def layers() -> list[list[str]]:
    """Return the packages of each layer, the highest first, as the contract lists them."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [whole] = [row for row in contracts if row["type"] == "layers" and "containers" not in row]
    return [re.findall(rf"{PACKAGE}\.(\w+)", row) for row in whole["layers"]]


def sentence(name: str) -> str:
    """Return what a package is for: the first sentence of its docstring."""
    text = " ".join((import_module(f"{PACKAGE}.{name}").__doc__ or "").split())
    return re.split(r"[.;](?:\s|$)", text)[0]


def picture() -> str:
    """Draw the layers as boxes; each may import those below it and nothing above."""
    rows = layers()
    heights = [_height(names) for names in rows]
    low = 2 * EDGE + sum(heights) + GAP * (len(rows) - 1)
    height = low + FOOT + EDGE
    parts: list[str] = []
    for place, names in enumerate(rows):
        top = EDGE + sum(heights[:place]) + GAP * place
        width = (WIDTH - 2 * EDGE - (len(names) - 1) * EDGE) / len(names)
        for at, name in enumerate(names):
            left = EDGE + at * (width + EDGE)
            parts.append(f'<rect x="{left:g}" y="{top}" width="{width:g}" height="{heights[place]}" rx="8"/>')
            parts.append(f'<text class="name" x="{left + 12:g}" y="{top + 23}">{escape(name)}</text>')
            steps = [number for number, (package, _) in enumerate(WAY, 1) if package == name]
            parts += [
                _badge(left + width - 16 - 24 * one, top + 18, number) for one, number in enumerate(reversed(steps))
            ]
            lines = _lines(sentence(name), int((width - 16) / 6.1))
            if len(lines) > LINES.get(len(names), 3):
                raise ValueError(f"the first sentence of {PACKAGE}.{name} is too long for its box")
            parts += [
                f'<text x="{left + 12:g}" y="{top + 39 + 13 * line}">{escape(words)}</text>'
                for line, words in enumerate(lines)
            ]
        if place + 1 < len(rows):
            middle, foot = WIDTH / 2, top + heights[place]
            parts.append(f'<path d="M{middle:g} {foot + 4}v{GAP - 10}m-5-6l5 6l5-6"/>')
    parts += _foot(low, {name for names in rows for name in names})
    style = (
        "rect{fill:#f4f6f8;stroke:#788591}text{font:11px sans-serif;fill:#434e59}"
        ".name{font:bold 14px sans-serif;fill:#14191f}.line{font:10px monospace}"
        "circle{fill:#14191f}.number{font:bold 11px sans-serif;fill:#fff;text-anchor:middle}"
        "path{fill:none;stroke:#5a6673;stroke-width:1.5}"
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="The packages of Kilowatt in layers, the way of a move through them, and what a record is">\n'
        f"<style>{style}</style>\n{body}\n</svg>\n"
    )


def _height(names: list[str]) -> int:
    """Return how high the boxes of a layer are."""
    return 37 + 13 * LINES.get(len(names), 3)


def _badge(x: float, y: float, number: int) -> str:
    """Draw the number of a step."""
    return f'<circle cx="{x:g}" cy="{y}" r="9"/><text class="number" x="{x:g}" y="{y + 4}">{number}</text>'


def _foot(top: float, names: set[str]) -> list[str]:
    """Draw the legend of the steps and a record beside it; a step of a package that is gone is refused."""
    if gone := {package for package, _ in WAY} - names:
        raise ValueError(f"the way of a move names packages that are in no layer: {sorted(gone)}")
    half = (WIDTH - 3 * EDGE) / 2
    right = 2 * EDGE + half
    parts = [f'<rect x="{left:g}" y="{top}" width="{half:g}" height="{FOOT}" rx="8"/>' for left in (EDGE, right)]
    parts.append(f'<text class="name" x="{EDGE + 12}" y="{top + 23}">The way of a move</text>')
    parts.append(f'<text class="name" x="{right + 12:g}" y="{top + 23}">A record: lines of JSON</text>')
    for number, (package, words) in enumerate(WAY, 1):
        y = top + 25 + 19 * number
        parts.append(_badge(EDGE + 20, y - 4, number))
        parts.append(f'<text x="{EDGE + 36}" y="{y}">{package}: {escape(words)}</text>')
    parts += [
        f'<text class="line" x="{right + 12:g}" y="{top + 46 + 17 * line}">{escape(text)}</text>'
        for line, text in enumerate(_record())
    ]
    parts.append(
        f'<text x="{right + 12:g}" y="{top + 124}">Played again it gives the same game forever. Reviews, forks,</text>'
    )
    parts.append(
        f'<text x="{right + 12:g}" y="{top + 138}">undo and downloads read records: no second form of a game.</text>'
    )
    return parts


def _record() -> list[str]:
    """Return the first lines of a real record, cut to the width of their box."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    table.play(table.legal_actions()[0])
    return [line if len(line) <= SHOWN else f"{line[: SHOWN - 4]} ..." for line in list(table.record().lines())[:4]]


def _lines(text: str, most: int) -> list[str]:
    """Break a sentence into lines of at most so many characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


PAGES = {PICTURE: picture}
