import { describe, expect, it } from 'vitest';
import type { GameView } from '../src/protocol/schema';
import { added, basketCost, basketOf, bestRun, cells, hasChoice, runsOf } from '../src/state/prepare';

const fuel: GameView['fuel'] = {
  main: { coal: { tokens: 5, prices: [1, 1, 2, 2, 2] }, oil: { tokens: 3, prices: [3, 3, 4] } },
};
const offer = [
  { type: 'buy_fuel' as const, seat: 0, fuel: 'coal', market: 'main', price: 1, room: 4 },
  { type: 'buy_fuel' as const, seat: 0, fuel: 'oil', market: 'main', price: 3, room: 2 },
];
const markets = [{ name: 'main' }, { name: 'storage' }];

describe('baskets', () => {
  it('cost what the cheapest tokens cost', () => {
    expect(basketCost(fuel, { 'main/coal': 3, 'main/oil': 1 })).toBe(1 + 1 + 2 + 3);
  });
  it('hold no more than there is room for, and nothing of what goes back', () => {
    expect(added(fuel, offer, {}, 'main/coal', 9)).toEqual({ 'main/coal': 4 });
    expect(added(fuel, offer, { 'main/coal': 1 }, 'main/coal', -1)).toEqual({});
    expect(added(fuel, offer, {}, 'main/gas', 1)).toEqual({});
  });
  it('are named by the server, in the order of the markets', () => {
    expect(Object.entries(basketOf({ storage: { coal: 2 }, main: { coal: 3, oil: 0 } }, markets))).toEqual([
      ['main/coal', 3],
      ['storage/coal', 2],
    ]);
  });
});

describe('the price track', () => {
  it('shows tokens on the dearest spaces, the basket on the cheapest tokens, the refill on the dearest gaps', () => {
    const track = cells([1, 1, 2, 2, 3, 3], [2, 3, 3], 1, 2);
    expect(track.map((cell) => cell.places)).toEqual([
      ['empty', 'refill'],
      ['refill', 'taken'],
      ['token', 'token'],
    ]);
  });
});

describe('running plants', () => {
  const row = (plants: string[], cities: number, income: number, burn: number) => ({
    type: 'run' as const,
    seat: 0,
    plants: plants.map((id) => ({ plant: id, burn: { coal: burn } })),
    cities,
    income,
  });
  const rows = [row([], 0, 10, 0), row(['4', '5'], 2, 33, 2), row(['4'], 2, 33, 2)];
  it('the best pays most and burns least', () => {
    expect(bestRun(rows)).toBe(2);
  });
  it('leave a choice only where one that pays as much spares some fuel', () => {
    expect(hasChoice(rows, 2)).toBe(false);
    const oil = { ...row(['7'], 2, 33, 3), plants: [{ plant: '7', burn: { oil: 3 } }] };
    expect(hasChoice([...rows, oil], 2)).toBe(true);
  });
  it('are found by the set of plants', () => {
    expect(runsOf(rows, ['5', '4'])).toEqual([1]);
    expect(runsOf(rows, ['5'])).toEqual([]);
  });
});
