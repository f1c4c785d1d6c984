/** Areas: the cells of their cities merged, with borders smoothed once for both sides, so that neighbours leave no gap. */
import type { Point, Ring } from '../layout';
import type { Corner } from './cells';

const NEAR = 0.05;
/** More squares than a sheet is high. */
const WIDEST = 1 << 22;
export const SMOOTHINGS = 3;

/** Numbers for corners: corners that differ only by rounding are the same one. They are sought in squares of that size. */
class Corners {
  readonly places: Point[] = [];
  private readonly squares = new Map<number, number>();

  of(at: Point): number {
    const [column, row] = [Math.floor(at[0] / NEAR), Math.floor(at[1] / NEAR)];
    for (let x = column - 1; x <= column + 1; x += 1)
      for (let y = row - 1; y <= row + 1; y += 1) {
        const index = this.squares.get(x * WIDEST + y);
        const place = index === undefined ? undefined : this.places[index];
        if (index !== undefined && place && Math.abs(place[0] - at[0]) < NEAR && Math.abs(place[1] - at[1]) < NEAR)
          return index;
      }
    const made = this.places.push(at) - 1;
    this.squares.set(column * WIDEST + row, made);
    return made;
  }
}

/** Join directed edges to rings. Where a border touches itself, the first edge found goes on. */
function chained(edges: readonly (readonly [number, number])[]): number[][] {
  const next = new Map<number, number[]>();
  for (const [a, b] of edges) next.set(a, [...(next.get(a) ?? []), b]);
  const rings: number[][] = [];
  for (const [start] of edges) {
    const ring: number[] = [];
    for (let at = start; ;) {
      const to = next.get(at)?.pop();
      if (to === undefined) break;
      ring.push(at);
      at = to;
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

/** Cut corners (Chaikin). An open line keeps its ends, so that three areas still meet in one point. */
function smoothed(line: readonly Point[], closed: boolean, times: number): readonly Point[] {
  let points = line;
  for (let round = 0; round < times; round += 1) {
    const cuts: Point[] = [];
    let a = closed ? points.at(-1) : undefined;
    for (const b of points) {
      if (a)
        cuts.push(
          [0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]],
          [0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]],
        );
      a = b;
    }
    const [first, last] = [points[0], points.at(-1)];
    if (!closed && first && last) {
      cuts[0] = first;
      cuts[cuts.length - 1] = last;
    }
    points = cuts;
  }
  return points;
}

/** Each area's rings, by the number of the area that owns each cell, their corners cut so many times. */
export function borders(
  cells: readonly (readonly Corner[])[],
  owner: readonly number[],
  areas: number,
  times = SMOOTHINGS,
): Point[][][] {
  const corners = new Corners();
  const edges: [number, number][][] = Array.from({ length: areas }, () => []);
  const touching = new Map<number, Set<number>>();
  cells.forEach((cell, city) => {
    const own = owner[city] ?? 0;
    cell.forEach((corner, index) => {
      const other = corner.across < 0 ? -1 : (owner[corner.across] ?? -1);
      if (other === own) return;
      const next = cell[(index + 1) % cell.length] ?? corner;
      const [a, b] = [corners.of(corner.at), corners.of(next.at)];
      if (a === b) return;
      edges[own]?.push([a, b]);
      for (const end of [a, b]) touching.set(end, (touching.get(end) ?? new Set()).add(own).add(other));
    });
  });
  const joint = (corner: number): boolean => (touching.get(corner)?.size ?? 0) > 2;
  return edges.map((list) => chained(list).map((ring) => smoothRing(ring, joint, corners.places, times)));
}

/** Smooth a ring piece by piece between the corners where three shores meet. */
function smoothRing(
  ring: readonly number[],
  joint: (corner: number) => boolean,
  places: readonly Point[],
  times: number,
): Point[] {
  const at = (corner: number): Point => places[corner] ?? [0, 0];
  const first = ring.findIndex(joint);
  if (first < 0) return [...smoothed(ring.map(at), true, times)];
  const turned = [...ring.slice(first), ...ring.slice(0, first), ring[first] ?? 0];
  const border: Point[] = [];
  let piece: number[] = [];
  for (const corner of turned) {
    piece.push(corner);
    if (piece.length > 1 && joint(corner)) {
      border.push(...smoothed(piece.map(at), false, times).slice(0, -1));
      piece = [corner];
    }
  }
  return border;
}

/** Rings as a path of whole units: absolute starts, then relative steps. */
export function pathOf(rings: readonly Ring[]): string {
  return rings
    .map((ring) => {
      let [px, py] = [0, 0];
      const steps: string[] = [];
      ring.forEach(([x, y], index) => {
        const [rx, ry] = [Math.round(x), Math.round(y)];
        const [dx, dy] = [rx - px, ry - py];
        if (index === 0) steps.push(`M${rx} ${ry}`);
        else if (dx !== 0 || dy !== 0)
          steps.push(`${steps.length === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`);
        [px, py] = [rx, ry];
      });
      return `${steps.join('')}z`;
    })
    .join('');
}
