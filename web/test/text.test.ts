import { describe, expect, it } from 'vitest';
import learnDe from '../src/text/learn.de.json';
import learnEn from '../src/learn/en.json';
import de from '../src/text/de.json';
import en from '../src/text/en.json';
import { fill } from '../src/text/fill';
import workshopDe from '../src/workshop/text/de.json';
import workshopEn from '../src/workshop/text/en.json';

const names = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort();

/** Figures of the rules and of the lessons' fixed deals, and lists that the screens of home, coach and puzzles keep. */
const NEVER_ONE =
  /^(trigger|goal|plan|build|built3?|power3?|order|second|end|plant|fuel|refuel|rules|help|contractor|trust|games|coach|review|puzzle|home|why\.player)\b/;

describe('texts', () => {
  it('have the same keys in both languages', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
  it('use the same arguments in both languages', () => {
    for (const [key, text] of Object.entries(en)) {
      expect(names((de as Record<string, string>)[key] ?? ''), key).toEqual(names(text));
    }
  });
  it('have a singular for every count that can be one', () => {
    const nouns =
      'cities|plants|units|bids|cards|links|areas|Städten?|Kraftwerken?|Rohstoffe|Gebote|Karten|Verbindungen|Regionen';
    const plural = new RegExp(`(?<![\\d.])1 (${nouns})\\b|fehlen 1 `);
    for (const [key, text] of [en, de, learnEn, learnDe, workshopEn, workshopDe].flatMap((all) =>
      Object.entries(all),
    )) {
      if (NEVER_ONE.test(key)) continue;
      expect(
        fill(text, Object.fromEntries(names(text).map((name) => [name, name === 'name' ? 'Anna' : 1]))),
        key,
      ).not.toMatch(plural);
    }
  });
  it('choose by number and fill in', () => {
    expect(fill('{n|1 city|{n} cities} for {cost}', { n: 1, cost: 5 })).toBe('1 city for 5');
    expect(fill('{n|1 city|{n} cities} for {cost}', { n: 3, cost: 5 })).toBe('3 cities for 5');
  });
});
