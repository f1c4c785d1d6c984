import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChoiceView, LineView, ReviewView, StepView, VerdictView } from '../../src/protocol/schema';
import { choose } from '../../src/base/settings';
import { advised, choice } from './advice';
import { primary, show, type Fixture } from './kit';

beforeEach(() => {
  choose({ pace: 'instant' });
});

describe('advice without a face of its own', () => {
  const run = (shown: Fixture, many: number): ChoiceView => {
    const row = shown.view.mine.menu?.choices.run?.find((one) => one.type === 'run' && one.plants.length === many);
    if (row?.type !== 'run') throw new Error('there is no such run');
    return choice({ kind: 'run', actions: [{ type: 'run', seat: row.seat, plants: row.plants }] });
  };

  it('ticks what to run, and one sentence compares it with the next best', async () => {
    const more = {
      code: 'more_fuel',
      args: { more: 2 },
      text: 'You keep 2 units of fuel more than with the next best plan.',
    };
    const { session, user, shown } = await advised('power', (table) => [
      { ...run(table, 0), claims: [more] },
      run(table, 1),
    ]);
    expect(document.querySelector('.adviser')).toBeNull();
    expect(screen.getByText(more.text)).toBeTruthy();
    expect(document.querySelectorAll('.run-plant input:checked')).toHaveLength(0);
    expect(document.querySelectorAll('#console [data-primary]')).toHaveLength(1);
    expect(shown.view.game.asked).toBe('run');
    await user.click(document.querySelectorAll<HTMLElement>('.run-plant input')[0] ?? document.body);
    expect(session.acts).toEqual([]);
  });

  it('scraps the advised plant with the loud button', async () => {
    const { session, user } = await advised('scrap', (table) => {
      const row = table.view.mine.menu?.choices.scrap?.[0];
      if (row?.type !== 'scrap') throw new Error('nothing is to scrap');
      return [choice({ kind: 'scrap', actions: [{ type: 'scrap', seat: row.seat, plant: row.plant }] }), choice({})];
    });
    expect(primary()?.textContent).toMatch(/^Scrap \d+$/);
    expect(document.querySelectorAll('.advised-plant')).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(session.acts).toMatchObject([{ type: 'scrap' }]);
  });
});

