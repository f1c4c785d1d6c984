/** What of two states of a game is worth a moment: a step, the last round, and a few small things. Says nothing, draws nothing. */
import type { AnyEvent, BoardView, GameView } from '../protocol/schema';
import { lastRound } from '../state/lastRound';

export type Moment =
  | { kind: 'step2' | 'step3'; cost: number }
  | { kind: 'last'; seat: number | null; cities: number }
  | { kind: 'stack' }
  | { kind: 'dear'; seat: number; price: number; plant: string }
  | { kind: 'first' };

export interface Moved {
  game: GameView;
  /** Your own seat. */
  me: number | null;
}

/** A price above this is worth a word. */
const DEAR = 60;
const SMALL = ['stack', 'dear', 'first'];
/** At most this many small moments in a game. */
export const MOST_SMALL = 5;

export const isSmall = (moment: Moment): boolean => SMALL.includes(moment.kind);

/** The moment between two states, the greatest first; null where nothing of the kind has happened. */
export function momentOf(
  before: Moved,
  now: Moved,
  board: Pick<BoardView, 'kind' | 'end_at' | 'house_costs'>,
  events: readonly AnyEvent[],
): Moment | null {
  const [old, game] = [before.game, now.game];
  if (game.phase === 'over') return null;
  const last = lastRound(game);
  if (last !== null && lastRound(old) === null) return { kind: 'last', ...last };
  if (board.kind === 'board' && game.step > old.step && game.step <= 3)
    return { kind: game.step === 2 ? 'step2' : 'step3', cost: board.house_costs[game.step - 1] ?? 0 };
  const cities = ({ game: { seats }, me }: Moved): number => (me === null ? 0 : (seats[me]?.cities.length ?? 0));
  if (board.kind === 'board' && before.me === now.me && cities(before) === 0 && cities(now) > 0)
    return { kind: 'first' };
  const sold = events.find((event) => event.type === 'plant_sold' && event.price > DEAR);
  if (sold?.type === 'plant_sold') return { kind: 'dear', seat: sold.seat, price: sold.price, plant: sold.plant };
  if (old.plants.stack > 0 && game.plants.stack === 0) return { kind: 'stack' };
  return null;
}
