import { describe, expect, it } from 'vitest';
import { drawn } from '../src/boards/draw';
import type { Layout } from '../src/boards/layout';
import { usualCost } from '../src/workshop/costs';
import { begin, changed, redone, undone } from '../src/workshop/history';
import {
  addCity,
  areaOf,
  blank,
  citiesOf,
  clearOf,
  layoutView,
  link,
  mapOf,
  moveCities,
  paint,
  placeOf,
  removeCities,
  scaleOf,
  CLEAR,
  type BoardData,
} from '../src/workshop/model';
import { openedCopy } from '../src/workshop/opening';
import { has, partOf, rivals, withSpecial } from '../src/workshop/specials';
import { areaShapes, placeLabels, sideAt } from '../src/workshop/shape';
import de from '../src/workshop/text/de.json';
import en from '../src/workshop/text/en.json';

const LAYOUTS = import.meta.glob<Layout>('../../src/kilowatt/server/pictures/boards/*.json', {
  import: 'default',
  eager: true,
});

/** Four cities in two areas, linked in a row. */
function small(): BoardData {
  let board = blank('Small');
  const ids: string[] = [];
  for (const [x, y] of [
    [100, 100],
    [300, 100],
    [500, 100],
    [700, 100],
  ] as const) {
    const [next, id] = addCity(
      board,
      x,
      y,
      ids.length < 2 ? (board.area[0]?.id ?? null) : (board.area[1]?.id ?? null),
      id1(ids.length),
    );
    board = next;
    ids.push(id);
  }
  for (let n = 1; n < ids.length; n += 1) board = link(board, ids[n - 1] ?? '', ids[n] ?? '', 10);
  return board;
}
const id1 = (n: number): string => `Name ${n}`;

describe('the model of the workshop', () => {
  it('founds areas as cities come, and drops those that are empty', () => {
    const board = small();
    expect(board.area.map((area) => area.cities.length)).toEqual([2, 2]);
    const [painted] = paint(board, ['city_3', 'city_4'], board.area[0]?.id ?? null);
    expect(painted.area.map((area) => area.cities.length)).toEqual([4]);
    const [again] = paint(painted, ['city_1'], null);
    expect(areaOf(again, 'city_1')?.cities.map((city) => city.id)).toEqual(['city_1']);
  });

  it('removes a city with its links, label and place', () => {
    const board = removeCities(small(), new Set(['city_2']));
    expect(citiesOf(board).map((city) => city.id)).toEqual(['city_1', 'city_3', 'city_4']);
    expect(board.connections).toEqual([['city_3', 'city_4', 10]]);
    expect(Object.keys(board.layout.cities)).not.toContain('city_2');
  });

  it('sets a city clear of the others', () => {
    const board = small();
    const [x, y] = clearOf(board, 102, 101);
    expect(Math.hypot(x - 100, y - 100)).toBeGreaterThanOrEqual(CLEAR * scaleOf(board) - 0.2);
  });

  it('changes nothing but places when cities move', () => {
    const board = small();
    const moved = moveCities(board, ['city_1', 'city_2'], 5, -7);
    expect(placeOf(moved, 'city_2')).toEqual([305, 93]);
    expect(moved.area).toBe(board.area);
    expect(placeOf(board, 'city_2')).toEqual([300, 100]);
  });

  it('proposes what links of that length cost on this board', () => {
    expect(usualCost(small(), 'city_1', 'city_3')).toBe(20);
    expect(link(small(), 'city_2', 'city_1', 3).connections[0]).toEqual(['city_1', 'city_2', 3]);
  });

  it('undoes and redoes without limit', () => {
    const boards = Array.from({ length: 200 }, (_, n) => blank(`${n}`));
    let history = begin(boards[0] ?? blank(''));
    for (const board of boards.slice(1)) history = changed(history, board);
    for (let n = 0; n < 199; n += 1) history = undone(history);
    expect(history.now.title).toBe('0');
    expect(undone(history)).toBe(history);
    for (let n = 0; n < 199; n += 1) history = redone(history);
    expect(history.now.title).toBe('199');
  });

  it('sets and drops special rules as a whole', () => {
    const rules = { policies: { fuel_supply: { name: 'twin_markets' } }, cites: { other_market: 'K-RES-02' } };
    const on = withSpecial(small(), rules, 'korea', true);
    expect(has(on, rules)).toBe(true);
    expect(on.fuel).toBe('korea');
    const off = withSpecial(on, rules, 'korea', false);
    expect(has(off, rules)).toBe(false);
    expect(off.rules?.cites).toEqual({});
  });

  it('knows which special rules exclude each other and which switches they set', () => {
    const markets = { policies: { fuel_supply: { name: 'twin_markets' } } };
    const storage = { policies: { fuel_supply: { name: 'coal_storage' } } };
    const planned = { policies: { plant_market: { name: 'planned_market' } }, switches: { discount_token: false } };
    expect([rivals(markets, storage), rivals(markets, planned)]).toEqual([true, false]);
    expect(partOf({ switches: { discount_token: true } }, planned)).toBe(true);
    expect(partOf({ switches: { step2_replaces_plant: false } }, planned)).toBe(false);
  });
});

describe('the drawing of an edited board', () => {
  it('draws an area around its cities, and names on the side with the least under it', () => {
    const before = areaShapes(small());
    const shapes = before.areas;
    expect(shapes.map((area) => area.path.startsWith('M'))).toEqual([true, true]);
    // while a city is dragged its area follows, and no name moves
    const dragged = areaShapes(moveCities(small(), ['city_1'], 40, 90), before).areas;
    expect(dragged.map((area) => area.at)).toEqual(shapes.map((area) => area.at));
    expect(dragged[0]?.path).not.toBe(shapes[0]?.path);
    const placed = placeLabels(small(), new Set(['city_2']));
    expect(placed.layout.cities.city_2?.[2]).not.toBe('e');
    expect(placed.layout.cities.city_1?.[2]).toBe('e');
  });

  it('finds the side of a city that a label was dragged to', () => {
    expect([sideAt(10, 0), sideAt(0, 10), sideAt(-9, -9), sideAt(0, -5)]).toEqual(['e', 's', 'nw', 'n']);
  });

  it('shows players the places that the maker chose', () => {
    const board = small();
    const layout = drawn(mapOf(board), layoutView(board));
    expect(layout.cities.city_3?.slice(0, 2)).toEqual([500, 100]);
    expect(layout.scale).toBe(scaleOf(board));
  });
});

describe('copies of our boards', () => {
  it.each(Object.keys(LAYOUTS))('keep every place and label of %s', async (path) => {
    const page = LAYOUTS[path];
    const id = /(\w+)\.json$/.exec(path)?.[1] ?? '';
    const raw = { ...blank('x'), id, notes: ['kept'] };
    const board = await openedCopy(raw);
    expect(board.notes).toEqual(['kept']);
    expect(Object.keys(board.layout.cities)).toEqual(Object.keys(page?.cities ?? {}));
    for (const [city, [x, y, side]] of Object.entries(page?.cities ?? {}))
      expect(board.layout.cities[city]).toEqual([x, y, side ?? '']);
  });
});

it('has the same words in both languages', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});
