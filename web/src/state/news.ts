/** What others did since your own last move, read off the record: for the recap, and for marks on what is new. */
import { standing } from '../net/standing';
import type { AnyEvent, EntryView, OrdersView } from '../protocol/schema';

/** The entries that your orders have played. */
export const orderedOf = (orders: Record<string, OrdersView>): ReadonlySet<number> =>
  new Set(Object.values(orders).flatMap(({ done }) => done));

/** One thing that happened: what somebody bought or built, the bids of a lot, or a plant that is new. */
export interface Deed {
  kind: 'plant' | 'cities' | 'fuel' | 'bids' | 'bid' | 'opens' | 'new';
  /** Whose it is; null for a plant from the stack. */
  seat: number | null;
  /** The plant's number, or how many cities, tokens or bids. */
  what: string | number;
  price: number;
  cities?: readonly string[];
  /** What was bought, as "market/fuel". */
  fuels?: readonly string[];
  /** Your own order did it. */
  ordered?: boolean;
}

export interface News {
  /** The entry of your own last move; null before the first. */
  since: number | null;
  /** Moves since then. */
  moves: number;
  /** What happened since then, in the order of play. */
  deeds: Deed[];
  /** Cities with houses built since your own last building turn, and by whom. */
  houses: Record<string, number>;
  /** Plants that came into the market since your own last move. */
  plants: ReadonlySet<string>;
  /** Tokens more or fewer on each market, by "market/fuel". */
  fuel: Record<string, number>;
}

const FAR = 600;
export const NO_NEWS: News = { since: null, moves: 0, deeds: [], houses: {}, plants: new Set(), fuel: {} };

class Collector {
  readonly news: News = { ...NO_NEWS, deeds: [], houses: {}, fuel: {} };
  private readonly plants = new Set<string>();
  /** What happened, the latest first; what belongs together stands where it began. */
  private readonly told = new Map<string, Deed>();
  /** The lot that the record is read back to: its number, counted from the end. */
  private lot = 0;

  constructor(private readonly me: readonly number[]) {}

  private own(event: AnyEvent): boolean {
    return 'seat' in event && typeof event.seat === 'number' && this.me.includes(event.seat);
  }

  private tell(key: string, deed: Deed): void {
    this.told.delete(key);
    this.told.set(key, deed);
  }

  /** A deed of several parts: their count and price, and which cities and fuels. */
  private add(deed: Deed & { what: number }): void {
    const key = `${deed.kind} ${deed.seat} ${deed.ordered === true}`;
    const old = this.told.get(key);
    if (old === undefined) {
      this.tell(key, deed);
      return;
    }
    const cities = [...(deed.cities ?? []), ...(old.cities ?? [])];
    const fuels = [...new Set([...(deed.fuels ?? []), ...(old.fuels ?? [])])];
    this.tell(key, { ...deed, what: deed.what + Number(old.what), price: deed.price + old.price, cities, fuels });
  }

  /** A house that is new since your own last building turn. */
  house(event: AnyEvent): void {
    if (event.type === 'city_connected' && !this.own(event)) this.news.houses[event.city] ??= event.seat;
  }

  /** What your own orders did, which is news to you too. */
  order(event: AnyEvent): void {
    if (!this.own(event)) return;
    if (event.type === 'bid_raised' && !this.told.has('own bid'))
      this.tell('own bid', { kind: 'bid', seat: event.seat, what: '', price: event.amount, ordered: true });
    this.bought(event, true);
  }

  /** A plant, fuel or a house that somebody has paid for. */
  private bought(event: AnyEvent, ordered: boolean): void {
    const mark = ordered ? { ordered } : {};
    if (event.type === 'plant_sold')
      this.tell(`plant ${event.plant}`, {
        kind: 'plant',
        seat: event.seat,
        what: event.plant,
        price: event.price,
        ...mark,
      });
    if (event.type === 'fuel_bought' && typeof event.seat === 'number') {
      const fuels = [`${event.market}/${event.fuel}`];
      this.add({ kind: 'fuel', seat: event.seat, what: 1, price: event.price, fuels, ...mark });
    }
    if (event.type === 'city_connected' && typeof event.seat === 'number') {
      const price = event.house + event.connection;
      this.add({ kind: 'cities', seat: event.seat, what: 1, price, cities: [event.city], ...mark });
    }
  }

  /** The bids of the lot that is up, as one; those of a lot that was sold are in its price. */
  private bids(event: AnyEvent): void {
    if (event.type === 'plant_sold') this.lot += 1;
    if (this.lot > 0) return;
    if (event.type === 'lot_opened')
      this.tell('opens', { kind: 'opens', seat: event.seat, what: event.plant, price: event.bid });
    if (event.type !== 'bid_raised') return;
    const last = this.told.get('bids');
    const count = Number(last?.what ?? 0) + 1;
    this.tell('bids', {
      kind: 'bids',
      seat: last?.seat ?? event.seat,
      what: count,
      price: last?.price ?? event.amount,
    });
  }

  /** Anything that is new since your own last move. */
  note(event: AnyEvent): void {
    const { fuel } = this.news;
    const count = (market: string, name: string, by: number): void => {
      fuel[`${market}/${name}`] = (fuel[`${market}/${name}`] ?? 0) + by;
    };
    if (event.type === 'plant_revealed') {
      this.plants.add(event.plant);
      if (event.kept) this.tell(`new ${event.plant}`, { kind: 'new', seat: null, what: event.plant, price: 0 });
    }
    if (event.type === 'fuel_refilled')
      for (const [name, n] of Object.entries(event.added)) count(event.market, name, n);
    if (event.type === 'exported') count('export', event.fuel, event.tokens);
    if (event.type === 'shipped') count('export', event.fuel, -event.count);
    if (event.type === 'plant_sold' || !this.own(event)) this.bids(event);
    if (this.own(event)) return;
    if (event.type === 'fuel_bought') count(event.market, event.fuel, -1);
    this.bought(event, false);
  }

  done(since: number | null, moves: number): News {
    return { ...this.news, since, moves, deeds: [...this.told.values()].reverse(), plants: this.plants };
  }
}

/** Read the record backwards, as far as your own last move and your own last building turn. */
export function newsFor(
  entries: readonly EntryView[],
  me: readonly number[],
  ordered: ReadonlySet<number> = new Set(),
): News {
  if (me.length === 0) return NO_NEWS;
  const collector = new Collector(me);
  let since: number | null = null;
  let moves = 0;
  let passed = false; // an own pass whose phase is not known yet
  const list = standing(entries);
  for (let at = list.length - 1; at >= Math.max(0, list.length - FAR); at -= 1) {
    const entry = list[at];
    if (!entry) break;
    const action = entry.action ?? null;
    const mine = action !== null && 'seat' in action && typeof action.seat === 'number' && me.includes(action.seat);
    const own = mine && !ordered.has(entry.seq);
    const events = entry.events ?? [];
    if (passed && events.some((event) => event.type === 'phase_began' && event.phase === 'build')) break;
    if (events.some((event) => event.type === 'phase_began')) passed = false;
    if (since === null) moves += 1;
    if (own && since === null) since = entry.seq;
    if (own && (action.type === 'build' || action.type === 'jump')) break;
    if (own && action.type === 'pass') passed = true;
    for (const event of [...events].reverse()) {
      collector.house(event);
      if (since === null && mine) collector.order(event);
      if (since === null) collector.note(event);
    }
  }
  return collector.done(since, moves);
}
