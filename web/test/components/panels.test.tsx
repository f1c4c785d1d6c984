import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/base/settings';
import { consoleBox, fixture, show } from './kit';

const texts = (selector: string): string[] => [...document.querySelectorAll(selector)].map((one) => one.textContent);

describe('the log', () => {
  it('has a field to write where there is somebody to read it', async () => {
    show('auction', ({ table }) => {
      table.watchers = 0;
      for (const seat of table.seats) seat.kind = table.yours.includes(seat.seat) ? 'person' : 'bot';
    });
    expect(document.querySelector('#log .chat')).toBeNull();
    cleanup();
    show('auction', ({ table }) => {
      for (const seat of table.seats) seat.kind = 'person';
    });
    expect(document.querySelector('#log .chat')).toBeNull();
    screen.getByRole('button', { name: /^Chat/ }).click();
    expect(await screen.findByLabelText('Write a message')).toBeTruthy();
  });
  it('has no lines of chat, and the chat has times, days and what is new', async () => {
    const { session } = show('auction', ({ table }) => {
      for (const seat of table.seats) seat.kind = 'person';
    });
    const line = (id: number, at: string, seat: number) => ({
      type: 'chat' as const,
      id,
      at,
      seat,
      who: `seat-${seat}`,
      name: 'Bea',
      text: `line ${id} https://example.org/x`,
    });
    const chat = [
      line(5, '2026-11-16T10:00:00Z', 1),
      line(6, '2026-11-17T10:00:00Z', 1),
      line(7, '2026-11-17T10:05:00Z', 2),
    ];
    session.live.update({ chat, read: 5 });
    const tab = await screen.findByRole('button', { name: /Chat.*2 new messages/ });
    expect(texts('#log .said')).toEqual([]);
    tab.click();
    await waitFor(() => {
      expect(texts('#log .said')).toHaveLength(3);
    });
    expect(texts('#log .said-row h3')).toHaveLength(2);
    expect(screen.getByRole('separator').textContent).toBe('2 new messages');
    expect(document.querySelector('#log .said a')?.getAttribute('rel')).toContain('noopener');
    expect(document.querySelectorAll('#log .said.fresh')).toHaveLength(2);
  });
  it('says since when its lines are new where this device was here before them, and only then', async () => {
    const looks = { '09:00': true, '11:00': false };
    for (const [time, before] of Object.entries(looks)) {
      const { code } = fixture('waiting').table;
      localStorage.setItem('kilowatt-looked', JSON.stringify({ [code]: { seq: 1, at: `2026-11-17T${time}:00.000Z` } }));
      const { session } = show('waiting', ({ table, view }) => {
        table.clock = { ...table.clock, kind: 'days' };
        view.clock = { ...view.clock, kind: 'days' };
        for (const seat of table.seats) seat.kind = 'person';
      });
      await screen.findByRole('region', { name: 'Your orders' });
      Object.assign(session, { code });
      const line = {
        type: 'chat' as const,
        id: 6,
        at: '2026-11-17T10:00:00Z',
        seat: 1,
        who: 'seat-1',
        name: 'Bea',
        text: 'hello',
      };
      session.live.update({ chat: [line], read: 5 });
      await waitFor(() => {
        document.querySelectorAll<HTMLElement>('.log-parts button')[1]?.click();
        expect(document.querySelector('[role=separator]')?.getAttribute('aria-label')).toBe('1 new message');
      });
      const mark = document.querySelector('[role=separator]');
      expect(/^1 new since .*\d\d:\d\d$/.test(mark?.textContent ?? '')).toBe(before);
      cleanup();
    }
    localStorage.removeItem('kilowatt-looked');
  });
});

describe('the tracker', () => {
  it('shows the phases that the server lists, with the one that is on', () => {
    const { shown } = show('build');
    expect(texts('.phases li')).toHaveLength(shown.board.phases.length);
    expect(texts('.phases li')).toEqual(['Order', 'Auction', 'Fuel', 'Build', 'Power']);
    expect(texts('.phases [aria-current=step]')).toEqual(['Build']);
    expect(texts('.phases .done')).toHaveLength(3);
  });
  it('of the card game has its own phases and no step', () => {
    show('cards');
    expect(texts('.phases li')).toEqual(['Auction', 'Resources', 'Bureaucracy']);
    expect(texts('.round').join()).not.toContain('Step');
  });
});

describe('the stack', () => {
  it('lists each unseen plant, with odds that add up to a hundred per cent', async () => {
    const { shown, user } = show('auction');
    await user.click(document.querySelector('.deck') ?? document.body);
    const cells = texts('.odds tbody td:last-child').filter((text) => text !== '–');
    const sum = cells.reduce((total, text) => total + Number(text.replace(' %', '')), 0);
    expect(Math.abs(sum - 100)).toBeLessThanOrEqual(cells.length / 2);
    const names = new Set(texts('.odds tbody th'));
    const market = [...shown.view.game.plants.current, ...shown.view.game.plants.future];
    expect(market.filter((id) => names.has(id))).toEqual([]);
    expect(names.size).toBeGreaterThan(15);
  });
  it('has parts that make up the whole', async () => {
    const { user } = show('auction');
    await user.click(document.querySelector('.deck') ?? document.body);
    const dialog = document.querySelector('dialog:has(.odds)');
    const first = (text: string | null | undefined): number => Number(/\d+/.exec(text ?? '')?.[0]);
    const [unseen, ends, below] = texts('.deck-parts li');
    expect(ends).toContain('Step 3');
    expect(first(dialog?.querySelector('p')?.textContent)).toBe(first(unseen) + 1 + first(below));
    expect((below?.split(':')[1]?.match(/\d+/g) ?? []).length).toBe(first(below));
  });
});

