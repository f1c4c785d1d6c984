/** Mends what a check found on the drawn board: a name moves to another side, or a city as little as needed. */
import { MARKER, BADGE, type Point } from '../boards/layout';
import type { FindingRow } from '../protocol/schema';
import { clearOf, placeOf, putCity, scaleOf, type BoardData } from './model';
import { placeLabels } from './shape';

/** How far a city keeps from a line or a cost, beyond touching, at scale 1. */
const GAP = 3;

/** Move a city straight away from a line until the marker is clear of it and of the cost in its middle. */
function beside(board: BoardData, city: string, a: Point, b: Point): BoardData {
  const [x, y] = placeOf(board, city);
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[1] - a[1]) / long, (a[0] - b[0]) / long];
  const off = (x - a[0]) * ux + (y - a[1]) * uy;
  const k = scaleOf(board);
  const along = Math.abs((x - (a[0] + b[0]) / 2) * uy - (y - (a[1] + b[1]) / 2) * ux);
  const least = (MARKER + GAP + (along < (MARKER + BADGE) * k ? BADGE : 0)) * k;
  if (Math.abs(off) >= least) return placeLabels(board, new Set([city]));
  const push = (off < 0 ? -least : least) - off;
  const [px, py] = clearOf(board, x + push * ux, y + push * uy, new Set([city]));
  return placeLabels(putCity(board, city, px, py), new Set([city]));
}

/** The board without what was found, or null where nothing can be moved for it. */
export function mended(board: BoardData, row: FindingRow): BoardData | null {
  const [city] = row.cities;
  const [link] = row.links;
  if (row.code === 'labels_overlap') return placeLabels(board, new Set(row.cities));
  if ((row.code === 'link_through' || row.code === 'cost_covered') && city !== undefined && link)
    return beside(board, city, placeOf(board, link[0]), placeOf(board, link[1]));
  return null;
}
