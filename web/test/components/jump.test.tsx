import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { consoleBox, show, type Fixture } from './kit';

/** Two cities of the building turn that are starting cities, with the price of the first by a jump. */
const STARTS = ['seattle', 'portland'];

/** A building turn as in Japan: the jump is unused and leads to two starting cities. */
function japan({ board, view, quotes }: Fixture): void {
  board.starting_cities = STARTS;
  const own = view.game.seats[0];
  if (own) own.jump = true;
  if (view.mine.menu) view.mine.menu.choices.jump = STARTS.map((city) => ({ type: 'jump', seat: 0, city, house: 10 }));
  const city = STARTS[0] ?? '';
  const nothing = quotes.find(({ plan }) => JSON.stringify(plan) === '{"cities":[],"why":true}');
  if (!nothing?.quoted.quote) throw new Error('the fixture has no price of nothing');
  const price = (jump: boolean) => {
    const houses = [{ city, connection: jump ? 0 : 32, house: 10, jump, path: [] }];
    return { ...nothing.quoted, quote: { ...nothing.quoted.quote, houses, cost: jump ? 10 : 42 } } as never;
  };
  quotes.push({ plan: { cities: [city], jump: city, why: true }, quoted: price(true) });
  quotes.push({ plan: { cities: [city], jump: '', why: true }, quoted: price(false) });
}

const box = (): HTMLElement => within(consoleBox()).getByRole('group', { name: 'Free jump' });
const state = (): string => box().querySelector('.jump-state')?.textContent ?? '';
const cities = (): HTMLElement[] => [...box().querySelectorAll<HTMLElement>('[aria-pressed]')];

describe('the box of the free jump', () => {
  it('is on boards with starting cities only', () => {
    show('build');
    expect(within(consoleBox()).queryByRole('group', { name: 'Free jump' })).toBeNull();
  });
  it('offers the starting cities that can be reached, says why, and plans the one that is pressed', async () => {
    const { user } = show('build', japan);
    expect(state()).toBe('yours to use');
    expect(box().textContent).toContain('begin a second network in a starting city and pay no connection');
    expect(cities().map((button) => button.textContent)).toEqual(['Seattle', 'Portland']);
    const seattle = within(box()).getByRole('button', { name: 'Seattle' });
    await user.click(seattle);
    expect(await within(box()).findByText('used in plan')).toBeTruthy();
    expect(cities().map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
    expect(within(box()).getByRole('button', { name: 'Keep jump' })).toBeTruthy();
    await user.click(within(box()).getByRole('button', { name: 'Seattle' }));
    expect(await within(box()).findByText('yours to use')).toBeTruthy();
  });
  it('is kept for later, and used after all', async () => {
    const { user } = show('build', japan);
    await user.click(within(box()).getByRole('button', { name: 'Seattle' }));
    await user.click(await within(box()).findByRole('button', { name: 'Keep jump' }));
    expect(state()).toBe('kept');
    await user.click(within(box()).getByRole('button', { name: 'Use jump' }));
    expect(state()).not.toBe('kept');
  });
  it('comes after the first house in round 1, with what holds there', () => {
    show('build', (shown) => {
      japan(shown);
      shown.view.game.round = 1;
      const own = shown.view.game.seats[0];
      if (own) own.cities = [];
    });
    expect(state()).toBe('after your first house');
    expect(box().textContent).toContain('Round 1: at most two houses');
  });
  it('says that it is used, and offers nothing more', () => {
    show('build', (shown) => {
      japan(shown);
      const own = shown.view.game.seats[0];
      if (own) own.jump = false;
    });
    expect(state()).toBe('used');
    expect(box().classList.contains('spent')).toBe(true);
    expect(box().querySelectorAll('button')).toHaveLength(0);
  });
});