describe('the players', () => {
  it('stand in turn order with money, and with what they could power and earn', () => {
    const { shown } = show('power');
    const panels = [...document.querySelectorAll('.players > ol > .player')];
    expect(panels).toHaveLength(shown.table.seats.length);
    const order = shown.view.game.order.map((seat) => shown.table.seats[Number(seat)]?.name);
    expect(panels.map((panel) => panel.querySelector('.player-name')?.textContent)).toEqual(order);
    expect(panels[0]?.textContent).toContain(String(shown.view.game.seats[Number(shown.view.game.order[0])]?.money));
    expect(texts('.player .plus').every((text) => /^\+\d+$/.test(text))).toBe(true);
    expect(texts('.player .plus').length).toBeGreaterThan(0);
  });
  it('have hidden money as dots', () => {
    show('power', ({ view }) => {
      for (const seat of view.game.seats.slice(1)) seat.money = null;
    });
    expect(texts('.player .money').filter((text) => text.includes('•••'))).toHaveLength(4);
  });
});

describe('the fuel market', () => {
  it('has a row for each fuel of the track and one for the store, which says why it is closed', () => {
    const { shown } = show('fuel');
    const stores = shown.board.markets.filter((market) => market.kind === 'store');
    expect(stores.map((store) => store.name)).toEqual(['storage']);
    expect(document.querySelectorAll('#fuel .fuel-line:not(.store)')).toHaveLength(4);
    expect(texts('#fuel .store b')).toEqual(['coal storage']);
  });
});

describe('the table of cities', () => {
  it('is sorted by cost, and by name at a press; a city chosen there is planned', async () => {
    const { user } = show('build');
    await user.keyboard('b');
    const costs = texts('.cities td.number')
      .filter((text) => text !== '–')
      .map(Number);
    expect(costs.length).toBeGreaterThan(10);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    await user.click(screen.getByRole('button', { name: /^City/ }));
    const names = texts('.cities tbody th[scope=row]').map((text) => text.trim());
    expect(names).toEqual([...names].sort());
    expect(document.querySelectorAll('.cities th[aria-sort]')).toHaveLength(1);
    await user.click(document.querySelector('.cities .row-open .city-name') ?? document.body);
    expect(document.querySelectorAll('.city-name.on')).toHaveLength(1);
  });
});

describe('the rules', () => {
  it('are found by a word, and all shown again', async () => {
    const { user } = show('auction');
    await user.keyboard('r');
    const field = await screen.findByRole('searchbox', { name: 'Search the rules' });
    await user.click(await screen.findByRole('button', { name: 'All rules, numbered' }));
    const rules = (): number => document.querySelectorAll('.rules .rule').length;
    await waitFor(() => {
      expect(rules()).toBeGreaterThan(0);
    });
    const all = rules();
    await user.type(field, 'discount');
    const few = rules();
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(all);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(rules()).toBe(all);
  });
});

describe('a reason’s rule', () => {
  const field = (): Promise<HTMLInputElement> => screen.findByRole('searchbox', { name: 'Search the rules' });
  it.each(['button', 'key'])('is shown alone; all rules are shown again by a %s', async (way) => {
    const { user } = show('first-auction');
    await user.click(document.querySelector('.plant-small.greyed') ?? document.body);
    const link = within(await screen.findByRole('tooltip')).getByRole('button', { name: /^Rule / });
    const name = link.textContent.replace('Rule ', '');
    await user.click(link);
    expect((await field()).value).toBe(name);
    await waitFor(() => {
      expect(document.querySelectorAll('.rules .rule.found, .rules .rule-source[open]').length).toBeGreaterThan(0);
    });
    const few = document.querySelectorAll('.rules .rule').length;
    if (way === 'button') {
      await user.click(screen.getByRole('button', { name: 'Show all' }));
      expect((await field()).value).toBe('');
      expect(document.querySelectorAll('.rules .rule').length).toBeGreaterThan(few);
      return;
    }
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(document.querySelector('.rules')).toBeNull();
    await user.keyboard('r');
    expect((await field()).value).toBe('');
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });
});

