/** Baskets and choices made of what the server has listed. Prices are read off the table, never worked out. */
import type { AnyChoice, GameView, Running } from '../protocol/schema';
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
  const sums: Record<string, number> = {};
  for (const [key, count] of Object.entries(basket)) {
    const [, name] = split(key);
    if (count > 0) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
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

/** A basket as the server names it, by market and fuel, as the draft keeps it: in the order of the board's markets. */
export function basketOf(named: Record<string, Record<string, number>>, markets: readonly { name: string }[]): Basket {
  return Object.fromEntries(
    markets.flatMap(({ name }) =>
      Object.entries(named[name] ?? {})
        .filter(([, count]) => count > 0)
        .map(([fuel, count]): [string, number] => [`${name}/${fuel}`, count]),
    ),
  );
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

const burnedOf = (plants: readonly Running[], fuel: string): number =>
  plants.reduce((sum, plant) => sum + (plant.burn[fuel] ?? 0), 0);

/** Whether another run pays as much and spares some fuel that the best one burns. */
export function hasChoice(offer: readonly RunRow[], best: number): boolean {
  const top = offer[best];
  const fuels = top === undefined ? [] : top.plants.flatMap((plant) => Object.keys(plant.burn));
  return offer.some(
    (row) =>
      row.income === top?.income && fuels.some((fuel) => burnedOf(row.plants, fuel) < burnedOf(top.plants, fuel)),
  );
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

/** So many spaces of one price are no longer counted by people. */
const MANY = 12;
const FREE = 3;

export interface Cell {
  price: number;
  places: ('token' | 'taken' | 'refill' | 'empty')[];
}

/** A fuel's price track as cells: dearest spaces are filled first, the basket takes the cheapest tokens. */
export function cells(spaces: readonly number[], prices: readonly number[], taken: number, refill: number): Cell[] {
  const cells: Cell[] = [];
  for (const price of spaces) {
    const last = cells.at(-1);
    if (last?.price === price) last.places.push('empty');
    else cells.push({ price, places: ['empty'] });
  }
  let left = taken;
  for (const cell of cells) {
    const here = prices.filter((price) => price === cell.price).length;
    // a price without a limit of spaces shows its tokens, and no more free places than a price usually has
    if (cell.places.length > MANY) cell.places.length = Math.max(here, FREE);
    for (let i = 0; i < here; i += 1) {
      const place = cell.places.length - here + i;
      cell.places[place] = left > 0 ? 'taken' : 'token';
      if (left > 0) left -= 1;
    }
  }
  let coming = refill;
  for (const cell of [...cells].reverse()) {
    for (let i = cell.places.length - 1; i >= 0 && coming > 0; i -= 1) {
      if (cell.places[i] === 'empty') {
        cell.places[i] = 'refill';
        coming -= 1;
      }
    }
  }
  return cells;
}
