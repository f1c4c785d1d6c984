import { describe, expect, it } from 'vitest';
import { drawn } from '../src/boards/draw';
import type { Layout } from '../src/boards/layout';
import {
  apart,
  entryOf,
  fitted,
  houseCosts,
  noStart,
  withApart,
  withEntry,
  withHouseCost,
  withNoStart,
  withToll,
} from '../src/workshop/building';
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
  tintOf,
  tinted,
  CLEAR,
  type BoardData,
} from '../src/workshop/model';
import { mended } from '../src/workshop/mend';
import { openedCopy } from '../src/workshop/opening';
import { byLevel, compared, expected, keepReport, proposal, reportsOf, worst } from '../src/workshop/report';
import { has, partOf, rivals, withSpecial } from '../src/workshop/specials';
import { areaShapes, finished, placeLabels, sideAt } from '../src/workshop/shape';
import type { TrialView } from '../src/protocol/schema';
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

  it('sets and drops numbers of a special rule, and keeps what else a file says', () => {
    const leave = { unsold_leave: 2, tasks: { auction_end: ['nobody_bought'] }, switches: { discount_token: false } };
    const need = { extra_need: { garbage: 1 } };
    const ours = { ...small(), rules: { current_size: 3, stack: { out: ['7'] } } };
    const on = withSpecial(withSpecial(ours, leave, null, true), need, null, true);
    expect([has(on, leave), has(on, need), has(on, { current_size: 3 })]).toEqual([true, true, true]);
    expect(has(on, { current_size: 4 })).toBe(false);
    expect(on.rules?.stack).toEqual({ out: ['7'] });
    const off = withSpecial(withSpecial(on, leave, null, false), need, null, false);
    expect([has(off, leave), has(off, need), has(off, { current_size: 3 })]).toEqual([false, false, true]);
    expect(Object.keys(off.rules ?? {}).sort()).toEqual([
      'cites',
      'current_size',
      'policies',
      'stack',
      'switches',
      'tasks',
    ]);
    expect(rivals(leave, { tasks: { auction_end: ['contractor'] } })).toBe(true);
    expect(partOf({ switches: { discount_token: true } }, leave)).toBe(true);
    expect(partOf({ ...leave, policies: { plant_market: { name: 'planned_market' } } }, leave)).toBe(false);
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

  it('gives each area a colour of its own, which it keeps when others go', () => {
    const board = small();
    const [, second] = board.area;
    const tint = tintOf(board, second?.id ?? '');
    expect(new Set(board.area.map((area) => tintOf(board, area.id))).size).toBe(board.area.length);
    const first = new Set(board.area[0]?.cities.map((city) => city.id));
    const less = removeCities(board, first);
    expect(less.area).toHaveLength(1);
    expect(tintOf(less, second?.id ?? '')).toBe(tint);
    const old = tinted({ ...board, layout: { ...board.layout, areas: {} } });
    expect(Object.values(old.layout.areas ?? {}).every((style) => style.tint)).toBe(true);
  });

  it('writes colours and places of names into what others get, as the editor shows them', () => {
    const board = small();
    const given = drawn(mapOf(board), layoutView(finished(board)));
    for (const shape of areaShapes(board).areas) {
      expect(given.areas[shape.id]?.tint).toBe(shape.tint);
      expect(given.areas[shape.id]?.at).toEqual([Math.round(shape.at[0]), Math.round(shape.at[1])]);
    }
  });

  it('moves a city out of the line that runs through it', () => {
    const board = small();
    const [a, b, c] = citiesOf(board).map((city) => city.id) as [string, string, string];
    const row = { code: 'link_through', level: 'look', field: '', text: '', remedy: '', areas: [] } as const;
    const [[ax, ay], [bx, by]] = [placeOf(board, a), placeOf(board, b)];
    const crossed = {
      ...board,
      layout: {
        ...board.layout,
        cities: { ...board.layout.cities, [c]: [(ax + bx) / 2, (ay + by) / 2 + 2, 'e'] as [number, number, string] },
      },
    };
    const next = mended(crossed, { ...row, areas: [], cities: [c], links: [[a, b]] });
    expect(Math.abs(placeOf(next ?? board, c)[1] - ay)).toBeGreaterThan(13 * scaleOf(board));
    expect(mended(board, { ...row, code: 'dead_end', areas: [], cities: [a], links: [] })).toBeNull();
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

describe('a balance report', () => {
  const wins = (name: string, won: number, games: number, low: number, high: number) => ({
    name,
    wins: won,
    games,
    low,
    high,
  });
  const trial = (id: string): TrialView => ({
    id,
    done: 100,
    of: 100,
    seats: 2,
    bot: 'normal',
    forced: true,
    seconds: 9,
    rounds: [9, 10, 12],
    lengths: [[10, 100]],
    mean_rounds: 10,
    step2: 5,
    reasons: { cities: 100 },
    seat_wins: [wins('0', 50, 100, 0.4, 0.6), wins('1', 50, 100, 0.4, 0.6)],
    area_wins: [wins('area_1', 48, 100, 0.39, 0.58), wins('area_2', 20, 100, 0.13, 0.29)],
    city_use: [],
    link_use: [{ a: 'city_1', b: 'city_2', paid: 2, games: 100 }],
    line_share: 0.4,
    rare_links: 1,
    lead_changes: 1,
    never_built: [],
    over: true,
    failed: false,
  });

  it('calls an area weak only beyond its margin, and proposes one cost that is out of line', () => {
    expect(worst(trial('a'))).toMatchObject({ weak: true, row: { name: 'area_2' } });
    expect(worst({ ...trial('a'), area_wins: [wins('area_1', 48, 100, 0.39, 0.58)] })).toBeNull();
    const board = small();
    const [a, b, c, d] = citiesOf(board).map((city) => city.id) as [string, string, string, string];
    const dear = {
      ...board,
      connections: [[a, b, 10] as [string, string, number], [c, d, 60] as [string, string, number]],
    };
    const home = areaOf(board, d)?.id ?? '';
    const check = { findings: [], seats: [], starts: {}, per_length: 0.05, proposed: {} };
    expect(proposal(dear, home, true, check)?.link).toEqual([c, d, 60]);
    expect(proposal(dear, home, true, check)?.cost).toBeLessThan(60);
    expect(proposal(dear, home, true, { ...check, per_length: null })).toBeNull();
  });

  it('finds figures alike within a tenth of one of our boards', () => {
    const row = {
      ruleset: 'x',
      title: 'X',
      seats: 2,
      games: 100,
      rounds: 10.5,
      lines: 0.3,
      rare: 0,
      links: 80,
      leads: 1.05,
    };
    expect(compared(trial('a'), row).map((one) => one.alike)).toEqual([true, false, false, true]);
  });

  it('keeps the last five reports of a board, each once', () => {
    for (const id of ['1', '2', '3', '4', '5', '6', '6']) keepReport('mine', trial(id));
    expect(reportsOf('mine').map((row) => row.trial.id)).toEqual(['6', '5', '4', '3', '2']);
    expect(reportsOf('other')).toEqual([]);
    // an old one that is looked at again is no newer for it
    keepReport('mine', trial('3'));
    expect(reportsOf('mine').map((row) => row.trial.id)).toEqual(['6', '5', '4', '3', '2']);
  });

  it('offers the newest of each level, and says how long a trial will take by what this device has seen', () => {
    keepReport('levels', trial('old'));
    keepReport('levels', { ...trial('strong'), bot: 'hard', seats: 3, seconds: 300 });
    const shown = trial('new');
    expect(byLevel('levels', shown).map((row) => row.trial?.id)).toEqual(['new', 'strong', undefined]);
    // a hundred games of three seats took 300 seconds: of two they need 200
    // the one on the screen counts first: half a second a game
    expect(expected('normal', 2, { ...shown, seconds: 50 })).toBe(50);
    expect(expected('hard', 2, shown)).toBe(200);
    expect(expected('expert', 2, shown)).toBeNull();
  });
});

it('has the same words in both languages', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

describe('building on a drawn board', () => {
  it('takes costs of houses, of connections and of cities passed, and leaves out what is usual', () => {
    const board = small();
    const dear = withHouseCost(withHouseCost(board, 0, 8), 1, 14);
    expect(houseCosts(board)).toEqual([10, 15, 20]);
    expect(dear['house_costs']).toEqual({ source: 'set in the workshop', values: [8, 14, 20] });
    expect(withHouseCost(withHouseCost(dear, 0, 10), 1, null)).toEqual(board);
    const flat = withToll(withToll(board, 'flat_connection', 20), 'passing', 5);
    expect([flat['flat_connection'], flat['passing']]).toEqual([20, 5]);
    expect(withToll(withToll(flat, 'flat_connection', null), 'passing', 0)).toEqual(board);
  });
  it('lets areas lie apart only where a connection has a highest cost', () => {
    const flat = withApart(withToll(small(), 'flat_connection', 20), true);
    expect(apart(flat)).toBe(true);
    expect(apart(withToll(flat, 'flat_connection', null))).toBe(false);
    expect(withApart(flat, false)).not.toHaveProperty('areas_apart');
  });
  it('names the cost of every city where one costs something, also of those that come and go', () => {
    const board = small();
    const [first = '', second = ''] = citiesOf(board).map((city) => city.id);
    const paid = withNoStart(withEntry(board, first, 7), second, true);
    expect(Object.values(paid['entries'] as object)).toEqual([7, 0, 0, 0]);
    const [more, added] = addCity(paid, 500, 400, board.area[0]?.id ?? null, id1(7));
    expect(fitted(more)['entries']).toMatchObject({ [first]: 7, [added]: 0 });
    const left = fitted(removeCities(more, new Set([second])));
    expect(left['entries']).not.toHaveProperty(second);
    expect(left).not.toHaveProperty('no_start');
    expect([entryOf(left, first), noStart(paid, second), noStart(paid, first)]).toEqual([7, true, false]);
    expect(withNoStart(withEntry(paid, first, null), second, false)).toEqual(board);
  });
});
