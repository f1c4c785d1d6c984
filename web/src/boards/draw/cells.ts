/** Cells: for each city the part of the land that is nearer to it than to any other (Voronoi), by cutting the hull. */
import type { Point, Ring } from '../layout';

/** A corner of a cell and what lies across the edge that starts there: another city, or -1 for the sea. */
export interface Corner {
  at: Point;
  across: number;
}

const cross = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** The convex hull of discs around the points: the land of a board that has no coast. */
export function hull(points: readonly Point[], margin: number): Point[] {
  const around = points.flatMap(([x, y]) =>
    Array.from({ length: 16 }, (_, n): Point => {
      const turn = (n * Math.PI) / 8;
      return [x + margin * Math.cos(turn), y + margin * Math.sin(turn)];
    }),
  );
  const sorted = around.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
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
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** Keep the side of a cell that is nearer to `own` than to `other`, the new edge marked with the other city's number. */
function cut(cell: readonly Corner[], own: Point, other: Point, number: number): Corner[] {
  const [mx, my] = [(own[0] + other[0]) / 2, (own[1] + other[1]) / 2];
  const side = ([x, y]: Point): number => (x - mx) * (other[0] - own[0]) + (y - my) * (other[1] - own[1]);
  const found: Corner[] = [];
  cell.forEach((corner, index) => {
    const next = cell[(index + 1) % cell.length] ?? corner;
    const [here, there] = [side(corner.at), side(next.at)];
    const t = here / (here - there);
    const meet: Point = [
      corner.at[0] + t * (next.at[0] - corner.at[0]),
      corner.at[1] + t * (next.at[1] - corner.at[1]),
    ];
    if (here <= 0) {
      found.push(corner);
      if (there > 0) found.push({ at: meet, across: number });
    } else if (there <= 0) found.push({ at: meet, across: corner.across });
  });
  return found;
}

/** Each city's cell. Cities are cut off nearest first: once one is too far to reach the cell, so are all after it. */
export function cells(spots: readonly Point[], land: Ring): Corner[][] {
  return spots.map((own, index) => {
    const far = ([x, y]: Point): number => Math.hypot(x - own[0], y - own[1]);
    const others = spots.map((spot, number) => ({ number, spot, far: far(spot) })).sort((a, b) => a.far - b.far);
    let cell: Corner[] = land.map((at) => ({ at, across: -1 }));
    let reach = Infinity;
    for (const other of others) {
      if (other.far > 2 * reach) break;
      if (other.number === index) continue;
      cell = cut(cell, own, other.spot, other.number);
      reach = Math.max(...cell.map((corner) => far(corner.at)));
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
