"""Checks of how a board is drawn: links that cross, names that overlap, cities that touch."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from kilowatt.editions.board_network import Finding
from kilowatt.editions.drawing.labels import around, labels_of
from kilowatt.editions.drawing.places import MARKER, Point, sheet_of

if TYPE_CHECKING:
    from kilowatt.editions.drawing.places import Sheet
    from kilowatt.editions.schema import BoardFile


def drawn_findings(board: BoardFile) -> list[Finding]:
    """List what cannot be read on the drawn board.

    Without a layout the page places cities and names itself, clear of each other; then there is nothing to check.
    """
    if board.layout is None:
        return []
    sheet = sheet_of(board)
    return [*_crossings(board, sheet), *_close(board, sheet), *_overlaps(board, sheet)]


def _names(board: BoardFile) -> dict[str, str]:
    return {city.id: city.name for area in board.area for city in area.cities}


def _crossings(board: BoardFile, sheet: Sheet) -> list[Finding]:
    names = _names(board)
    links = [(a, b) for a, b, _ in board.connections if a in sheet.places and b in sheet.places]
    findings: list[Finding] = []
    for one, other in combinations(links, 2):
        if {*one} & {*other}:
            continue
        if _cross(*(sheet.places[city] for city in (*one, *other))):
            args = {"one": " - ".join(names[c] for c in one), "other": " - ".join(names[c] for c in other)}
            findings.append(Finding("links_cross", "look", "connections", args, links=[one, other]))
    return findings


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two lines cross between their ends."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _close(board: BoardFile, sheet: Sheet) -> list[Finding]:
    names = _names(board)
    return [
        Finding("cities_close", "look", "layout.cities", {"a": names[a], "b": names[b]}, [a, b])
        for a, b in combinations(sheet.places, 2)
        if math.dist(sheet.places[a], sheet.places[b]) < 2 * MARKER * sheet.scale
    ]


def _overlaps(board: BoardFile, sheet: Sheet) -> list[Finding]:
    """Find names that stand on one another or on a city."""
    labels = labels_of(board, sheet)
    names = _names(board)
    findings: list[Finding] = []
    for a, b in combinations(labels, 2):
        if labels[a].box.meets(labels[b].box):
            args = {"a": labels[a].text, "b": labels[b].text}
            findings.append(Finding("labels_overlap", "look", "layout.cities", args, [a, b]))
    for city, label in labels.items():
        for other, at in sheet.places.items():
            # the corners of a marker's box are empty: a name may touch them
            if other != city and label.box.meets(around(at, 0.8 * MARKER * sheet.scale)):
                args = {"a": label.text, "b": names[other]}
                findings.append(Finding("labels_overlap", "look", "layout.cities", args, [city, other]))
    return findings
