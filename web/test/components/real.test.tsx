/** The real table: every entry becomes the line that is meant, and what waits on the device is sent in order. */
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortForm } from '../../src/real/short';
import type { AnyLine } from '../../src/protocol/schema';
import { consoleBox, inConsole, primary } from './kit';
import { refusal, table, type RealSession } from './real';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
    writeText: () => Promise.resolve(),
  } as unknown as Clipboard);
});

const first = (session: RealSession): AnyLine | null | undefined => session.written[0]?.[0]?.line;

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an auction is entered by its result', async () => {
  const { session, user, shown } = table('auction');
  const plant = shown.view.game.plants.current[1] ?? '';
  await user.selectOptions(inConsole().getByRole('combobox', { name: 'Plant' }), plant);
  const number = shown.board.plants.find((one) => one.id === plant)?.number;
  await user.click(inConsole().getByRole('button', { name: 'Price: one more' }));
  await user.click(primary() ?? document.body);
  expect(first(session)).toEqual({ type: 'sale', seat: 0, plant, price: (number ?? 0) + 1 });
});

test('an auction is entered bid by bid', async () => {
  const { session, user } = table('auction');
  await user.click(inConsole().getByRole('button', { name: 'Bid by bid' }));
  await user.click(primary() ?? document.body);
  expect(first(session)).toMatchObject({ type: 'step', action: { type: 'open', seat: 0 } });
});

test('fuel is entered by tokens, one run with one press; what cannot be bought says why', async () => {
  const { session, user, shown } = table('fuel', (_, { quotes }) => {
    const fills = quotes.find((row) => row.plan.fills === true)?.quoted.fills;
    if (fills?.full) fills.run = fills.full;
  });
  const run = shown.quotes.find((row) => row.plan.fills === true)?.quoted.fills.run;
  expect(consoleBox().querySelector('.real-locked')?.textContent).toMatch(/burns it|none can be bought/);
  await user.click(await inConsole().findByRole('button', { name: `One run ${run?.cost ?? 0}` }));
  expect(primary()?.textContent).toContain(`pays ${run?.cost ?? 0}`);
  await user.click(primary() ?? document.body);
  expect(first(session)).toMatchObject({ type: 'fuel', seat: 0, paid: run?.cost });
});

test('the short form proposes cities, which are confirmed', async () => {
  const { session, user, shown } = table('build');
  session.proposals = [{ type: 'houses', seat: 0, cities: ['houston'], paid: 20 }];
  await user.type(inConsole().getByRole('textbox', { name: 'City' }), '1, 20{Enter}');
  expect(session.asked).toEqual([{ seat: 0, what: 'houses', count: 1, total: 20 }]);
  await user.click(await inConsole().findByRole('button', { name: 'Houston · 20' }));
  await inConsole().findByRole('button', { name: /pays \d+/ });
  await user.click(primary() ?? document.body);
  const cost = shown.quotes.find((row) => row.plan.cities?.[0] === 'houston')?.quoted.quote.house_cost;
  expect(first(session)).toEqual({ type: 'houses', seat: 0, cities: ['houston'], paid: cost });
});

test('the short form is two numbers, with words or without', () => {
  expect(shortForm('Anna, 2 houses, 33')).toEqual({ count: 2, total: 33 });
  expect(shortForm('2 33')).toEqual({ count: 2, total: 33 });
  expect(shortForm('ham')).toBeNull();
  expect(shortForm('44')).toBeNull();
  expect(shortForm('33, 2, 1')).toBeNull();
});

test('a refusal stands with its rule, which opens the rules, and with corrections', async () => {
  const { session, user } = table('auction');
  const slip = { kind: 'price', changes: [{ at: 0, line: { type: 'sale', seat: 0, plant: '13', price: 8 } }] };
  session.answers_ = [refusal('bid_above_money', { args: { slips: [slip] } })];
  await user.click(primary() ?? document.body);
  const alert = await screen.findByRole('alert');
  await user.click(within(alert).getByRole('button', { name: 'Show rule R18-AUC-06' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await user.click(within(alert).getByRole('button', { name: / buys 13 for 8/ }));
  expect(session.written[1]?.[0]?.line).toMatchObject({ price: 8 });
});

test('a link for a phone is a code to scan', async () => {
  const { user } = table('auction');
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ restore: { '1': 'SECRET' }, table: {} }))),
  );
  await user.click(screen.getByRole('button', { name: 'Phones' }));
  const links = screen.getAllByRole('button', { name: /^Link for / });
  await user.click(links[1] ?? document.body);
  await vi.waitFor(() => {
    expect(document.querySelector('svg.qr-code')?.getAttribute('aria-label')).toMatch(/QR code/);
  });
});

test('without the server lines wait on the device, are sent in order, and stop at one that does not fit', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { session, user, shown } = table('auction', (made) => {
    made.live.update({ line: 'lost' });
  });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await inConsole().findByRole('heading', { name: 'No network: write on' });
  const number = shown.board.plants[3]?.number ?? 0;
  await user.type(inConsole().getByRole('textbox', { name: 'Plant' }), String(number));
  await user.click(primary() ?? document.body);
  await user.click(inConsole().getByRole('button', { name: 'Passed' }));
  await user.click(primary() ?? document.body);
  expect(session.written).toEqual([]);
  expect(JSON.parse(localStorage.getItem('kilowatt-real-' + shown.table.code) ?? '[]')).toHaveLength(2);
  session.answers_ = [null, refusal('not_your_turn')];
  act(() => {
    session.live.update({ line: 'live' });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Ann has 50 Elektro.');
  expect(session.written.map(([change]) => change?.line?.type)).toEqual(['sale', 'step']);
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: /^Remove: / }));
  expect(localStorage.getItem('kilowatt-real-' + shown.table.code)).toBeNull();
});
