/** Checks while drawing: the server's own, a moment after each change. Numbers of a board that nobody set are fitted to it. */
import { useEffect, useRef, useState } from 'react';
import type { BoardCheck } from '../protocol/schema';
import { errorText } from '../text/errors';
import { workshop } from './api';
import type { BoardData } from './model';
import type { Editor } from './useEditor';

const SOON = 350;
const FITTED = 'fitted to the size of the board';

/** Whether the numbers by players are ours to fit. */
const fits = (board: BoardData): boolean =>
  board.source === 'drawn in the workshop' && (board.areas === undefined || board.areas.source === FITTED);

export function useChecks(editor: Editor): { check: BoardCheck | null; problem: string | null } {
  const [check, setCheck] = useState<BoardCheck | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { board, settle } = editor;
  const asked = useRef(0);
  useEffect(() => {
    const number = ++asked.current;
    const timer = window.setTimeout(() => {
      workshop.check(board).then(
        (answer) => {
          if (number !== asked.current) return;
          setProblem(null);
          const proposed = answer.proposed as Partial<BoardData>;
          const same = JSON.stringify(proposed.end_cities) === JSON.stringify(board.end_cities);
          if (board.area.length > 0 && fits(board) && !same) settle({ ...board, ...proposed });
          else setCheck(answer);
        },
        (error: unknown) => {
          if (number === asked.current) setProblem(errorText(error));
        },
      );
    }, SOON);
    return () => {
      window.clearTimeout(timer);
    };
  }, [board, settle]);
  return { check, problem };
}
