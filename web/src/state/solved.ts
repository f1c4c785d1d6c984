/** What was solved on this device: by number, by kind, and the days of the daily puzzle. */
import { keepText } from '../base/kept';

const PLACE = 'kilowatt.puzzles';

export interface Solved {
  /** Name -> whether the first answer was right. Earlier versions noted numbers, which are nobody's name. */
  tries: Record<string, boolean>;
  /** Days whose puzzle was solved, as 2026-11-16. */
  days: string[];
  /** The difficulty that suits the solver, 1 to 5. */
  level: number;
}

const NONE: Solved = { tries: {}, days: [], level: 2 };

export function recallSolved(): Solved {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Solved>) };
  } catch {
    return NONE;
  }
}

/** Note a first answer; the level goes up with right ones and down with wrong ones. A second try counts for nothing. */
export function noteTry(old: Solved, name: string, right: boolean, day: string | null): Solved {
  if (name in old.tries) return old;
  const next = {
    tries: { ...old.tries, [name]: right },
    days: day !== null && right ? [...old.days.filter((one) => one !== day), day].slice(-400) : old.days,
    level: Math.max(1, Math.min(5, old.level + (right ? 0.34 : -0.5))),
  };
  try {
    keepText(PLACE, JSON.stringify(next));
  } catch {
    // a device that stores nothing still shows puzzles
  }
  return next;
}

/** The device's day, as 2026-11-16. */
export function today(now: Date = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** How many days in a row were solved, up to today or yesterday. */
export function streak(days: readonly string[], now: Date = new Date()): number {
  const solved = new Set(days);
  const day = new Date(now);
  if (!solved.has(today(day))) day.setDate(day.getDate() - 1);
  let streak = 0;
  while (solved.has(today(day))) {
    streak += 1;
    day.setDate(day.getDate() - 1);
  }
  return streak;
}

/** The number of a day's puzzle: the same formula as `kilowatt puzzles --day`. */
export function daily(count: number, day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const step = [211, 199, 197, 193].find((n) => count % n !== 0) ?? 1;
  return ((year * 372 + month * 31 + date) * step) % count;
}

/** How far from the solver's level another board and another question may be and still come first. */
const CHANGE = 0.6;

/**
 * The next puzzle: unsolved, of the kind asked for, as near to the solver's level as there is; rather on another board
 * and with another question than the last one.
 */
export function nextPuzzle(
  rows: readonly { kind: string; difficulty: number; name: string; ruleset?: string }[],
  solved: Solved,
  kind: string | null,
  last: number | null = null,
): number {
  let best = -1;
  let gap = Infinity;
  const before = last === null ? undefined : rows[last];
  rows.forEach((row, number) => {
    if (row.name in solved.tries || (kind !== null && row.kind !== kind) || number === last) return;
    const again = Number(row.ruleset === before?.ruleset) + Number(row.kind === before?.kind);
    const away = Math.abs(row.difficulty - solved.level) + (before === undefined ? 0 : CHANGE * again);
    if (away < gap) [best, gap] = [number, away];
  });
  return best;
}
