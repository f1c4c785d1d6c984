/** Tips, explanations, help, overview and short lessons on the real table. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { forget, noteSeen, seen } from '../../src/learn/progress';
import { choose } from '../../src/base/settings';
import { consoleBox, show } from './kit';

const offer = (): HTMLElement | null => document.querySelector('.tour-offer');

beforeEach(() => {
  forget('');
});

describe('tips', () => {
  it('come the first time a decision is yours, and once', async () => {
    const { user } = show('fuel');
    const tip = await within(consoleBox()).findByRole('note');
    expect(tip.textContent).toContain('First time here: fuel.');
    await user.click(within(tip).getByRole('button', { name: 'Got it' }));
    expect(within(consoleBox()).queryByRole('note')).toBeNull();
    expect(seen('tip buy_fuel')).toBe(true);
  });
  it('are all gone after one press', async () => {
    const { user } = show('auction');
    await user.click(await screen.findByRole('button', { name: 'No more tips' }));
    expect(screen.queryByRole('note')).toBeNull();
    expect(seen('tips off')).toBe(true);
  });
  it('are a button in the console’s heading where there is no room for a bar, and open at a press', async () => {
    const { user } = show('fuel');
    const button = await within(consoleBox()).findByRole('button', { name: 'Tip: First time here: fuel.' });
    expect(button.textContent.trim()).toBe('Tip');
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'First time here: fuel.' }));
    expect(dialog.getByText(/Last in turn order buys first/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('dialog', { name: 'First time here: fuel.' })).toBeNull();
    expect(document.querySelector('.tip-button')).toBeNull();
    expect(seen('tip buy_fuel')).toBe(true);
  });
  it('speak German', async () => {
    choose({ language: 'de' });
    show('build');
    expect((await screen.findByRole('note')).textContent).toContain('Neu für dich: Bauen.');
  });
});

describe('explanations', () => {
  it('come with the focus and go with Escape', async () => {
    const { user } = show('auction');
    await waitFor(() => {
      expect(document.querySelector('.phases')?.getAttribute('tabindex')).toBe('0');
    });
    document.querySelector<HTMLElement>('.phases')?.focus();
    await user.keyboard('{ArrowDown}');
    const said = await screen.findByRole('tooltip');
    expect(said.textContent).toContain('Most cities first');
    expect(document.activeElement?.getAttribute('aria-describedby')).toBe(said.id);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});

describe('help', () => {
  it('opens with ? and has goal, round and keys', async () => {
    const { user, shown } = show('auction');
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Help' });
    expect(dialog.textContent).toContain(`someone has ${shown.board.end_at} cities`);
    expect(dialog.querySelectorAll('.help-round li')).toHaveLength(shown.board.phases.length);
    expect(dialog.querySelector('.help-plant .plant-number')).not.toBeNull();
    expect(dialog.querySelectorAll('.keys kbd').length).toBeGreaterThan(15);
  });
});

describe('the rules', () => {
  it('open with one page about this game; the numbered ones are one press deeper', async () => {
    const { user, shown } = show('auction');
    await user.click(screen.getByRole('button', { name: 'Rules' }));
    const all = await screen.findByRole('button', { name: 'All rules, numbered' });
    const page = document.querySelector('.overview')?.textContent ?? '';
    expect(page).toContain(`a player has ${shown.board.end_at} cities`);
    expect(page).toContain(`${shown.board.seats} players, ${shown.board.start_money} Elektro each`);
    expect(page).toContain(`Step 2 from ${shown.board.step2_at} cities`);
    expect(document.querySelector('.rules .rule')).toBeNull();
    await user.click(all);
    await waitFor(() => {
      expect(document.querySelector('.rules .rule')).not.toBeNull();
    });
  });
});

describe('short lessons', () => {
  it('are offered once where a table has two markets, with its own prices', async () => {
    const { user, shown } = show('korea-fuel');
    await waitFor(() => {
      expect(offer()?.textContent).toContain('two fuel markets');
    });
    await user.click(screen.getByRole('button', { name: 'Show me' }));
    const bubble = await screen.findByRole('dialog', { name: 'Two markets' });
    const [north, south] = ['north', 'south'].map((name) => shown.view.game.fuel[name]?.coal?.prices[0]);
    expect(bubble.textContent).toContain(`Coal costs ${north} in the North and ${south} in the South`);
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(document.querySelector('.coach')).toBeNull();
    expect(offer()).toBeNull();
    expect(seen('tour markets')).toBe(true);
  });
  it('are offered in the heading of a small screen too', async () => {
    const { user } = show('korea-fuel');
    // in the console's heading, and among the tools for the smallest phones
    const [first, ...others] = await screen.findAllByRole('button', { name: 'Lesson: New here: two fuel markets' });
    expect(others).toHaveLength(1);
    await user.click(first as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'New here: two fuel markets' }));
    await user.click(dialog.getByRole('button', { name: 'Show me' }));
    expect(await screen.findByRole('dialog', { name: 'Two markets' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'New here: two fuel markets' })).toBeNull();
  });
  it('are not offered at an ordinary table or twice', async () => {
    noteSeen('tour markets');
    show('korea-fuel');
    await screen.findByRole('note');
    expect(offer()).toBeNull();
  });
  it('lead from the card game to its own lesson', async () => {
    show('cards');
    await waitFor(() => {
      expect(offer()?.textContent).toContain('the card game');
    });
  });
});
