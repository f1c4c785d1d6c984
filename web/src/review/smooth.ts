/** Curves of chances: one point per phase, a running mean, and a smooth line through them. */
import type { ReviewRow } from '../protocol/schema';

export interface Point {
  /** The last row of the phase. */
  row: number;
  chances: readonly number[];
}

/** The chances at the end of every phase; before the first stands the start. */
export function pointsOf(rows: readonly ReviewRow[], start: readonly number[]): Point[] {
  const ends = rows.flatMap((row, place) => {
    const next = rows[place + 1];
    return next?.round === row.round && next.phase === row.phase ? [] : [{ row: place, chances: row.chances }];
  });
  return start.length > 0 ? [{ row: -1, chances: start }, ...ends] : ends;
}

const WIDE = [1, 2, 3, 2, 1];
const NARROW = [1, 2, 1];

/** A running mean by some weights; the first and the last value stay as they are. */
function mean(values: readonly number[], weights: readonly number[]): number[] {
  const half = (weights.length - 1) / 2;
  return values.map((value, at) => {
    if (at === 0 || at === values.length - 1) return value;
    let [sum, all] = [0, 0];
    weights.forEach((weight, place) => {
      const other = values[at + place - half];
      if (other === undefined) return;
      sum += weight * other;
      all += weight;
    });
    return sum / all;
  });
}

export const smoothed = (values: readonly number[]): number[] => mean(mean(values, WIDE), NARROW);

/** A line through points without corners: each part is a curve whose ends are level with the way of its neighbours. */
export function lineThrough(points: readonly (readonly [number, number])[]): string {
  return points
    .map(([x, y], at) => {
      if (at === 0) return `M${x.toFixed(1)} ${y.toFixed(1)}`;
      const [px, py] = points[at - 1] ?? [x, y];
      const [bx, by] = points[at - 2] ?? [px, py];
      const [ax, ay] = points[at + 1] ?? [x, y];
      const controls = [px + (x - bx) / 6, py + (y - by) / 6, x - (ax - px) / 6, y - (ay - py) / 6];
      return `C${controls.map((one) => one.toFixed(1)).join(' ')} ${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
