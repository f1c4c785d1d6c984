import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChoiceView, LineView, ReviewView, StepView } from '../../src/protocol/schema';
import { choose } from '../../src/base/settings';
import { advised, choice } from './advice';
import { show } from './kit';

beforeEach(() => {
  choose({ pace: 'instant' });
});

describe('the adviser', () => {
  it('says that the chances are the same where the coach does', async () => {
    await advised(
      'build',
      () => [choice({}), choice({})],
      () => ({ alike: true }),
    );
    expect(screen.getByText('The chances are about the same.')).toBeTruthy();
    cleanup();
    await advised('build', () => [choice({}), choice({})]);
    expect(screen.queryByText('The chances are about the same.')).toBeNull();
  });

  it('prepares another choice without playing it, then does all of it', async () => {
    const build = { type: 'build', seat: 0 } as const;
    const { session, user } = await advised('build', (table) => {
      const cities = table.board.cities.slice(0, 2).map((city) => city.id);
      return [
        choice({ kind: 'build', actions: [{ type: 'pass', seat: 0 }] }),
        choice({
          kind: 'build',
          actions: [...cities.map((city) => ({ ...build, city })), { type: 'pass', seat: 0 }],
        }),
      ];
    });
    const second = document.querySelectorAll<HTMLElement>('.adviser-choices button')[1];
    if (second === undefined) throw new Error('there is one choice');
    await user.click(second);
    expect(session.acts).toEqual([]);
    expect(second.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: /^Do it: Build/ }));
    expect(session.acts.map((action) => action.type)).toEqual(['build', 'build', 'pass']);
  });
});

