import { describe, expect, it } from 'vitest';
import { ANSWERS_MOST, usualSeconds } from '../src/state/answering';
import type { EntryView } from '../src/protocol/schema';

const BEGIN = Date.parse('2026-11-15T08:00:00Z');

/** Seats 0 and 1 pass in turn; each number is the hours that seat 1 takes. Seat 0 takes a minute. */
function passes(hours: readonly number[], by = 'player'): EntryView[] {
  let now = BEGIN;
  return hours.flatMap((wait, turn) => {
    const at = (): string => new Date(now).toISOString();
    now += 60_000;
    const first: EntryView = { seq: 2 * turn + 1, action: { type: 'pass', seat: 0 }, at: at(), by: 'player' };
    now += wait * 3_600_000;
    return [first, { seq: 2 * turn + 2, action: { type: 'pass', seat: 1 }, at: at(), by }];
  });
}

describe('how soon somebody usually answers', () => {
  it('is the time within which three of four answers came', () => {
    expect(usualSeconds(passes([1, 2, 3, 30]), 1)).toBeNull();
    expect(usualSeconds(passes([1, 2, 3, 4, 5, 6, 30, 40]), 1)).toBe(6 * 3600);
    expect(usualSeconds(passes([1, 2, 3, 4, 5, 6, 30, 40]), 0)).toBe(60);
  });
  it('is that of the last answers, and of no bot', () => {
    expect(usualSeconds(passes([...Array<number>(10).fill(40), ...Array<number>(ANSWERS_MOST).fill(2)]), 1)).toBe(7200);
    expect(usualSeconds(passes([1, 2, 3, 4, 5, 6], 'bot:easy'), 1)).toBeNull();
  });
  it('counts a turn of several moves once', () => {
    const rows = passes([2, 2, 2, 2, 2]);
    const twice = rows.flatMap((row) => (row.seq % 2 === 0 ? [row, row, row] : [row]));
    expect(usualSeconds(twice, 1)).toBe(7200);
  });
});
