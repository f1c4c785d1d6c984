"""A board as one SVG picture, without scripts and without anything from outside. Names are text, never markup."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from kilowatt.editions.board_file import TINTS
from kilowatt.editions.drawing.cells import areas_drawn, path_of
from kilowatt.editions.drawing.labels import Box, labels_of
from kilowatt.editions.drawing.places import BADGE, LABEL, MARKER, Point, sheet_of

if TYPE_CHECKING:
    from kilowatt.editions.drawing.places import Sheet
    from kilowatt.editions.schema import BoardFile

FILLS = {
    "green": "#cce4d1",
    "teal": "#badcdd",
    "brown": "#d8c8b7",
    "red": "#f5cec8",
    "pink": "#f7d7e5",
    "yellow": "#f3e9b8",
    "blue": "#c7dbf5",
    "purple": "#d2c8e5",
    "orange": "#fbd8bb",
}
"""Tint -> its colour: the page's light ones, for every picture of a board."""
INK, LINE, SEA = "#14181d", "#5a6570", "#f0f0ec"
MARGIN = 12.0
FONT = "Noto Sans, DejaVu Sans, sans-serif"
SLOTS = ((-5.95, -3.3), (5.95, -3.3), (0.0, 6.8))


def board_svg(board: BoardFile) -> str:
    """Draw a board: areas, links with their costs, cities, names."""
    sheet = sheet_of(board)
    k = sheet.scale
    places = [sheet.places[city.id] for area in board.area for city in area.cities]
    rings = areas_of(board, sheet)
    labels = labels_of(board, sheet)
    frame = _frame(
        [point for area in rings for ring in area for point in ring], [one.box for one in labels.values()], k
    )
    parts = [_rect(frame)]
    for number, area in enumerate(board.area):
        style = board.layout.areas.get(area.id) if board.layout is not None else None
        tint = style.tint if style is not None and style.tint else TINTS[number % len(TINTS)]
        look = f'fill="{FILLS[tint]}" stroke="#fff" stroke-width="{2.2 * k:.1f}"'
        parts.append(f'<path d="{path_of(rings[number])}" {look}/>')
        at = (
            style.at
            if style is not None and style.at is not None
            else _middle([sheet.places[c.id] for c in area.cities])
        )
        parts.append(_text(at, area.name.upper(), 9.2 * k, "middle", LINE, bold=True))
    parts += [*_links(board, sheet), *(_city(at, k) for at in places)]
    parts += [_text(one.at, one.text, LABEL * k, one.anchor, INK) for one in labels.values()]
    size = f"{frame.left:.0f} {frame.top:.0f} {frame.right - frame.left:.0f} {frame.bottom - frame.top:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="{FONT}">'
        f"<title>{escape(board.title)}</title>{''.join(parts)}</svg>\n"
    )


def areas_of(board: BoardFile, sheet: Sheet) -> list[list[list[Point]]]:
    """Return the rings of each area of a board."""
    owner = [number for number, area in enumerate(board.area) for _ in area.cities]
    places = [sheet.places[city.id] for area in board.area for city in area.cities]
    return areas_drawn(places, owner, len(board.area), sheet.scale)


def _frame(points: list[Point], boxes: list[Box], k: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = MARGIN * k
    return Box(
        min([*xs, *(box.left for box in boxes)]) - margin,
        min([*ys, *(box.top for box in boxes)]) - margin,
        max([*xs, *(box.right for box in boxes)]) + margin,
        max([*ys, *(box.bottom for box in boxes)]) + margin,
    )


def _rect(box: Box) -> str:
    size = f'width="{box.right - box.left:.0f}" height="{box.bottom - box.top:.0f}"'
    return f'<rect x="{box.left:.0f}" y="{box.top:.0f}" {size} fill="{SEA}"/>'


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _links(board: BoardFile, sheet: Sheet) -> list[str]:
    k = sheet.scale
    lines, badges = [], []
    for a, b, cost in board.connections:
        if a not in sheet.places or b not in sheet.places:
            continue
        (ax, ay), (bx, by) = sheet.places[a], sheet.places[b]
        wide = 6 if cost == 0 else 2.1
        lines.append(
            f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{LINE}"'
            f' stroke-width="{wide * k:.1f}"/>'
        )
        at = ((ax + bx) / 2, (ay + by) / 2)
        badges.append(_disc(at, BADGE * k, 0.9 * k))
        badges.append(_text((at[0], at[1] + 3.5 * k), str(cost), 9.8 * k, "middle", INK, bold=True))
    return lines + badges


def _city(at: Point, k: float) -> str:
    slots = [
        f'<circle cx="{at[0] + dx * k:.1f}" cy="{at[1] + dy * k:.1f}" r="{4.4 * k:.1f}" fill="none" stroke="{LINE}"/>'
        for dx, dy in SLOTS
    ]
    return _disc(at, MARKER * k, 1.5 * k) + "".join(slots)


def _disc(at: Point, radius: float, line: float) -> str:
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="#fff" stroke="{INK}"'
        f' stroke-width="{line:.1f}"/>'
    )


def _text(at: Point, text: str, size: float, anchor: str, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:.1f}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(text)}</text>"
    )
