import { describe, expect, it } from 'vitest';
import de from '../src/text/de.json';
import en from '../src/text/en.json';
import { fill } from '../src/text/fill';

const names = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort();

describe('texts', () => {
  it('have the same keys in both languages', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
  it('use the same arguments in both languages', () => {
    for (const [key, text] of Object.entries(en)) {
      expect(names((de as Record<string, string>)[key] ?? ''), key).toEqual(names(text));
    }
  });
  it('choose by number and fill in', () => {
    expect(fill('{n|1 city|{n} cities} for {cost}', { n: 1, cost: 5 })).toBe('1 city for 5');
    expect(fill('{n|1 city|{n} cities} for {cost}', { n: 3, cost: 5 })).toBe('3 cities for 5');
  });
});
