/** Calls for attention when it is your turn: the title's badge and a short sound. */
import { useEffect, useRef } from 'react';
import { settings, useSettings } from './settings';
import type { Sound } from './sounds';

/** Sound something, unless sounds are switched off; not in the task that draws a move. */
export function sound(name: Sound): void {
  if (!settings.get().sound) return;
  window.setTimeout(() => {
    void import('./sounds').then(
      ({ play }) => {
        play(name);
      },
      () => undefined,
    );
  });
}

export function useAttention(mine: boolean, title: string, key: string): void {
  const last = useRef('');
  const { badge } = useSettings();
  useEffect(() => {
    // the browser's frame takes its time to write a title: not in the task that draws a move
    const timer = window.setTimeout(() => {
      document.title = mine && badge ? `● ${title} · Kilowatt` : `${title} · Kilowatt`;
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, [mine, title, badge]);
  useEffect(() => {
    if (mine && last.current !== key && last.current !== '') sound('turn');
    last.current = mine ? key : 'waiting';
  }, [mine, key]);
}
