/** Which short lessons a table has, and the one that is being shown. */
import { tracksOf } from '../state/markets';
import type { Play } from '../state/play';
import { Store } from '../state/store';
import type tours from './lessons/tours.json';

export type ShortLesson = keyof typeof tours;
export type TourName = ShortLesson | 'cards';

export const touring = new Store<{ name: ShortLesson; step: number } | null>(null);

/** What of this table has a lesson, the most unusual first. */
export function toursOf({ board, game, table }: Pick<Play, 'board' | 'game' | 'table'>): TourName[] {
  const found: TourName[] = [];
  if (board.kind === 'cards') found.push('cards');
  if (tracksOf(board).length > 1) found.push('korea');
  if (board.board === 'china') found.push('china');
  if (game.trust !== null) found.push('trust');
  if (table.options.contractor === true) found.push('contractor');
  return found;
}