describe('the plan for the round', () => {
  const steps = (cities: string[]): StepView[] => [
    {
      phase: 'fuel',
      code: 'step_fuel',
      text: '2 coal',
      note: 'enough for all 2 cities',
      money: -4,
      city: null,
      fuel: { coal: 2 },
    },
    ...cities.map((city) => ({
      phase: 'build',
      code: 'step_city',
      text: `To ${city}`,
      note: 'house 10 + connection 2',
      money: -12,
      city,
      fuel: {},
    })),
    {
      phase: 'power',
      code: 'step_run',
      text: 'Run plant 4',
      note: 'powers 2 of 2 cities',
      money: 33,
      city: null,
      fuel: {},
    },
  ];
  const planned = (cities: string[], coal: number): ChoiceView =>
    choice({
      kind: 'fuel',
      actions: [
        ...Array.from({ length: coal }, () => ({ type: 'buy_fuel', seat: 0, fuel: 'coal', market: 'market' }) as const),
        { type: 'pass', seat: 0 },
      ],
      plan: {
        steps: steps(cities),
        cost: 28,
        left: 10,
        sums: [{ code: 'plan_all', args: {}, text: '2 cities, all powered: you earn 33.' }],
      },
    });

  /** Open the adviser in the fuel phase with two plans. */
  async function opened() {
    const table = show('fuel', (shown) => {
      shown.table.hints = true;
    });
    const cities = table.shown.board.cities.filter((city) => table.shown.view.game.areas.includes(city.area));
    const ids = cities.slice(0, 2).map((city) => city.id);
    const found = [planned(ids, 2), planned(ids.slice(0, 1), 1)];
    vi.spyOn(table.session, 'hint').mockResolvedValue({
      type: 'hint',
      id: '1',
      seat: 0,
      seq: table.shown.view.seq,
      level: 'coach',
      advice: { action: { type: 'pass', seat: 0 }, value: 0, reason: null },
      alternatives: [],
      choices: found,
      worths: {},
      alike: false,
    });
    await table.user.keyboard('h');
    await screen.findByText('2 coal');
    return { ...table, ids };
  }

  it('stands in the console, numbered, with its cities on the board', async () => {
    const { session, ids } = await opened();
    const rows = [...document.querySelectorAll('.plan-steps li')].map((row) => row.textContent);
    expect(rows[0]).toBe('12 coal enough for all 2 cities4');
    expect(rows.at(-1)).toBe('4Run plant 4 powers 2 of 2 cities+33');
    expect(screen.getByText('2 cities, all powered: you earn 33.')).toBeTruthy();
    const numbers = ids.map((id) => document.querySelector(`[data-city="${id}"] .plan-order`)?.textContent);
    expect(numbers).toEqual(['2', '3']);
    expect(session.acts).toEqual([]);
  });

  it('is done with one press for the whole phase', async () => {
    const { session, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Buy 2 units for 4 and end turn' }));
    expect(session.acts.map((action) => action.type)).toEqual(['buy_fuel', 'buy_fuel', 'pass']);
  });

  it('leaves nothing prepared when the adviser is closed', async () => {
    const { user } = await opened();
    await user.keyboard('{Escape}');
    expect(document.querySelector('.plan-steps')).toBeNull();
    expect(document.querySelector('.console .basket-line')).toBeNull();
  });

  it('walks through the other plans, and the board follows', async () => {
    const { session, user, ids } = await opened();
    await user.click(screen.getByRole('button', { name: 'Other plans 1' }));
    expect(screen.getByText('2 of 2')).toBeTruthy();
    expect(document.querySelectorAll('.plan-order')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Other plans 1' }));
    expect(document.querySelectorAll('.plan-order')).toHaveLength(ids.length);
    expect(session.acts).toEqual([]);
  });

  it('gives way to the usual console as soon as something else is prepared', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Plan it myself' }));
    expect(document.querySelector('.plan-steps')).toBeNull();
    expect(document.querySelector('.console .basket-line')).not.toBeNull();
    const [first] = document.querySelectorAll<HTMLElement>('.adviser-choices button');
    if (first === undefined) throw new Error('there is no choice');
    await user.click(first);
    expect(document.querySelector('.plan-steps')).not.toBeNull();
  });
});

describe('the review', () => {
  /** Open the review of a finished game: its last entries are three turns, the second one a mistake of seat 0. */
  async function reviewed() {
    const made = show('over');
    const seqs = made.shown.entries.map((entry) => entry.seq).slice(-12);
    const seats = made.shown.table.seats.length;
    const chances = Array.from({ length: seats }, () => 1 / seats);
    const row = (from: number, seat: number) => ({
      first: seqs[from] ?? 0,
      last: seqs[from] ?? 0,
      round: 8,
      phase: 'build',
      seat,
      chances,
      verdict: null,
    });
    const better = choice({
      kind: 'build',
      claims: [{ code: 'builds_none', args: {}, text: 'Build nothing and keep 12.' }],
    });
    const verdict = { chance: 0.2, best: 0.5, loss: 0.3, mistake: true, played: 'Built 1 city for 30.', better };
    const swing = { row: 1, change: -0.3, text: 'Built 1 city for 30.' };
    const review: ReviewView = {
      ready: true,
      done: 3,
      total: 3,
      start: chances,
      rows: [row(2, 1), { ...row(5, 0), verdict }, row(9, 1)],
      reports: Array.from({ length: seats }, (_, seat) => ({
        accuracy: 80,
        phases: {},
        decisions: -0.3,
        luck: 0.104,
        rivals: 0.196,
        mistakes: 1,
        swings: seat === (made.shown.table.yours[0] ?? 0) ? [swing] : [],
      })),
    };
    const line: LineView = {
      steps: [
        { text: 'You build nothing.', game: made.shown.view.game },
        { text: 'After the round: 4 cities, 30 Elektro.', game: made.shown.view.game },
      ],
    };
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(
        new Response(
          JSON.stringify(path.includes('/line') ? line : path.includes('/review') ? review : { points: [] }),
        ),
      ),
    );
    await made.user.click(await screen.findByRole('button', { name: 'Review the game' }));
    await screen.findByText('Build nothing and keep 12.');
    return { ...made, seqs };
  }

  it('opens before the mistake, with what was played beside what was better', async () => {
    const { session, seqs } = await reviewed();
    expect(session.looked.at(-1)).toBe((seqs[5] ?? 0) - 1);
    const box = within(document.querySelector<HTMLElement>('.review-console') ?? document.body);
    expect(box.getByText('20 %')).toBeTruthy();
    expect(box.getByText('50 %')).toBeTruthy();
    expect(box.getByText('Build nothing', { exact: true })).toBeTruthy();
  });

  it('says what changed your chance, in figures that add up', async () => {
    const { shown } = await reviewed();
    const even = Math.round(100 / shown.table.seats.length);
    const text = `${even} % became ${even} %: decisions −30 %, luck +10 %, rivals’ play +20 %.`;
    expect(document.querySelector('.review-sums')?.textContent).toBe(text);
  });

  it('plays the best line on the board, step by step, and returns to the game', async () => {
    const { user } = await reviewed();
    await user.keyboard('s');
    expect(await screen.findByText('Imagined, step 1 of 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next step' }));
    expect(screen.getByText('After the round: 4 cities, 30 Elektro.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to the game' }));
    expect(document.querySelector('.line-bar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show the best line' })).toBeTruthy();
  });

  it('opens the table of chances with T and goes by rounds with the arrows', async () => {
    const { session, user, shown } = await reviewed();
    await user.keyboard('t');
    expect(document.querySelector<HTMLDetailsElement>('.chance-table')?.open).toBe(true);
    const begun = shown.entries.filter((entry) => entry.events?.some((one) => one.type === 'round_began'));
    await user.keyboard('{ArrowUp}');
    const before = begun.findLast((entry) => entry.seq < (session.looked.at(-2) ?? 0))?.seq ?? shown.entries[0]?.seq;
    await waitFor(() => {
      expect(session.looked.at(-1)).toBe(before);
    });
  });
});