describe('a plan', () => {
  it('of fuel goes into the basket with one button; nothing is played by that', async () => {
    const { session, user } = show('fuel');
    await user.keyboard('n');
    const planner = within(await screen.findByRole('dialog', { name: 'Planner' }));
    expect(planner.queryByRole('button', { name: 'Use this plan' })).toBeNull();
    await user.click(planner.getByRole('button', { name: 'More coal' }));
    await user.click(await planner.findByRole('button', { name: 'Use this plan' }));
    expect(document.querySelector('.planner')).toBeNull();
    expect(document.querySelectorAll('#console .basket-line')).toHaveLength(1);
    expect(session.acts).toEqual([]);
  });
  it('of cities goes onto the building plan, and is empty then', async () => {
    const { session, user } = show('build');
    await user.keyboard('n');
    const planner = within(await screen.findByRole('dialog', { name: 'Planner' }));
    await planner.findByRole('option', { name: /^Houston/ });
    await user.selectOptions(planner.getByRole('combobox', { name: 'Add a city' }), 'houston');
    await user.click(await planner.findByRole('button', { name: 'Use this plan' }));
    await waitFor(() => {
      expect(texts('#console [data-primary]').join()).toMatch(/^Build 1 for \d+$/);
    });
    await user.keyboard('n');
    await screen.findByRole('dialog', { name: 'Planner' });
    expect(texts('.plan-cities button')).toEqual([]);
    expect(session.acts).toEqual([]);
  });
});

describe('what happens meanwhile', () => {
  it('is a banner where a phase begins, and a note of what others did', async () => {
    const { shown, next } = show('build', (all) => {
      all.entries = all.entries.slice(0, -8);
    });
    const missed = fixture('build').entries.slice(-8);
    next((later) => {
      later.entries = [...shown.entries, ...missed];
      later.view.seq += 1;
      later.view.game.phase = 'power';
    });
    expect(texts('.banner').join()).toContain('Power');
    await waitFor(() => {
      expect(texts('.toast').join()).toMatch(/connects|builds|powers|buys|opens|passes|ends|is done/);
    });
  });
});

describe('a small screen', () => {
  it.each([
    ['first-auction', 'Plants'],
    ['fuel', 'Fuel'],
    ['build', 'Board'],
    ['power', 'Players'],
    ['card-auction', 'Plants'],
  ])('of %s opens the tab %s', (name, tab) => {
    show(name);
    expect(texts('.tab-bar [aria-current=page]')).toEqual([tab]);
  });
});

describe('the menu', () => {
  it('keeps resigning last, and asks first', async () => {
    const { session, user } = show('auction');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const menu = document.querySelector<HTMLElement>('dialog.settings') ?? document.body;
    expect(within(menu).getAllByRole('button').at(-1)?.textContent).toBe('Resign');
    await user.click(within(menu).getByText('Resign'));
    const question = document.querySelector<HTMLElement>('dialog.question') ?? document.body;
    await user.click(within(question).getByText('Keep playing'));
    expect(session.acts).toEqual([]);
    expect(document.querySelector('dialog.settings')).not.toBeNull();
  });
});

describe('the language', () => {
  it('is changed in the menu, at once and for everything', async () => {
    choose({ language: 'de' });
    const { user } = show('auction');
    expect(consoleBox().querySelector('h2')?.textContent).toMatch(/^Du bist dran/);
    await user.click(screen.getByRole('button', { name: 'Menü' }));
    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(consoleBox().querySelector('h2')?.textContent).toMatch(/^Your turn/);
  });
});

describe('keys', () => {
  it('lead to a fuel by its digit and fill the basket for one run', async () => {
    const { user } = show('fuel', ({ view, quotes }) => {
      for (const seat of view.game.seats) seat.powers = 0;
      const fills = quotes[0]?.quoted.fills;
      if (fills?.full) fills.run = fills.full;
    });
    const row = document.querySelector('#fuel .fuel-live')?.getAttribute('data-row') ?? '';
    await user.keyboard(row);
    expect(document.activeElement?.getAttribute('role')).toBe('spinbutton');
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe(row);
    await screen.findByText(/^Fill up: \d/);
    await user.keyboard('o');
    expect(document.querySelectorAll('#console .basket-line').length).toBeGreaterThan(0);
  });
  it('are listed by the question mark', async () => {
    const { user } = show('auction');
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Help' });
    expect(document.querySelectorAll('dl.keys div').length).toBeGreaterThan(10);
  });
});

describe('the log', () => {
  it('is written to oneself in the second person, in the language chosen', () => {
    show('power');
    expect(texts('.lines').join()).toMatch(/You (buy|build|end)/);
  });
  it('is German where German is chosen', () => {
    choose({ language: 'de' });
    show('power');
    expect(texts('.lines').join()).toMatch(/Du (kaufst|baust|beendest)/);
  });
});

describe('the end', () => {
  it('ranks everybody', async () => {
    const { shown } = show('over');
    await screen.findByRole('dialog', { name: /wins|win$/ });
    expect(texts('.standing li')).toHaveLength(shown.table.seats.length);
    expect(document.querySelectorAll('.standing .winner').length).toBeGreaterThan(0);
  });
  it('of the card game counts points', async () => {
    const { shown } = show('card-over');
    await screen.findByRole('dialog', { name: /wins|win$/ });
    const points = Object.values(shown.view.game.result?.scores ?? {}).map((score) => `${score.points} points`);
    expect(texts('.standing li').filter((row) => points.some((text) => row.includes(text)))).toHaveLength(
      points.length,
    );
  });
});
