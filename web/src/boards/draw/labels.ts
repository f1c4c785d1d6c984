/** Where the names of cities and areas stand: beside their markers, over as little as possible. */
import { BADGE, LABEL, LETTER, MARKER, labelPlace, type Anchor, type Point, type Ring } from '../layout';
import { inside } from './cells';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Link = readonly [number, number];

const ANCHORS: readonly Anchor[] = ['e', 'w', 'se', 'ne', 'sw', 'nw', 's', 'n'];
const PASSES = 3;
const GRID = 20;
/** Bold letters, and fonts wider than most. */
const ROOM = 1.12;

/** The box of a city's label. */
export function boxOf(name: string, [x, y]: Point, side: Anchor, k: number): Box {
  const place = labelPlace(x, y, side, k);
  const w = name.length * LETTER * ROOM * k;
  const left = place.anchor === 'start' ? place.x : place.anchor === 'end' ? place.x - w : place.x - w / 2;
  return { left, right: left + w, top: place.y - 0.8 * LABEL * k, bottom: place.y + 0.25 * LABEL * k };
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const around = ([x, y]: Point, r: number): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r });

/** Whether a line passes through a box: walked along in steps smaller than the box is high. */
function crosses(box: Box, a: Point, b: Point): boolean {
  if (Math.max(a[0], b[0]) < box.left || Math.min(a[0], b[0]) > box.right) return false;
  if (Math.max(a[1], b[1]) < box.top || Math.min(a[1], b[1]) > box.bottom) return false;
  const steps = Math.max(2, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / (0.6 * (box.bottom - box.top))));
  for (let n = 0; n <= steps; n += 1) {
    const [x, y] = [a[0] + ((b[0] - a[0]) * n) / steps, a[1] + ((b[1] - a[1]) * n) / steps];
    if (x > box.left && x < box.right && y > box.top && y < box.bottom) return true;
  }
  return false;
}

const middleOf = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A side for each label: the one with the least under it. Later passes know where the others went. */
export function labels(names: readonly string[], spots: readonly Point[], links: readonly Link[], k: number): Anchor[] {
  const sides: Anchor[] = names.map(() => 'e');
  const at = (index: number): Point => spots[index] ?? [0, 0];
  const badges = links.map(([a, b]) => around(middleOf(at(a), at(b)), BADGE * k));
  const markers = spots.map((spot) => around(spot, (MARKER + 1) * k));
  for (let pass = 0; pass < PASSES; pass += 1)
    names.forEach((name, index) => {
      const cost = (side: Anchor, rank: number): number => {
        const box = boxOf(name, at(index), side, k);
        const marked = markers.filter((other, city) => city !== index && meet(box, other)).length;
        const badged = badges.filter((other) => meet(box, other)).length;
        const named = names.filter(
          (other, city) =>
            city !== index && (pass > 0 || city < index) && meet(box, boxOf(other, at(city), sides[city] ?? 'e', k)),
        ).length;
        const crossed = links.filter(([a, b]) => crosses(box, at(a), at(b))).length;
        return 100 * marked + 60 * badged + 80 * named + 12 * crossed + rank;
      };
      const costs = ANCHORS.map(cost);
      sides[index] = ANCHORS[costs.indexOf(Math.min(...costs))] ?? 'e';
    });
  return sides;
}

/** A place for an area's name: inside the area, and over as little as possible. */
export function freeSpot(
  name: string,
  rings: readonly Ring[],
  spots: readonly Point[],
  boxes: readonly Box[],
  links: readonly Link[],
  k: number,
): Point {
  const points = rings.flat();
  if (points.length === 0) return [0, 0];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const half = (name.length * 8.2 * k) / 2;
  const at = (index: number): Point => spots[index] ?? [0, 0];
  const taken = [
    ...boxes,
    ...spots.map((spot) => around(spot, (MARKER + 3) * k)),
    ...links.map(([a, b]) => around(middleOf(at(a), at(b)), BADGE * k)),
  ];
  let best: Point = [left + w / 2, top + h / 2];
  let least = Infinity;
  for (let row = 1; row < GRID; row += 1)
    for (let column = 1; column < GRID; column += 1) {
      const x = left + (w * column) / GRID;
      const y = top + (h * row) / GRID;
      const box: Box = { left: x - half, right: x + half, top: y - 6 * k, bottom: y + 6 * k };
      let cost = Math.hypot(column / GRID - 0.5, row / GRID - 0.5);
      for (const other of taken) if (meet(box, other)) cost += 30;
      if (cost >= least) continue;
      for (const px of [box.left, x, box.right])
        for (const py of [box.top, box.bottom]) if (!inside([px, py], rings)) cost += 20;
      if (cost >= least) continue;
      for (const [a, b] of links) if (crosses(box, at(a), at(b))) cost += 6;
      if (cost < least) {
        best = [x, y];
        least = cost;
      }
    }
  return best;
}
