import { describe, expect, it } from 'vitest';
import type { ClockPlan } from '../src/protocol/schema';
import { choose, FIRST, namedSeats, pickable, planOf, wished, type Choice, type Form } from '../src/screens/tableForm';

const after = (...choices: Choice[]): Form => choices.reduce(choose, FIRST);
const GAME = { ruleset: 'recharged/germany', options: {} };

describe('the form for a table', () => {
  it('forgets the picked areas with another game or another number of players', () => {
    const areas = [{ type: 'area', area: 'north' } as const, { type: 'area', area: 'south' } as const];
    expect(after(...areas).areas).toEqual(['north', 'south']);
    expect(after(...areas, { type: 'area', area: 'north' }).areas).toEqual(['south']);
    expect(after(...areas, { type: 'game', ruleset: 'deluxe/europe' })).toMatchObject({
      ruleset: 'deluxe/europe',
      areas: [],
    });
    expect(after(...areas, { type: 'count', count: 3 }).areas).toEqual([]);
  });
  it('takes over what a group usually plays, with any clock that the server has', () => {
    const usual = (clock: ClockPlan): Form =>
      after({ type: 'usual', usual: { ruleset: 'deluxe/europe', title: 'Deluxe, Europe', clock } });
    expect(usual({ kind: 'days', days: 1 })).toMatchObject({ ruleset: 'deluxe/europe', clock: 'day' });
    expect(usual({ kind: 'days', days: 1, hours: 12 }).clock).toBe('hours:36');
    expect(usual({ kind: 'bank', bank: 600, increment: 15 }).clock).toBe('fast');
    expect(usual({ kind: 'none' }).clock).toBe('none');
  });
  it('begins with the game, the players and the level that were chosen, and opens no seat to others', () => {
    const form = wished(new URLSearchParams('game=deluxe%2Feurope&seats=3&level=easy'));
    expect(form.ruleset).toBe('deluxe/europe');
    expect(form.seats).toEqual([{ kind: 'person' }, { kind: 'bot', level: 'easy' }, { kind: 'bot', level: 'easy' }]);
    for (const odd of ['', 'game=x', 'game=x&level=easy&seats=99', 'game=x&level=easy&seats=two'])
      expect(wished(new URLSearchParams(odd))).toBe(FIRST);
  });
  it('keeps the seats there are and gives the rest to bots, of a level that is offered', () => {
    const mine = { type: 'seat', index: 1, plan: { kind: 'person' } } as const;
    expect(after(mine, { type: 'count', count: 2 }).seats).toEqual([{ kind: 'person' }, { kind: 'person' }]);
    const more = after({ type: 'offered', sets: [], levels: ['easy'] }, mine, { type: 'count', count: 5 }).seats;
    expect(more.map((seat) => seat.level ?? seat.kind)).toEqual(['person', 'person', 'normal', 'normal', 'easy']);
    expect(after({ type: 'count', count: 5 }).seats[4]).toEqual({ kind: 'bot', level: 'normal' });
  });
  it('becomes a request: no hints where it is rated, a zone where there is a map, the game’s own options last', () => {
    const form = after(
      { type: 'option', name: 'money', value: 'hidden' },
      { type: 'option', name: 'board', value: 'mine' },
      { type: 'set', change: { rated: true, zone: 'pick', clock: 'unknown' } },
      { type: 'area', area: 'north' },
    );
    expect(planOf(form, { ...GAME, options: { board: 'theirs' } }, true)).toEqual({
      ruleset: 'recharged/germany',
      options: { money: 'hidden', board: 'theirs', zone: ['north'] },
      clock: { kind: 'none' },
      hints: false,
      rated: true,
    });
    expect(planOf(after({ type: 'set', change: { zone: 'draft' } }), GAME, true).options).toEqual({ zone: 'draft' });
    expect(planOf(FIRST, GAME, false)).toMatchObject({ options: {}, hints: true });
  });
  it('is sent once, and free again with the reason where it was refused', () => {
    const failed = after({ type: 'sent' }, { type: 'failed', problem: 'no' });
    expect(failed).toMatchObject({ busy: false, problem: 'no' });
    expect(choose(failed, { type: 'sent' })).toMatchObject({ busy: true, problem: null });
  });
  it('numbers the players on one device', () => {
    const seats = [{ kind: 'person' }, { kind: 'open' }, { kind: 'person' }] as const;
    expect(namedSeats(seats, 'A'.repeat(24)).map((seat) => seat.name)).toEqual([
      'A'.repeat(24),
      undefined,
      `${'A'.repeat(22)} 2`,
    ]);
  });
  it('offers areas that touch those picked, until there are enough', () => {
    const board = {
      areas: [
        { id: 'a', near: ['b'] },
        { id: 'b', near: ['a', 'c'] },
        { id: 'c', near: ['b'] },
      ],
      area_count: 2,
    };
    expect(pickable(board, [])).toEqual(['a', 'b', 'c']);
    expect(pickable(board, ['a'])).toEqual(['a', 'b']);
    expect(pickable(board, ['a', 'b'])).toEqual(['a', 'b']);
    expect(pickable(null, ['a'])).toEqual([]);
  });
  it('offers areas of an island from which none is picked', () => {
    const areas = [
      { id: 'a', near: ['b'] },
      { id: 'b', near: ['a', 'c'] },
      { id: 'c', near: ['b'] },
      { id: 'x', near: ['y'] },
      { id: 'y', near: ['x'] },
    ];
    expect(pickable({ areas, area_count: 3 }, ['a'])).toEqual(['a', 'b', 'x', 'y']);
    expect(pickable({ areas, area_count: 3 }, ['a', 'x'])).toEqual(['a', 'b', 'x', 'y']);
  });
});
