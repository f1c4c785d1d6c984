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
    const found: Point[] = [];
    for (const point of list) {
      for (;;) {
        const [a, b] = [found.at(-2), found.at(-1)];
        if (!a || !b || cross(a, b, point) > 1e-9) break;
        found.pop();
      }
      found.push(point);
    }
    return found.slice(0, -1);
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
function cut(cell: readonly Corner[], own: Point, other: Point, number: number): Corner[] {
  const [mx, my] = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2];
  const [dx, dy] = [other[0] - own[0], other[1] - own[1]];
  const found: Corner[] = [];
  let corner = cell.at(-1);
  let here = corner ? (corner.at[0] - mx) * dx + (corner.at[1] - my) * dy : 0;
  for (const next of cell) {
    const there = (next.at[0] - mx) * dx + (next.at[1] - my) * dy;
    if (corner && here <= 0 !== there <= 0) {
      const t = here / (here - there);
      const [ax, ay] = corner.at;
      const at: Point = [ax + t * (next.at[0] - ax), ay + t * (next.at[1] - ay)];
      found.push({ at, across: here <= 0 ? number : corner.across });
    }
    if (there <= 0) found.push(next);
    [corner, here] = [next, there];
  }
  return found;
}

/** Each city's cell. Cities are cut off nearest first: once one is too far to reach the cell, so are all after it. */
export function cells(spots: readonly Point[], land: Ring): Corner[][] {
  const sea = land.map((at): Corner => ({ at, across: -1 }));
  return spots.map((own, index) => {
    const far = ([x, y]: Point): number => (x - own[0]) ** 2 + (y - own[1]) ** 2;
    const away = spots.map(far);
    const order = [...away.keys()].sort((a, b) => (away[a] ?? 0) - (away[b] ?? 0));
    let cell = sea;
    let reach = Infinity;
    for (const number of order) {
      const spot = spots[number] ?? own;
      if ((away[number] ?? 0) > 4 * reach) break;
      if (number === index) continue;
      cell = cut(cell, own, spot, number);
      reach = 0;
      for (const corner of cell) reach = Math.max(reach, far(corner.at));
    }
    return cell;
  });
}

/** Whether a point lies in a shape of rings, even-odd. */
export function inside([x, y]: Point, rings: readonly Ring[]): boolean {
  let found = false;
  for (const ring of rings) {
    let last = ring.at(-1);
    for (const next of ring) {
      if (last && next[1] > y !== last[1] > y) {
        const cut = ((last[0] - next[0]) * (y - next[1])) / (last[1] - next[1]) + next[0];
        if (x < cut) found = !found;
      }
      last = next;
    }
  }
  return found;
}
