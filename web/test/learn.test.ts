import { describe, expect, it } from 'vitest';
import cards from '../src/learn/lessons/cards.json';
import first from '../src/learn/lessons/first.json';
import tours from '../src/learn/lessons/tours.json';
import de from '../src/text/learn.de.json';
import en from '../src/learn/en.json';
import { explainCity, explainFuel, explainPhase, explainPlant, explainPlayer } from '../src/learn/explain';
import { allowed, follows, slip, stepAt, type Deed, type Lesson } from '../src/learn/lesson';
import { callout, place } from '../src/learn/place';
import { tracksOf } from '../src/state/markets';
import { EMPTY } from '../src/state/play';
import { fill, type Args } from '../src/text/fill';
import { fixture } from './components/kit';

const steps = (first as unknown as Lesson).steps;
const deeds = steps.flatMap(({ act }) => [...(act ?? [])]);
const upto = (key: string): Deed[] =>
  steps
    .slice(
      0,
      steps.findIndex((step) => step.key === key),
    )
    .flatMap(({ act }) => [...(act ?? [])]);
const names = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort();
const t = (key: string, args?: Args): string => fill((en as Record<string, string>)[key] ?? '', args);

describe('texts of the lessons', () => {
  it('have the same keys and arguments in both languages', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en))
      expect(names((de as Record<string, string>)[key] ?? ''), key).toEqual(names(text));
  });
  it('are there for every step of every short lesson', () => {
    for (const list of Object.values(tours)) {
      expect(list.length).toBeGreaterThanOrEqual(3);
      expect(list.length).toBeLessThanOrEqual(5);
      for (const { key } of list) expect(t(`${key}.title`) !== '' && t(`${key}.text`) !== '', key).toBe(true);
    }
  });
});

describe('a lesson', () => {
  it('goes from step to step by what was done', () => {
    const keys = (done: readonly Deed[], read = 99): string | undefined => steps[stepAt(steps, done, EMPTY, read)]?.key;
    expect(keys([], -1)).toBe('goal');
    expect(keys([], 0)).toBe('round');
    expect(keys([], 1)).toBe('plant');
    expect(keys(upto('bid'))).toBe('bid');
    expect(keys(upto('fuel'))).toBe('fuel');
    expect(stepAt(steps, deeds, EMPTY, 99)).toBe(steps.length);
  });
  it('notices what is prepared', () => {
    const at = stepAt(steps, [], { ...EMPTY, plant: '10', bid: 10 }, 1);
    expect(steps[at]?.key).toBe('open');
  });
  it('takes the deeds of one step in any order and no others', () => {
    const before = upto('build');
    const [halle, erfurt] = steps.find((step) => step.key === 'build')?.act ?? [];
    if (!halle || !erfurt) throw new Error('the lesson builds two cities');
    expect(follows(steps, [...before, erfurt, halle])).toBe(true);
    expect(follows(steps, [...before, { type: 'build', city: 'kassel' }])).toBe(false);
    const index = steps.findIndex((step) => step.key === 'build');
    expect(allowed(steps, index, before, [erfurt, halle, { type: 'pass' }])).toBe(true);
    expect(allowed(steps, index, before, [{ type: 'pass' }])).toBe(false);
    expect(allowed(steps, 0, [], [deeds[0] as Deed])).toBe(false);
  });
  it('takes back what it did not ask for', () => {
    const at = (key: string): number => steps.findIndex((step) => step.key === key);
    expect(slip(steps, at('plant'), { ...EMPTY, plant: '8', bid: 8 })).toMatchObject({
      kind: 'plant',
      id: '8',
      change: { plant: null },
    });
    expect(slip(steps, at('open'), { ...EMPTY, plant: '8', bid: 8 })).toMatchObject({ change: { plant: '10' } });
    expect(slip(steps, at('plant'), { ...EMPTY, plant: '10', bid: 10 })).toBeNull();
    expect(slip(steps, at('open'), { ...EMPTY, plant: '10', bid: 15 })).toMatchObject({ change: { bid: 10 } });
    expect(slip(steps, at('line'), { ...EMPTY, cities: ['muenster', 'kassel'] })).toMatchObject({ id: 'kassel' });
    expect(slip(steps, at('fuel'), { ...EMPTY, basket: { 'main/coal': 3 } })).toMatchObject({
      change: { basket: { 'main/coal': 2 } },
    });
    // what was just bought still lies in the basket for a moment
    expect(slip(steps, at('fuelled'), { ...EMPTY, basket: { 'main/coal': 2 } })).toBeNull();
  });
  it('of the card game has steps of its own', () => {
    expect((cards as unknown as Lesson).steps.some((step) => step.prepare?.cards)).toBe(true);
  });
});

