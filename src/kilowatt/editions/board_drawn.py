"""Checks of how a board is drawn: links that cross or run through cities, covered costs, names that overlap."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from kilowatt.editions.board_network import Finding
from kilowatt.editions.drawing.labels import around, labels_of
from kilowatt.editions.drawing.places import BADGE, MARKER, Point, sheet_of

if TYPE_CHECKING:
    from kilowatt.editions.drawing.places import Sheet
    from kilowatt.editions.schema import BoardFile

DRAWN = ("links_cross", "link_through", "cost_covered", "costs_overlap", "cities_close", "labels_overlap")
"""The codes of these findings."""
TOUCH = 0.8
"""Discs may touch: the part of their radii that must be free."""


def drawn_findings(board: BoardFile) -> list[Finding]:
    """List what cannot be read on the drawn board.

    Without a layout the page places cities and names itself, clear of each other; then there is nothing to check.
    """
    if board.layout is None:
        return []
    sheet = sheet_of(board)
    return [
        *_through(board, sheet),
        *_crossings(board, sheet),
        *_costs(board, sheet),
        *_close(board, sheet),
        *_overlaps(board, sheet),
    ]


def _names(board: BoardFile) -> dict[str, str]:
    return {city.id: city.name for area in board.area for city in area.cities}


def _drawn_links(board: BoardFile, sheet: Sheet) -> list[tuple[str, str, int]]:
    return [link for link in board.connections if link[0] in sheet.places and link[1] in sheet.places]


def _through(board: BoardFile, sheet: Sheet) -> list[Finding]:
    """Find links that run through the marker of a city they do not join."""
    names = _names(board)
    findings: list[Finding] = []
    for a, b, _ in _drawn_links(board, sheet):
        for city, at in sheet.places.items():
            if city in (a, b) or _beside(sheet.places[a], sheet.places[b], at) >= TOUCH * MARKER * sheet.scale:
                continue
            args = {"link": f"{names[a]} - {names[b]}", "city": names[city]}
            findings.append(Finding("link_through", "look", "connections", args, [city], links=[(a, b)]))
    return findings


def _beside(a: Point, b: Point, at: Point) -> float:
    """Return how far a point lies from a line between its ends."""
    (ax, ay), (bx, by) = a, b
    long = (bx - ax) ** 2 + (by - ay) ** 2
    part = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / long if long else 0.0
    part = min(1.0, max(0.0, part))
    return math.dist(at, (ax + part * (bx - ax), ay + part * (by - ay)))


def _costs(board: BoardFile, sheet: Sheet) -> list[Finding]:
    """Find costs, half way on their links, that a city or a name covers, or another cost."""
    names, labels, k = _names(board), labels_of(board, sheet), sheet.scale
    findings: list[Finding] = []
    badges: list[tuple[tuple[str, str], int, Point]] = []
    for a, b, cost in _drawn_links(board, sheet):
        (ax, ay), (bx, by) = sheet.places[a], sheet.places[b]
        at = ((ax + bx) / 2, (ay + by) / 2)
        args = {"link": f"{names[a]} - {names[b]}", "cost": cost}
        for city in names:
            on_city = city not in (a, b) and math.dist(at, sheet.places[city]) < TOUCH * (MARKER + BADGE) * k
            if on_city or (city in labels and labels[city].box.meets(around(at, TOUCH * BADGE * k))):
                row = {**args, "city": labels[city].text if city in labels and not on_city else names[city]}
                findings.append(Finding("cost_covered", "look", "connections", row, [city], links=[(a, b)]))
        for other, at_cost, place in badges:
            if math.dist(at, place) < TOUCH * 2 * BADGE * k:
                row = {**args, "other": " - ".join(names[one] for one in other), "at": at_cost}
                findings.append(Finding("costs_overlap", "look", "connections", row, links=[(a, b), other]))
        badges.append(((a, b), cost, at))
    return findings


def _crossings(board: BoardFile, sheet: Sheet) -> list[Finding]:
    names = _names(board)
    links = [(a, b) for a, b, _ in _drawn_links(board, sheet)]
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
