/** The fuel markets of a game by their kind, as the server names it. */
import type { BoardView, TrackRow } from '../protocol/schema';

/** Markets with priced spaces. */
export const tracksOf = (board: BoardView): TrackRow[] => board.markets.filter((market) => market.kind === 'track');

/** Markets that sell a fuel from its supply once the tracks have none. */
export const storesOf = (board: BoardView): TrackRow[] => board.markets.filter((market) => market.kind === 'store');

export const isStore = (board: BoardView, market: string): boolean =>
  storesOf(board).some((store) => store.name === market);

/** The market that buys from mines and sells to nobody. */
export const exportOf = (board: BoardView): TrackRow | undefined =>
  board.markets.find((market) => market.kind === 'export');

/** What a market's spaces cost in this step. */
export const spacesIn = (board: BoardView, track: TrackRow, fuel: string, step: number): number[] =>
  (track.spaces[fuel] ?? []).map((price) => price + (step === 3 ? board.dearer : 0));

/** The highest price with an empty space; 0 where all are filled. */
export function priceAbroad(spaces: readonly number[], tokens: readonly number[]): number {
  const count = (list: readonly number[], price: number): number => list.filter((one) => one === price).length;
  return Math.max(0, ...spaces.filter((price) => count(tokens, price) < count(spaces, price)));
}