describe('a bubble', () => {
  const room = { width: 390, height: 844 };
  it('covers neither what it points at nor the edge of the window', () => {
    for (const top of [0, 200, 500, 800]) {
      const at = { left: 300, top, width: 80, height: 40 };
      const { left, top: y } = place({ width: 370, height: 220 }, at, [], room);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + 370).toBeLessThanOrEqual(390);
      expect(y >= top + 40 || y + 220 <= top).toBe(true);
    }
  });
  it('stands apart, in a box that nobody needs, where it would cover what is needed everywhere else', () => {
    const at = { left: 200, top: 60, width: 160, height: 20 };
    const spare = { left: 0, top: 430, width: 390, height: 350 };
    const plants = { left: 10, top: 100, width: 370, height: 320 };
    const size = { width: 370, height: 220 };
    expect(place(size, at, [plants], room, at, spare)).toMatchObject({ side: 'apart', left: 10, top: 495 });
    expect(place(size, at, [], room, at, spare).side).toBe('below');
  });
});

describe('a callout', () => {
  const bubble = { left: 10, top: 495, width: 370, height: 220 };
  it('leads from the edge of a bubble that stands apart to the edge of what it is about, and over neither', () => {
    expect(callout(bubble, { left: 200, top: 60, width: 160, height: 20 })).toEqual([
      [280, 495],
      [280, 80],
    ]);
    expect(callout(bubble, { left: 500, top: 600, width: 50, height: 50 })).toEqual([
      [380, 625],
      [500, 625],
    ]);
    expect(callout(bubble, { left: 500, top: 60, width: 50, height: 50 })).toEqual([
      [380, 495],
      [500, 110],
    ]);
  });
  it('is not drawn where the arrow touches', () => {
    expect(callout(bubble, { left: 200, top: 441, width: 160, height: 40 })).toBeNull();
    expect(callout(bubble, { left: 200, top: 600, width: 50, height: 50 })).toBeNull();
  });
});

/** The facts of a position, as the page has them. */
function facts(name: string) {
  const { board, view, table } = fixture(name);
  const plants = new Map(board.plants.map((plant) => [plant.id, plant]));
  const seats = table.seats.map((seat) => seat.name);
  return { board, view, game: view.game, names: seats, me: 0, menu: view.mine.menu, plants, layout: null };
}

describe('explanations say what is true of the position', () => {
  it('of every plant', () => {
    const shown = facts('auction');
    for (const id of [...shown.game.plants.current, ...shown.game.plants.future]) {
      const plant = shown.plants.get(id);
      if (!plant) continue;
      const text = explainPlant(shown, id, t)?.text ?? '';
      expect(text).toContain(plant.cities === 1 ? '1 city' : `${plant.cities} cities`);
      if (plant.need > 0) expect(text).toContain(`for ${plant.need} ${plant.fuels.join('/')} per round`);
      else expect(text).toContain('without any fuel');
      if (shown.game.plants.current.includes(id))
        expect(text).toContain(`opened at ${shown.game.plants.discount === id ? 1 : plant.number} or more`);
      else expect(text).toContain('cannot be opened yet');
    }
    const owner = shown.game.seats.findIndex((seat) => seat.plants.length > 0);
    const own = shown.game.seats[owner]?.plants[0] ?? '';
    expect(explainPlant(shown, own, t)?.text).toContain(`belongs to ${shown.names[owner] ?? ''}`);
  });
  it('of every fuel on every market', () => {
    for (const name of ['fuel', 'korea-fuel']) {
      const shown = facts(name);
      for (const { name: market } of tracksOf(shown.board))
        for (const [fuel, stock] of Object.entries(shown.game.fuel[market] ?? {})) {
          const said = explainFuel(shown, fuel, market, t);
          if (!said || stock.tokens === 0) continue;
          expect(said.text).toContain(`the cheapest for ${stock.prices[0] ?? 0}.`);
          expect(said.text).toContain(`adds ${shown.game.next_refill[market]?.[fuel] ?? 0};`);
        }
    }
  });
  it('of every city', () => {
    const shown = facts('build');
    const reach = shown.view.mine.reach['0'] ?? {};
    for (const city of shown.board.cities) {
      const text = explainCity(shown, city.id, t)?.text ?? '';
      const cost = reach[city.id];
      const mine = shown.game.seats[0]?.cities.includes(city.id);
      if (!shown.game.areas.includes(city.area)) expect(text).toBe('Not in play in this game.');
      else if (cost && !mine) expect(text).toContain(`costs you ${cost[0] + cost[1]}`);
      else expect(text).not.toContain('costs you');
    }
  });
  it('of every player', () => {
    for (const name of ['power', 'card-power']) {
      const shown = facts(name);
      shown.game.seats.forEach((row, seat) => {
        const text = explainPlayer(shown, seat, t)?.text ?? '';
        expect(text).toContain(`would earn ${row.earns}`);
        expect(text).toContain(`Number ${shown.game.order.indexOf(seat) + 1} of ${shown.game.order.length}`);
        expect(text).toContain(`${row.plants.length} of ${shown.board.plant_limit} plants`);
      });
    }
  });
  it('of every phase', () => {
    for (const name of ['build', 'card-auction']) {
      const shown = facts(name);
      for (const phase of shown.board.phases) expect(explainPhase(shown, phase, t).text, phase).not.toBe('');
    }
    const shown = facts('build');
    expect(explainPhase(shown, 'power', t).text).toContain(`${shown.board.payment[2] ?? ''} for 2`);
    const costs = shown.board.house_costs.slice(0, shown.game.step).join(', ');
    expect(explainPhase(shown, 'build', t).text).toContain(`cost ${costs}.`);
  });
});
