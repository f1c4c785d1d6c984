import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/base/settings';
import { consoleBox, inConsole, primary, show } from './kit';

const heading = (): string => consoleBox().querySelector('h2')?.textContent ?? '';

describe('the heading of the console', () => {
  it.each([
    ['first-auction', 'open', 'Your turn: choose a plant (everyone must buy one in round 1)'],
    ['auction', 'open', 'Your turn: choose a plant or opt out'],
    ['fuel', 'buy_fuel', 'Your turn: buy fuel'],
    ['build', 'build', 'Your turn: build'],
    ['power', 'run', 'Your turn: power your cities'],
    ['scrap', 'scrap', 'Your turn: choose a plant to scrap'],
    ['cards', 'buy_card', 'Your turn: buy resource cards'],
    ['card-power', 'run', 'Your turn: run your plants'],
  ])('of %s names the decision %s', (name, asked, text) => {
    show(name);
    expect(consoleBox().dataset.asked).toBe(asked);
    expect(heading()).toBe(text);
  });
  it('is German where German is chosen', () => {
    choose({ language: 'de' });
    show('build');
    expect(heading()).toBe('Du bist dran: Baue');
  });
  it('says what others do while one waits', () => {
    const { shown } = show('waiting');
    const name = shown.table.seats[Number(shown.view.game.actor)]?.name ?? '';
    expect(heading()).toBe(`${name} is bidding`);
    expect(consoleBox().dataset.asked).toBe('');
  });
  it('asks to reload where the server asks for something that this page does not know', () => {
    show('auction', ({ view }) => {
      view.game.asked = 'build_pipeline';
    });
    expect(inConsole().getByText(/older than the server/)).toBeTruthy();
  });
});

describe('one’s turn', () => {
  it('is told assertively, and the log is a polite live region', () => {
    show('auction');
    expect(consoleBox().querySelector('[aria-live=assertive]')?.textContent).toBe('Your turn');
    expect(document.querySelector('[role=log]')?.getAttribute('aria-live')).toBe('polite');
  });
  it('is marked in the title', async () => {
    show('auction');
    await waitFor(() => {
      expect(document.title).toMatch(/^● /);
    });
  });
});

describe('opening a plant', () => {
  it('asks once: the heading says choose, no other line does', () => {
    show('auction');
    expect(consoleBox().textContent.match(/choose/gi)).toHaveLength(1);
  });
  it('offers cards that look alike once, and shows what others of one number burn', () => {
    const number = 4;
    show('auction', ({ board, view }) => {
      const offer = view.mine.menu?.choices.open ?? [];
      const cards = offer.map((row) => board.plants.find((plant) => 'plant' in row && plant.id === row.plant));
      for (const [at, card] of cards.entries()) {
        if (!card || at > 2) continue;
        Object.assign(card, { number, need: 2, cities: 2, fuels: [at === 2 ? 'oil' : 'coal'] });
        Object.assign(offer[at] ?? {}, { least: number });
      }
    });
    const alike = [...consoleBox().querySelectorAll('.plants-quick button')].filter((button) =>
      button.textContent.startsWith('Plant 4, from 4'),
    );
    expect(alike).toHaveLength(2);
    expect(alike.map((button) => button.querySelectorAll('.fuel').length)).toEqual([2, 2]);
  });
  it('offers each current plant and opens the chosen one at its least bid', async () => {
    const { shown, session, user } = show('auction');
    const offer = shown.view.mine.menu?.choices.open ?? [];
    const buttons = [...consoleBox().querySelectorAll('.plants-quick button')];
    expect(buttons).toHaveLength(offer.length);
    const [first] = offer;
    if (!buttons[0] || first?.type !== 'open') throw new Error('no plant is on offer');
    await user.click(buttons[0]);
    await user.click(primary() ?? document.body);
    expect(session.acts).toEqual([{ type: 'open', seat: 0, plant: first.plant, bid: first.least }]);
  });
  it('has no way out in the first round, and says why', () => {
    show('first-auction');
    const out = inConsole().getByRole('button', { name: /Opt out/ });
    expect(out.getAttribute('aria-disabled')).toBe('true');
  });
  it('asks the last buyer before opting out; keeping on plays nothing', async () => {
    const last = ({ view }: { view: { game: { seats: { bought: boolean }[] } } }): void => {
      view.game.seats.forEach((seat, index) => {
        seat.bought = index > 0;
      });
    };
    const { session, user } = show('auction', last);
    const out = inConsole().getByRole('button', { name: 'Opt out' });
    await user.click(out);
    const question = document.querySelector<HTMLElement>('dialog.question');
    if (!question) throw new Error('nothing is asked');
    expect(question.textContent).toContain('last buyer');
    expect(document.querySelector('.loud dialog')).toBeNull();
    await user.click(within(question).getByText('Keep playing'));
    expect(session.acts).toEqual([]);
    await user.click(out);
    await user.click(within(document.querySelector('dialog.question') ?? document.body).getByText('Opt out'));
    expect(session.acts).toEqual([{ type: 'pass', seat: 0 }]);
  });
});

