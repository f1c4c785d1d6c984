import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { partsOf, written } from '../../src/state/orders';
import type { Plan } from '../../src/net/live';
import type { Quoted } from '../../src/protocol/schema';
import { consoleBox, fixture, inConsole, show, type Fixture } from './kit';

const AT = '2026-11-17T21:14:00Z';

describe('orders in advance', () => {
  it('count the parts that order something', () => {
    expect(partsOf(null)).toBe(0);
    expect(partsOf({})).toBe(0);
    expect(partsOf({ none: 'pass' })).toBe(1);
    expect(partsOf({ bids: [{ plant: '20', limit: 26 }], fuel: 'run', build: true })).toBe(3);
    expect(partsOf({ run: [] })).toBe(1);
  });
});

/** The power phase while somebody else is to act, where turns last days. */
const early = ({ view, table }: Fixture): void => {
  const { menu } = view.mine;
  if (menu === null) throw new Error('nobody is asked');
  view.mine.runs = { [String(menu.seat)]: menu.choices.run ?? [] };
  view.mine.menu = null;
  const other = (menu.seat + 1) % table.seats.length;
  view.game.actor = other;
  table.actor = other;
  table.yours = [menu.seat];
};

describe('the power phase', () => {
  it('asks before the turn where plants do not run by themselves, and stores the choice', async () => {
    const { session, user, shown } = show('power', early);
    expect(consoleBox().querySelector('h2')?.textContent).toBe('Choose what you run');
    const sent: unknown[] = [];
    session.orders = (seat, plan) => sent.push([seat, plan]);
    await user.click(inConsole().getByRole('button', { name: /^Earn/ }));
    const seat = shown.table.yours[0];
    const best = shown.view.mine.runs[String(seat)]?.flatMap((row) => (row.type === 'run' ? [row] : [])) ?? [];
    const most = Math.max(...best.map((row) => row.income));
    expect(sent).toEqual([[seat, { run: best.find((row) => row.income === most)?.plants }]]);
    expect(session.acts).toEqual([]);
  });
  it('does not ask where plants run by themselves, nor once it is chosen', () => {
    show('power', (shown) => {
      early(shown);
      shown.view.mine.auto = {
        [String(shown.table.yours[0])]: { run_best: true, pass_auctions: false, end_turn_when_nothing_left: false },
      };
    });
    expect(consoleBox().className).toContain('quiet');
    cleanup();
    show('power', (shown) => {
      early(shown);
      shown.view.mine.orders = { [String(shown.table.yours[0])]: { plan: { run: [] }, done: [], notes: [] } };
    });
    expect(consoleBox().className).toContain('quiet');
    expect(inConsole().getByRole('button', { name: 'Choose again' })).toBeTruthy();
  });
});

const waitingForDays = ({ view, table }: Fixture): void => {
  table.clock = { ...table.clock, kind: 'days' };
  view.clock = { ...view.clock, kind: 'days' };
};

