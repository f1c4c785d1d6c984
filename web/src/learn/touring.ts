/** Which short lessons a table has, and the one that is being shown. */
import { tracksOf } from '../state/markets';
import type { BoardView } from '../protocol/schema';
import type { Play } from '../state/play';
import { Store } from '../base/store';
import tours from './lessons/tours.json';

export type ShortLesson = keyof typeof tours;
export type TourName = ShortLesson | 'cards';

export interface Touring {
  name: ShortLesson;
  step: number;
}
export const touring = new Store<Touring | null>(null);

interface Step {
  key: string;
  anchor: string;
  /** What the game must be for the step to be true of it. */
  only?: string;
}

/** The steps of a lesson that are true of this game. */
export function stepsOf(name: ShortLesson, { board, game }: Pick<Play, 'board' | 'game'>): Step[] {
  const scarce = board.planned_plants < game.seats.length;
  const steps: Step[] = tours[name];
  return steps.filter(({ only }) => only === undefined || only === board.kind || (only === 'scarce' && scarce));
}

/** Whether there are two markets, and none of the first one's spaces are for uranium. */
function northAndSouth(board: BoardView): boolean {
  const [first, second, ...more] = tracksOf(board);
  const named = first?.name === 'north' && second?.name === 'south' && more.length === 0;
  return named && (first.spaces.uranium ?? []).length === 0;
}

/** What of this table has a lesson, the most unusual first. */
export function toursOf({ board, game, table }: Pick<Play, 'board' | 'game' | 'table'>): TourName[] {
  const names: TourName[] = [];
  if (board.kind === 'cards') names.push('cards');
  if (northAndSouth(board)) names.push('markets');
  if (board.planned_plants > 0) names.push('plan');
  if (game.trust !== null) names.push('trust');
  if (table.options.contractor === true) names.push('contractor');
  return names;
}
