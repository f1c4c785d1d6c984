/** The log: entries of the record as lines for people, one sentence each. Merges tokens bought one after another. */
import type { AnyEvent, EntryView } from '../protocol/schema';
import { standing } from '../net/standing';
import { say, sayCode, type Args } from '../text';

export interface Line {
  seq: number;
  seat: number | 'trust' | null;
  /** A heading: round and phase. */
  head: boolean;
  text: string;
}

const SILENT = new Set([
  'order_set',
  'back_shown',
  'cards_moved',
  'discount_lost',
  'fuel_refilled',
  'card_revealed',
  'contractor_advanced',
]);
const fuels = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${sayCode('fuel', name)}`)
    .join(', ');

/** A card's name for people: "3 coal" for coal-3, "1 coal, single" for coal-single. */
export function cardName(card: string): string {
  const cut = card.lastIndexOf('-');
  const [fuel, size] = [card.slice(0, cut), card.slice(cut + 1)];
  const word = sayCode('fuel', fuel);
  return size === 'single' ? say('card.single', { fuel: word }) : `${size} ${word}`;
}

function words(event: AnyEvent, cities: (id: string) => string): Args {
  const found: Args = {};
  for (const [field, value] of Object.entries(event)) {
    if (typeof value === 'number' || typeof value === 'string') found[field] = value;
  }
  if ('plant' in event) found.plant = event.plant.replace(/[a-z]$/, ''); // the twins of the card game look alike
  if ('city' in event) found.city = cities(event.city);
  if ('fuel' in event) found.fuel = typeof event.fuel === 'string' ? sayCode('fuel', event.fuel) : fuels(event.fuel);
  if ('card' in event) found.card = cardName(String(event.card));
  if (event.type === 'city_connected') found.cost = event.house + event.connection;
  if (event.type === 'plants_run') found.burned = fuels(event.burned);
  if (event.type === 'zone_set') found.areas = event.areas.length;
  if (event.type === 'plant_removed') found.why = sayCode('removed', event.why);
  if (event.type === 'game_ended') found.reason = sayCode('ended', event.reason);
  return found;
}

/** Turn entries into lines. `cities` names a city, `me` is addressed as you. */
export function lines(
  entries: readonly EntryView[],
  names: readonly string[],
  me: readonly number[],
  cities: (id: string) => string,
): Line[] {
  const found: Line[] = [];
  let round = 0;
  let bulk = { key: '', count: 0, price: 0 };
  for (const entry of standing(entries)) {
    for (const event of entry.events ?? []) {
      if (event.type === 'round_began') round = event.round;
      if (event.type === 'phase_began') {
        found.push({
          seq: entry.seq,
          seat: null,
          head: true,
          text: say('log.phase', { round, phase: sayCode('phase', event.phase) }),
        });
        bulk = { key: '', count: 0, price: 0 };
        continue;
      }
      if (event.type === 'round_began' || SILENT.has(event.type)) continue;
      const seat = 'seat' in event ? event.seat : event.type.startsWith('trust') ? 'trust' : null;
      const args = words(event, cities);
      if (event.type === 'fuel_bought') {
        const key = `${event.seat}/${event.fuel}/${event.market}`;
        bulk =
          bulk.key === key
            ? { key, count: bulk.count + 1, price: bulk.price + event.price }
            : { key, count: 1, price: event.price };
        if (bulk.count > 1) found.pop();
        args.count = bulk.count;
        args.price = bulk.price;
      } else bulk = { key: '', count: 0, price: 0 };
      const own = typeof seat === 'number' && me.includes(seat);
      const who =
        seat === 'trust' || ('seat' in event && event.seat === null)
          ? say('trust')
          : seat === null
            ? ''
            : own
              ? say('You')
              : (names[seat] ?? '');
      const text = sayCode(own ? 'did' : 'event', event.type, { ...args, who });
      found.push({ seq: entry.seq, seat: seat === null && 'seat' in event ? 'trust' : seat, head: false, text });
    }
    if (entry.end) found.push({ seq: entry.seq, seat: null, head: true, text: sayCode('end', entry.end) });
  }
  return found;
}
