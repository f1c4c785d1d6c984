"""Labels: the box of a city's name, on a side of its marker, and the side with the least under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.editions.drawing.places import BADGE, LABEL, LETTER, MARKER, Point, Sheet

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile

MIDDLE = 4.2
ROOM = 1.12
"""Bold letters, and fonts wider than most."""
ANCHORS: dict[str, tuple[float, float, str]] = {
    "e": (17, MIDDLE, "start"),
    "w": (-17, MIDDLE, "end"),
    "se": (9, 21, "start"),
    "ne": (9, -14, "start"),
    "sw": (-9, 21, "end"),
    "nw": (-9, -14, "end"),
    "s": (0, 26, "middle"),
    "n": (0, -19, "middle"),
}
"""By side: where the baseline starts from the marker, at scale 1, and how the text is anchored."""


class Box(NamedTuple):
    """A rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether two boxes overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Label(NamedTuple):
    """A city's name where it is drawn."""

    text: str
    side: str
    at: Point
    anchor: str
    box: Box


def around(at: Point, radius: float) -> Box:
    """Return the box of a disc."""
    return Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)


def label_at(text: str, at: Point, side: str, scale: float) -> Label:
    """Place a name on a side of its city."""
    dx, dy, anchor = ANCHORS[side]
    x, y = at[0] + dx * scale, at[1] + dy * scale
    wide = len(text) * LETTER * ROOM * scale
    left = x if anchor == "start" else x - wide if anchor == "end" else x - wide / 2
    return Label(text, side, (x, y), anchor, Box(left, y - 0.8 * LABEL * scale, left + wide, y + 0.25 * LABEL * scale))


def labels_of(board: BoardFile, sheet: Sheet) -> dict[str, Label]:
    """Return the labels of a board: as its layout says, else each where it covers least."""
    texts = {city.id: city.name for area in board.area for city in area.cities}
    if board.layout is not None:
        texts |= board.layout.names
        sides = {city: side for city, (_, _, side) in board.layout.cities.items()}
        return {
            city: label_at(text, sheet.places[city], sides[city], sheet.scale)
            for city, text in texts.items()
            if text and sides[city]
        }
    taken = [around(at, (MARKER + 1) * sheet.scale) for at in sheet.places.values()]
    for a, b, _ in board.connections:
        if a in sheet.places and b in sheet.places:
            (ax, ay), (bx, by) = sheet.places[a], sheet.places[b]
            taken.append(around(((ax + bx) / 2, (ay + by) / 2), BADGE * sheet.scale))
    labels: dict[str, Label] = {}
    for city, text in texts.items():
        options = [label_at(text, sheet.places[city], side, sheet.scale) for side in ANCHORS]
        covered = [sum(option.box.meets(other) for other in taken) for option in options]
        labels[city] = options[covered.index(min(covered))]
        taken.append(labels[city].box)
    return labels
