import { describe, expect, it } from 'vitest';
import { myTurns, notListed, otherTurns, timeLeft } from '../src/home/turns';
import type { TableView } from '../src/protocol/schema';

const table = (code: string, change: Partial<TableView> = {}): TableView =>
  ({
    code,
    state: 'playing',
    actor: 0,
    yours: [0],
    early: [],
    lesson: null,
    challenge: null,
    fork_of: null,
    touched: code,
    result: null,
    clock: { running: null, left: [] },
    seats: [
      { seat: 0, kind: 'person' },
      { seat: 1, kind: 'bot' },
    ],
    ...change,
  }) as unknown as TableView;

describe('your turn', () => {
  it('is at no lesson and at no position that you try out alone', () => {
    const friends = { fork_of: ['A', 3], seats: [table('X').seats[0], { seat: 1, kind: 'person' }] };
    const tables = [
      table('GAME'),
      table('LESSON', { lesson: 'first' }),
      table('TRIAL', { fork_of: ['A', 3] }),
      table('FRIENDS', friends as Partial<TableView>),
    ];
    expect(myTurns(tables).map((row) => row.code)).toEqual(['FRIENDS', 'GAME']);
    expect(notListed(tables).map((row) => row.code)).toEqual(['LESSON', 'TRIAL']);
    expect(otherTurns([table('LESSON', { lesson: 'first', actor: 1 })])).toEqual([]);
  });
  it('is also where all are asked at once what they run, without a time of your own', () => {
    const early = table('EARLY', { actor: 1, early: [0], clock: { running: 1, left: [9, 9] } } as Partial<TableView>);
    expect(myTurns([early])).toEqual([early]);
    expect(timeLeft(early)).toBeNull();
  });
});
