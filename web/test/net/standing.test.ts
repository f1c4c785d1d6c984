import { describe, expect, it } from 'vitest';
import { standing } from '../../src/net/standing';

describe('the record', () => {
  it('drops what was taken back', () => {
    const entries = [{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4, undo: 1 }, { seq: 5 }];
    expect(standing(entries).map((entry) => entry.seq)).toEqual([1, 5]);
  });
});
