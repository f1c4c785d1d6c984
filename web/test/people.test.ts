/** Ratings, groups and the addresses of their screens. */
import { describe, expect, test } from 'vitest';
import { clockTitle, playerPath, ratingName } from '../src/state/people';
import { ratingLines } from '../src/people/RatingsScreen';
import { parse } from '../src/base/route';

describe('ratings', () => {
  test('bots stand between people where their fixed points lie', () => {
    const person = (name: string, points: number) => ({ name, points, spread: 90, games: 12, public: false });
    const lines = ratingLines({
      seasons: [{ number: 0, name: '', began: null }],
      season: 0,
      editions: { recharged: 'Recharged' },
      edition: 'recharged',
      people: [person('Ann', 1600), person('Bo', 1200)],
      bots: { normal: 1503, expert: 2158 },
    });
    expect(lines.map((line) => [line.name, line.bot])).toEqual([
      ['expert', true],
      ['Ann', false],
      ['normal', true],
      ['Bo', false],
    ]);
  });
  test('a rating shows its uncertainty', () => {
    expect(ratingName(1105, 632)).toBe('1105 ± 632');
  });
});

describe('addresses', () => {
  test('a name with any characters leads to its page and back', () => {
    const path = playerPath('Ann/e <K>?');
    expect(path).toBe('/player/Ann%2Fe%20%3CK%3E%3F');
    expect(parse(path)).toMatchObject({ place: 'player', code: 'Ann/e <K>?' });
  });
  test('a group is opened by its id and joined by what is behind the #', () => {
    expect(parse('/group/K7M2QXR9')).toMatchObject({ place: 'group', code: 'K7M2QXR9' });
    expect(parse('/group/K7M2QXR9').secret.get('join')).toBeNull();
    expect(parse('/group', '', '#join=ABC-DEF').secret.get('join')).toBe('ABC-DEF');
    expect(parse('/new', '?group=K7M2QXR9').query.get('group')).toBe('K7M2QXR9');
  });
});

describe('standing tables', () => {
  test('name their clock as the form does', () => {
    expect(clockTitle({ kind: 'days', days: 3 })).toBe('3 days per turn');
    expect(clockTitle({ kind: 'none' })).toBeNull();
    expect(clockTitle({ kind: 'bank', bank: 77, increment: 1 })).toBeNull();
  });
});