describe('bidding', () => {
  it('begins with the least bid, raises in steps and never above what one has', async () => {
    const { shown, session, user } = show('bidding');
    const row = shown.view.mine.menu?.choices.bid?.[0];
    if (row?.type !== 'bid') throw new Error('one cannot bid');
    expect(primary()?.textContent).toBe(`Bid ${row.least}`);
    await user.click(inConsole().getByRole('button', { name: 'Raise by 2' }));
    expect(primary()?.textContent).toBe(`Bid ${Math.min(row.most, row.least + 2)}`);
    for (let n = 0; n < 12; n += 1) await user.click(inConsole().getByRole('button', { name: 'Raise by 10' }));
    expect(primary()?.textContent).toBe(`Bid ${row.most}`);
    await user.click(primary() ?? document.body);
    expect(session.acts).toEqual([{ type: 'bid', seat: 0, amount: row.most }]);
  });
  it('can be passed', async () => {
    const { session, user } = show('bidding');
    await user.click(inConsole().getByRole('button', { name: /^Pass on plant/ }));
    expect(session.acts).toEqual([{ type: 'pass', seat: 0 }]);
  });
});

describe('scrapping', () => {
  const card = (number: string): HTMLElement =>
    inConsole().getByRole('button', { name: new RegExp(`^Scrap Plant ${number}:`) });
  it('keeps all fuel at one press', async () => {
    const { shown, session, user } = show('scrap');
    expect(shown.view.mine.menu?.choices.scrap?.[0]).toMatchObject({ plant: '5', give_up: { oil: 4 }, most: 4 });
    await user.click(card('5'));
    expect(session.acts).toEqual([{ type: 'scrap', seat: 0, plant: '5' }]);
  });
  it('has steppers only below a plant whose fuel can be given up', () => {
    show('scrap');
    expect(inConsole().getAllByRole('spinbutton')).toHaveLength(1);
    expect(inConsole().getByText(/Below a plant you can give some up/)).toBeTruthy();
  });
  it('says nothing of giving up where nothing can be', () => {
    show('scrap', ({ view }) => {
      for (const row of view.mine.menu?.choices.scrap ?? []) Object.assign(row, { give_up: {}, most: 0 });
    });
    expect(inConsole().queryAllByRole('spinbutton')).toEqual([]);
    expect(inConsole().queryByText(/give some up/)).toBeNull();
  });
  it('gives up what the steppers say, and says so on the card', async () => {
    const { session, user } = show('scrap');
    const more = inConsole().getByRole('button', { name: 'Give up more oil with plant 5' });
    await user.click(more);
    await user.click(more);
    expect(card('5').textContent).toContain('Give up 2 oil.');
    await user.click(card('5'));
    expect(session.acts).toEqual([{ type: 'scrap', seat: 0, plant: '5', give_up: { oil: 2 } }]);
  });
  it('never gives up more than the fuel’s most and the most of all together, by keys too', async () => {
    const { session, user } = show('scrap', ({ view }) => {
      Object.assign(view.mine.menu?.choices.scrap?.[0] ?? {}, { give_up: { coal: 2, oil: 3 }, most: 4 });
    });
    const coal = inConsole().getByRole('spinbutton', { name: 'Give up coal with plant 5' });
    const oil = inConsole().getByRole('spinbutton', { name: 'Give up oil with plant 5' });
    oil.focus();
    await user.keyboard('{PageUp}');
    expect(oil.getAttribute('aria-valuenow')).toBe('3');
    expect(coal.getAttribute('aria-valuemax')).toBe('1');
    coal.focus();
    await user.keyboard('{PageUp}');
    expect(coal.getAttribute('aria-valuetext')).toBe('1 coal');
    await user.click(card('5'));
    expect(session.acts).toEqual([{ type: 'scrap', seat: 0, plant: '5', give_up: { coal: 1, oil: 3 } }]);
  });
  it('keeps all fuel again after stepping back, and a choice stays with its plant', async () => {
    const { session, user } = show('scrap');
    const oil = inConsole().getByRole('spinbutton');
    oil.focus();
    await user.keyboard('{ArrowUp}');
    await user.click(card('4'));
    oil.focus();
    await user.keyboard('{PageDown}');
    await user.click(card('5'));
    expect(session.acts).toEqual([
      { type: 'scrap', seat: 0, plant: '4' },
      { type: 'scrap', seat: 0, plant: '5' },
    ]);
  });
  it('is German where German is chosen', () => {
    choose({ language: 'de' });
    show('scrap');
    expect(inConsole().getByRole('button', { name: 'Mehr Öl mit Kraftwerk 5 abgeben' })).toBeTruthy();
  });
});

