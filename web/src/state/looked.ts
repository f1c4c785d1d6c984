/** When this device last looked at a table: how far the game was, and when. A page that cannot be seen does not count. */
import { keepText } from '../base/kept';
import { useEffect, useState } from 'react';

export interface Looked {
  seq: number;
  at: string;
}

const KEY = 'kilowatt-looked';
/** Tables that are remembered. */
const MOST = 60;

function read(): Record<string, Looked> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Looked>;
  } catch {
    return {};
  }
}

export const lookedAt = (code: string): Looked | null => read()[code] ?? null;

export function noteLook(code: string, seq: number, at = new Date().toISOString()): void {
  const rows = Object.entries({ ...read(), [code]: { seq, at } }).sort(([, a], [, b]) => b.at.localeCompare(a.at));
  try {
    keepText(KEY, JSON.stringify(Object.fromEntries(rows.slice(0, MOST))));
  } catch {
    // a browser that stores nothing shows nothing of before
  }
}

/** A look before this one, and how far the game was when this one began. */
interface Before extends Looked {
  upto: number;
}

const before = new Map<string, string>();

/** When this device looked at a table before it does so now; null where it has not. */
export const lookBefore = (code: string): string | null => before.get(code) ?? null;

const beforeNow = (code: string, upto: number): Before | null => {
  const looked = lookedAt(code);
  if (looked !== null) before.set(code, looked.at);
  return looked && { ...looked, upto };
};

/** The last look at a table before this one: before the page was opened, or before it was last hidden. */
export function useLooked(code: string, seq: number): Before | null {
  const [last, setLast] = useState(() => beforeNow(code, seq));
  useEffect(() => {
    const note = (): void => {
      if (!document.hidden) noteLook(code, seq);
    };
    note();
    const turn = (): void => {
      if (document.hidden) noteLook(code, seq);
      else setLast(beforeNow(code, seq));
    };
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('pagehide', note);
    return () => {
      note();
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', note);
    };
  }, [code, seq]);
  return last;
}
