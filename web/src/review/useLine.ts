/** A better line shown on the board: fetched when it is asked for, played step by step, gone with its moment. */
import { useCallback, useEffect, useState } from 'react';
import { api } from '../net/api';
import { beat } from '../net/pace';
import type { LineStepView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useSettings } from '../base/settings';
import { errorText } from '../text/errors';

/** A step is read as well as looked at. */
const SHORTEST = 900;

export interface Line {
  steps: readonly LineStepView[];
  /** The step that is shown. */
  at: number;
  playing: boolean;
}

export interface Shown {
  line: Line | null;
  problem: string;
  show: () => void;
  close: () => void;
  /** Go on or back, and stop playing. */
  step: (by: number) => void;
}

export function useLine(row: number | null): Shown {
  const { table, imagine } = usePlay();
  const { pace } = useSettings();
  const [line, setLine] = useState<(Line & { row: number }) | null>(null);
  const [problem, setProblem] = useState('');
  const shown = line !== null && line.row === row ? line : null;
  const game = shown?.steps[shown.at]?.game ?? null;
  useEffect(() => {
    imagine(game);
    return () => {
      imagine(null);
    };
  }, [game, imagine]);
  const more = shown !== null && shown.playing && shown.at < shown.steps.length - 1;
  useEffect(() => {
    if (!more) return;
    const timer = window.setTimeout(
      () => {
        setLine((old) => old && { ...old, at: old.at + 1 });
      },
      Math.max(SHORTEST, beat(pace, null)),
    );
    return () => {
      window.clearTimeout(timer);
    };
  }, [more, shown?.at, pace]);
  const show = useCallback(() => {
    if (row === null) return;
    setProblem('');
    api.line(table.code, row).then(
      ({ steps }) => {
        setLine({ row, steps, at: 0, playing: true });
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
  }, [table.code, row]);
  const close = useCallback(() => {
    setLine(null);
  }, []);
  const step = useCallback((by: number) => {
    setLine((old) => old && { ...old, playing: false, at: Math.max(0, Math.min(old.steps.length - 1, old.at + by)) });
  }, []);
  return { line: shown, problem, show, close, step };
}
