/** Plays moments one after another: all of a game in the replay, or only what the player missed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { beat } from '../net/pace';
import { useSettings } from '../base/settings';
import type { Moments } from './useMoments';

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
      // from the end it begins again
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
