import { describe, expect, it } from 'vitest';
import { read } from '../catalogue';
import { share } from '../src/net/share';
import { Book } from '../src/state/log';
import type { BoardView, EntryView } from '../src/protocol/schema';
import german from '../../src/kilowatt/table/text/de.toml?raw';
import english from '../../src/kilowatt/table/text/en.toml?raw';
import en from '../src/text/en.json';

const board = {
  cities: [{ id: 'koeln', name: 'Köln' }],
  areas: [],
  markets: [{ name: 'main' }],
  kind: 'board',
  house_costs: [10, 15, 20],
} as unknown as BoardView;
const bought = (seq: number, seat: number, price: number): EntryView => ({
  seq,
  events: [{ type: 'fuel_bought', seat, fuel: 'coal', market: 'main', price }],
});

describe('the log', () => {
  it('speaks in the words of the catalogue, and to you', () => {
    const entries: EntryView[] = [
      { seq: 1, events: [{ type: 'city_connected', seat: 1, city: 'koeln', house: 10, connection: 7 }] },
      { seq: 2, events: [{ type: 'city_connected', seat: 0, city: 'koeln', house: 15, connection: 0 }] },
      { seq: 3, events: [{ type: 'plant_removed', plant: '13', why: 'end_of_round' }] },
    ];
    expect(new Book(board, ['Ada', 'Ben'], [0]).read(entries).map((line) => line.text)).toEqual([
      'Ben connects Köln for 17',
      'You connect Köln for 15',
      'Plant 13 leaves the game: the round ends',
    ]);
  });
  it('tells which fuel went with a scrapped plant', () => {
    const scrapped = (seq: number, seat: number): EntryView => ({
      seq,
      events: [
        { type: 'plant_scrapped', seat, plant: '5' },
        { type: 'fuel_dropped', seat, fuel: 'oil', count: 2 },
      ],
    });
    const read = new Book(board, ['Ada', 'Ben'], [0]).read([scrapped(1, 0), scrapped(2, 1)]);
    expect(read.map((line) => line.text)).toEqual([
      'You scrap plant 5',
      'You give up 2 oil',
      'Ben scraps plant 5',
      'Ben gives up 2 oil',
    ]);
  });
  it('reports an event in the way the server names', () => {
    const out = (seat: number, variants?: string[]): EntryView => ({
      seq: 1,
      events: [{ type: 'opted_out', seat, forced: true }],
      ...(variants ? { variants } : {}),
    });
    const text = (entry: EntryView): string =>
      new Book(board, ['Ada', 'Ben'], [0])
        .read([entry])
        .map((line) => line.text)
        .join();
    expect(text(out(1, ['opted_out_forced']))).not.toBe(text(out(1, ['opted_out'])));
    expect(text(out(1))).toBe(text(out(1, ['opted_out'])));
    expect(text(out(0, ['opted_out_forced']))).toBe('You opt out');
  });
  it('speaks of no cities to a player of the card game', () => {
    const run = (plants: string[], variant: string): EntryView => ({
      seq: 1,
      events: [{ type: 'plants_run', seat: 0, plants, cities: 0, income: 6, burned: {} }],
      variants: [variant],
    });
    const text = (entry: EntryView): string | undefined => new Book(board, ['Ada'], [0]).read([entry])[0]?.text;
    expect(text(run(['5a', '7'], 'plants_run_income'))).toBe('You run 5, 7 and earn 6');
    expect(text(run([], 'plants_run_none'))).toBe('You run nothing and earn 6');
  });
  it('merges tokens of one purchase, also when they come one by one', () => {
    const book = new Book(board, ['Ada', 'Ben'], [0]);
    const first = [bought(1, 1, 3)];
    expect(book.read(first).map((line) => line.text)).toEqual(['Ben buys 1 coal for 3']);
    expect(book.read([...first, bought(2, 1, 4)]).map((line) => line.text)).toEqual(['Ben buys 2 coal for 7']);
  });
  it('reads on without repeating a line, and starts over when something is taken back', () => {
    const book = new Book(board, ['Ada', 'Ben'], []);
    const pass = (seq: number): EntryView => ({ seq, events: [{ type: 'bid_passed', seat: 0 }] });
    const two = [pass(1), pass(2)];
    const lines = book.read(two);
    expect(book.read(two)).toBe(lines);
    expect(book.read([...two, pass(3)])).toHaveLength(3);
    expect(book.read([...two, pass(3), { seq: 4, undo: 1 }])).toHaveLength(1);
  });
});

describe('the catalogues', () => {
  it('can be read whole, and have the same events in both languages', () => {
    expect(Object.keys(read(german).events ?? {})).toEqual(Object.keys(read(english).events ?? {}));
    expect(() => read('[events]\nodd line')).toThrow('line 2');
  });
  it('tell every event that the page tells a player of themselves', () => {
    const events = read(english).events ?? {};
    const own = Object.keys(en).filter((key) => key.startsWith('did.'));
    expect(own.filter((key) => !(key.slice(4).replace(/_income$/, '') in events))).toEqual([]);
  });
});

describe('sharing', () => {
  it('keeps equal parts and replaces changed ones', () => {
    const old = { a: { x: [1, 2] }, b: { y: 1 }, c: [{ z: 1 }, { z: 2 }] };
    const now = share(old, { a: { x: [1, 2] }, b: { y: 2 }, c: [{ z: 1 }, { z: 3 }] });
    expect(now).toEqual({ a: { x: [1, 2] }, b: { y: 2 }, c: [{ z: 1 }, { z: 3 }] });
    expect(now.a).toBe(old.a);
    expect(now.c[0]).toBe(old.c[0]);
    expect(share(old, structuredClone(old))).toBe(old);
    expect(share({ a: 1, b: 2 } as object, { a: 1 })).toEqual({ a: 1 });
  });
});
