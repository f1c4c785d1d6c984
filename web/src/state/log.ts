/** The log: entries of the record as lines for people, one sentence each. Merges tokens bought one after another. */
import type { AnyEvent, BoardView, EntryView } from '../protocol/schema';
import { standing } from '../net/standing';
import { canSay, say, sayCode, sayGame, type Args } from '../text';
import { Duels, type Duel } from './duel';
import { phaseName } from './phases';

export interface Line {
  seq: number;
  seat: number | 'trust' | null;
  /** A heading: round and phase. */
  head: boolean;
  text: string;
  /** Bids of bots that are merged into one line. */
  duel?: Duel;
  /** When, as the server writes times; nothing in a record without them. */
  at: string;
}

const SILENT = new Set(['order_set', 'back_shown', 'cards_moved', 'discount_lost', 'card_revealed', 'round_began']);

const fuels = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${sayGame('words', name)}`)
    .join(', ') || sayGame('words', 'nothing');

/** A card's name for people: "3 coal" for coal-3, "1 coal, single" for coal-single. */
export function cardName(card: string): string {
  const cut = card.lastIndexOf('-');
  const [fuel, size] = [card.slice(0, cut), card.slice(cut + 1)];
  const word = sayCode('fuel', fuel);
  return size === 'single' ? say('card.single', { fuel: word }) : `${size} ${word}`;
}

/** The twins of the card game look alike: 3a and 3b are both plant 3. */
export const plantName = (id: string): string => (/^\d+[a-z]$/.test(id) ? id.slice(0, -1) : sayGame('words', id));

interface Bulk {
  key: string;
  fuel: Record<string, number>;
  price: number;
}
const NO_BULK: Bulk = { key: '', fuel: {}, price: 0 };

/** The log of one game for one viewer. Reads on from where it was; starts over only when something was taken back. */
export class Book {
  private lines: Line[] = [];
  private last: EntryView | undefined;
  private count = 0;
  private round = 0;
  private bulk = NO_BULK;
  private readonly cities: Map<string, string>;
  private readonly areas: Map<string, string>;
  private duels: Duels;
  /** The last line is a duel, which the next bid goes on. */
  private merged = false;

  constructor(
    private readonly board: BoardView,
    private readonly names: readonly string[],
    private readonly me: readonly number[],
    areas: ReadonlyMap<string, string> = new Map(),
    private readonly bots: ReadonlySet<number> = new Set(),
  ) {
    this.duels = new Duels(bots);
    this.cities = new Map(board.cities.map((city) => [city.id, city.name]));
    this.areas = new Map(board.areas.map((area) => [area.id, areas.get(area.id) ?? area.name]));
  }

  /** All lines up to the last entry; the same array when there is nothing new. */
  read(entries: readonly EntryView[]): readonly Line[] {
    const goesOn = this.count === 0 || entries[this.count - 1] === this.last;
    const fresh = goesOn ? entries.slice(this.count) : [];
    const startOver = !goesOn || fresh.some((entry) => typeof entry.undo === 'number');
    if (startOver) {
      this.lines = [];
      this.round = 0;
      this.bulk = NO_BULK;
      this.duels = new Duels(this.bots);
    }
    this.count = entries.length;
    this.last = entries.at(-1);
    const todo = startOver ? standing(entries) : fresh;
    if (todo.length > 0) this.lines = [...this.lines];
    for (const entry of todo) this.tell(entry);
    return this.lines;
  }

  private tell(entry: EntryView): void {
    for (const [index, event] of (entry.events ?? []).entries()) {
      const told = this.duels.lines;
      const duel = this.duels.take(event);
      if (duel !== null) {
        this.lines.splice(this.lines.length - (this.merged ? 1 : told), Infinity, this.fought(entry, duel));
        this.merged = true;
        continue;
      }
      this.merged = false;
      if (event.type === 'round_began') this.round = event.round;
      if (event.type === 'phase_began') {
        const text = say('log.phase', {
          round: this.round,
          phase: phaseName(this.board.kind, event.phase),
        });
        this.lines.push({ seq: entry.seq, seat: null, head: true, text, at: entry.at ?? '' });
        this.bulk = NO_BULK;
      } else if (!SILENT.has(event.type))
        this.lines.push(this.line(entry, event, entry.variants?.[index] ?? event.type));
    }
    if (entry.end)
      this.lines.push({
        seq: entry.seq,
        seat: null,
        head: true,
        text: sayCode('end', entry.end),
        at: entry.at ?? '',
      });
  }

  /** A duel of bids as one line. */
  private fought({ seq, at }: EntryView, duel: Duel): Line {
    const name = (seat: number): string => this.names[seat] ?? '';
    const list = [...duel.rows]
      .reverse()
      .map(({ seat, bid, out }) => (out ? say('log.duel.outat', { name: name(seat), bid }) : `${name(seat)} ${bid}`));
    const text = say('log.duel.spoken', { n: duel.bids, plant: plantName(duel.plant), list: list.join(', ') });
    return { seq, seat: null, head: false, text, duel, at: at ?? '' };
  }

  private line({ seq, at }: EntryView, event: AnyEvent, variant: string): Line {
    const args = this.words(event);
    if (event.type === 'fuel_bought') this.merge(event, args);
    else this.bulk = NO_BULK;
    const trust = event.type.startsWith('trust') || ('seat' in event && event.seat === null);
    const seat = trust ? 'trust' : 'seat' in event ? event.seat : null;
    const own = typeof seat === 'number' && this.me.includes(seat);
    const told = own
      ? sayCode('did', canSay('did', variant) ? variant : event.type, args)
      : sayGame('events', variant, args);
    const text = (told.charAt(0).toUpperCase() + told.slice(1)).replace(/\.$/, '');
    return { seq, seat, head: false, text, at: at ?? '' };
  }

  /** Tokens that a player buys one after another on a market become one line. */
  private merge(event: Extract<AnyEvent, { type: 'fuel_bought' }>, args: Args): void {
    const key = `${event.seat}/${event.market}`;
    const goesOn = this.bulk.key === key;
    const { fuel, price } = goesOn ? this.bulk : NO_BULK;
    this.bulk = {
      key,
      fuel: { ...fuel, [event.fuel]: (fuel[event.fuel] ?? 0) + 1 },
      price: price + event.price,
    };
    if (goesOn) this.lines.pop();
    args.fuel = fuels(this.bulk.fuel);
    args.price = this.bulk.price;
  }

  private words(event: AnyEvent): Args {
    const args: Args = {};
    for (const [field, value] of Object.entries(event)) {
      if (typeof value === 'number' || typeof value === 'string') args[field] = value;
    }
    if ('seat' in event) args.seat = event.seat === null ? sayGame('words', 'trust') : (this.names[event.seat] ?? '');
    if ('plant' in event) args.plant = plantName(event.plant);
    if ('city' in event) args.city = this.cities.get(event.city) ?? event.city;
    if ('area' in event) args.area = this.areas.get(event.area) ?? event.area;
    if ('fuel' in event) args.fuel = typeof event.fuel === 'string' ? sayGame('words', event.fuel) : fuels(event.fuel);
    if ('card' in event && typeof event.card === 'string') args.card = cardName(event.card);
    if ('market' in event) args.market = sayGame('words', event.market);
    if (event.type === 'fuel_refilled') args.added = fuels(event.added);
    if (event.type === 'city_connected') args.cost = event.house + event.connection;
    if (event.type === 'trust_placed') args.space = this.board.house_costs[event.space] ?? '';
    if (event.type === 'plants_run') args.plants = event.plants.map(plantName).join(', ');
    if (event.type === 'zone_set') args.areas = event.areas.map((area) => this.areas.get(area) ?? area).join(', ');
    if (event.type === 'plant_removed') args.why = sayGame('why', event.why);
    return args;
  }
}
