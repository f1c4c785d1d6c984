/** The review of a finished game: asked for again and again until nothing changes any more, then kept. */
import { useEffect, useState } from 'react';
import { api } from '../net/api';
import type { ReviewRow, ReviewView } from '../protocol/schema';

const AGAIN = 1200;
/** Milliseconds between two looks at a review that can be read and only grows surer. */
const SURER = 5000;

export function useReview(code: string, on: boolean, language: string): { review: ReviewView | null; failed: boolean } {
  const [review, setReview] = useState<ReviewView | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!on) return;
    let timer = 0;
    let live = true;
    let readable = false;
    const ask = (): void => {
      api.review(code).then(
        (answer) => {
          if (!live) return;
          setReview(answer);
          readable = answer.ready;
          if (!answer.ready || answer.aim > 0) timer = window.setTimeout(ask, answer.ready ? SURER : AGAIN);
        },
        () => {
          // what can be read already stays
          if (live && !readable) setFailed(true);
        },
      );
    };
    ask();
    return () => {
      live = false;
      window.clearTimeout(timer);
    };
  }, [code, on, language]);
  return { review, failed };
}

/** The row in which an entry lies: the last one that has begun. */
export const rowAt = (rows: readonly ReviewRow[], seq: number): number =>
  Math.max(
    0,
    rows.findLastIndex((row) => row.first <= seq),
  );

/** The moment to look at for a row: before a decision, after cards that were turned up. */
export const momentOf = (row: ReviewRow | undefined): number =>
  row === undefined ? 1 : row.seat < 0 ? row.last : Math.max(1, row.first - 1);