describe('the panel of orders', () => {
  beforeEach(() => {
    written.set(null);
  });
  it('stands beside the board where turns last days, and saves what is written', async () => {
    const { session, user, shown } = show('waiting', waitingForDays);
    const sent: unknown[] = [];
    session.orders = (seat, plan) => sent.push([seat, plan]);
    const panel = within(await screen.findByRole('region', { name: 'Your orders' }));
    const plant = shown.view.game.plants.future[0] ?? '';
    await user.selectOptions(panel.getByLabelText('Add a plant'), plant);
    await user.click(inConsole().getByRole('button', { name: 'Save 1 order' }));
    expect(sent).toMatchObject([[shown.table.yours[0], { bids: [{ plant, limit: Number(plant) + 5 }], none: 'ask' }]]);
  });
  it('puts wishes into another order by keys, and changes their limits', async () => {
    const { session, user, shown } = show('waiting', waitingForDays);
    const sent: { bids: unknown }[] = [];
    session.orders = (_, plan) => sent.push(plan as { bids: unknown });
    const panel = within(await screen.findByRole('region', { name: 'Your orders' }));
    const [first = '', second = ''] = shown.view.game.plants.future;
    await user.selectOptions(panel.getByLabelText('Add a plant'), first);
    await user.selectOptions(panel.getByLabelText('Add a plant'), second);
    const handle = panel.getByRole('button', { name: new RegExp(`^Plant ${first}, wish 1 of 2`) });
    handle.focus();
    await user.keyboard('{ArrowDown}');
    expect(panel.getByRole('button', { name: new RegExp(`^Plant ${first}, wish 2 of 2`) })).toBe(
      document.activeElement,
    );
    await user.click(panel.getByRole('button', { name: `Raise the limit for Plant ${first}` }));
    await user.click(inConsole().getByRole('button', { name: 'Save 1 order' }));
    expect(sent[0]?.bids).toEqual([
      { plant: second, limit: Number(second) + 5 },
      { plant: first, limit: Number(first) + 6 },
    ]);
  });
  it('shows each plant, what the fuel costs now, and what the cities cost together', async () => {
    const { session, user, shown } = show('waiting', waitingForDays);
    const [, second = ''] = shown.board.cities.map((city) => city.id);
    session.quote = (_, plan) =>
      Promise.resolve(
        (plan.fills === true
          ? { reach: {}, fills: { run: { basket: {}, cost: 15, supplied: 6, income: 0 } } }
          : {
              reach: { [second]: [10, 8] },
              fills: {},
              via: {},
              paths: {},
              jumps: {},
              basket: {},
              why_not: [],
              quote: {
                houses: plan.cities?.map((city) => ({ city, house: 10, connection: 8, jump: false })) ?? [],
                house_cost: 18 * (plan.cities?.length ?? 0),
              },
            }) as unknown as Quoted,
      );
    const panel = within(await screen.findByRole('region', { name: 'Your orders' }));
    await user.selectOptions(panel.getByLabelText('Add a plant'), shown.view.game.plants.current[0] ?? '');
    expect(document.querySelectorAll('.orders-whole .order-rows .mini')).toHaveLength(1);
    await user.click(panel.getByRole('button', { name: 'Enough for my cities' }));
    await panel.findByText('about 15');
    await user.click(panel.getByRole('checkbox', { name: /^Build these cities/ }));
    await user.selectOptions(await panel.findByLabelText('Add a city'), second);
    await panel.findByText('wish list, 18 together');
    expect(panel.getByText('10 + 8')).toBeTruthy();
  });
  it('counts the orders that are ready on your own card, to nobody else', () => {
    const { shown } = show('waiting', (given) => {
      waitingForDays(given);
      const plan = { none: 'pass' as const, fuel: 'run' as const };
      given.view.mine.orders = { [String(given.table.yours[0])]: { plan, done: [], notes: [] } };
    });
    const ready = [...document.querySelectorAll('.players [data-seat]')].filter((card) =>
      card.textContent.includes('2 orders ready'),
    );
    expect(ready.map((card) => card.getAttribute('data-seat'))).toEqual([String(shown.table.yours[0])]);
  });
  it('can be tried out in the planner: the plant at its limit, the fuel that is ordered, the cities', async () => {
    const { session, user, shown } = show('waiting', waitingForDays);
    const panel = within(await screen.findByRole('region', { name: 'Your orders' }));
    expect(inConsole().queryByRole('button', { name: 'Try them out' })).toBeNull();
    const asked: Plan[] = [];
    session.quote = (_, plan) => {
      asked.push(plan);
      const fills = { run: { basket: { main: { coal: 3 } }, cost: 5, supplied: 4, income: 54 } };
      return Promise.resolve(plan.fills === true ? ({ reach: {}, basket: {}, fills } as unknown as Quoted) : null);
    };
    const plant = shown.view.game.plants.current[0] ?? '';
    await user.selectOptions(panel.getByLabelText('Add a plant'), plant);
    await user.click(panel.getByRole('button', { name: 'Enough for my cities' }));
    await user.click(inConsole().getByRole('button', { name: 'Try them out' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Planner' }));
    const price = Number(plant) + 5;
    expect(asked).toContainEqual({ plant, price, cities: [], fills: true });
    expect(drawer.getByLabelText<HTMLSelectElement>('Plant').value).toBe(plant);
    expect(drawer.getByRole('spinbutton', { name: 'coal' }).textContent).toBe('3');
    expect(asked.at(-1)).toMatchObject({ plant, price, fuel: { coal: 3 }, cities: [] });
  });
  it('shows what happened since the last look, until you act', async () => {
    const last = ({ entries }: Fixture): number => entries.at(-1)?.seq ?? 0;
    const seq = last(fixture('waiting')) - 12;
    localStorage.setItem('kilowatt-looked', JSON.stringify({ [fixture('waiting').table.code]: { seq, at: AT } }));
    const { session, user, shown } = show('waiting', (given) => {
      waitingForDays(given);
      const done = given.entries.map((entry) => entry.seq);
      given.view.mine.orders = { [String(given.table.yours[0])]: { plan: null, done, notes: [] } };
    });
    const box = within(await screen.findByRole('region', { name: 'Since you looked' }));
    expect(box.getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(box.getAllByRole('listitem').length).toBeLessThan(5);
    await user.click(box.getByRole('button', { name: 'Replay' }));
    await waitFor(() => {
      expect(session.looked.length).toBeGreaterThan(0);
    });
    expect(session.looked[0]).toBe(seq);
    expect(last(shown)).toBeGreaterThan(seq);
    localStorage.removeItem('kilowatt-looked');
  });
  it('is not there at tables without days', () => {
    show('waiting');
    expect(document.querySelector('[data-docked]')).toBeNull();
  });
});

describe('what was done by order', () => {
  it('is marked in the log', () => {
    const { shown } = show('waiting', ({ view, entries, table }) => {
      const seat = table.yours[0] ?? 0;
      const own = entries.filter(({ action }) => action && 'seat' in action && action.seat === seat).at(-1);
      view.mine.orders = { [String(seat)]: { plan: null, done: [own?.seq ?? 0], notes: [] } };
    });
    expect(shown.view.mine.orders).not.toEqual({});
    expect(screen.getByRole('log').textContent).toContain('(order)');
  });
});

describe('the console at a table over days', () => {
  /** The moves lie so many hours apart. */
  const slow =
    (hours: number, kind: 'person' | 'bot' = 'person') =>
    (given: Fixture): void => {
      waitingForDays(given);
      const actor = given.view.game.actor as number;
      const seat = given.table.seats[actor];
      if (seat) seat.kind = kind;
      // seat 0 and the one that is to move pass in turn
      given.entries = Array.from({ length: 12 }, (_, at) => ({
        seq: at + 1,
        action: { type: 'pass', seat: at % 2 === 0 ? 0 : actor },
        at: new Date(Date.parse(AT) + at * hours * 3_600_000).toISOString(),
        by: 'player',
        events: [],
      }));
    };
  it('says how soon the person who is to move usually answers', async () => {
    show('waiting', slow(3));
    expect(await inConsole().findByText('usually answers within 3 h')).toBeTruthy();
    cleanup();
    show('waiting', slow(60));
    expect(await inConsole().findByText('usually takes 3 days')).toBeTruthy();
  });
  it('says nothing of bots', async () => {
    show('waiting', slow(3, 'bot'));
    await screen.findByRole('region', { name: 'Your orders' });
    expect(inConsole().queryByText(/usually/)).toBeNull();
  });
});
