// @vitest-environment happy-dom
/** On which plant a seat's fuel is drawn. */
import { describe, expect, it } from 'vitest';
import { stored } from '../src/parts/Plant';
import type { PlantRow } from '../src/protocol/schema';

const plant = (id: string, cities: number, need: number, ...fuels: string[]): PlantRow =>
  ({ id, number: Number(id), cities, need, holds: 2 * need, fuels }) as unknown as PlantRow;
const drawn = (plants: PlantRow[], fuel: Record<string, number>) => Object.fromEntries(stored(plants, fuel));

describe('stored fuel', () => {
  it('lies on the plant that can run with it, the one for most cities first', () => {
    const plants = [plant('4', 1, 2, 'coal'), plant('20', 5, 3, 'coal')];
    expect(drawn(plants, { coal: 3 })).toEqual({ 4: [], 20: ['coal', 'coal', 'coal'] });
    expect(drawn(plants, { coal: 5 })).toEqual({ 4: ['coal', 'coal'], 20: ['coal', 'coal', 'coal'] });
  });
  it('that is bought, token by token, lies on a plant that burns it', () => {
    const plants = [plant('4', 1, 2, 'coal'), plant('7', 2, 3, 'oil'), plant('5', 1, 2, 'coal', 'oil')];
    expect(drawn(plants, { oil: 1 })).toEqual({ 4: [], 7: ['oil'], 5: [] });
    for (let coal = 0; coal <= 6; coal += 1) {
      for (let oil = 0; oil + Math.max(0, coal - 4) <= 8; oil += 1) {
        const lots = drawn(plants, { coal, oil });
        for (const one of plants) expect(lots[one.id]?.every((name) => one.fuels.includes(name))).toBe(true);
        expect(Object.values(lots).flat()).toHaveLength(coal + oil);
      }
    }
  });
  it('is all drawn, also where what is left has a place on one plant only', () => {
    const plants = [plant('5', 1, 2, 'coal', 'oil'), plant('4', 1, 2, 'coal')];
    const fuel = { coal: 6, oil: 2 };
    const units = Object.values(drawn(plants, fuel)).flat();
    expect(units.filter((name) => name === 'coal')).toHaveLength(6);
    expect(units.filter((name) => name === 'oil')).toHaveLength(2);
  });
});
