/** How an edited board looks: areas as cells of their cities, quick enough for every frame of a drag. */
import { borders, pathOf, SMOOTHINGS } from '../boards/draw/areas';
import { cells, hull, inside, nearest } from '../boards/draw/cells';
import { boxOf, freeSpot, labels } from '../boards/draw/labels';
import type { Anchor, Point } from '../boards/layout';
import { citiesOf, mapOf, placeOf, scaleOf, setSide, tintOf, type AreaStyle, type BoardData } from './model';

const COAST = 46;

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

/** The rings of each area. A drag knows from before it which cities are near each other, and cuts corners once less. */
export function areaRings(board: BoardData, order?: number[][]): Point[][][] {
  const spots = spotsOf(board);
  const owner = board.area.flatMap((area, number) => area.cities.map(() => number));
  const land = hull(spots, COAST * scaleOf(board));
  return borders(cells(spots, land, order), owner, board.area.length, order ? SMOOTHINGS - 1 : SMOOTHINGS);
}

const spotsOf = (board: BoardData): Point[] => citiesOf(board).map((city): Point => placeOf(board, city.id));

/** What a drag keeps of the board from before it: where the names of areas stand, and which cities are near each other. */
export interface Shapes {
  areas: AreaShape[];
  order: number[][];
}

/** Whether the name of an area lies inside its borders, from end to end. */
const fits = ([x, y]: Point, name: string, rings: Point[][], k: number): boolean =>
  [-1, 0, 1].every((end) => inside([x + end * 3 * (name.length + 2) * k, y], rings));

/** The shapes of all areas. While something is dragged names stay where they were: finding a free place takes longer. */
export function areaShapes(board: BoardData, before: Shapes | null = null): Shapes {
  const spots = spotsOf(board);
  const rings = spots.length > 0 ? areaRings(board, before?.order) : [];
  const free = before ? null : placesTaken(board, spots);
  const areas = board.area.map((area, number) => {
    const own = rings[number] ?? [];
    const given = board.layout.areas?.[area.id]?.at;
    const at =
      // a name that its area has left behind finds another place
      (given && fits(given, area.name, own, scaleOf(board)) ? given : null) ??
      (free
        ? freeSpot(`1 ${area.name}`, own, spots, free.boxes, free.links, scaleOf(board))
        : (before?.areas[number]?.at ?? [0, 0]));
    return { id: area.id, path: pathOf(own), tint: tintOf(board, area.id), at };
  });
  return { areas, order: before?.order ?? nearest(spots) };
}

/** The board as others get it: each area with its colour and the place of its name, so that all of them draw it alike. */
export function finished(board: BoardData): BoardData {
  const styles = areaShapes(board).areas.map(({ id, tint, at }): [string, AreaStyle] => [
    id,
    { ...board.layout.areas?.[id], tint, at: [Math.round(at[0]), Math.round(at[1])] },
  ]);
  return styles.length === 0 ? board : { ...board, layout: { ...board.layout, areas: Object.fromEntries(styles) } };
}

/** Place the labels of some cities where they cover least; the others stay where they are. */
export function placeLabels(board: BoardData, cities: ReadonlySet<string>): BoardData {
  const map = mapOf(board);
  const index = new Map(map.cities.map((city, number) => [city.id, number]));
  const links = board.connections.map(([a, b]): [number, number] => [index.get(a) ?? 0, index.get(b) ?? 0]);
  const sides = labels(
    map.cities.map((city) => board.layout.names?.[city.id] ?? city.name),
    map.cities.map((city): Point => placeOf(board, city.id)),
    links,
    scaleOf(board),
  );
  return map.cities.reduce(
    (next, city, number) => (cities.has(city.id) ? setSide(next, city.id, sides[number] ?? 'e') : next),
    board,
  );
}

/** The side of a city on which a point lies. */
export function sideAt(dx: number, dy: number): Anchor {
  const sides: Anchor[] = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'];
  return sides[(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8] ?? 'e';
}