describe('waiting', () => {
  it('shows the lot, who leads and who is in', () => {
    const { shown } = show('waiting');
    const lot = shown.view.game.auction;
    expect(consoleBox().querySelector('.lot-bid')?.textContent).toContain(String(lot?.bid));
    expect(consoleBox().querySelectorAll('.lot .bidders li')).toHaveLength(1 + (lot?.bidders.length ?? 0));
  });
  it('offers to opt out only while one could still buy, and sends the order', async () => {
    const free = show('waiting', ({ view }) => {
      Object.assign(view.game.seats[0] ?? {}, { bought: false, out: false });
    });
    const orders = inConsole().getAllByRole('switch');
    expect(orders).toHaveLength(3);
    await free.user.click(orders[2] ?? document.body);
    expect(free.session.autos).toEqual([{ pass_auctions: false, end_turn_when_nothing_left: false, run_best: true }]);
  });
  it('offers no opting out after one has bought', () => {
    show('waiting', ({ view }) => {
      Object.assign(view.game.seats[0] ?? {}, { bought: true });
    });
    expect(inConsole().getAllByRole('switch')).toHaveLength(2);
  });
});

describe('fuel', () => {
  it('prices one run and filling up, and puts what they take into the basket', async () => {
    const { shown, session, user } = show('fuel');
    const fills = shown.quotes[0]?.quoted.fills;
    const full = await inConsole().findByRole('button', { name: `Fill up: ${fills?.full?.cost}` });
    await user.click(full);
    const units = Object.values(fills?.full?.basket ?? {}).flatMap((row) => Object.values(row));
    expect(consoleBox().querySelectorAll('.basket-line')).toHaveLength(units.filter((n) => n > 0).length);
    await user.click(primary() ?? document.body);
    expect(session.acts).toHaveLength(units.reduce((a, b) => a + b, 0));
    expect(session.acts.every((action) => action.type === 'buy_fuel')).toBe(true);
  });
  it('is bought and the turn ended by one press', async () => {
    const { session, user } = show('fuel');
    await user.click(await inConsole().findByRole('button', { name: /^Fill up/ }));
    expect(inConsole().queryByRole('button', { name: 'End turn' })).toBeNull();
    await user.click(inConsole().getByRole('button', { name: 'Buy and end turn' }));
    const kinds = session.acts.map((action) => action.type);
    expect(kinds.slice(0, -1).every((kind) => kind === 'buy_fuel')).toBe(true);
    expect(kinds.length).toBeGreaterThan(1);
    expect(kinds.at(-1)).toBe('pass');
  });
  it('is not offered for a run where the stores supply all cities', async () => {
    const { session, user } = show('fuel', ({ view, quotes }) => {
      for (const seat of view.game.seats) seat.powers = seat.cities.length;
      const run = quotes[0]?.quoted.fills.run;
      if (run) Object.assign(run, { basket: {}, cost: 0 });
    });
    const button = await inConsole().findByRole('button', { name: 'One run: 0' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toContain('Your plants have fuel');
    await user.click(button);
    expect(consoleBox().querySelectorAll('.basket-line')).toHaveLength(0);
    expect(session.acts).toEqual([]);
  });
  it('is drawn on the plant of its buyer that burns it', () => {
    show('fuel', ({ board, view }) => {
      const seat = view.game.seats[0];
      if (!seat) throw new Error('there is no seat');
      seat.plants = board.plants.filter((one) => one.number === 4 || one.number === 7).map((one) => one.id);
      seat.fuel = { oil: 1 };
    });
    const lit = [...document.querySelectorAll('.panel .mini, .players .mini')]
      .filter((mini) => mini.querySelector('.mini-store .fuel:not(.faint)'))
      .map((mini) => mini.getAttribute('data-mini'));
    expect(lit).toContain('7');
    expect(lit).not.toContain('4');
  });
  it('is not left by a loud button while nothing was done', () => {
    show('fuel');
    expect(inConsole().getByRole('button', { name: 'End turn' }).className).not.toContain('primary');
    cleanup();
    show('fuel', (shown) => {
      shown.view.mine.can_undo = 1;
    });
    expect(inConsole().getByRole('button', { name: 'End turn' }).className).toContain('primary');
  });
  it('of two markets is taken from one: the other market’s tokens go back', async () => {
    const { user } = show('korea-fuel');
    const more = (market: string): HTMLElement =>
      within(screen.getByRole('group', { name: market })).getAllByRole('button', { name: /^More / })[0] ??
      document.body;
    await user.click(more('North'));
    expect(consoleBox().querySelector('.basket-line small')?.textContent).toBe('North');
    await user.click(more('South'));
    const places = [...consoleBox().querySelectorAll('.basket-line small')].map((one) => one.textContent);
    expect(places).toEqual(['South']);
  });
});

describe('resource cards', () => {
  it('are put into the basket by a tap, taken out by another, and bought as they are named', async () => {
    const { shown, session, user } = show('cards');
    const card = [...document.querySelectorAll('.fuel-card:not([aria-disabled]):not(.empty-card)')][0];
    if (!card) throw new Error('no card can be bought');
    await user.click(card);
    expect(card.getAttribute('aria-pressed')).toBe('true');
    await user.click(card);
    expect(consoleBox().querySelectorAll('.basket-line')).toHaveLength(0);
    await user.click(card);
    await user.click(primary() ?? document.body);
    const offer = shown.view.mine.menu?.choices.buy_card ?? [];
    expect(session.acts).toHaveLength(1);
    expect(offer.map((row) => row.type === 'buy_card' && row.card)).toContain(
      session.acts[0]?.type === 'buy_card' && session.acts[0].card,
    );
  });
});

describe('powering', () => {
  it('preselects the best run; earning less is asked about, and keeping on brings the best back', async () => {
    const { session, user } = show('power');
    const best = primary()?.textContent;
    expect(consoleBox().querySelector('.ladder')).toBeNull();
    await user.click(inConsole().getByRole('button', { name: 'Power fewer cities' }));
    const rung = consoleBox().querySelector('.ladder button');
    await user.click(rung ?? document.body);
    expect(primary()?.textContent).not.toBe(best);
    await user.click(primary() ?? document.body);
    const question = document.querySelector<HTMLElement>('dialog.question') ?? document.body;
    await user.click(within(question).getByText('Keep playing'));
    expect(primary()?.textContent).toBe(best);
    await user.click(primary() ?? document.body);
    expect(session.acts.map((action) => action.type)).toEqual(['run']);
  });
});
