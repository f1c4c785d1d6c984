/** What is entered without a network: every kind of line that a game has, and corrections of those that wait. */
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blank, kindsOf, seatAfter, whole } from '../../src/real/draft';
import type { AnyLine } from '../../src/protocol/schema';
import { fixture, inConsole, primary, type Fixture } from './kit';
import { table } from './real';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A real table whose network is gone, and what can be done at it. */
async function offline(name: string, change: (shown: Fixture) => void = () => undefined) {
  const made = table(name, (session, shown) => {
    change(shown);
    session.live.update({ line: 'lost', view: shown.view, board: shown.board });
  });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  // the form is loaded
  await screen.findByRole('heading', { name: 'No network: write on' });
  const { user } = made;
  return {
    ...made,
    press: async (...names: string[]) => {
      for (const one of names) await user.click(inConsole().getAllByRole('button', { name: one })[0] ?? document.body);
    },
    type: async (field: string, text: string) => {
      const box = inConsole().getByRole('textbox', { name: field });
      await user.clear(box);
      await user.type(box, text);
    },
    /** Enter the line; what waits then. */
    enter: async (): Promise<AnyLine[]> => {
      await user.click(primary() ?? document.body);
      return waiting(made.shown);
    },
  };
}

const waiting = ({ table }: Fixture): AnyLine[] =>
  JSON.parse(localStorage.getItem('kilowatt-real-' + table.code) ?? '[]') as AnyLine[];

test('fuel cards are entered by their columns, and the last one can be put back', async () => {
  const { press, enter, shown, user } = await offline('cards');
  const { view, board } = shown;
  const [column, cards] = Object.entries(view.game.columns).find(([, list]) => list.length > 0) ?? ['1', []];
  const price = board.column_prices[Number(column) - 1] ?? 0;
  await press(`${column}: ${price} each`);
  const group = inConsole().getByRole('group', { name: 'Cards in this column' });
  const [card] = within(group).getAllByRole('button');
  await user.click(card ?? group);
  await user.click(card ?? group);
  await press(`Without ${card?.textContent ?? ''}`);
  const lines = await enter();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ type: 'fuel', tokens: [] });
  const [line] = lines;
  const bought = line?.type === 'fuel' ? (line.cards ?? []) : [];
  expect(bought).toHaveLength(1);
  expect(bought[0]?.column).toBe(Number(column));
  expect(cards).toContain(bought[0]?.card);
});

test('tokens are entered by market where a game has several', async () => {
  const { press, enter, shown } = await offline('korea-fuel');
  expect(shown.board.markets.length).toBe(2);
  await press('coal, South: one more', 'coal, South: one more');
  const [line] = await enter();
  expect(line).toEqual({
    type: 'fuel',
    seat: shown.view.game.actor,
    tokens: [{ market: 'south', fuel: 'coal', count: 2 }],
    cards: [],
  });
});

test('a hybrid burns any mixture that is what it needs, and a plant without fuel burns nothing', async () => {
  const hybrid = (shown: Fixture): string => shown.board.plants.find((one) => one.fuels.length > 1)?.id ?? '';
  const green = (shown: Fixture): string => shown.board.plants.find((one) => one.need === 0)?.id ?? '';
  const { press, enter, shown } = await offline('power', (now) => {
    const own = now.view.game.seats[0];
    if (own) own.plants = [hybrid(now), green(now)];
  });
  const plant = shown.board.plants.find((one) => one.id === hybrid(shown));
  const [first = '', second = ''] = plant?.fuels ?? [];
  await press(plant?.id ?? '', green(shown));
  const name = `Plant ${plant?.number ?? 0}: ${second}`;
  await press(`${name}: one more`);
  const [line] = await enter();
  const burn = { [first]: (plant?.need ?? 0) - 1, [second]: 1 };
  expect(line).toMatchObject({
    type: 'power',
    plants: expect.arrayContaining([
      { plant: plant?.id, burn },
      { plant: green(shown), burn: {} },
    ]) as unknown,
  });
});

test('a free jump is marked among the cities', async () => {
  const { press, enter, type, shown } = await offline('build', (now) => {
    now.view.game.seats.forEach((one) => (one.jump = true));
  });
  const cities = shown.board.cities.filter((city) => shown.view.game.areas.includes(city.area)).slice(0, 2);
  for (const city of cities) {
    await type('City', city.name);
    await press(`Add ${city.name}`);
  }
  await press(`Free jump to ${cities[1]?.name ?? ''}`);
  const [line] = await enter();
  expect(line).toEqual({
    type: 'houses',
    seat: shown.view.game.actor,
    cities: cities.map((city) => city.id),
    jump: cities[1]?.id,
  });
});

