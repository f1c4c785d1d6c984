/** Finished games: asked for once, and the statistics of those that are chosen. */
import { seatName } from '../state/names';
import { ask } from '../net/api';
import type { BoardSum, PlayedGame, PlayedGames, PlayedSeat } from '../protocol/schema';
import { settings } from '../base/settings';
import { canSay, say, sayCode, type Key } from '../text';

export const loadPlayed = (): Promise<PlayedGames> => ask<PlayedGames>('/history');
export const loadGames = async (): Promise<PlayedGame[]> => (await loadPlayed()).games;

export type Against = 'anybody' | 'people' | 'bots';

const others = (game: PlayedGame): PlayedSeat[] => game.seats.filter((seat) => !seat.you);
const withPeople = (game: PlayedGame): boolean => others(game).some((seat) => seat.kind === 'person');

export const chosen = (games: readonly PlayedGame[], board: string, against: Against): PlayedGame[] =>
  games.filter(
    (game) =>
      (board === '' || game.ruleset === board) &&
      (against === 'anybody' || (against === 'people') === withPeople(game)),
  );

export interface Sum {
  games: number;
  wins: number;
  meanPlace: number;
  /** Games whose review is stored, and the mean of their accuracies. */
  reviewed: number;
  accuracy: number;
}

/** Games that count: those that a bot finished for a player who resigned do not. */
export function sumUp(games: readonly PlayedGame[]): Sum {
  const counted = games.filter((game) => !game.left);
  const places = counted.reduce((sum, game) => sum + game.place, 0);
  const reviews = counted.flatMap(({ review }) => review ?? []);
  return {
    games: counted.length,
    wins: counted.filter((game) => game.place === 1).length,
    meanPlace: counted.length === 0 ? 0 : places / counted.length,
    reviewed: reviews.length,
    accuracy: reviews.length === 0 ? 0 : reviews.reduce((sum, one) => sum + one.accuracy, 0) / reviews.length,
  };
}

export const byBoard = (games: readonly PlayedGame[]): BoardSum[] =>
  [...new Map(games.map((game) => [game.ruleset, game.title]))].map(([ruleset, title]) => {
    const { games: count, wins, meanPlace } = sumUp(games.filter((game) => game.ruleset === ruleset));
    return { ruleset, title, games: count, wins, mean_place: meanPlace };
  });

export interface Rival {
  who: string;
  name: string;
  kind: PlayedSeat['kind'];
  games: number;
  ahead: number;
  behind: number;
}

/** Everybody one has met, the most met first; a shared place is neither ahead nor behind. */
export function rivals(games: readonly PlayedGame[]): Rival[] {
  const rivals = new Map<string, Rival>();
  for (const game of games.filter((row) => !row.left))
    for (const seat of others(game)) {
      const key = `${seat.kind} ${seat.who}`;
      const name = seat.kind === 'person' ? seatName(seat.name, false) : seat.who;
      const row = rivals.get(key) ?? { who: key, name, kind: seat.kind, games: 0, ahead: 0, behind: 0 };
      row.games += 1;
      if (game.place < seat.place) row.ahead += 1;
      if (game.place > seat.place) row.behind += 1;
      rivals.set(key, row);
    }
  return [...rivals.values()].sort((a, b) => b.games - a.games);
}

export function placeName(place: number): string {
  return place <= 3 ? say(`games.place.${place}` as Key) : say('games.place', { n: place });
}

export const scoreName = (game: { measure: string; score: number }): string =>
  canSay('games.score', game.measure) ? sayCode('games.score', game.measure, { n: game.score }) : String(game.score);

/** A mean with one decimal, as the language writes it. */
export const meanName = (mean: number): string =>
  mean.toLocaleString(settings.get().language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const DAY = 86_400_000;

/** The day of a game: today, yesterday, a weekday within a week, else the date. */
export function dayOf(day: string, language: string, now: Date = new Date()): string {
  const at = new Date(day);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const ago = Math.ceil((midnight - at.getTime()) / DAY);
  if (ago <= 0) return say('games.today');
  if (ago === 1) return say('games.yesterday');
  if (ago < 7) return at.toLocaleDateString(language, { weekday: 'long' });
  const year = at.getFullYear() === now.getFullYear() ? undefined : ('numeric' as const);
  return at.toLocaleDateString(language, { day: 'numeric', month: 'short', year });
}
