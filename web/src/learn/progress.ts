/** What this device has learned: lessons begun, read, left and done, tips seen, offers made. Kept in local storage. */
import { keepText } from '../base/kept';
import { Store, useStore } from '../base/store';

export interface Progress {
  /** By table: the last bubble read, and whether the coach was sent away. */
  tables: Record<string, { read: number; left: boolean }>;
  /** Lessons done to their end. */
  done: string[];
  /** Lessons, tips and the like that were offered or seen once. */
  seen: string[];
  /** The table of the first lesson, to come back to. */
  last: string | null;
}

const KEY = 'kilowatt.learn';
/** Tables remembered; older ones are forgotten. */
const MOST = 12;
const NOTHING: Progress = { tables: {}, done: [], seen: [], last: null };

function stored(): Progress {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Progress>) };
  } catch {
    return NOTHING; // storage is closed or holds something else
  }
}

export const progress = new Store<Progress>(stored());

function keep(change: Partial<Progress>): void {
  progress.update(change);
  try {
    keepText(KEY, JSON.stringify(progress.get()));
  } catch {
    // without storage it lasts as long as the page
  }
}

export const ofTable = (code: string): { read: number; left: boolean } =>
  progress.get().tables[code] ?? { read: -1, left: false };

export function noteTable(code: string, change: Partial<{ read: number; left: boolean }>): void {
  const { [code]: old, ...others } = progress.get().tables;
  const kept = Object.fromEntries(Object.entries(others).slice(1 - MOST));
  keep({ tables: { ...kept, [code]: { read: -1, left: false, ...old, ...change } } });
}

export const seen = (what: string): boolean => progress.get().seen.includes(what);

export function noteSeen(...what: string[]): void {
  keep({ seen: [...new Set([...progress.get().seen, ...what])] });
}

export function forget(starting: string): void {
  keep({ seen: progress.get().seen.filter((one) => !one.startsWith(starting)) });
}

/** A lesson was done to its end; what it taught is not explained again. */
export function noteDone(lesson: string, ...taught: string[]): void {
  const { done, seen: old } = progress.get();
  keep({ done: [...new Set([...done, lesson])], seen: [...new Set([...old, ...taught])], last: null });
}

export function noteLast(code: string | null): void {
  keep({ last: code });
}

export const useProgress = (): Progress => useStore(progress);