test('order, areas, starting cities and closed spaces are entered before the first round', async () => {
  const { press, enter, type, shown } = await offline('auction', (now) => {
    now.view.game.round = 1;
    now.view.game.asked = 'seat_order';
    now.view.game.areas = [];
    now.board.no_steps = true;
    now.board.options = { ...now.board.options, order: 'random', zone: 'random', starting_cities: true };
  });
  const { board, table: head } = shown;
  const names = head.seats.map((seat) => seat.name);
  for (const name of names.slice(1)) await press(name);
  await enter();
  await press('Areas');
  const areas = board.areas.slice(0, board.area_count);
  for (const area of areas) await press(area.name);
  await enter();
  const city = board.cities[0];
  for (const [what, verb] of [
    ['Start marked', 'mark_start'],
    ['Space closed', 'close_city'],
  ] as const) {
    await press(what);
    await type('City', city?.name ?? '');
    await press(`Add ${city?.name ?? ''}`);
    const lines = await enter();
    expect(lines.at(-1)).toMatchObject({ type: 'step', action: { type: verb, city: city?.id } });
  }
  expect(waiting(shown).slice(0, 2)).toEqual([
    { type: 'step', action: { type: 'seat_order', order: [...names.keys()].slice(1).concat(0) } },
    { type: 'step', action: { type: 'zone', areas: areas.map((area) => area.id) } },
  ]);
});

test('an auction is entered bid by bid, and a plant that goes with its fuel', async () => {
  const { press, enter, type, shown } = await offline('scrap');
  await press('More', 'Auction opened');
  const number = shown.board.plants[4]?.number ?? 0;
  await type('Plant', String(number));
  await enter();
  await press('More', 'Bid');
  await type('Price', String(number + 1));
  await enter();
  await press('Passed');
  await enter();
  await press('More', 'Plant given up');
  const gone = shown.board.plants.find(({ id, need }) => need > 0 && shown.view.game.seats[0]?.plants.includes(id));
  await press(String(gone?.number ?? 0));
  const fuel = gone?.fuels[0] ?? '';
  await press(`${fuel} that goes with it: one more`);
  const lines = await enter();
  expect(lines.map((line) => (line.type === 'step' ? line.action.type : line.type))).toEqual([
    'open',
    'bid',
    'pass',
    'scrap',
  ]);
  expect(lines[0]).toMatchObject({ action: { plant: shown.board.plants[4]?.id, bid: number } });
  expect(lines[3]).toMatchObject({ action: { seat: 0, plant: gone?.id, give_up: { [fuel]: 1 } } });
});

test('a line that waits can be corrected or removed, and the last one undone', async () => {
  const { press, enter, type, shown, user } = await offline('auction');
  for (const place of [3, 4]) {
    await type('Plant', String(shown.board.plants[place]?.number ?? 0));
    await enter();
  }
  await user.click(screen.getAllByRole('button', { name: /^Correct: / })[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Price: one more' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const number = shown.board.plants[3]?.number ?? 0;
  expect(waiting(shown)[0]).toMatchObject({ type: 'sale', price: number + 1 });
  expect(waiting(shown)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(waiting(shown)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Remove: / }));
  expect(waiting(shown)).toHaveLength(0);
  await press('Passed');
  cleanup();
});

test('money that is counted at the bank waits with the other lines', async () => {
  const { shown, user, session } = await offline('auction');
  const name = shown.table.seats[0]?.name ?? '';
  const money = shown.view.game.seats[0]?.money ?? 0;
  await user.click(screen.getByRole('button', { name: `${name}: one Elektro more` }));
  await user.click(screen.getByRole('button', { name: `${name} counts ${money + 1}: check` }));
  expect(waiting(shown)).toEqual([{ type: 'count', seat: 0, money: money + 1 }]);
  expect(session.written).toEqual([]);
});

test('what a game lacks is not offered, and what lacks something is not whole', () => {
  const cards = fixture('cards');
  const all = kindsOf(cards.view.game, cards.board);
  expect([...all.usual, ...all.more]).toContain('reveal_fuel');
  expect([...all.usual, ...all.more]).not.toContain('houses');
  const board = fixture('power').board;
  for (const one of ['sale', 'open', 'bid', 'reveal', 'scrap', 'seat_order', 'zone', 'mark_start'] as const)
    expect(whole(blank(one, 0), board), one).toBe(false);
  for (const one of ['fuel', 'houses', 'power', 'pass', 'count'] as const)
    expect(whole(blank(one, 0), board), one).toBe(true);
  expect(whole({ type: 'power', seat: 0, plants: [{ plant: board.plants[0]?.id ?? '', burn: {} }] }, board)).toBe(
    (board.plants[0]?.need ?? 0) === 0,
  );
  expect(seatAfter('fuel', 1, [0, 1, 2])).toBe(0);
  expect(seatAfter('power', 1, [0, 1, 2])).toBe(2);
});
