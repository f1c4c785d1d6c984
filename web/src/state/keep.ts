/** Keeps what is prepared at a table for a reload, in this window only. Whoever blocks storage loses nothing else. */
import { EMPTY, type Draft } from './play';

const name = (code: string): string => `kilowatt.draft.${code}`;

export function remember(code: string, moment: string, draft: Draft): void {
  try {
    if (draft === EMPTY) window.sessionStorage.removeItem(name(code));
    else window.sessionStorage.setItem(name(code), JSON.stringify({ moment, draft }));
  } catch {
    // storage is switched off or full
  }
}

/** What was prepared at this very moment of the game, or null. */
export function recall(code: string, moment: string): Draft | null {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(name(code)) ?? 'null') as {
      moment: string;
      draft: Draft;
    } | null;
    return stored?.moment === moment ? { ...EMPTY, ...stored.draft } : null;
  } catch {
    return null;
  }
}
