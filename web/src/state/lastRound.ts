/** Whether this is the last round, and which player was the first with the cities that end the game, where cities end it. */
import type { GameView } from '../protocol/schema';

export interface Last {
  /** Null where it is not a player's cities that end the game. */
  seat: number | null;
  cities: number;
}

export function lastRound(game: Pick<GameView, 'rounds_left' | 'seats' | 'ended_by'>): Last | null {
  if (game.rounds_left === 0) return { seat: null, cities: 0 };
  const seat = game.ended_by;
  return seat === null ? null : { seat, cities: game.seats[seat]?.cities.length ?? 0 };
}
