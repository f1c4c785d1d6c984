import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/base/settings';
import { show } from './kit';

describe('reconstructed cards', () => {
  const VALUES = 'The values of this card are reconstructed: the printed card has not been published.';
  const card = (id: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`#plants [data-plant="${id}"]`);
    if (!found) throw new Error(`plant ${id} is not in the market`);
    return found;
  };
  const market = (shown: ReturnType<typeof show>['shown'], printed: boolean): string[] => {
    const { current, future } = shown.view.game.plants;
    const rows = new Map(shown.board.plants.map((row) => [row.id, row.printed]));
    return [...current, ...future].filter((id) => rows.get(id) === printed);
  };
  it('say so in words and beside the card when one points at it', async () => {
    const { shown, user } = show('card-auction');
    const [id] = market(shown, false);
    if (id === undefined) throw new Error('all plants are as printed');
    expect(card(id).textContent).toContain('(reconstructed)');
    expect(card(id).getAttribute('aria-description')).toContain(VALUES);
    await user.hover(card(id));
    expect((await screen.findByRole('tooltip')).textContent).toContain(VALUES);
  });
  it('are told from printed ones', () => {
    const { shown } = show('auction');
    expect(market(shown, false)).toEqual([]);
    for (const id of market(shown, true)) {
      expect(card(id).textContent).not.toContain('reconstructed');
      expect(card(id).getAttribute('aria-description') ?? '').not.toContain(VALUES);
    }
  });
  it('of fuel say that their units are; a single is one unit in any case', () => {
    show('cards', ({ view }) => {
      view.game.columns['1'] = ['oil-single'];
    });
    const cards = [...document.querySelectorAll('.column .fuel-card:not(.empty-card)')];
    const marked = cards.filter((one) => one.getAttribute('aria-description')?.includes('units on this fuel card are'));
    const larger = cards.filter((one) => !one.textContent.includes('single'));
    expect(larger.length).toBeGreaterThan(0);
    expect(cards.length).toBeGreaterThan(larger.length);
    expect(marked).toEqual(larger);
  });
  it('of the contractor say so beside what he pays', async () => {
    const { shown, user } = show('contractor');
    const { first, others } = shown.view.game.contractor ?? { first: 0, others: 0 };
    await user.click(document.querySelector('.deck') ?? document.body);
    const text = document.querySelector('.contractor')?.textContent;
    expect(text).toContain(`pays ${first} for the first plant scrapped in a phase and ${others} for each further one`);
    expect(text).toContain('What this contractor card pays is reconstructed');
  });
  it('of the contractor stand on the table: what the next plant brings', () => {
    const { shown } = show('contractor');
    const { first, others, paid } = shown.view.game.contractor ?? { first: 0, others: 0, paid: 0 };
    expect(document.querySelector('#plants .contractor-pays')?.textContent).toBe(
      `Contractor pays ${paid > 0 ? others : first}`,
    );
  });
  it('of the contractor that are printed are not marked', async () => {
    const { user } = show('contractor', ({ board }) => {
      board.contractor_printed = board.contractor_printed.map(() => true);
    });
    await user.click(document.querySelector('.deck') ?? document.body);
    expect(document.querySelector('.contractor')?.textContent).not.toContain('reconstructed');
  });
  it('are marked in German where German is chosen', () => {
    choose({ language: 'de' });
    const { shown } = show('card-auction');
    expect(card(market(shown, false)[0] ?? '').textContent).toContain('(rekonstruiert)');
  });
});
