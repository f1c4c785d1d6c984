import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as attention from '../../src/base/attention';
import { choose } from '../../src/base/settings';
import { momentOf } from '../../src/moments/moments';
import { fixture, show, type Fixture } from './kit';

const ribbon = (): string | undefined => document.querySelector('.ribbon')?.textContent.trim();
const game = (): HTMLElement | null => document.querySelector('.game');

beforeEach(() => {
  choose({ pace: 'normal' });
});
afterEach(() => {
  document.documentElement.removeAttribute('data-motion');
});

/** Show a table, wait until its moments are loaded, then what comes next. */
async function after(name: string, change: (shown: Fixture) => void) {
  const made = show(name);
  await import('../../src/moments/Moments');
  await waitFor(() => {
    expect(document.querySelectorAll('.moments > [role=status]')).toHaveLength(1);
  });
  made.next((later) => {
    later.view.seq += 1;
    change(later);
  });
  return made;
}

/** The ribbon comes when the table is drawn. */
const comes = (words: string) =>
  waitFor(() => {
    expect(ribbon()).toBe(words);
  });
const goes = () =>
  waitFor(() => {
    expect([ribbon(), game()?.dataset.moment]).toEqual([undefined, undefined]);
  });

const grow = ({ view, board }: Fixture, who = 1): void => {
  const seat = view.game.seats[who];
  if (seat) seat.cities = board.cities.slice(0, board.end_at).map((city) => city.id);
  view.game.ended_by ??= who;
};

describe('a moment', () => {
  it('is a ribbon for the next step, with what it means; any key ends it', async () => {
    const { user } = await after('fuel', ({ view }) => {
      view.game.step = 3;
    });
    expect(game()?.dataset.moment).toBe('step3');
    await comes('Step 3all plants open; a third house, for 20');
    await user.keyboard('x');
    expect(ribbon()).toBeUndefined();
    await goes();
  });
  it('ends with a tap, on a phone too', async () => {
    await after('fuel', ({ view }) => {
      view.game.step = 3;
    });
    await comes('Step 3all plants open; a third house, for 20');
    act(() => {
      window.dispatchEvent(new Event('pointerdown'));
    });
    expect(ribbon()).toBeUndefined();
    await goes();
  });
  it('is heard: a step and the last round each by its own sound', async () => {
    const heard = vi.spyOn(attention, 'sound').mockImplementation(() => undefined);
    await after('fuel', ({ view }) => {
      view.game.step = 3;
    });
    await comes('Step 3all plants open; a third house, for 20');
    expect(heard.mock.calls.flat()).toContain('step');
    cleanup();
    heard.mockClear();
    await after('build', (shown) => {
      grow(shown);
    });
    await waitFor(() => {
      expect(heard.mock.calls.flat()).toContain('last');
    });
    heard.mockRestore();
  });
  it('goes by itself', async () => {
    await after('fuel', ({ view }) => {
      view.game.step = 3;
    });
    await comes('Step 3all plants open; a third house, for 20');
    await goes();
  });
  it('names the player who has brought the last round; the edge and the tag stay', async () => {
    const { shown } = await after('build', (later) => {
      grow(later);
    });
    const name = shown.table.seats[1]?.name ?? '';
    await comes(`Last round${name} connects city ${shown.board.end_at}`);
    await goes();
    expect(game()?.dataset.last).toBe('1');
    expect(document.querySelector('.last-tag')?.textContent).toBe('Last round');
  });
  it('keeps the colour of the first there where a later player builds more', async () => {
    const made = await after('build', (later) => {
      grow(later, 2);
    });
    made.next((later) => {
      later.view.seq += 1;
      const { game: now, ...view } = later.view;
      later.view = { ...view, game: { ...now, ended_by: 2 } };
      grow(later, 2);
      grow(later, 1);
      later.view.game.seats[1]?.cities.push('another');
    });
    expect(game()?.dataset.last).toBe('2');
  });
  it('speaks to you of what you did', async () => {
    const { shown } = await after('build', (later) => {
      grow(later, later.table.yours[0]);
    });
    await comes(`Last roundYou connect city ${shown.board.end_at}`);
  });
  it('lets the bots wait', async () => {
    const held: number[] = [];
    const made = show('fuel');
    made.session.hold = (time) => {
      held.push(time);
    };
    await waitFor(() => {
      expect(document.querySelectorAll('.moments > [role=status]')).toHaveLength(1);
    });
    made.next((later) => {
      later.view.seq += 1;
      later.view.game.step = 3;
    });
    expect(held).toEqual([1800]);
    // what came to its place sooner is not waited for
    await waitFor(() => {
      expect(held).toEqual([1800, 1000]);
    });
  });
  it('is only an edge around the tracker where motion is reduced or moves are shown at once', async () => {
    document.documentElement.dataset.motion = 'less';
    await after('fuel', ({ view }) => {
      view.game.step = 3;
    });
    expect(ribbon()).toBeUndefined();
    expect(game()?.dataset.moment).toBe('still');
  });
});

describe('what is worth a moment', () => {
  const pair = (name: string) => {
    const { view, board } = fixture(name);
    const [old, now] = [structuredClone(view.game), structuredClone(view.game)];
    const of = (events: Parameters<typeof momentOf>[3] = []) =>
      momentOf({ game: old, me: 0 }, { game: now, me: 0 }, board, events);
    return { old, now, of };
  };
  it('is a plant for more than 60, the last card, your first city, and nothing ordinary', () => {
    const { of } = pair('fuel');
    expect(of()).toBeNull();
    expect(of([{ type: 'plant_sold', seat: 2, plant: '30', price: 60 }])).toBeNull();
    expect(of([{ type: 'plant_sold', seat: 2, plant: '30', price: 61 }])).toMatchObject({ kind: 'dear', price: 61 });
    const card = pair('fuel');
    card.now.plants.stack = 0;
    expect(card.of()).toEqual({ kind: 'stack' });
    const city = pair('fuel');
    for (const seat of city.old.seats) seat.cities = [];
    expect(city.of()).toEqual({ kind: 'first' });
  });
  it('is none once the game is over, and none in the card game’s steps', () => {
    const over = pair('over');
    over.old.step = 1;
    expect(over.of()).toBeNull();
    const cards = pair('cards');
    cards.now.step = 2;
    expect(cards.of()).toBeNull();
  });
});
