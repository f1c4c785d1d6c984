/** Plays moments one after another: all of a game in the replay, or only what one missed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { CHAIN, STEP, type Pace } from '../net/pace';
import { useSettings } from '../state/settings';
import type { Moments } from './useMoments';

/** Even at the highest speed a moment must be seen. */
const SHORTEST = 60;

/** Milliseconds between two moments; a chain of `count` that was missed lasts no longer than it would have. */
export function beat(pace: Pace, count: number | null): number {
  const step = STEP[pace];
  return Math.max(SHORTEST, count === null ? step : Math.min(step, Math.max(CHAIN[pace], 1200) / Math.max(1, count)));
}

export interface Playback {
  playing: boolean;
  toggle: () => void;
  /** Play what came after this entry, once, and end at the present. */
  again: (since: number) => void;
}

export function usePlayback({ past, list, look, moments }: Moments): Playback {
  const { pace } = useSettings();
  // the moments still to show; `back` returns to the present after the last
  const [run, setRun] = useState<{ left: number[]; pause: number | null; back: boolean } | null>(null);
  const shown = past?.seq ?? null;
  const stopped = useRef(false);
  useEffect(() => {
    if (run === null) return;
    const [next, ...left] = run.left;
    if (next === undefined) {
      setRun(null);
      if (run.back) look(null);
      return;
    }
    const timer = window.setTimeout(
      () => {
        look(next);
        setRun({ ...run, left });
      },
      run.pause ?? beat(pace, null),
    );
    return () => {
      window.clearTimeout(timer);
    };
  }, [run, pace, look]);
  // whoever leaves the past has seen enough
  useEffect(() => {
    if (shown !== null) stopped.current = true;
    else if (stopped.current) {
      stopped.current = false;
      setRun(null);
    }
  }, [shown]);
  const toggle = useCallback(() => {
    setRun((old) => {
      if (old !== null) return null;
      const at = list.indexOf(shown ?? -1);
      // from the end it begins anew
      const left = at === list.length - 1 ? list : list.slice(at + 1);
      return { left: [...left], pause: null, back: false };
    });
  }, [list, shown]);
  const again = useCallback(
    (since: number) => {
      const left = moments().filter((seq) => seq >= since);
      setRun({ left, pause: beat(pace, left.length), back: true });
    },
    [moments, pace],
  );
  return { playing: run !== null, toggle, again };
}
