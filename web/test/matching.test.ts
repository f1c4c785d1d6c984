import { describe, expect, it } from 'vitest';
import { matching } from '../src/real/matching';

const CITIES = [
  { id: 'koeln', name: 'Köln' },
  { id: 'konstanz', name: 'Konstanz' },
  { id: 'essen', name: 'Essen' },
  { id: 'duesseldorf', name: 'Düsseldorf' },
];
const found = (typed: string): string[] => matching(CITIES, typed).map((city) => city.id);

describe('a city by three letters', () => {
  it('is found without accents, with them, and as Germans write them', () => {
    expect(found('kol')).toEqual(['koeln']);
    expect(found('Köl')).toEqual(['koeln']);
    expect(found('koe')).toEqual(['koeln']);
    expect(found('due')).toEqual(['duesseldorf']);
  });

  it('begins with the letters before it only holds them', () => {
    expect(found('ess')).toEqual(['essen', 'duesseldorf']);
    expect(found('s')).toEqual(['konstanz', 'essen', 'duesseldorf']);
    expect(found('  ')).toEqual([]);
  });
});
