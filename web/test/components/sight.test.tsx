import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockText } from '../../src/panels/Clock';
import { newsFor } from '../../src/state/news';
import { choose, settings } from '../../src/base/settings';
import { consoleBox, fixture, inConsole, show, type Fixture } from './kit';

const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent.trim());

/** Let timers of no length run. */
const pause = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done);
  });

beforeEach(() => {
  choose({ pace: 'instant' });
});

describe('the recap', () => {
  it('tells at most five facts since one’s own last move, and plays them once more up to the present', async () => {
    const { shown, session, user } = show('build');
    const news = newsFor(shown.entries, [0]);
    expect(texts('.recap-fact')).toHaveLength(Math.min(5, news.deeds.length));
    expect(texts('.recap-fact')[0]).toContain(String(news.deeds[0]?.what));
    await user.click(inConsole().getByRole('button', { name: /^Replay \d s$/ }));
    const last = shown.entries.at(-1)?.seq ?? 0;
    await waitFor(
      () => {
        expect(session.looked.at(-1)).toBe(last);
        expect(document.querySelector('.replay')).toBeNull();
      },
      { timeout: 20_000 },
    );
    expect(session.looked.every((seq) => seq >= (news.since ?? 0))).toBe(true);
  });
  it('lights the cities, the card or the fuel of the fact that is pointed at or has the focus', async () => {
    const { user } = show('build', (shown) => {
      const own = { seq: 1, action: { type: 'pass', seat: 0 }, events: [] };
      const deed = (seq: number, event: object) => ({ seq, action: { type: 'any', seat: 1 }, events: [event] });
      shown.entries = [
        own,
        deed(2, { type: 'city_connected', seat: 1, city: 'houston', house: 10, connection: 0 }),
        deed(3, { type: 'fuel_bought', seat: 1, fuel: 'coal', market: 'main', price: 3 }),
      ] as unknown as typeof shown.entries;
    });
    const told = (): (string | undefined)[] =>
      [...document.querySelectorAll<HTMLElement>('[data-told]')].map((one) => one.dataset.city ?? one.dataset.fuel);
    const [city, fuel] = [...document.querySelectorAll<HTMLElement>('.recap-fact')];
    await waitFor(() => {
      expect(document.querySelector('[data-city=houston]')).not.toBeNull();
    });
    await user.hover(city ?? document.body);
    expect(told()).toEqual(['houston']);
    await user.unhover(city ?? document.body);
    expect(told()).toEqual([]);
    act(() => {
      fuel?.focus();
    });
    expect(told()).toEqual(['coal']);
  });
  it('is silent where nothing happened', () => {
    show('build', (shown) => {
      shown.entries = [];
    });
    expect(document.querySelector('.recap')).toBeNull();
  });
});

describe('the pace', () => {
  it('is chosen beside the log and remembered on this device', async () => {
    const { user } = show('waiting');
    await user.selectOptions(within(document.getElementById('log') ?? document.body).getByRole('combobox'), 'slow');
    expect(settings.get().pace).toBe('slow');
    expect(JSON.parse(localStorage.getItem('kilowatt') ?? '{}')).toMatchObject({ pace: 'slow' });
  });
  it('is skipped with the space bar', async () => {
    const { session, user } = show('waiting');
    await user.keyboard(' ');
    expect(session.skips).toBe(1);
  });
});

