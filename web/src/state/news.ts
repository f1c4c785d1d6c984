/** What others did since your own last move, read off the record: for the recap, and for marks on what is new. */
import { standing } from '../net/standing';
import type { AnyEvent, EntryView } from '../protocol/schema';

export interface Deed {
  kind: 'plant' | 'cities' | 'fuel';
  seat: number;
  /** The plant's number, or how many cities or tokens. */
  what: string | number;
  price: number;
}

export interface News {
  /** The entry of your own last move; null before the first. */
  since: number | null;
  bids: number;
  /** What others bought and built, dearest first. */
  deeds: Deed[];
  /** Cities with houses built since your own last building turn, and by whom. */
  houses: Record<string, number>;
  /** Plants that came into the market since your own last move. */
  plants: ReadonlySet<string>;
  /** Tokens more or fewer on each market, by "market/fuel". */
  fuel: Record<string, number>;
}

const FAR = 600;
export const NO_NEWS: News = { since: null, bids: 0, deeds: [], houses: {}, plants: new Set(), fuel: {} };

class Collector {
  readonly news: News = { ...NO_NEWS, deeds: [], houses: {}, fuel: {} };
  private readonly plants = new Set<string>();
  private readonly sums = new Map<string, Deed>();

  constructor(private readonly me: readonly number[]) {}

  private own(event: AnyEvent): boolean {
    return 'seat' in event && typeof event.seat === 'number' && this.me.includes(event.seat);
  }

  private add(kind: Deed['kind'], seat: number | null, count: number, price: number): void {
    if (seat === null) return;
    const key = `${kind} ${seat}`;
    const deed = this.sums.get(key) ?? { kind, seat, what: 0, price: 0 };
    this.sums.set(key, { ...deed, what: Number(deed.what) + count, price: deed.price + price });
  }

  /** A house that is new since your own last building turn. */
  house(event: AnyEvent): void {
    if (event.type === 'city_connected' && !this.own(event)) this.news.houses[event.city] ??= event.seat;
  }

  /** Anything that is new since your own last move. */
  note(event: AnyEvent): void {
    const { fuel } = this.news;
    const count = (market: string, name: string, by: number): void => {
      fuel[`${market}/${name}`] = (fuel[`${market}/${name}`] ?? 0) + by;
    };
    if (event.type === 'plant_revealed') this.plants.add(event.plant);
    if (event.type === 'fuel_refilled')
      for (const [name, n] of Object.entries(event.added)) count(event.market, name, n);
    if (this.own(event)) return;
    if (event.type === 'bid_raised') this.news.bids += 1;
    if (event.type === 'fuel_bought') {
      count(event.market, event.fuel, -1);
      this.add('fuel', event.seat, 1, event.price);
    }
    if (event.type === 'city_connected') this.add('cities', event.seat, 1, event.house + event.connection);
    if (event.type === 'plant_sold' && event.seat !== null)
      this.sums.set(`plant ${event.plant}`, { kind: 'plant', seat: event.seat, what: event.plant, price: event.price });
  }

  done(since: number | null): News {
    const deeds = [...this.sums.values()].sort((a, b) => b.price - a.price);
    return { ...this.news, since, deeds, plants: this.plants };
  }
}

/** Read the record backwards, as far as your own last move and your own last building turn. */
export function newsFor(entries: readonly EntryView[], me: readonly number[]): News {
  if (me.length === 0) return NO_NEWS;
  const collector = new Collector(me);
  let since: number | null = null;
  let passed = false; // an own pass whose phase is not known yet
  const list = standing(entries);
  for (let at = list.length - 1; at >= Math.max(0, list.length - FAR); at -= 1) {
    const entry = list[at];
    if (!entry) break;
    const action = entry.action ?? null;
    const own = action !== null && 'seat' in action && typeof action.seat === 'number' && me.includes(action.seat);
    const events = entry.events ?? [];
    if (passed && events.some((event) => event.type === 'phase_began' && event.phase === 'build')) break;
    if (events.some((event) => event.type === 'phase_began')) passed = false;
    if (own && since === null) since = entry.seq;
    if (own && action.type === 'build') break;
    if (own && action.type === 'pass') passed = true;
    for (const event of events) {
      collector.house(event);
      if (since === null) collector.note(event);
    }
  }
  return collector.done(since);
}