describe('the plan for the round', () => {
  const steps = (cities: string[]): StepView[] => [
    {
      phase: 'fuel',
      code: 'step_fuel',
      text: '2 coal',
      note: 'for plant 4',
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
    const claim = (code: string, text: string) => ({ code, args: {}, text });
    const found = [
      {
        ...planned(ids, 2),
        claims: [
          claim('buys', 'Buy 2 coal for 4; 34 left.'),
          claim('more_income', 'You earn 11 Elektro more this round than with the next best plan.'),
        ],
      },
      {
        ...planned(ids.slice(0, 1), 1),
        claims: [
          claim('buys', 'Buy 1 coal for 2; 36 left.'),
          claim('extra_money', 'After this round you have 5 Elektro more.'),
          claim('less_income', 'You earn 11 Elektro less this round.'),
        ],
      },
    ];
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
    expect(rows[0]).toBe('12 coal for plant 44');
    expect(rows).toHaveLength(1 + ids.length);
    expect(document.querySelector('.plan-total')?.textContent).toContain('2 cities, all powered: you earn 33.');
    const numbers = ids.map((id) => document.querySelector(`[data-city="${id}"] .plan-order`)?.textContent);
    expect(numbers).toEqual(['2', '3']);
    expect(session.acts).toEqual([]);
  });

  it('is done with one press for the whole phase', async () => {
    const { session, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Buy 2 units for 4 then you build' }));
    expect(session.acts.map((action) => action.type)).toEqual(['buy_fuel', 'buy_fuel', 'pass']);
  });

  it('leaves nothing prepared when the adviser is closed', async () => {
    const { user } = await opened();
    await user.keyboard('{Escape}');
    expect(document.querySelector('.plan-steps')).toBeNull();
    expect(document.querySelector('.console .basket-line')).toBeNull();
  });

  it('shows another plan by its card: the board follows, and nothing is loud but the advised act', async () => {
    const { session, user, ids } = await opened();
    const cards = () => [...document.querySelectorAll<HTMLElement>('.plan-cards button')];
    expect(cards().map((one) => one.querySelector('b')?.textContent)).toEqual(['This plan', 'Buy 1 coal']);
    expect(document.querySelectorAll('.other-ring')).toHaveLength(0);
    expect(primary()?.textContent).toBe('Buy 2 units for 4 then you build');
    await user.click(cards()[1] ?? document.body);
    expect(document.querySelectorAll('.plan-order')).toHaveLength(1);
    expect(document.querySelectorAll('.other-ring')).toHaveLength(ids.length - 1);
    expect(document.querySelectorAll('#console [data-primary]')).toHaveLength(0);
    expect(cards()[0]?.textContent).toContain('Advised plan');
    await user.click(cards()[0] ?? document.body);
    expect(document.querySelectorAll('.plan-order')).toHaveLength(ids.length);
    expect(session.acts).toEqual([]);
  });

  it('says why the advised plan is better, and what another one has more and less', async () => {
    await opened();
    const [best, other] = [...document.querySelectorAll('.plan-cards small')].map((one) => one.textContent);
    expect(best).toBe('You earn 11 Elektro more this round than with the next best plan.');
    expect(other).toBe('After this round you have 5 Elektro more. You earn 11 Elektro less this round.');
  });

  it('gives way to the usual console to be changed, and comes back', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Change the plan' }));
    expect(document.querySelector('.plan-steps')).toBeNull();
    expect(document.querySelector('.console .basket-line')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the plan' }));
    expect(document.querySelector('.plan-steps')).not.toBeNull();
  });

  it('asks before the turn is ended without the plan', async () => {
    const { session, user } = await opened();
    await user.click(screen.getByRole('button', { name: 'End turn' }));
    expect(session.acts).toEqual([]);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End turn' }));
    expect(session.acts).toEqual([{ type: 'pass', seat: 0 }]);
  });
});

describe('the review', () => {
  /** Open the review of a finished game: its last entries are three turns, the second one a mistake of seat 0. */
  async function reviewed(part: Partial<VerdictView> = {}, ready = true, aim = 0, proof = 0) {
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
      chance: 0.5,
      claims: [{ code: 'builds_none', args: {}, text: 'Build nothing and keep 12.' }],
    });
    const verdict = {
      chance: 0.2,
      low: 0.1,
      high: 0.3,
      best: 0.5,
      loss: 0.3,
      mistake: true,
      played: 'Built 1 city for 30.',
      better,
      against: [{ code: 'extra_cities', args: { more: 1 }, text: '1 city more.' }],
      checked: 16,
      checking: false,
      ...part,
    };
    const swing = { row: 1, change: -0.3, text: 'Built 1 city for 30.' };
    const review: ReviewView = {
      ready,
      done: 3,
      total: ready ? 3 : 5,
      own: 2,
      own_done: ready ? 2 : 1,
      mistake: 0.03,
      spread: 0.5,
      aim,
      proof,
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
    // the end and the review are loaded when they are opened: on a busy machine that takes its time
    await made.user.click(await screen.findByRole('button', { name: 'Review the game' }, { timeout: 60_000 }));
    await waitFor(
      () => {
        expect(document.querySelector('.mistakes')).not.toBeNull();
      },
      { timeout: 60_000 },
    );
    return { ...made, seqs, review };
  }

  it('opens before the mistake, with what was played beside what was better', async () => {
    const { session, seqs } = await reviewed();
    // the moment is looked up first: what stands in the console comes after it
    await waitFor(
      () => {
        expect(document.querySelector('.review-console .verdict')).not.toBeNull();
      },
      { timeout: 60_000 },
    );
    expect(session.looked.at(-1)).toBe((seqs[5] ?? 0) - 1);
    const box = within(document.querySelector<HTMLElement>('.review-console') ?? document.body);
    expect(box.getByText('20 %')).toBeTruthy();
    expect(box.getByText('50 %')).toBeTruthy();
    expect(box.getByText('Build nothing', { exact: true })).toBeTruthy();
  });

  it('lists own decisions with what they cost and how they were checked, and no accuracy', async () => {
    await reviewed();
    const list = within(document.querySelector<HTMLElement>('.mistakes') ?? document.body);
    expect(list.getByText('2 of 2')).toBeTruthy();
    expect(list.getByText('−30 %')).toBeTruthy();
    expect(list.getByText('checked by 16 games of experts, two rounds each or to the end')).toBeTruthy();
    expect(document.querySelector('.review')?.textContent).not.toContain('accuracy');
    const why = [...document.querySelectorAll('.verdict-why li')].map((one) => one.textContent);
    expect(why).toEqual(['Build nothing and keep 12.', 'As played: 1 city more.']);
    expect(document.querySelectorAll('.verdict .odds-bar')).toHaveLength(2);
  });

  it('counts the games while more are played, without a reload', async () => {
    const later = window.setTimeout.bind(window);
    // looks again at once
    vi.spyOn(window, 'setTimeout').mockImplementation(((act: () => void, wait?: number) =>
      later(act, wait === 5000 ? 20 : wait)) as typeof window.setTimeout);
    const { review } = await reviewed({}, true, 200);
    const list = within(document.querySelector<HTMLElement>('.mistakes') ?? document.body);
    expect(list.getByText('checked by 16 of 200 games of experts so far')).toBeTruthy();
    review.aim = 0;
    expect(await list.findByText('checked by 16 games of experts, two rounds each or to the end')).toBeTruthy();
    vi.mocked(window.setTimeout).mockRestore();
  });

  it('saves the game as a file and hands on the link of the moment', async () => {
    const { session, shown } = await reviewed();
    const save = document.querySelector<HTMLAnchorElement>('.game-header a[download]');
    expect(save?.textContent.trim()).toBe('Save');
    expect(save?.getAttribute('href')).toBe(`/api/tables/${shown.table.code}/record`);
    const copied: string[] = [];
    vi.stubGlobal('isSecureContext', true);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
      writeText: (text: string) => {
        copied.push(text);
        return Promise.resolve();
      },
    } as Clipboard);
    within(document.querySelector<HTMLElement>('.game-header') ?? document.body)
      .getByRole('button', { name: 'Link' })
      .click();
    await waitFor(() => {
      expect(document.querySelector('.tool-link')?.textContent.trim()).toBe('Copied');
    });
    expect(copied[0]).toMatch(new RegExp(`/t/${shown.table.code}\\?review&at=${session.looked.at(-1) ?? 0}$`));
  });

  it('shows a claim without its cost while it is being checked, and fills while it works', async () => {
    await reviewed({ checked: 0, checking: true }, false);
    const list = within(document.querySelector<HTMLElement>('.mistakes') ?? document.body);
    expect(list.getByText('1 of 2')).toBeTruthy();
    expect(list.getByText('checking …')).toBeTruthy();
    expect(list.queryByText('−30 %')).toBeNull();
    expect(document.querySelector('.review-rest progress')).not.toBeNull();
    expect(document.querySelector('.chances.thin')).not.toBeNull();
  });

  it('lists a claim without its cost and without a better plan until enough games have proved it', async () => {
    await reviewed({ checked: 16, checking: true }, true, 0, 200);
    expect(document.querySelector('.swings .loss')?.textContent).toBe('…');
    expect(document.querySelector('.swing-check')?.textContent).toBe('not shown yet: 16 of 200 games of experts');
    expect(document.querySelector('.review-console header .loss')).toBeNull();
    expect(document.querySelector('.verdict .best')).toBeNull();
  });

  it('says what changed your chance, in figures that add up', async () => {
    const { shown } = await reviewed();
    const even = Math.round(100 / shown.table.seats.length);
    const text = document.querySelector('.review-sums')?.textContent ?? '';
    expect(text).toContain(`${even} % became ${even} %`);
    expect(text.replace(/\s+/g, ' ')).toContain('decisions −30 % luck +10 % rivals’ play +20 %');
  });

  it('plays the best line on the board, step by step, and returns to the game', async () => {
    const { user } = await reviewed();
    await user.keyboard('s');
    expect(await screen.findByText('Imagined, step 1 of 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next step' }));
    expect(screen.getByText('After the round: 4 cities, 30 Elektro.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to the game' }));
    expect(document.querySelector('.line-bar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show the better line' })).toBeTruthy();
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
