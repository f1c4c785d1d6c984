/** Where things lie on a board; null until it is known. What does not come, as on a line that breaks, is asked for again. */
import { useEffect, useState } from 'react';
import { layoutOf, type Layout } from '../boards';
import type { BoardView } from '../protocol/schema';

/** Milliseconds until the second try; each later one waits twice as long, but never longer than the last figure. */
const FIRST = 500;
const LONGEST = 15_000;

export function useLayout(board: BoardView, load: typeof layoutOf = layoutOf): Layout | null {
  const [layout, setLayout] = useState<Layout | null>(null);
  useEffect(() => {
    let timer = 0;
    let left = false;
    const ask = (wait: number): void => {
      load(board.board, board).then(
        (known) => {
          if (!left) setLayout(known);
        },
        () => {
          if (left) return;
          timer = window.setTimeout(() => {
            ask(Math.min(2 * wait, LONGEST));
          }, wait);
        },
      );
    };
    if (board.board !== '') ask(FIRST);
    return () => {
      left = true;
      window.clearTimeout(timer);
    };
  }, [board, load]);
  return layout;
}
