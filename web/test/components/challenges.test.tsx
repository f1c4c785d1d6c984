import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Challenges from '../../src/challenges/Challenges';
import { api } from '../../src/net/api';
import type { ChallengeRow, GoalView, Seated, TableView } from '../../src/protocol/schema';
import { nextAfter, noteBegun, noteStars, reached } from '../../src/state/challenges';
import { show } from './kit';

const row = (name: string): ChallengeRow => ({
  name,
  topic: 'fuel',
  ruleset: 'recharged/germany',
  title: 'Germany, Recharged 2018',
  seats: 4,
  round: 5,
  phase: 'fuel',
  until: 'turn',
  last: 0,
  measure: 'money',
  stars: [47, 49, 51],
  needs: { powers: 4 },
});
const goal = (change: Partial<GoalView>): GoalView => ({
  name: 'fuel',
  measure: 'money',
  value: 51,
  least: [47, 49, 51],
  stars: 3,
  needs: [{ measure: 'powers', value: 4, least: 4 }],
  ...change,
});

beforeEach(() => {
  reached.update({ stars: {}, tables: {} });
  vi.spyOn(api, 'challenges').mockResolvedValue([row('fuel'), row('korea')]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the page of challenges', () => {
  it('shows every task with its idea, what earns stars, and the stars so far', async () => {
    noteStars('korea', 2);
    render(<Challenges />);
    expect(await screen.findByText('Fill up wisely')).toBeDefined();
    expect(screen.getByText('2 of 6 stars')).toBeDefined();
    expect(screen.getAllByText(/Fuel must be there for 4 cities/)).toHaveLength(2);
    expect(screen.getAllByText(/Stars at 47, 49 and 51 Elektro/)).toHaveLength(2);
    expect(screen.getAllByLabelText(/of 3 stars/).map((one) => one.getAttribute('aria-label'))).toEqual([
      '0 of 3 stars',
      '2 of 3 stars',
    ]);
  });
  it('goes on where a challenge was left, and begins again where that table is over', async () => {
    noteBegun('fuel', 'K7M2QXR9');
    const there = { code: 'K7M2QXR9', state: 'playing' } as TableView;
    const table = vi.spyOn(api, 'table').mockResolvedValue(there);
    const quick = vi.spyOn(api, 'quick').mockResolvedValue({ table: { ...there, code: 'NEW' } } as Seated);
    render(<Challenges />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(location.pathname).toBe('/t/K7M2QXR9');
    expect(quick).not.toHaveBeenCalled();
    table.mockResolvedValue({ ...there, state: 'over' });
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => {
      expect(location.pathname).toBe('/t/NEW');
    });
    expect(reached.get().tables).toEqual({ fuel: 'NEW' });
  });
});

describe('the task at a table', () => {
  it('stands in a strip, and its result comes with the end', async () => {
    const shown = show('fuel', (fixture) => {
      fixture.table.challenge = 'fuel';
      fixture.view.goal = goal({ value: 59, stars: 0, needs: [{ measure: 'powers', value: 1, least: 4 }] });
    });
    expect(await screen.findByText('Now 59 Elektro')).toBeDefined();
    shown.next((later) => {
      later.view.seq += 1;
      later.table.end = 'challenge';
      later.view.game.phase = 'over';
      later.view.goal = goal({});
    });
    expect(await screen.findByRole('dialog', { name: 'Done' })).toBeDefined();
    expect(reached.get().stars).toEqual({ fuel: 3 });
    expect(await screen.findByRole('button', { name: 'Next: Two markets' })).toBeDefined();
    expect(document.querySelector('dialog.end')).toBeNull();
  });
  it('says what was missing where there is no star', async () => {
    show('fuel', (fixture) => {
      fixture.table.challenge = 'fuel';
      fixture.table.end = 'challenge';
      fixture.view.mine.menu = null;
      fixture.view.game.phase = 'over';
      fixture.view.goal = goal({ stars: 0, needs: [{ measure: 'powers', value: 1, least: 4 }] });
    });
    expect(await screen.findByText('Your fuel powers 1; 4 cities were asked for.')).toBeDefined();
    // behind it the console speaks of the task, and offers no game of its kind
    expect(screen.getByText('The task is over')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Show the result', hidden: true })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Play again', hidden: true })).toBeNull();
    expect(reached.get().stars).toEqual({ fuel: 0 });
  });
});

describe('the next challenge', () => {
  it('is the next without three stars, from the beginning again after the last', () => {
    const names = ['a', 'b', 'c'];
    expect(nextAfter(names, 'a', { b: 3 })).toBe('c');
    expect(nextAfter(names, 'c', {})).toBe('a');
    expect(nextAfter(names, 'b', { a: 3, c: 3 })).toBeNull();
  });
  it('keeps the most stars', () => {
    noteStars('a', 2);
    noteStars('a', 1);
    expect(reached.get().stars).toEqual({ a: 2 });
  });
});
