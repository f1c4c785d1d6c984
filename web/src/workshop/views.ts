/** Small things of the screen: the first view of a board, and an id made of its title. */
import { citiesOf, placeOf, SHEET, type BoardData } from './model';
import type { View } from './useSheet';

const MARGIN = 140;

/** The view that shows the whole board, or the blank sheet. */
export function homeView(board: BoardData): View {
  const spots = citiesOf(board).map((city) => placeOf(board, city.id));
  if (spots.length < 4) return { x: 0, y: 0, w: SHEET.width, h: SHEET.height };
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x: left, y: top, w: Math.max(...xs) + MARGIN - left, h: Math.max(...ys) + MARGIN - top };
}

/** An id for a file: small letters and digits of the title. */
export const idOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 28) || 'mine';
