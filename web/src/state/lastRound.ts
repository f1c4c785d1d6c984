/** Whether this is the last round, and which player leads in cities where cities have brought it about. */
import type { BoardView, GameView } from '../protocol/schema';

export interface Last {
  /** Null where it is not a player's cities that end the game. */
  seat: number | null;
  cities: number;
}

export function lastRound(
  game: Pick<GameView, 'rounds_left' | 'seats' | 'phase'>,
  board: Pick<BoardView, 'kind' | 'end_at'>,
): Last | null {
  if (game.rounds_left === 0) return { seat: null, cities: 0 };
  if (board.kind === 'cards' || game.phase === 'setup') return null;
  const counts = game.seats.map((seat) => seat.cities.length);
  const most = Math.max(0, ...counts);
  return most >= board.end_at ? { seat: counts.indexOf(most), cities: most } : null;
}
