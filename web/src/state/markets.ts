/** The fuel markets of a game by their kind, as the server names it. */
import type { BoardView, TrackRow } from '../protocol/schema';

/** Markets with priced spaces. */
export const tracksOf = (board: BoardView): TrackRow[] => board.markets.filter((market) => market.kind === 'track');

/** Markets that sell a fuel from its supply once the tracks have none. */
export const storesOf = (board: BoardView): TrackRow[] => board.markets.filter((market) => market.kind === 'store');

export const isStore = (board: BoardView, market: string): boolean =>
  storesOf(board).some((store) => store.name === market);