describe('a replay', () => {
  it('opens at the end, and plays and pauses', async () => {
    const { shown, session, user } = show('over');
    await user.keyboard('{Escape}');
    await user.click(inConsole().getByRole('button', { name: /Replay/ }));
    const last = shown.entries.at(-1)?.seq;
    await waitFor(() => {
      expect(session.looked).toEqual([last]);
    });
    await user.click(await screen.findByRole('button', { name: 'Play' }));
    await waitFor(() => {
      expect(session.looked.slice(1, 3)).toEqual(shown.entries.slice(0, 2).map((entry) => entry.seq));
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  });
});

describe('a person who gave no name', () => {
  it('is a guest to others, in the list, the strip and the log, and “You” on their own device', () => {
    const { shown } = show('waiting', ({ table }) => {
      for (const seat of table.seats) seat.name = seat.seat === 1 ? 'You' : seat.seat === 0 ? 'Du' : seat.name;
    });
    expect(shown.table.yours).toEqual([0]);
    const named = (seat: number): string =>
      document.querySelector(`.player[data-seat="${seat}"] .player-name`)?.textContent ?? '';
    expect([named(0), named(1)]).toEqual(['You', 'Guest']);
    expect(document.querySelector('.strip [data-seat="1"] b')?.textContent).toBe('Guest');
    cleanup();
    choose({ language: 'de' });
    show('waiting', ({ table }) => {
      for (const seat of table.seats) seat.name = 'You 2';
    });
    expect([named(0), named(1)]).toEqual(['Du 2', 'Gast 2']);
  });
});

describe('clocks', () => {
  it.each([
    [59, '0:59'],
    [3599, '59:59'],
    [3600, '1:00 h'],
    [86_399, '23:59 h'],
    [172_799, '47:59 h'],
    [273_600, '3 d 4 h'],
  ])('write %i seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
  it('name the unit under an hour where turns last days, and whose time it is', () => {
    expect([2530, 3600, 273_600].map((seconds) => clockText(seconds, true))).toEqual([
      '42:10 min',
      '1:00 h',
      '3 d 4 h',
    ]);
    const days = (running: number, left: number) =>
      show('waiting', ({ view, table }) => {
        const clock = { kind: 'days' as const, left: table.seats.map(() => left), running, resting: false };
        view.clock = { ...view.clock, ...clock, at: new Date().toISOString() };
        table.seats[running] = { ...table.seats[running], name: 'Mia' } as (typeof table.seats)[number];
      });
    const { shown } = days(1, 2530);
    expect(shown.table.yours).not.toContain(1);
    expect(screen.getByRole('timer').textContent).toMatch(/^ ?42:(10|09) min left for Mia/);
    expect(document.querySelectorAll('.seat-clock.late')).not.toHaveLength(0);
    cleanup();
    days(shown.table.yours[0] ?? 0, 90_000);
    expect(screen.getByRole('timer').textContent).not.toContain('left for');
    expect(document.querySelectorAll('.seat-clock.late')).toHaveLength(0);
  });
  it('show one’s own time and everybody’s, whoever is to act', () => {
    show('waiting', ({ view }) => {
      view.clock = {
        kind: 'bank',
        left: [600, 90, 300, 45, 3700],
        running: null,
        at: '',
        increment: 0,
        resting: false,
        ends: null,
      };
    });
    const times = texts('.player .seat-clock');
    expect([...times].sort()).toEqual(['0:45', '10:00', '1:01 h', '1:30', '5:00']);
    expect(within(consoleBox()).getByRole('timer', { name: 'Your time left' }).textContent).toContain('10:00');
  });
});

describe('what is new', () => {
  it('is said of cities where others have built since one’s own building turn', () => {
    const { shown } = show('build');
    const { houses } = newsFor(shown.entries, [0]);
    expect(document.querySelectorAll('.new-ring')).toHaveLength(
      [...document.querySelectorAll('[data-city]')].filter(
        (city) => houses[city.getAttribute('data-city') ?? ''] !== undefined,
      ).length,
    );
  });
  it('marks fuel that came or went since one’s own last move', () => {
    const { shown } = show('build');
    const { fuel } = newsFor(shown.entries, [0]);
    expect(texts('.fuel-changed')).toHaveLength(Object.values(fuel).filter((by) => by !== 0).length);
  });
});

describe('what moves', () => {
  const moved = vi.fn<(frames: Keyframe[]) => Animation>();
  /** Cards lie side by side, in the order of the page. */
  function lay(): void {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const cards = [...document.querySelectorAll('#plants [data-plant]')];
      return new DOMRect(cards.indexOf(this) * 100, 0, 90, 100);
    });
    moved.mockReset();
    HTMLElement.prototype.animate = function (this: HTMLElement, frames) {
      if (this.dataset.plant !== undefined) moved(frames as Keyframe[]);
      return { finished: Promise.resolve() } as unknown as Animation;
    };
  }
  const market = (shown: Fixture): string[] => shown.view.game.plants.current;
  /** The first card leaves and one comes from the future market: everybody moves up. */
  const sell = (shown: Fixture): void => {
    const { current, future } = shown.view.game.plants;
    shown.view.seq += 1;
    shown.view.game.plants.current = [...current.slice(1), ...future.slice(0, 1)];
    const spare = shown.board.plants.find((plant) => ![...current, ...future].includes(plant.id));
    shown.view.game.plants.future = [...future.slice(1), spare?.id ?? ''];
  };
  afterEach(() => {
    vi.restoreAllMocks();
    delete document.documentElement.dataset.motion;
  });
  it('in the plant market are the cards: known ones slide to their places, a new one comes from below', async () => {
    lay();
    const { shown, next } = show('waiting');
    await pause();
    expect(moved).not.toHaveBeenCalled();
    next(sell);
    await waitFor(() => {
      expect(moved).toHaveBeenCalledTimes(market(shown).length + shown.view.game.plants.future.length);
    });
    const starts = moved.mock.calls.map(([frames]) => frames[0]);
    expect(starts.filter((start) => start?.transform === 'translate(100px, 0px)')).toHaveLength(starts.length - 1);
    expect(starts.filter((start) => start?.opacity === 0)).toHaveLength(1);
  });
  it('is nothing where less motion is wanted', async () => {
    lay();
    document.documentElement.dataset.motion = 'less';
    const { next } = show('waiting');
    await pause();
    next(sell);
    await pause();
    expect(moved).not.toHaveBeenCalled();
  });
  it('in the fuel market are only tokens that arrive: those that lay there stay the same elements', async () => {
    const { next } = show('waiting');
    const tokens = (): Element[] => [...document.querySelectorAll('#fuel [data-fuel=oil] .places .token')];
    const before = tokens();
    next((later) => {
      const oil = later.view.game.fuel.main?.oil;
      const cheapest = oil?.prices[0] ?? 0;
      later.view.seq += 1;
      if (oil) Object.assign(oil, { tokens: oil.tokens + 1, prices: [Math.max(1, cheapest - 1), ...oil.prices] });
    });
    await waitFor(() => {
      expect(tokens()).toHaveLength(before.length + 1);
    });
    const after = tokens();
    expect(before.every((token) => after.includes(token))).toBe(true);
  });
});

describe('a new plant', () => {
  it('has a mark until one has acted', () => {
    const { shown } = show('auction');
    const { plants } = newsFor(shown.entries, [0]);
    const { current, future } = shown.view.game.plants;
    expect(document.querySelectorAll('[data-plant] .plant-new')).toHaveLength(
      [...current, ...future].filter((id) => plants.has(id)).length,
    );
    expect(document.querySelectorAll('[data-plant] .plant-new').length).toBeGreaterThan(0);
    // and its sign is explained beside the heading
    expect(document.querySelector('.plants-key')?.textContent).toContain('new');
  });
});

describe('the planner', () => {
  it('lets one give up fuel with the plant that is replaced, and asks for its price', async () => {
    const [number, wanted] = [fixture('fuel').view.game.plants.current[0] ?? '', { coal: 1 }];
    const { user } = show('fuel', (shown) => {
      const [known] = shown.quotes;
      const own = shown.view.game.seats[0];
      if (!known || !own) throw new Error('the fixture has no quote');
      const coal = shown.board.plants.find((plant) => plant.fuels.length === 1 && plant.fuels[0] === 'coal');
      own.fuel = { coal: 3 };
      const price = shown.board.plants.find((plant) => plant.id === number)?.number ?? 0;
      const plan = { cities: [], plant: number, price, fuel: {} };
      const quoted = structuredClone(known.quoted);
      quoted.quote.scrapped = coal?.id ?? null;
      const more = structuredClone(quoted);
      more.quote.total = 777;
      shown.quotes.push(
        { plan: { ...plan, give_up: {}, why: true }, quoted },
        { plan: { ...plan, give_up: wanted, why: true }, quoted: more },
      );
    });
    await user.keyboard('n');
    const planner = within(await screen.findByRole('dialog', { name: 'Planner' }));
    await user.selectOptions(planner.getAllByRole('combobox')[0] ?? document.body, number);
    const group = await planner.findByRole('group', { name: /^Give up with plant/ });
    await user.click(within(group).getByRole('button', { name: /more|More/ }));
    await waitFor(() => {
      expect(texts('.plan-sum .total dd')).toEqual(['777']);
    });
  });
});

describe('an opened record', () => {
  it('calls nobody a bot, as it does not say who was one', () => {
    show('over', ({ table }) => {
      table.seats = table.seats.map((seat) => ({ ...seat, kind: 'bot', level: null }));
      table.yours = [];
    });
    expect(texts('.player[data-seat] .tag')).toEqual([]);
  });
});

describe('what a phone needs to know', () => {
  it('stands in the fuel panel: why a fuel is locked, and one’s own plants', () => {
    const { shown } = show('fuel');
    const closed = document.querySelectorAll('#fuel .fuel-line.greyed:not(.store)').length;
    expect(texts('#fuel .fuel-why')).toHaveLength(closed);
    expect(closed).toBeGreaterThan(0);
    expect(document.querySelectorAll('#fuel .own-row .mini')).toHaveLength(
      shown.view.game.seats[0]?.plants.length ?? 0,
    );
  });
});

describe('the card game’s incomes', () => {
  it('have their players’ shapes', () => {
    const { shown } = show('cards');
    expect(document.querySelectorAll('.incomes .token')).toHaveLength(shown.view.game.order.length);
  });
});
