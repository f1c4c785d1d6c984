import { describe, expect, it } from 'vitest';
import { asked } from '../src/console/asked';
import { standing } from '../src/net/standing';

describe('the record', () => {
  it('drops what was taken back', () => {
    const entries = [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4, undo: 1 }, { seq: 5 }];
    expect(standing(entries).map((entry) => entry.seq)).toEqual([1, 5]);
  });
});

describe('the console', () => {
  it('knows what a menu asks', () => {
    expect(asked({ pass: [] }, 'fuel', false, false)).toBe('fuel');
    expect(asked({ pass: [] }, 'fuel', false, true)).toBe('cards');
    expect(asked({ pass: [], open: [] }, 'auction', false, false)).toBe('open');
    expect(asked({ pass: [] }, 'auction', true, false)).toBe('bid');
    expect(asked({ scrap: [] }, 'auction', false, false)).toBe('scrap');
  });
});
