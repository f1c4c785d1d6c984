import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { choose } from '../../src/base/settings';
import { advised, choice, hintOf } from './advice';
import { inConsole, primary, type Fixture } from './kit';

beforeEach(() => {
  choose({ pace: 'instant' });
});

describe('advice in an auction', () => {
  const claim = (code: string, args: Record<string, unknown>, text: string) => ({ code, args, text });
  const gap = 'Above 61 you win no more often than without it: plant 35 is left for about 41.';
  const raise = choice({
    kind: 'bid',
    actions: [{ type: 'bid', seat: 0, amount: 39 }],
    limit: 61,
    chance: 0.16,
    low: 0.1,
    high: 0.22,
    claims: [
      claim('worth', { plant: '38', worth: 72, stop: 61 }, 'Plant 38 is worth 72 to you. Bid up to 61.'),
      claim('gap_other', { stop: 61, plant: '35', price: 41 }, gap),
      claim('powers', { plant: '38', cities: 7 }, 'It powers 7 cities.'),
      claim('fuel_today', { need: 3, either: ['garbage'], cost: 13 }, 'One run burns 3 garbage.'),
      claim('replaces', { plant: '9' }, 'It replaces plant 9.'),
      claim('rival', { seat: 1, limit: 48 }, 'Ben may go to 48.'),
    ],
  });
  const leave = choice({ chance: 0.09, low: 0.05, high: 0.13 });
  const lotOf = (shown: Fixture): string => shown.view.game.auction?.plant ?? '';
  const worth = (shown: Fixture) => ({
    worths: {
      [lotOf(shown)]: {
        worth: 72,
        stop: 61,
        least: 38,
        price: 49,
        rivals: [
          [1, 48],
          [2, 44],
        ] as [number, number][],
      },
    },
  });
  const numbers = () => [...document.querySelectorAll('.advised-numbers li')].map((one) => one.textContent);

  it('is the console: three numbers, the reason, three facts and two chances', async () => {
    await advised('bidding', () => [raise, leave], worth);
    expect(document.querySelector('.adviser')).toBeNull();
    expect(numbers()).toEqual(['72 worth to you', '61 bid up to', '49 likely price']);
    expect(document.querySelector('.advised-reason')?.textContent).toBe(gap);
    const facts = [...document.querySelectorAll('.advised-facts li')].map((one) => one.textContent);
    expect(facts).toEqual(['powers 7', '3 garbage, 13 per round', 'replaces plant 9']);
    const odds = [...document.querySelectorAll('.advised-odds li')].map((one) => one.textContent);
    expect(odds[0]).toMatch(/^Win with it at 4916 %/);
    expect(odds[1]).toMatch(/^Win if you pass9 %/);
    const told = inConsole()
      .getAllByRole('status')
      .map((one) => one.textContent);
    expect(told.filter((one) => one.includes('worth to you 72. bid up to 61.'))).toHaveLength(1);
    expect(document.querySelector('#console')?.textContent).not.toMatch(/stop/i);
  });

  it('calls the chances the same, not fine, where one of them is advised against', async () => {
    await advised(
      'bidding',
      () => [leave, raise],
      (shown) => ({ ...worth(shown), alike: true }),
    );
    const odds = [...document.querySelectorAll('.advised-odds li small')].map((one) => one.textContent);
    expect(odds[0]).toBe('The chances are about the same.');
  });

  it('has one loud button: it bids up to the limit with one press', async () => {
    const { shown, session, user, proxy } = await advised('bidding', () => [raise, leave], worth);
    expect(primary()?.textContent).toBe('Bid up to 6139 now, then 1 more each time');
    expect(document.querySelectorAll('#console [data-primary]')).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(proxy).toHaveBeenCalledWith(0, { limit: 61, then: 'pass', plant: lotOf(shown) });
    expect(session.acts).toEqual([]);
  });

  it('advises to pass: the next bid is the middle number, and the loud button passes', async () => {
    const costs = claim('not_worth', {}, 'Plant 15 is worth 13 to you, and the next bid is 14.');
    const { session, user } = await advised('bidding', () => [{ ...leave, claims: [costs] }, raise], worth);
    expect(numbers()[1]).toMatch(/next bid$/);
    expect(document.querySelector('.advised-reason')?.textContent).toBe(costs.text);
    expect(primary()?.textContent).toMatch(/^Pass on plant \d+$/);
    await user.keyboard('x');
    expect(session.acts).toEqual([{ type: 'pass', seat: 0 }]);
  });

  it('leaves everything to be done by hand, quietly', async () => {
    const { session, user, proxy } = await advised('bidding', () => [raise, leave], worth);
    const least = Number(inConsole().getByRole('spinbutton').getAttribute('aria-valuenow'));
    await user.click(inConsole().getByRole('button', { name: 'Raise by 1' }));
    await user.click(inConsole().getByRole('button', { name: `Bid ${least + 1}` }));
    expect(session.acts).toEqual([{ type: 'bid', seat: 0, amount: least + 1 }]);
    await user.click(inConsole().getByRole('button', { name: `Bid up to ${least + 1}` }));
    expect(proxy.mock.lastCall?.[1]).toMatchObject({ limit: least + 1, then: 'pass' });
    await user.click(inConsole().getByRole('button', { name: /^Pass on plant/ }));
    expect(session.acts.at(-1)).toEqual({ type: 'pass', seat: 0 });
  });

  it('opens a plant and leaves the limit with the server', async () => {
    const { session, user, proxy, shown } = await advised('auction', (table) => {
      const plant = table.view.game.plants.current[0] ?? '';
      return [choice({ kind: 'open', actions: [{ type: 'open', seat: 0, plant, bid: 9 }], limit: 15 }), choice({})];
    });
    const number = shown.board.plants.find((one) => one.id === shown.view.game.plants.current[0])?.number;
    expect(primary()?.textContent).toBe(`Open plant ${number}, bid up to 159 now, then 1 more each time`);
    await user.keyboard('{Enter}');
    expect(proxy.mock.calls[0]?.[1]).toMatchObject({ limit: 15, then: 'pass' });
    expect(session.acts).toMatchObject([{ type: 'open', bid: 9 }]);
  });

  it('asks before the last buyer opts out by hand, as without the adviser', async () => {
    const { session, user, next } = await advised('auction', (table) => {
      const plant = table.view.game.plants.current[0] ?? '';
      return [choice({ kind: 'open', actions: [{ type: 'open', seat: 0, plant, bid: 9 }], limit: 15 }), choice({})];
    });
    next((later) => {
      later.view.game.seats.slice(1).forEach((seat) => {
        seat.out = true;
      });
    });
    await user.click(inConsole().getByRole('button', { name: 'Buy no plant' }));
    expect(session.acts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Opt out' }));
    expect(session.acts).toEqual([{ type: 'pass', seat: 0 }]);
  });

  it('says what moved the limit since the last advice for the same plant', async () => {
    const { next, answer, shown } = await advised('bidding', () => [raise, leave], worth);
    expect(document.querySelector('.advised-reason')?.textContent).not.toContain('not 61');
    const seq = shown.view.seq + 1;
    const worths = { [lotOf(shown)]: { worth: 72, stop: 44, least: 38, price: 49, rivals: [] } };
    answer.mockResolvedValue(hintOf({ shown }, [{ ...raise, limit: 44 }, leave], { seq, worths }));
    next((later) => {
      later.view.seq = seq;
      later.entries.push({ seq, events: [{ type: 'plant_sold', seat: 1, plant: '31', price: 40 }] });
    });
    const text = `${shown.table.seats[1]?.name} bought 31: bid up to 44 now, not 61.`;
    await waitFor(() => {
      expect(document.querySelector('.advised-reason b')?.textContent.trim()).toBe(text);
    });
  });

  it('shows no old advice and no error: without an answer it says so, and the move is made by hand', async () => {
    const { next, answer, shown, session, user } = await advised('bidding', () => [raise, leave], worth);
    answer.mockResolvedValue({
      type: 'refused',
      id: '1',
      code: 'not_your_turn',
      text: 'It is not your turn.',
      rule: null,
    } as never);
    next((later) => {
      later.view.seq = shown.view.seq + 1;
    });
    expect(await screen.findByText('No advice for this move.')).toBeTruthy();
    expect(screen.queryByText('It is not your turn.')).toBeNull();
    expect(document.querySelector('.advised-numbers')).toBeNull();
    await user.keyboard('{Enter}');
    expect(session.acts).toMatchObject([{ type: 'bid', seat: 0 }]);
  });

  it('while others bid says who does and keeps your limit as a chip', async () => {
    const { next, user } = await advised('bidding', () => [raise, leave], worth);
    next((later) => {
      later.view.seq += 1;
      later.view.mine.menu = null;
      later.view.game.actor = 1;
      later.view.mine.proxy['0'] = { limit: 61, then: 'pass' };
    });
    const chip = await screen.findByRole('button', { name: 'You bid up to 61 Change' });
    expect(document.querySelector('.advised, .adviser')).toBeNull();
    await waitFor(() => {
      expect(document.querySelector('.advised-stays p')?.textContent).toMatch(/^72 worth to you · 61 bid up to/);
    });
    expect(document.querySelector('.console.quiet h2')?.textContent).toMatch(/bid/);
    await user.click(chip);
    expect(inConsole().getByRole('button', { name: /limit of 61/ })).toBeTruthy();
  });

  it('marks every rival who may go on, and sets the bid by dragging the ring', async () => {
    const { user, session } = await advised('bidding', () => [raise, leave], worth);
    const rivals = () => [...document.querySelectorAll('.advised-axis text.rival')].map((one) => one.textContent);
    expect(rivals()).toEqual(['44', '48']);
    const grip = document.querySelector('.advised-axis .grip');
    const axis = document.querySelector('.advised-axis');
    if (grip === null || axis === null) throw new Error('no axis');
    axis.getBoundingClientRect = () => ({ left: 0, width: 520 }) as DOMRect;
    Object.assign(grip, { setPointerCapture: () => undefined, hasPointerCapture: () => true });
    const before = Number(inConsole().getByRole('spinbutton').getAttribute('aria-valuenow'));
    await user.pointer([
      { keys: '[MouseLeft>]', target: grip },
      { target: grip, coords: { clientX: 300 } },
    ]);
    const bid = Number(inConsole().getByRole('spinbutton').getAttribute('aria-valuenow'));
    expect(bid).toBeGreaterThan(before);
    await user.click(inConsole().getByRole('button', { name: `Bid ${bid}` }));
    expect(session.acts).toEqual([{ type: 'bid', seat: 0, amount: bid }]);
  });

  it('says who gets the plant and what is left, and what you keep with it', async () => {
    const kept = claim('with_it', {}, 'At 49 you keep 82. Your plants can then power 16 cities, now 10.');
    const gets = claim('goes_to', {}, 'Ben gets it for about 45.');
    const best = claim('best_left', {}, 'Best left: plant 35, worth 51, likely 41.');
    await advised(
      'bidding',
      () => [
        { ...raise, claims: [...raise.claims, kept] },
        { ...leave, claims: [...leave.claims, gets, best] },
      ],
      worth,
    );
    const notes = [...document.querySelectorAll('.advised-odds li small')].map((one) => one.textContent);
    expect(notes).toEqual([kept.text, `${gets.text} ${best.text}`]);
  });

  it('gives the plain console back with the cross', async () => {
    const { user } = await advised('bidding', () => [raise, leave], worth);
    await user.click(screen.getByRole('button', { name: 'Turn the adviser off' }));
    expect(document.querySelector('.advised')).toBeNull();
    expect(primary()?.textContent).toMatch(/^Bid \d+$/);
  });
});
