import { describe, expect, it } from 'vitest';
import { nextPuzzle } from '../src/state/solved';

const row = (name: string, ruleset: string, kind: string, difficulty = 2) => ({ name, ruleset, kind, difficulty });
const nobody = { tries: {}, days: [], level: 2 };

describe('the next puzzle', () => {
  const rows = [
    row('a', 'germany', 'fuel'),
    row('b', 'germany', 'fuel'),
    row('c', 'germany', 'city'),
    row('d', 'usa', 'city'),
  ];

  it('is on another board and asks something else where there is one', () => {
    expect(nextPuzzle(rows, nobody, null, 0)).toBe(3);
    expect(nextPuzzle(rows.slice(0, 3), nobody, null, 0)).toBe(2);
    expect(nextPuzzle(rows.slice(0, 2), nobody, null, 0)).toBe(1);
  });

  it('is never the same again, and none that was tried', () => {
    expect(nextPuzzle(rows.slice(0, 1), nobody, null, 0)).toBe(-1);
    expect(nextPuzzle(rows, { ...nobody, tries: { d: false, c: true } }, null, 0)).toBe(1);
  });

  it('keeps to the level before it looks for a change', () => {
    expect(
      nextPuzzle(
        [row('a', 'germany', 'fuel'), row('b', 'usa', 'city', 5), row('c', 'germany', 'fuel')],
        nobody,
        null,
        0,
      ),
    ).toBe(2);
  });
});
