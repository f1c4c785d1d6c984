/** Cells: for each city the part of the land that is nearer to it than to any other (Voronoi), by cutting the hull. */
import type { Point, Ring } from '../layout';

/** A corner of a cell and what lies across the edge that starts there: another city, or -1 for the sea. */
export interface Corner {
  at: Point;
  across: number;
}

const cross = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The corners of the convex hull of points, from the leftmost on. */
function convex(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const point of list) {
      for (;;) {
        const [a, b] = [hull.at(-2), hull.at(-1)];
        if (!a || !b || cross(a, b, point) > 1e-9) break;
        hull.pop();
      }
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The convex hull of discs around the points: the land of a board that has no coast. */
export function hull(points: readonly Point[], margin: number): Point[] {
  // discs around inner points add nothing; points in one place have no hull of their own
  const outer = convex(points);
  const around = (outer.length > 0 ? outer : points).flatMap(([x, y]) =>
    Array.from({ length: 16 }, (_, n): Point => {
      const turn = (n * Math.PI) / 8;
      return [x + margin * Math.cos(turn), y + margin * Math.sin(turn)];
    }),
  );
  return convex(around);
}

/** Keep the side of a cell that is nearer to `own` than to `other`, the new edge marked with the other city's number. */
function cut(cell: Corner[], own: Point, other: Point, number: number): Corner[] {
  const [mx, my] = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2];
  const [dx, dy] = [other[0] - own[0], other[1] - own[1]];
  const beyond = (corner: Corner): number => (corner.at[0] - mx) * dx + (corner.at[1] - my) * dy;
  let whole = true;
  for (const corner of cell) whole &&= beyond(corner) <= 0;
  if (whole) return cell;
  const corners: Corner[] = [];
  let corner = cell.at(-1);
  let here = corner ? beyond(corner) : 0;
  for (const next of cell) {
    const there = beyond(next);
    if (corner && here <= 0 !== there <= 0) {
      const t = here / (here - there);
      const [ax, ay] = corner.at;
      const at: Point = [ax + t * (next.at[0] - ax), ay + t * (next.at[1] - ay)];
      corners.push({ at, across: here <= 0 ? number : corner.across });
    }
    if (there <= 0) corners.push(next);
    [corner, here] = [next, there];
  }
  return corners;
}

const away = (a: Point, b: Point): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

/** For each point the numbers of all others, nearest first. */
export function nearest(spots: readonly Point[]): number[][] {
  return spots.map((own, index) => {
    const far = spots.map((spot) => away(spot, own));
    return [...far.keys()].filter((one) => one !== index).sort((a, b) => (far[a] ?? 0) - (far[b] ?? 0));
  });
}

/** Without the last digits: they depend on the order of the cuts. */
const settled = (length: number): number => Math.round(length * 1e6) / 1e6;

/**
 * Each city's cell. A city more than twice as far as the cell's farthest corner cannot reach it. So any order of the others
 * is right, and nearest first is quick; a drag gives the order from before it.
 */
export function cells(spots: readonly Point[], land: Ring, order = nearest(spots)): Corner[][] {
  const sea = land.map((at): Corner => ({ at, across: -1 }));
  return spots.map((own, index) => {
    let cell = sea;
    let reach = Infinity;
    for (const number of order[index] ?? []) {
      const other = spots[number] ?? own;
      if (away(other, own) > 4 * reach) continue;
      const left = cut(cell, own, other, number);
      if (left === cell) continue;
      cell = left;
      reach = 0;
      for (const corner of cell) reach = Math.max(reach, away(corner.at, own));
    }
    return cell.map(({ at: [x, y], across }): Corner => ({ at: [settled(x), settled(y)], across }));
  });
}

/** Whether a point lies in a shape of rings, even-odd. */
export function inside([x, y]: Point, rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings) {
    let last = ring.at(-1);
    for (const next of ring) {
      if (last && next[1] > y !== last[1] > y) {
        const cut = ((last[0] - next[0]) * (y - next[1])) / (last[1] - next[1]) + next[0];
        if (x < cut) inside = !inside;
      }
      last = next;
    }
  }
  return inside;
}
