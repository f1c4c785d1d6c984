import { describe, expect, it } from 'vitest';
import { share } from '../../src/net/share';

describe('what did not change', () => {
  it('is the old part, and the whole is the old one where all parts are', () => {
    const old = { a: { deep: [1, 2] }, b: 'x' };
    expect(share(old, { a: { deep: [1, 2] }, b: 'x' })).toBe(old);
    const now = share(old, { a: { deep: [1, 2] }, b: 'y' });
    expect(now).toEqual({ a: { deep: [1, 2] }, b: 'y' });
    expect(now.a).toBe(old.a);
  });
  it('is not taken for something of another kind, or with fewer parts', () => {
    expect(share({}, 5)).toBe(5);
    expect(share(5, {})).toEqual({});
    expect(share([], {})).toEqual({});
    expect(share({}, [])).toEqual([]);
    expect(share({}, null)).toBeNull();
    expect(share(null, {})).toEqual({});
    expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(share({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  });
});
