/** What the page keeps on a device joined with what a file holds: nothing of either is lost. */
import { describe, expect, it } from 'vitest';
import { brought } from '../src/home/everything';

const both = (key: string, own: unknown, file: unknown): unknown => {
  const changes = brought({ [key]: JSON.stringify(own) }, { [key]: JSON.stringify(file) });
  return key in changes ? JSON.parse(changes[key] ?? '') : own;
};

describe('a file on a device that has things of its own', () => {
  it('adds its drawn boards; of one that is drawn on both the newer stays', () => {
    const own = [
      { key: 'a', at: 5, board: 'new a' },
      { key: 'b', at: 1, board: 'old b' },
    ];
    const file = [
      { key: 'a', at: 4, board: 'old a' },
      { key: 'b', at: 2, board: 'new b' },
      { key: 'c', at: 3, board: 'c' },
    ];
    expect(both('kilowatt.boards', own, file)).toEqual([own[0], file[1], file[2]]);
  });

  it('adds its solved puzzles and days; a first answer that was given here counts', () => {
    const own = { tries: { x: true }, days: ['2026-11-01'], level: 2 };
    const file = { tries: { x: false, y: true }, days: ['2026-11-01', '2026-11-02'], level: 3.5 };
    expect(both('kilowatt.puzzles', own, file)).toEqual({
      tries: { x: true, y: true },
      days: ['2026-11-01', '2026-11-02'],
      level: 3.5,
    });
  });

  it('adds its lessons and the most stars of a challenge', () => {
    const own = { done: ['first'], seen: ['visit'], tables: { A: { read: 2, left: false } }, last: 'A' };
    const file = { done: ['second'], seen: ['visit', 'tip'], tables: {}, last: null };
    expect(both('kilowatt.learn', own, file)).toEqual({ ...own, done: ['first', 'second'], seen: ['visit', 'tip'] });
    const stars = both('kilowatt.challenges', { stars: { a: 1 }, tables: {} }, { stars: { a: 3, b: 2 }, tables: {} });
    expect(stars).toEqual({ stars: { a: 3, b: 2 }, tables: {} });
  });

  it('keeps what was chosen here, and takes what is not here', () => {
    expect(both('kilowatt', { theme: 'dark' }, { theme: 'light' })).toEqual({ theme: 'dark' });
    expect(brought({}, { kilowatt: '{"theme":"light"}' })).toEqual({ kilowatt: '{"theme":"light"}' });
  });

  it('takes nothing of other pages, nor lines that wait for another server', () => {
    expect(brought({}, { other: '1', 'kilowatt-real-ABCD': '[1]' })).toEqual({});
  });

  it('changes nothing when it is read twice, and survives texts that are no JSON', () => {
    const file = { 'kilowatt.tries': '{"A":{"seq":3}}', 'kilowatt.learn': 'no JSON' };
    const once = brought({}, file);
    expect(brought(once, file)).toEqual({});
    expect(brought({ 'kilowatt.tries': 'no JSON' }, file)['kilowatt.tries']).toBe(file['kilowatt.tries']);
  });
});
