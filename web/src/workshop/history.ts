/** Undo and redo without limit: every board there was, and where we are among them. */
import type { BoardData } from './model';

export interface History {
  past: readonly BoardData[];
  now: BoardData;
  future: readonly BoardData[];
}

export const begin = (board: BoardData): History => ({ past: [], now: board, future: [] });

/** Make a change; what was undone before it is gone. */
export const changed = (history: History, board: BoardData): History =>
  board === history.now ? history : { past: [...history.past, history.now], now: board, future: [] };

/** Put a board in the place of the present one: a step of a drag, or the numbers that a check proposed. */
export const replaced = (history: History, board: BoardData): History => ({ ...history, now: board });

export function undone(history: History): History {
  const last = history.past.at(-1);
  return last ? { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] } : history;
}

export function redone(history: History): History {
  const [next, ...rest] = history.future;
  return next ? { past: [...history.past, history.now], now: next, future: rest } : history;
}
