/** Tips, explanations, help, overview and short lessons on the real table. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { forget, noteSeen, noteTable, seen } from '../../src/learn/progress';
import { choose } from '../../src/base/settings';
import { EXPANSIONS } from '../../src/boards/known';
import specialDe from '../../src/text/special.de.json';
import specialEn from '../../src/learn/special/en.json';
import places from '../../src/learn/special/rules.json';
import { tipsOf } from '../../src/learn/special/special';
import type { RulesPanel } from '../../src/protocol/schema';
import { consoleBox, show, type Fixture } from './kit';

const offer = (): HTMLElement | null => consoleBox().querySelector('.tour-offer');

beforeEach(() => {
  forget('');
});

describe('tips', () => {
  it('come the first time a decision is yours, as a button in the console’s heading that opens them', async () => {
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
  it('are all gone after one press', async () => {
    const { user } = show('auction');
    await user.click(await within(consoleBox()).findByRole('button', { name: /^Tip: / }));
    await user.click(await screen.findByRole('button', { name: 'No more tips' }));
    expect(document.querySelector('.tip-button')).toBeNull();
    expect(seen('tips off')).toBe(true);
  });
  it('speak German', async () => {
    choose({ language: 'de' });
    show('build');
    expect(await within(consoleBox()).findByRole('button', { name: /Neu für dich: Bauen/ })).toBeTruthy();
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
      expect(offer()?.getAttribute('aria-label')).toContain('two fuel markets');
    });
    await user.click(offer() ?? document.body);
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
    await within(consoleBox()).findByRole('button', { name: /^Tip: / });
    expect(offer()).toBeNull();
  });
  it('lead from the card game to its own lesson', async () => {
    show('cards');
    await waitFor(() => {
      expect(offer()?.getAttribute('aria-label')).toContain('the card game');
    });
  });
});

describe('tips on special rules', () => {
  /** The table of a fixture on another board: only its rules are of interest. */
  const on =
    (board: string, edition = 'recharged') =>
    (shown: Fixture): void => {
      shown.board.board = board;
      shown.board.ruleset = `${edition}/${board.replaceAll('_', '-')}`;
      shown.board.layout = null;
    };
  const tip = (name: RegExp | string) => within(consoleBox()).findByRole('button', { name });
  const RULES: RulesPanel = {
    ruleset: 'recharged/bremen',
    title: 'Bremen',
    seats: 5,
    sections: [
      {
        key: 'board',
        rows: [{ key: 'AT-HB-01', value: null, text: '', rules: [{ id: 'AT-HB-01', text: 'A link has no cost.' }] }],
      },
    ],
  };
  it('come before the usual ones, once, at the decision where the rule matters, and lead to it', async () => {
    const { user } = show('build', (shown) => {
      on('bremen')(shown);
      shown.rules = RULES;
    });
    await user.click(await tip('Tip: Special on this board: Paid districts'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Special on this board: Paid districts' }));
    expect(dialog.getByText(/A line costs nothing/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Rule AT-HB-01' }));
    await waitFor(() => {
      expect(document.querySelector('.rules .found')?.textContent).toContain('A link has no cost.');
    });
    await user.keyboard('{Escape}');
    await user.click(await tip(/Paid districts/));
    await user.click(await screen.findByRole('button', { name: 'Got it' }));
    expect(seen('tip bremen.1')).toBe(true);
    await user.click(await tip('Tip: Special on this board: Two spaces'));
    await user.click(await screen.findByRole('button', { name: 'Got it' }));
    expect(await tip('Tip: First time here: building.')).toBeTruthy();
  });
  it('come one at a time and speak German', async () => {
    choose({ language: 'de' });
    const { user } = show('build', on('japan'));
    await user.click(await tip(/Besonders auf diesem Plan: Sechs Startstädte/));
    await user.click(await screen.findByRole('button', { name: 'Verstanden' }));
    expect(await tip(/Ein freier Sprung/)).toBeTruthy();
    expect(consoleBox().querySelectorAll('.tip-button')).toHaveLength(1);
  });
  it('wait for their decision, and for an edition with the rule', async () => {
    for (const [board, edition] of [
      ['japan', 'recharged'],
      ['italy', 'original'],
    ] as const) {
      show('fuel', on(board, edition));
      expect(await tip('Tip: First time here: fuel.'), board).toBeTruthy();
      cleanup();
      forget('');
    }
    show('fuel', on('italy'));
    expect(await tip(/Phase-out/)).toBeTruthy();
  });
  it.each([
    ['a lesson that was left', (shown: Fixture) => (shown.table.lesson = 'first')],
    ['a challenge', (shown: Fixture) => (shown.table.challenge = 'one')],
  ])('do not come in %s: the usual one does', async (_, change) => {
    noteTable('FIXTURES', { left: true });
    show('fuel', (shown) => {
      on('middle_east')(shown);
      change(shown);
    });
    expect(await tip('Tip: First time here: fuel.')).toBeTruthy();
  });
  it('say the same in both languages, and each has its rule and decision', () => {
    expect(Object.keys(specialDe)).toEqual(Object.keys(specialEn));
    const cards = Object.keys(specialEn).filter((key) => !key.endsWith('.title'));
    for (const key of Object.keys(places)) expect(cards).toContain(key);
    for (const board of EXPANSIONS) {
      expect(
        cards.filter((key) => key.startsWith(`${board}.`) && !(key in places)),
        board,
      ).toEqual([]);
      expect(tipsOf(board, `recharged/${board}`).length, board).toBeGreaterThan(0);
    }
  });
});
