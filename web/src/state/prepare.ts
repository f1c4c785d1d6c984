/** Sums over what the server has listed: baskets, fills, plans. Prices are read off the table, never worked out. */
import type { AnyChoice, GameView, PlantRow, Running } from '../protocol/schema';
import { split } from './play';

export type Basket = Record<string, number>;
type BuyRow = Extract<AnyChoice, { type: 'buy_fuel' }>;
type RunRow = Extract<AnyChoice, { type: 'run' }>;

/** What a basket costs by the price tags on the market: the cheapest tokens go first. */
export function basketCost(fuel: GameView['fuel'], basket: Basket): number {
  let total = 0;
  for (const [key, count] of Object.entries(basket)) {
    const [market, name] = split(key);
    for (const price of (fuel[market]?.[name]?.prices ?? []).slice(0, count)) total += price;
  }
  return total;
}

/** The tokens of a basket by fuel, whatever their market. */
export function basketFuel(basket: Basket): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [key, count] of Object.entries(basket)) {
    const [, name] = split(key);
    if (count > 0) found[name] = (found[name] ?? 0) + count;
  }
  return found;
}

/** Put one token into the basket, as far as there is room and stock; the hybrids' shared room is the server's to judge. */
export function added(
  fuel: GameView['fuel'],
  offer: readonly BuyRow[],
  basket: Basket,
  key: string,
  by: number,
): Basket {
  const [market, name] = split(key);
  const row = offer.find((one) => one.fuel === name && one.market === market);
  const stock = fuel[market]?.[name]?.tokens ?? 0;
  const most = Math.min(stock, row?.room ?? 0);
  const count = Math.max(0, Math.min(most, (basket[key] ?? 0) + by));
  const rest = Object.fromEntries(Object.entries(basket).filter(([other]) => other !== key));
  return count === 0 ? rest : { ...rest, [key]: count };
}

/** A basket with which every plant can run once: what lies on the plants counts, hybrids take what is cheapest. */
export function oneRun(
  plants: readonly PlantRow[],
  held: Record<string, number>,
  fuel: GameView['fuel'],
  market: string,
  offer: readonly BuyRow[],
): Basket {
  const left = { ...held };
  const want: Record<string, number> = {};
  const next = (name: string): number => fuel[market]?.[name]?.prices[want[name] ?? 0] ?? Infinity;
  for (const plant of [...plants].sort((a, b) => a.fuels.length - b.fuels.length)) {
    for (let unit = 0; unit < plant.need; unit += 1) {
      const own = plant.fuels.find((name) => (left[name] ?? 0) > 0);
      if (own !== undefined) left[own] = (left[own] ?? 0) - 1;
      else {
        const cheapest = [...plant.fuels].sort((a, b) => next(a) - next(b))[0];
        if (cheapest !== undefined && next(cheapest) < Infinity) want[cheapest] = (want[cheapest] ?? 0) + 1;
      }
    }
  }
  let basket: Basket = {};
  for (const [name, count] of Object.entries(want)) basket = added(fuel, offer, basket, `${market}/${name}`, count);
  return basket;
}

/** A basket that fills every place; what a hybrid's two fuels share is trimmed by the quote afterwards. */
export function fillUp(fuel: GameView['fuel'], market: string, offer: readonly BuyRow[], money: number): Basket {
  let basket: Basket = {};
  for (const row of offer) {
    if (row.market === market) basket = added(fuel, offer, basket, `${market}/${row.fuel}`, row.room);
  }
  return affordable(fuel, basket, money);
}

/** The same basket without its dearest tokens, until the money suffices. */
export function affordable(fuel: GameView['fuel'], basket: Basket, money: number): Basket {
  let kept = { ...basket };
  while (basketCost(fuel, kept) > money) {
    let dearest = '';
    let most = -1;
    for (const [key, count] of Object.entries(kept)) {
      const [market, name] = split(key);
      const price = fuel[market]?.[name]?.prices[count - 1] ?? 0;
      if (count > 0 && price > most) [dearest, most] = [key, price];
    }
    if (dearest === '') break;
    const gone = dearest;
    const left = (kept[gone] ?? 1) - 1;
    kept = Object.fromEntries(Object.entries({ ...kept, [gone]: left }).filter(([, count]) => count > 0));
  }
  return kept;
}

const burned = (plants: readonly Running[]): number =>
  plants.reduce((sum, plant) => sum + Object.values(plant.burn).reduce((a, b) => a + b, 0), 0);

/** The way to run that pays most, and of these the one that burns least. */
export function bestRun(offer: readonly RunRow[]): number {
  let best = 0;
  offer.forEach((row, index) => {
    const top = offer[best];
    if (!top) return;
    if (row.income > top.income || (row.income === top.income && burned(row.plants) < burned(top.plants))) best = index;
  });
  return best;
}

/** The rows that run exactly these plants, least fuel first. */
export function runsOf(offer: readonly RunRow[], plants: readonly string[]): number[] {
  const wanted = [...plants].sort().join(' ');
  return offer
    .map((row, index) => ({
      index,
      key: row.plants
        .map((plant) => plant.plant)
        .sort()
        .join(' '),
      burn: burned(row.plants),
    }))
    .filter((row) => row.key === wanted)
    .sort((a, b) => a.burn - b.burn)
    .map((row) => row.index);
}

export interface Cell {
  price: number;
  places: ('token' | 'taken' | 'refill' | 'empty')[];
}

/** A fuel's price track as cells: dearest spaces are filled first, the basket takes the cheapest tokens. */
export function cells(spaces: readonly number[], prices: readonly number[], taken: number, refill: number): Cell[] {
  const found: Cell[] = [];
  for (const price of spaces) {
    const last = found.at(-1);
    if (last?.price === price) last.places.push('empty');
    else found.push({ price, places: ['empty'] });
  }
  let left = taken;
  for (const cell of found) {
    const here = prices.filter((price) => price === cell.price).length;
    for (let i = 0; i < here; i += 1) {
      const place = cell.places.length - here + i;
      cell.places[place] = left > 0 ? 'taken' : 'token';
      if (left > 0) left -= 1;
    }
  }
  let coming = refill;
  for (const cell of [...found].reverse()) {
    for (let i = cell.places.length - 1; i >= 0 && coming > 0; i -= 1) {
      if (cell.places[i] === 'empty') {
        cell.places[i] = 'refill';
        coming -= 1;
      }
    }
  }
  return found;
}
