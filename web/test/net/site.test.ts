import { describe, expect, it } from 'vitest';
import { parseHash } from '../../src/base/route';
import { hrefOf, linkTo } from '../../src/base/site';

describe('a place in a folder of files', () => {
  it('stands behind the # of its one address, with its own question and secret', () => {
    const { place, code, query, secret } = parseHash('#/t/ABC?at=3#restore=x');
    expect([place, code, query.get('at'), secret.get('restore')]).toEqual(['t', 'ABC', '3', 'x']);
    expect(parseHash('').place).toBe('');
  });

  it('is an ordinary path where a server answers', () => {
    expect(hrefOf('/t/ABC')).toBe('/t/ABC');
    expect(linkTo('/t/ABC')).toBe(`${location.origin}/t/ABC`);
  });
});
