import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fixture, show } from './kit';

const pictures = (): Element[] => [...document.querySelectorAll('.rules .rule-picture')];

describe('the rules panel', () => {
  it('shows widgets of this table beside the phases: order, cards, prices, places and incomes', async () => {
    const { user, shown } = show('auction');
    await user.keyboard('r');
    await waitFor(() => {
      // beside the phases, and beside goal, start, steps and pay
      expect(pictures()).toHaveLength(shown.board.phases.length + 4);
    });
    const all = pictures()
      .map((one) => one.textContent)
      .join(' ');
    const { current, discount } = shown.view.game.plants;
    const burning = shown.board.plants.filter(({ id, need }) => current.includes(id) && id !== discount && need > 0);
    expect(burning.some(({ number }) => all.includes(`${number} is the lowest bid`))).toBe(true);
    for (const cost of shown.board.house_costs) expect(all).toContain(String(cost));
    expect(all).toContain(String(shown.board.payment[5]));
    const { markets } = shown.board;
    expect(document.querySelectorAll('.rule-prices[data-market]')).toHaveLength(markets.length);
    expect(document.querySelectorAll('.rule-prices li:not(.rule-market)')).toHaveLength(
      markets.flatMap(({ spaces }) => Object.keys(spaces)).length,
    );
  });
  it('has a picture in the chapter that a search leads to', async () => {
    const { user } = show('fuel');
    await user.keyboard('r');
    await screen.findByRole('searchbox');
    // the drawer takes the focus when all of it is there: typed before, words would go elsewhere
    await waitFor(() => {
      expect(pictures().length).toBeGreaterThan(0);
    });
    await user.type(screen.getByRole('searchbox'), 'AUC');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('AUC');
    await waitFor(() => {
      expect(document.querySelector('details.chapter .rule-picture .coach-plant')).not.toBeNull();
    });
  });
  it('shows nothing of a map where the game has none', async () => {
    const name = 'cards';
    expect(fixture(name).board.kind).toBe('cards');
    const { user } = show(name);
    await user.keyboard('r');
    await waitFor(() => {
      expect(pictures().length).toBeGreaterThan(0);
    });
    expect(document.querySelector('.rule-houses, .rule-incomes, .order-picture')).toBeNull();
  });
});
