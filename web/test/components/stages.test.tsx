import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show, type Fixture } from './kit';

const money = (): string => document.querySelector('.player[data-seat="0"] .money')?.textContent ?? '';
const oil = (): number => document.querySelectorAll('#fuel [data-fuel=oil] .places .token').length;
const seq = (): number => Number(document.querySelector('.game')?.getAttribute('data-seq'));
const busy = (): boolean => document.querySelector('.side-box[aria-busy=true]') !== null;

/** The state `by` moves later: the first seat has another sum of money, and the market less oil. */
const later =
  (by: number) =>
  ({ view }: Fixture): void => {
    view.seq += by;
    const [seat] = view.game.seats;
    if (seat) seat.money = 500 + by;
    const market = view.game.fuel.main?.oil;
    if (market) Object.assign(market, { tokens: market.tokens - by, prices: market.prices.slice(by) });
  };

describe('a new state', () => {
  it('is drawn part by part; the page is busy until the last one, whose number it then shows', async () => {
    const { shown, next } = show('waiting');
    const before = oil();
    next(later(1));
    expect(busy()).toBe(true);
    expect([oil(), money(), seq()]).toEqual([before, String(shown.view.game.seats[0]?.money), shown.view.seq]);
    await waitFor(() => {
      expect([busy(), seq()]).toEqual([false, shown.view.seq + 1]);
    });
    expect([oil(), money()]).toEqual([before - 1, '501']);
  });
  it('that comes while another is drawn is drawn after it, in every part', async () => {
    const { shown, next } = show('waiting');
    const before = oil();
    next(later(1));
    next(later(2));
    next(later(3));
    await waitFor(() => {
      expect(busy()).toBe(false);
    });
    expect([oil(), money(), seq()]).toEqual([before - 3, '503', shown.view.seq + 3]);
  });
});
