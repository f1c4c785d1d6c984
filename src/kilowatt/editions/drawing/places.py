"""Where cities lie on the sheet: by the layout of the file, or projected from their coordinates and moved apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile

Point = tuple[float, float]

MARKER, BADGE, LABEL, LETTER = 13.0, 8.0, 12.0, 6.2
"""Sizes at scale 1: radius of a marker and of a badge, height of a label, width of one of its letters."""
SHEET = 1000.0
APART = 2 * MARKER + 14
BETWEEN = APART + 2 * BADGE
"""Least distance of two markers, and of two that a link with its badge joins."""
ROUNDS = 120
HOME = 0.02
"""How strongly a city returns to where it lies on the globe, per round."""
SCALE = 1.3
KILOMETRES = 111.2
"""Of one degree of latitude."""


class Sheet(NamedTuple):
    """Every city's place by its id, and the scale of what is drawn there."""

    places: dict[str, Point]
    scale: float


def sheet_of(board: BoardFile) -> Sheet:
    """Return the places of a board's cities."""
    if board.layout is not None:
        return Sheet({city: (x, y) for city, (x, y, _) in board.layout.cities.items()}, board.layout.scale)
    homes = _fitted(globe(board))
    spots = {city: [x, y] for city, (x, y) in homes.items()}
    linked = {frozenset((a, b)) for a, b, _ in board.connections}
    names = list(spots)
    for number in range(ROUNDS):
        if number < ROUNDS - 30:
            for city, spot in spots.items():
                spot[0] += HOME * (homes[city][0] - spot[0])
                spot[1] += HOME * (homes[city][1] - spot[1])
        for index, a in enumerate(names):
            for b in names[index + 1 :]:
                _part(spots[a], spots[b], SCALE * (BETWEEN if frozenset((a, b)) in linked else APART), index)
    return Sheet({city: (round(x, 1), round(y, 1)) for city, (x, y) in spots.items()}, SCALE)


def globe(board: BoardFile) -> dict[str, Point]:
    """Project the cities: the middle latitude true, north up, in degrees. A board across 180 degrees stays in one."""
    cities = [city for area in board.area for city in area.cities]
    lons = [city.lon for city in cities]
    across = max(lons) - min(lons) > 180  # noqa: PLR2004 - half of the globe
    middle = sum(city.lat for city in cities) / len(cities)
    narrow = max(0.2, math.cos(math.radians(middle)))
    return {city.id: ((city.lon + 360 if across and city.lon < 0 else city.lon) * narrow, -city.lat) for city in cities}


def lengths(board: BoardFile) -> dict[tuple[str, str], float]:
    """Return the length of every link: on the sheet where the file has a layout, else in kilometres."""
    layout = board.layout
    if layout is not None:
        places = {city: (x, y) for city, (x, y, _) in layout.cities.items()}
    else:
        places = {city: (x * KILOMETRES, y * KILOMETRES) for city, (x, y) in globe(board).items()}
    return {(a, b): math.dist(places[a], places[b]) for a, b, _ in board.connections if a in places and b in places}


def _fitted(points: dict[str, Point]) -> dict[str, Point]:
    """Fit points into a sheet as wide or as high as `SHEET`."""
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    unit = SHEET / max(max(xs) - min(xs), max(ys) - min(ys), 1e-9)
    return {city: ((x - min(xs)) * unit, (y - min(ys)) * unit) for city, (x, y) in points.items()}


def _part(a: list[float], b: list[float], least: float, turn: int) -> None:
    """Push two places apart, half the way each; places that coincide part in a direction of their own."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = math.hypot(dx, dy)
    if far >= least:
        return
    if far < 1e-6:  # noqa: PLR2004 - the same place
        dx, dy, far = math.cos(2.4 * turn), math.sin(2.4 * turn), 1.0
    push = (least - min(far, least)) / 2
    a[0] -= dx / far * push
    a[1] -= dy / far * push
    b[0] += dx / far * push
    b[1] += dy / far * push
