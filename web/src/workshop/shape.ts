/** How an edited board looks: areas as cells of their cities, quick enough for every frame of a drag. */
import { borders, pathOf } from '../boards/draw/areas';
import { cells, hull } from '../boards/draw/cells';
import { boxOf, freeSpot, labels } from '../boards/draw/labels';
import type { Anchor, Point } from '../boards/layout';
import { citiesOf, mapOf, placeOf, scaleOf, setSide, type BoardData } from './model';

export const TINTS = ['purple', 'green', 'yellow', 'blue', 'red', 'teal', 'brown', 'pink', 'orange'];
const COAST = 46;

export const tintOf = (board: BoardData, area: string): string => {
  const own = board.layout.areas?.[area]?.tint;
  if (own) return own;
  const number = board.area.findIndex((one) => one.id === area);
  return TINTS[number % TINTS.length] ?? 'green';
};

export interface AreaShape {
  id: string;
  path: string;
  tint: string;
  at: Point;
}

/** What a name should not cover: the boxes of labels, and links. */
function placesTaken(board: BoardData, spots: readonly Point[]) {
  const cities = citiesOf(board);
  const index = new Map(cities.map((city, number) => [city.id, number]));
  return {
    links: board.connections.map(([a, b]): [number, number] => [index.get(a) ?? 0, index.get(b) ?? 0]),
    boxes: cities.map((city, number) =>
      boxOf(city.name, spots[number] ?? [0, 0], (board.layout.cities[city.id]?.[2] || 'e') as Anchor, scaleOf(board)),
    ),
  };
}

/** The shapes of all areas. While something is dragged their names stay in the middle: finding a free place takes longer. */
export function areaShapes(board: BoardData, dragged: boolean): AreaShape[] {
  const cities = citiesOf(board);
  const spots = cities.map((city): Point => placeOf(board, city.id));
  if (spots.length === 0) return [];
  const owner = board.area.flatMap((area, number) => area.cities.map(() => number));
  const rings = borders(cells(spots, hull(spots, COAST * scaleOf(board))), owner, board.area.length);
  const k = scaleOf(board);
  const free = dragged ? null : placesTaken(board, spots);
  let first = 0;
  return board.area.map((area, number) => {
    const own = spots.slice(first, first + area.cities.length);
    first += area.cities.length;
    const styled = board.layout.areas?.[area.id]?.at;
    const middle: Point = [
      own.reduce((sum, [x]) => sum + x, 0) / Math.max(1, own.length),
      own.reduce((sum, [, y]) => sum + y, 0) / Math.max(1, own.length),
    ];
    const ownRings = rings[number] ?? [];
    const at = styled ?? (free ? freeSpot(`1 ${area.name}`, ownRings, spots, free.boxes, free.links, k) : middle);
    return { id: area.id, path: pathOf(ownRings), tint: tintOf(board, area.id), at };
  });
}

/** Place the labels of some cities where they cover least; the others stay where they are. */
export function placeLabels(board: BoardData, cities: ReadonlySet<string>): BoardData {
  const map = mapOf(board);
  const index = new Map(map.cities.map((city, number) => [city.id, number]));
  const links = board.connections.map(([a, b]): [number, number] => [index.get(a) ?? 0, index.get(b) ?? 0]);
  const found = labels(
    map.cities.map((city) => board.layout.names?.[city.id] ?? city.name),
    map.cities.map((city): Point => placeOf(board, city.id)),
    links,
    scaleOf(board),
  );
  return map.cities.reduce(
    (next, city, number) => (cities.has(city.id) ? setSide(next, city.id, found[number] ?? 'e') : next),
    board,
  );
}

/** The side of a city on which a point lies. */
export function sideAt(dx: number, dy: number): Anchor {
  const sides: Anchor[] = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'];
  return sides[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8] ?? 'e';
}
