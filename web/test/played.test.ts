/** Statistics of finished games. */
import { describe, expect, test } from 'vitest';
import { byBoard, chosen, dayOf, meanName, rivals, scoreName, sumUp } from '../src/home/played';
import { choose } from '../src/base/settings';
import { shortTitle } from '../src/text/titles';
import type { PlayedGame } from '../src/protocol/schema';

const game = (ruleset: string, place: number, rival: number, kind: 'person' | 'bot', left = false): PlayedGame => ({
  code: `${ruleset}${place}${rival}`,
  name: '',
  rating: null,
  review: null,
  ruleset,
  title: ruleset,
  at: '2026-11-16T06:00:00Z',
  place,
  score: 7,
  measure: 'powered',
  left,
  seats: [
    { name: 'Me', kind: 'person', who: 'me', place, score: 7, you: true },
    { name: 'Bo', kind, who: kind === 'bot' ? 'hard' : 'bo', place: rival, score: 6, you: false },
  ],
});

describe('finished games', () => {
  test('the score is named by what the server says it counts, one and many', () => {
    const named = (measure: string, score: number): string => scoreName({ ...game('a', 1, 2, 'bot'), measure, score });
    expect([named('powered', 1), named('powered', 14), named('points', 1), named('points', 31)]).toEqual([
      '1 city',
      '14 cities',
      '1 point',
      '31 points',
    ]);
    expect(named('unheard_of', 5)).toBe('5');
  });
  const games = [
    game('a', 1, 2, 'person'),
    game('a', 2, 1, 'bot'),
    game('b', 1, 1, 'person'),
    game('b', 2, 1, 'person', true),
  ];
  test('the day of a game is named as people do', () => {
    const now = new Date(2026, 10, 16, 9);
    const at = (...day: [number, number, number, number]): string => new Date(...day).toISOString();
    expect(dayOf(at(2026, 10, 16, 0), 'en', now)).toBe('today');
    expect(dayOf(at(2026, 10, 15, 23), 'en', now)).toBe('yesterday');
    expect(dayOf(at(2026, 10, 12, 8), 'en', now)).toBe('Thursday');
    expect(dayOf(at(2026, 10, 9, 8), 'de', now)).toBe('9. Nov.');
    expect(dayOf(at(2025, 10, 9, 8), 'de', now)).toBe('9. Nov. 2025');
  });
  test('a mean is written as the language does', () => {
    choose({ language: 'de' });
    expect(meanName(5 / 3)).toBe('1,7');
    choose({ language: 'en' });
    expect(meanName(2)).toBe('2.0');
  });
  test('a game that a bot finished does not count', () => {
    expect(sumUp(games)).toEqual({ games: 3, wins: 2, meanPlace: 4 / 3, reviewed: 0, accuracy: 0 });
    expect(byBoard(games).map((row) => [row.ruleset, row.games])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
  test('the mean accuracy is that of games with a review', () => {
    const reviewed = (accuracy: number): PlayedGame => ({
      ...game('a', 1, 2, 'bot'),
      review: { accuracy, curve: [50] },
    });
    expect(sumUp([reviewed(60), reviewed(90), game('a', 1, 2, 'bot')])).toMatchObject({ reviewed: 2, accuracy: 75 });
  });
  test('a short title keeps board and year', () => {
    expect(['Germany, Recharged 2018', 'Das Kartenspiel 2016', 'Ireland, a board of mine'].map(shortTitle)).toEqual([
      'Germany 2018',
      'Das Kartenspiel 2016',
      'Ireland, a board of mine',
    ]);
  });
  test('filters choose board and opponents', () => {
    expect(chosen(games, 'a', 'anybody')).toHaveLength(2);
    expect(chosen(games, '', 'bots')).toEqual([games[1]]);
    expect(chosen(games, '', 'people')).toHaveLength(3);
  });
  test('a shared place is neither ahead nor behind', () => {
    expect(rivals(games).map(({ name, games, ahead, behind }) => [name, games, ahead, behind])).toEqual([
      ['Bo', 2, 1, 0],
      ['hard', 1, 0, 1],
    ]);
  });
});
