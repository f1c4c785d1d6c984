"""Draw boards from real coordinates on real land: `python -m tools.mapmaker BOARD ... --land FILE [--data FOLDER]`.

Cities are projected, moved apart where they are crowded, and moved on until nothing overlaps; land and areas bend with
them. Each drawing is written to `tools/drawings`, from where `python -m tools.layouts` packs it for the page.

`--land` is countries-10m.json of the npm package `world-atlas` (Natural Earth, public domain); `npm pack world-atlas`
fetches it. It is needed for drawing only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kilowatt.editions.drawing.labels import label_at
from kilowatt.editions.drawing.places import MARKER
from tools.layouts import DRAWINGS, TOP, written
from tools.mapmaker.borders import rings_of
from tools.mapmaker.globe import Points, bending, projection, spread
from tools.mapmaker.ground import Seeds, Window, countries, home_of, near, owners, painted
from tools.mapmaker.names import name_at

DATA = TOP / "src" / "kilowatt" / "editions" / "data" / "boards"
WISHES = Path(__file__).parent / "boards.toml"
SOURCE = (
    "City places projected (Lambert conformal conic) from the board file, evened out and moved apart; land from "
    "Natural Earth 1:10m (public domain), bent by the same movement; areas are nearest-city cells of it, smoothed."
)
WIDE = 880.0
"""Units between the westernmost and the easternmost city; names and coasts need the rest of 1000."""
BEYOND = 320.0
"""How far land reaches beyond the frame."""
FAR = 9999.0


class Map(NamedTuple):
    """A board to draw."""

    id: str
    cities: list[dict[str, Any]]
    areas: list[dict[str, Any]]
    area_of: list[int]
    links: list[tuple[int, int]]
    wishes: dict[str, Any]
    names: list[str]


def map_of(file: Path) -> Map:
    """Read a board file."""
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    wishes = tomllib.loads(WISHES.read_text(encoding="utf-8")).get(file.stem, {})
    cities = [city for area in raw["area"] for city in area["cities"]]
    for city in cities:
        city["lat"], city["lon"] = wishes.get("at", {}).get(city["id"], (city["lat"], city["lon"]))
    numbers = {city["id"]: number for number, city in enumerate(cities)}
    area_of = [number for number, area in enumerate(raw["area"]) for _ in area["cities"]]
    links = [(numbers[a], numbers[b]) for a, b, *_ in raw["connections"]]
    names = [wishes.get("names", {}).get(city["id"], city["name"]) for city in cities]
    return Map(file.stem, cities, raw["area"], area_of, links, wishes, names)


def scale_of(high: float) -> float:
    """Return the size of markers and names on a sheet 1000 wide and so high, as on the boards drawn before."""
    return round(max(1.3, 0.56 + 0.85 * high / 1000), 2)


def placed(board: Map, moves: int, seed: int) -> tuple[Points, Points, list[str], float]:
    """Return where cities lie on the projected globe and on the sheet, the sides of their names, and the scale."""
    lats, lons = (np.array([float(city[key]) for city in board.cities]) for key in ("lat", "lon"))
    globe = projection(lats, lons)(lats, lons)
    homes = spread(globe, board.links, board.wishes.get("even", 0.4))
    homes -= homes.min(axis=0)
    size = homes.max(axis=0)
    high = WIDE * board.wishes.get("shape", size[1] / size[0])
    scale = scale_of(high + 120)
    homes *= [WIDE / size[0], high / size[1]]
    problem = {
        "homes": homes.tolist(),
        "links": board.links,
        "letters": [len(name) for name in board.names],
        "scale": scale,
        "moves": moves,
        "seed": seed,
        "hold": board.wishes.get("hold", 0.012),
        "twist": board.wishes.get("twist", 1.2),
    }
    command = ["node", str(Path(__file__).parent / "search.mjs")]
    done = subprocess.run(command, input=json.dumps(problem).encode(), stdout=subprocess.PIPE, check=True)
    answer = json.loads(done.stdout)
    worst = ", ".join(f"{board.names[city]} {strain:.1f}" for city, strain in answer["worst"])
    print(f"{board.id}: scale {scale}, strain {answer['strain']:.1f} {worst}", flush=True)
    spots = np.round(np.array(answer["places"]), 1)
    return globe, spots, answer["sides"], scale


def drawing_of(board: Map, file: Path, moves: int, seed: int) -> dict[str, Any]:
    """Return the drawing of a board."""
    globe, spots, sides, scale = placed(board, moves, seed)
    labels = [
        label_at(name, (float(x), float(y)), side, scale).box
        for name, (x, y), side in zip(board.names, spots, sides, strict=True)
    ]
    boxes = np.array([[*box] for box in labels])
    around = 46 * scale
    box = [
        *(np.minimum(spots.min(axis=0) - around, boxes[:, :2].min(axis=0))),
        *(np.maximum(spots.max(axis=0) + around, boxes[:, 2:].max(axis=0))),
    ]
    cell = 2.5
    reach = board.wishes.get("reach", FAR) * scale
    left, top = box[0] - BEYOND - around, box[1] - BEYOND - around
    window = Window(
        left, top, int((box[2] + BEYOND + around - left) / cell), int((box[3] + BEYOND + around - top) / cell), cell
    )
    lands, rest = _lands(board, file, globe, spots, window)
    grid = owners(window, Seeds(spots, board.area_of, board.links), lands, rest, (MARKER + 4) * scale, reach)
    areas, land = rings_of(grid, window, 1.3)
    edge = np.concatenate([ring for rings in areas.values() for ring in rings])
    low = np.minimum(edge.min(axis=0), boxes[:, :2].min(axis=0)) - 8 * scale
    high = np.maximum(edge.max(axis=0), boxes[:, 2:].max(axis=0)) + 8 * scale
    frame = [
        int(np.floor(low[0])),
        int(np.floor(low[1])),
        int(np.ceil(high[0] - low[0])),
        int(np.ceil(high[1] - low[1])),
    ]
    ends = np.array([[*spots[a], *spots[b]] for a, b in board.links])
    short, german = board.wishes.get("short", {}), board.wishes.get("german", {})
    return {
        "board": board.id,
        "width": frame[2],
        "height": frame[3],
        "scale": scale,
        "frame": frame,
        "source": SOURCE,
        "positions": {city["id"]: [float(x), float(y)] for city, (x, y) in zip(board.cities, spots, strict=True)},
        "labels": {city["id"]: side for city, side in zip(board.cities, sides, strict=True)},
        "label_text": {
            city["id"]: name for city, name in zip(board.cities, board.names, strict=True) if name != city["name"]
        },
        "areas": {
            area["id"]: {
                "name": {"en": short.get(area["id"], area["name"]), "de": german.get(area["id"], area["name"])},
                "tint": area["label"].lower(),
                "name_at": name_at(
                    max(short.get(area["id"], area["name"]), german.get(area["id"], ""), key=len),
                    number, grid, window, (spots, ends, boxes), scale,
                ),
                "rings": _rounded(areas[number]),
            }
            for number, area in enumerate(board.areas)
        },
        "land": _rounded(land),
    }  # fmt: skip


def _rounded(rings: list[Points]) -> list[list[list[int]]]:
    return [[[round(float(x)), round(float(y))] for x, y in ring] for ring in rings]


def _lands(board: Map, file: Path, globe: Points, spots: Points, window: Window) -> tuple[list[Any], Any]:
    """Return the land of each country with the areas that have a city in it, and all land."""
    lats, lons = (np.array([float(city[key]) for city in board.cities]) for key in ("lat", "lon"))
    tall, wide = np.ptp(lats), np.ptp(lons)
    lands = countries(file)
    more = 0.7 * max(tall, wide) + 2
    region = (lons.min() - more, lats.min() - more, lons.max() + more, lats.max() + more)
    cast = projection(lats, lons)
    bend = bending(globe, spots, board.wishes.get("stiff", 0.002))
    rest = np.zeros((window.rows, window.columns), dtype=bool)
    held: dict[str, set[int]] = {}
    shapes = {}
    for name, rings in lands.items():
        bent = [bend(ring) for ring in near(rings, cast, region)]
        if bent:
            shapes[name] = painted(bent, window)
            rest |= shapes[name]
    homes = {name: lands[name] for name in board.wishes.get("countries", shapes)}
    for owner, lat, lon in zip(board.area_of, lats, lons, strict=True):
        held.setdefault(home_of(homes, float(lon), float(lat)), set()).add(owner)
    print(f"{board.id}: {', '.join(f'{name} {sorted(owned)}' for name, owned in held.items())}", flush=True)
    return [(shapes[name], owned) for name, owned in held.items()], rest


def main() -> int:
    """Draw the boards that are named."""
    parser = argparse.ArgumentParser(description="drawings of boards on real land")
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--land", type=Path, required=True, help="countries-10m.json of world-atlas")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with the board files")
    parser.add_argument("--moves", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.boards:
        drawing = drawing_of(map_of(options.data / f"{name}.toml"), options.land, options.moves, options.seed)
        (DRAWINGS / f"{name}.json").write_text(written(drawing), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
