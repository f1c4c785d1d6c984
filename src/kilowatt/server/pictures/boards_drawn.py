"""The board of a picture: land, areas, connections, cities and the houses in them. A game without a map has none."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.board_file import TINTS
from kilowatt.editions.drawing.cells import areas_drawn, path_of
from kilowatt.editions.drawing.svg import FILLS
from kilowatt.server.pictures.shapes import LAND, LINE, OFF, PAPER, SEA
from kilowatt.table.tokens import INK, token

if TYPE_CHECKING:
    from kilowatt.protocol import BoardView
    from kilowatt.protocol.board_messages import BoardLayout

LAYOUTS = Path(__file__).parent / "boards"
MARKER = 13.0
SLOTS = ((-5.95, -3.3), (5.95, -3.3), (0.0, 6.8))


class AreaLayout(msgspec.Struct):
    """An area of a layout."""

    tint: str
    path: str


class Layout(msgspec.Struct):
    """Where things lie on a board, in its own units."""

    frame: tuple[float, float, float, float]
    scale: float
    cities: dict[str, tuple[Any, ...]]
    areas: dict[str, AreaLayout] = {}
    land: str = ""


_read = msgspec.json.Decoder(Layout)


@cache
def _stored(name: str) -> Layout | None:
    path = LAYOUTS / f"{name}.json"
    known = {file.stem for file in LAYOUTS.glob("*.json")}
    return _read.decode(path.read_bytes()) if name in known else None


def layout_of(board: BoardView) -> Layout:
    """Return a board's layout: that of its board file, the drawn one, or one of its coordinates alone."""
    if board.layout is not None:
        return _of_file(board, board.layout)
    layout = _stored(board.board)
    if layout is not None and all(city.id in layout.cities for city in board.cities):
        return layout
    lats, lons = [city.lat for city in board.cities], [city.lon for city in board.cities]
    wide, high = max(max(lons) - min(lons), 1e-6), max(max(lats) - min(lats), 1e-6)
    size = 900 / max(wide * 0.7, high)
    places = {
        city.id: (60 + (city.lon - min(lons)) * 0.7 * size, 60 + (max(lats) - city.lat) * size) for city in board.cities
    }
    return Layout((0, 0, 120 + wide * 0.7 * size, 120 + high * size), 1.6, places)


def _of_file(board: BoardView, layout: BoardLayout) -> Layout:
    """Return the layout of a board file, with its areas around their cities."""
    places = [layout.cities[city.id][:2] for city in board.cities]
    numbers = {area.id: number for number, area in enumerate(board.areas)}
    rings = areas_drawn(places, [numbers[city.area] for city in board.cities], len(board.areas), layout.scale)
    xs, ys = ([point[axis] for area in rings for ring in area for point in ring] for axis in (0, 1))
    frame = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    areas = {}
    for number, area in enumerate(board.areas):
        style = layout.areas.get(area.id)
        tint = style.tint if style is not None and style.tint else TINTS[number % len(TINTS)]
        areas[area.id] = AreaLayout(tint, path_of(rings[number]))
    return Layout(frame, layout.scale, {**layout.cities}, areas)


def draw(board: BoardView, game: dict[str, Any], box: tuple[float, float, float, float]) -> str:
    """Draw a board into a box, with the houses of a view."""
    layout = layout_of(board)
    x, y, wide, high = layout.frame
    left, top, width, height = box
    zoom = min(width / wide, height / high)
    dx, dy = left + (width - wide * zoom) / 2 - x * zoom, top + (height - high * zoom) / 2 - y * zoom
    played = set(game["areas"])
    parts = [f'<path d="{layout.land}" fill="{LAND}"/>'] if layout.land else []
    for name, area in layout.areas.items():
        fill = FILLS.get(area.tint, OFF) if name in played or not played else OFF
        parts.append(f'<path d="{area.path}" fill="{fill}" stroke="{PAPER}" stroke-width="{3 * layout.scale:.1f}"/>')
    used = {city.id for city in board.cities if not played or city.area in played}
    for one, other, _ in board.connections:
        if one in used and other in used:
            (ax, ay, *_), (bx, by, *_) = layout.cities[one], layout.cities[other]
            stroke = f'stroke="{LINE}" stroke-width="{1.8 * layout.scale:.1f}"'
            parts.append(f'<line x1="{ax}" y1="{ay}" x2="{bx}" y2="{by}" {stroke}/>')
    parts += [_city(layout, city, _houses(game, city)) for city in sorted(used)]
    inner = f'<g transform="translate({dx:.1f} {dy:.1f}) scale({zoom:.4f})">{"".join(parts)}</g>'
    clip = f'<clipPath id="map"><rect x="{left}" y="{top}" width="{width}" height="{height}" rx="16"/></clipPath>'
    sea = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{SEA}"/>'
    return f'{clip}<g clip-path="url(#map)">{sea}{inner}</g>'


def _houses(game: dict[str, Any], city: str) -> list[int]:
    return [seat for seat, row in enumerate(game["seats"]) if city in row["cities"]]


def _city(layout: Layout, city: str, seats: list[int]) -> str:
    x, y, *_ = layout.cities[city]
    size = layout.scale * (1.35 if seats else 0.62)
    paint = f'fill="{PAPER}" stroke="{INK}" stroke-width="{1.4 * layout.scale:.1f}"'
    parts = [f'<circle cx="{x}" cy="{y}" r="{MARKER * size:.1f}" {paint}/>']
    if len(seats) == 1:
        parts.append(token(seats[0], x, y, 9 * size))
    else:
        parts += [
            token(seat, x + dx * size, y + dy * size, 5.4 * size) for seat, (dx, dy) in zip(seats, SLOTS, strict=False)
        ]
    return "".join(parts)
