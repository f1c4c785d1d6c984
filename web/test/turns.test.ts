/** Which of one's games is next. */
import { describe, expect, test, vi } from 'vitest';
import { myTurns, notListed, otherTurns, span, waitingElsewhere, whereIs } from '../src/home/turns';
import type { TableView } from '../src/protocol/schema';

const table = (code: string, actor: number, left: number | null, touched = '1'): TableView =>
  ({
    code,
    state: 'playing',
    actor,
    yours: [0],
    touched,
    lesson: null,
    fork_of: null,
    clock: { kind: left === null ? 'none' : 'days', left: [left, left], running: left === null ? null : actor },
  }) as unknown as TableView;

describe('turns', () => {
  test('the most urgent game comes first, those without a clock last, the longest waiting before the others', () => {
    const games = [
      table('a', 0, null, '2'),
      table('b', 0, 9000),
      table('c', 0, null, '1'),
      table('d', 0, 60),
      table('e', 1, 5),
    ];
    expect(myTurns(games).map((row) => row.code)).toEqual(['d', 'b', 'c', 'a']);
    expect(otherTurns(games).map((row) => row.code)).toEqual(['e']);
    const over = (code: string, result: object | null): TableView =>
      ({ ...table(code, 0, 1), state: 'over', result }) as unknown as TableView;
    // a finished game is in the list of games; one without a result is not
    expect(notListed([...games, over('f', null), over('g', {})]).map((row) => row.code)).toEqual(['f']);
  });
  test('neither this table nor a lesson nor a position that is tried out waits elsewhere', async () => {
    const tables = [
      table('here', 0, null),
      table('game', 0, null),
      { ...table('lesson', 0, null), lesson: 'first' },
      { ...table('trial', 0, null), fork_of: ['game', 3] },
    ];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ tables }))));
    expect((await waitingElsewhere('here')).map((row) => row.code)).toEqual(['game']);
    vi.unstubAllGlobals();
  });
  test('a game that has not begun its first round is in no round', () => {
    expect(whereIs({ round: 0, phase: 'setup' })).toBe('Setup');
    expect(whereIs({ round: 3, phase: 'auction' })).toBe('Round 3 · Auction');
  });
  test('a time is said in the largest unit that fits', () => {
    expect([59, 3700, 90_000, 200_000].map(span)).toEqual(['1 min', '1 h', '25 h', '2 days']);
  });
});
