/** Draws a board from its coordinates alone: places, areas, labels. For boards without a layout file, and for `tools/layouts.py`. */
import type { BoardLayout } from '../../protocol/schema';
import { TINTS, type Anchor, type AreaLayout, type BoardMap, type Layout, type Point } from '../layout';
import { borders, pathOf } from './areas';
import { cells, hull } from './cells';
import { boxOf, freeSpot, labels, type Box } from './labels';
import { places, type Places } from './places';

/** How far land reaches beyond the outermost markers, at scale 1. */
const COAST = 46;
const MARGIN = 10;
const THINNEST = 1.9;

const bounds = (points: readonly Point[], boxes: readonly Box[]): Box => ({
  left: Math.min(...points.map(([x]) => x), ...boxes.map((box) => box.left)),
  top: Math.min(...points.map(([, y]) => y), ...boxes.map((box) => box.top)),
  right: Math.max(...points.map(([x]) => x), ...boxes.map((box) => box.right)),
  bottom: Math.max(...points.map(([, y]) => y), ...boxes.map((box) => box.bottom)),
});

/** A box with a margin, and with more at the sides of a column or above and below a row: no pane is as thin as they are. */
function frameOf(box: Box, margin: number): Layout['frame'] {
  const [w, h] = [box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin];
  const [wide, high] = [Math.max(w, h / THINNEST), Math.max(h, w / THINNEST)];
  return [
    Math.floor((box.left + box.right - wide) / 2),
    Math.floor((box.top + box.bottom - high) / 2),
    Math.ceil(wide),
    Math.ceil(high),
  ];
}

const SIDES: readonly string[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];
const sideOf = (side: string | undefined): Anchor | null =>
  side !== undefined && SIDES.includes(side) ? (side as Anchor) : null;

/** The places of a layout that somebody has drawn. */
const placed = (map: BoardMap, given: BoardLayout): Places => ({
  spots: map.cities.map((city): Point => {
    const [x, y] = given.cities[city.id] ?? [0, 0];
    return [x, y];
  }),
  scale: given.scale,
});

/** Draw a board; `given` is the layout of its file, which says where cities, labels and names stand. */
export function drawn(map: BoardMap, given?: BoardLayout | null): Layout {
  const { spots, scale: k } = given ? placed(map, given) : places(map);
  const land = hull(spots, COAST * k);
  const owner = map.cities.map((city) => map.areas.findIndex((area) => area.id === city.area));
  const shapes = borders(cells(spots, land), owner, map.areas.length);
  const links = map.connections.map(([a, b]): [number, number] => [
    map.cities.findIndex((city) => city.id === a),
    map.cities.findIndex((city) => city.id === b),
  ]);
  const names = given?.names ?? {};
  const anchors: (Anchor | null)[] = given
    ? map.cities.map((city) => sideOf(given.cities[city.id]?.[2]))
    : labels(
        map.cities.map((city) => city.name),
        spots,
        links,
        k,
      );
  const boxes = map.cities.flatMap((city, index) => {
    const side = anchors[index] ?? null;
    const name = names[city.id] ?? city.name;
    return side === null || name === '' ? [] : [boxOf(name, spots[index] ?? [0, 0], side, k)];
  });
  const areas = map.areas.map((area, index): [string, AreaLayout] => {
    const rings = shapes[index] ?? [];
    const style = given?.areas[area.id];
    const at = style?.at ?? freeSpot(area.name, rings, spots, boxes, links, k);
    return [
      area.id,
      {
        name: { en: area.name, de: style?.de || area.name },
        tint: style?.tint || (TINTS[index % TINTS.length] ?? 'green'),
        at: [Math.round(at[0]), Math.round(at[1])],
        path: pathOf(rings),
      },
    ];
  });
  const box = bounds(shapes.flat(2), boxes);
  const frame = frameOf(box, MARGIN * k);
  return {
    width: frame[2],
    height: frame[3],
    scale: Math.round(100 * k) / 100,
    frame,
    cities: Object.fromEntries(
      map.cities.map((city, index) => {
        const [x, y] = spots[index] ?? [0, 0];
        return [city.id, [Math.round(10 * x) / 10, Math.round(10 * y) / 10, anchors[index] ?? null]];
      }),
    ),
    names,
    areas: Object.fromEntries(areas),
    land: '',
  };
}
