/** How long a player usually takes to answer, where turns last days: what the times of the moves say. */
import type { EntryView } from '../protocol/schema';

/** Answers that are looked at, the latest, and how many there must be. */
export const ANSWERS_MOST = 20;
export const ANSWERS_LEAST = 5;
/** The share of them that came within the time. */
const USUAL = 0.75;

/** Seconds within which three of four of a seat's last answers came; null where there are too few. Bots' moves are none. */
export function usualSeconds(entries: readonly EntryView[], seat: number): number | null {
  const waits: number[] = [];
  let before: { seat: number; at: string } | null = null;
  for (const { action, at, by } of entries) {
    if (!action || !('seat' in action) || typeof action.seat !== 'number' || typeof at !== 'string') continue;
    if (action.seat === seat && before !== null && before.seat !== seat && by === 'player')
      waits.push((Date.parse(at) - Date.parse(before.at)) / 1000);
    before = { seat: action.seat, at };
  }
  const last = waits.slice(-ANSWERS_MOST).sort((a, b) => a - b);
  if (last.length < ANSWERS_LEAST) return null;
  return last[Math.ceil(USUAL * last.length) - 1] ?? null;
}
