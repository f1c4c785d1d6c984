import { describe, expect, it } from 'vitest';
import { facts, wordsOf } from '../src/console/Recap';
import { soundOf } from '../src/panels/Travel';
import type { AnyEvent, EntryView } from '../src/protocol/schema';
import { Duels, type Duel } from '../src/state/duel';
import { newsFor } from '../src/state/news';

const made = (rows: [action: object | null, ...events: object[]][]): EntryView[] =>
  rows.map(([action, ...events], index) => ({ seq: index + 1, action, events })) as unknown as EntryView[];

const house = (seat: number, city: string) => ({ type: 'city_connected', seat, city, house: 10, connection: 4 });

describe('news', () => {
  it('count what an order did as news, not as a move of one’s own', () => {
    const entries = made([
      [{ type: 'pass', seat: 0 }],
      [
        { type: 'bid', seat: 0 },
        { type: 'bid_raised', seat: 0, amount: 12 },
      ],
      [
        { type: 'bid', seat: 1 },
        { type: 'bid_raised', seat: 1, amount: 13 },
      ],
    ]);
    expect(newsFor(entries, [0]).since).toBe(2);
    const news = newsFor(entries, [0], new Set([2]));
    expect(news.since).toBe(1);
    expect(news.deeds[0]).toMatchObject({ kind: 'bid', price: 12, ordered: true });
  });
  it('tell what others did since one’s own last move, in the order of play', () => {
    const news = newsFor(
      made([
        [
          { type: 'bid', seat: 1 },
          { type: 'bid_raised', seat: 1, amount: 9 },
        ],
        [
          { type: 'pass', seat: 0 },
          { type: 'bid_passed', seat: 0 },
        ],
        [
          { type: 'bid', seat: 2 },
          { type: 'bid_raised', seat: 2, amount: 10 },
        ],
        [
          { type: 'bid', seat: 1 },
          { type: 'bid_raised', seat: 1, amount: 11 },
        ],
        [
          { type: 'pass', seat: 2 },
          { type: 'plant_sold', seat: 1, plant: '20', price: 11 },
          { type: 'plant_revealed', plant: '30', kept: true },
        ],
        [
          { type: 'buy_fuel', seat: 1 },
          { type: 'fuel_bought', seat: 1, fuel: 'coal', market: 'main', price: 3 },
        ],
        [{ type: 'build', seat: 1 }, house(1, 'kiel')],
        [{ type: 'build', seat: 1 }, house(1, 'bremen')],
      ]),
      [0],
    );
    expect(news.since).toBe(2);
    expect(news.moves).toBe(7);
    expect(news.deeds.map((deed) => wordsOf(deed, (city) => city.toUpperCase()))).toEqual([
      'buys 20 for 11',
      'new plant 30',
      'buys 1 fuel',
      '+2 KIEL, BREMEN',
    ]);
    expect(news.deeds.map((deed) => [deed.seat, deed.price])).toEqual([
      [1, 11],
      [null, 0],
      [1, 3],
      [1, 28],
    ]);
    expect(facts(news)).toEqual({ shown: news.deeds, more: 0 });
    expect([...news.plants]).toEqual(['30']);
    expect(news.fuel).toEqual({ 'main/coal': -1 });
    expect(news.houses).toEqual({ kiel: 1, bremen: 1 });
  });
  it('make one fact of the bids for the plant that is up, and show five facts at most', () => {
    const bid = (seat: number, amount: number): [object, object] => [
      { type: 'bid', seat },
      { type: 'bid_raised', seat, amount },
    ];
    const opened = (seat: number, plant: string, amount: number): [object, object] => [
      { type: 'open', seat, plant, bid: amount },
      { type: 'lot_opened', seat, plant, bid: amount },
    ];
    const own: [object, object] = [
      { type: 'pass', seat: 0 },
      { type: 'bid_passed', seat: 0 },
    ];
    const news = newsFor(
      made([
        own,
        opened(1, '20', 20),
        bid(2, 21),
        [
          { type: 'pass', seat: 1 },
          { type: 'plant_sold', seat: 2, plant: '20', price: 21 },
        ],
        opened(1, '25', 25),
        bid(3, 26),
        bid(1, 27),
      ]),
      [0],
    );
    expect(news.deeds.map((deed) => [deed.seat, wordsOf(deed, String)])).toEqual([
      [2, 'buys 20 for 21'],
      [1, 'opens 25 at 25'],
      [1, '2 bids, 27'],
    ]);
    const many = newsFor(
      made([own, ...[1, 2, 3, 4, 5, 6, 7].map((n): [object, object] => [{}, house(n, `c${n}`)])]),
      [0],
    );
    expect(facts(many).shown.map(({ seat }) => seat)).toEqual([1, 2, 3, 4, 5]);
    expect(facts(many).more).toBe(2);
  });
  it('keep a new house until one’s own next building turn, also one without a house', () => {
    const entries = made([
      [
        { type: 'pass', seat: 9 },
        { type: 'phase_began', phase: 'build' },
      ],
      [{ type: 'build', seat: 1 }, house(1, 'kiel')],
      [
        { type: 'pass', seat: 0 },
        { type: 'turn_ended', seat: 0 },
      ],
      [{ type: 'build', seat: 2 }, house(2, 'bremen')],
      [
        { type: 'pass', seat: 2 },
        { type: 'phase_began', phase: 'power' },
      ],
      [
        { type: 'run', seat: 0 },
        { type: 'plants_run', seat: 0, plants: [], income: 10 },
      ],
    ]);
    expect(newsFor(entries, [0]).houses).toEqual({ kiel: 1, bremen: 2 });
    expect(newsFor(entries, [0]).deeds).toEqual([]);
  });
  it('are nothing to a guest', () => {
    expect(newsFor(made([[{ type: 'build', seat: 1 }, house(1, 'kiel')]]), []).houses).toEqual({});
  });
});

describe('a duel', () => {
  it('of bots is one, with how far each went; a person’s bid is never in it', () => {
    const duels = new Duels(new Set([1, 2]));
    const events = [
      { type: 'lot_opened', seat: 1, plant: '20', bid: 20 },
      { type: 'bid_raised', seat: 2, amount: 21 },
      { type: 'bid_raised', seat: 1, amount: 22 },
      { type: 'bid_raised', seat: 2, amount: 23 },
      { type: 'bid_passed', seat: 1 },
    ] as AnyEvent[];
    const found = events.map((event) => duels.take(event));
    expect(found.slice(0, 3)).toEqual([null, null, null]);
    expect(found.at(-1)).toEqual<Duel>({
      plant: '20',
      bids: 3,
      rows: [
        { seat: 1, bid: 22, out: true },
        { seat: 2, bid: 23, out: false },
      ],
    });
    expect(duels.take({ type: 'bid_raised', seat: 0, amount: 24 } as AnyEvent)).toBeNull();
    expect(duels.take({ type: 'bid_raised', seat: 2, amount: 25 } as AnyEvent)).toBeNull();
  });
});

describe('sounds', () => {
  it('are for sales, houses, one’s own income and the end', () => {
    const heard = (event: object) => soundOf(event as AnyEvent, [0]);
    expect(heard({ type: 'plant_sold', seat: 1 })).toBe('sale');
    expect(heard({ type: 'city_connected', seat: 1 })).toBe('build');
    expect(heard({ type: 'plants_run', seat: 0 })).toBe('income');
    expect(heard({ type: 'plants_run', seat: 1 })).toBeNull();
    expect(heard({ type: 'game_ended' })).toBe('end');
    expect(heard({ type: 'bid_raised', seat: 1 })).toBeNull();
  });
});
