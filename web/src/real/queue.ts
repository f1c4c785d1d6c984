/** Lines entered while the server cannot be reached: kept on this device, and sent in order when it is back. */
import { dropText, keepText } from '../base/kept';
import { useCallback, useEffect, useState } from 'react';
import type { AnyLine } from '../protocol/schema';

const MOST = 500;
const place = (code: string): string => `kilowatt-real-${code}`;

function stored(code: string): AnyLine[] {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(place(code)) ?? '[]');
    return Array.isArray(lines) ? (lines as AnyLine[]).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export interface Queue {
  lines: readonly AnyLine[];
  add: (line: AnyLine) => void;
  drop: (at: number) => void;
  put: (at: number, line: AnyLine) => void;
}

export function useQueue(code: string): Queue {
  const [lines, setLines] = useState(() => stored(code));
  useEffect(() => {
    try {
      if (lines.length === 0) dropText(place(code));
      else keepText(place(code), JSON.stringify(lines));
    } catch {
      // a browser that keeps nothing: the lines stay as long as the page is open
    }
  }, [code, lines]);
  const add = useCallback((line: AnyLine): void => {
    setLines((now) => [...now, line].slice(0, MOST));
  }, []);
  const drop = useCallback((at: number): void => {
    setLines((now) => now.filter((_, index) => index !== at));
  }, []);
  const put = useCallback((at: number, line: AnyLine): void => {
    setLines((now) => now.map((one, index) => (index === at ? line : one)));
  }, []);
  return { lines, add, drop, put };
}

/** Whether the server has been away for a while: a short break needs nothing. */
export function useAway(lost: boolean, pause = 2500): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!lost) return;
    const timer = window.setTimeout(() => {
      setAway(true);
    }, pause);
    return () => {
      window.clearTimeout(timer);
      setAway(false);
    };
  }, [lost, pause]);
  return away && lost;
}
