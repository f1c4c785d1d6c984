import { describe, expect, it } from 'vitest';
import { drawn } from '../src/boards/draw';
import { cells, hull, inside, nearest } from '../src/boards/draw/cells';
import { MARKER, type BoardMap, type Layout, type Point } from '../src/boards/layout';

const DATA = import.meta.glob<string>('../../src/kilowatt/editions/data/boards/*.toml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const LAYOUTS = import.meta.glob<Layout>('../../src/kilowatt/server/pictures/boards/*.json', {
  import: 'default',
  eager: true,
});

/** The areas, cities and connections of a board's data file. */
function boardOf(source: string): BoardMap {
  const areas: BoardMap['areas'] = [];
  const cities: BoardMap['cities'] = [];
  for (const part of source.split('[[area]]').slice(1)) {
    const [, id = ''] = /^id = "(.*)"$/m.exec(part) ?? [];
    const [, name = ''] = /^name = "(.*)"$/m.exec(part) ?? [];
    const rows = [...part.matchAll(/\{ id = "(\w+)", name = "([^"]+)", lat = ([-\d.]+), lon = ([-\d.]+)/g)];
    areas.push({ id, name, cities: rows.map((row) => row[1] ?? ''), near: [] });
    for (const [, city = '', title = '', lat, lon] of rows)
      cities.push({ id: city, name: title, area: id, lat: Number(lat), lon: Number(lon), spaces: [], entry: null });
  }
  const links = [...source.matchAll(/^\s*\["(\w+)", "(\w+)", (\d+)\]/gm)];
  return { areas, cities, connections: links.map(([, a = '', b = '', cost]) => [a, b, Number(cost)]) };
}

const boards = Object.entries(DATA).map(([path, source]): [string, BoardMap] => [
  /(\w+)\.toml$/.exec(path)?.[1] ?? '',
  boardOf(source),
]);

/** The rings of a path of whole units. */
function rings(path: string): Point[][] {
  return path
    .split('z')
    .slice(0, -1)
    .map((part) => {
      const numbers = [...part.matchAll(/-?\d+/g)].map(Number);
      let [x, y] = [0, 0];
      return Array.from({ length: numbers.length / 2 }, (_, index): Point => {
        x += numbers[2 * index] ?? 0;
        y += numbers[2 * index + 1] ?? 0;
        return [x, y];
      });
    });
}

/** Eight points of a city's marker. */
const rim = (layout: Layout, city: string): Point[] =>
  Array.from({ length: 8 }, (_, n): Point => {
    const [x, y] = layout.cities[city] ?? [0, 0];
    const [turn, r] = [(n * Math.PI) / 4, 0.9 * MARKER * layout.scale];
    return [x + r * Math.cos(turn), y + r * Math.sin(turn)];
  });

/** Cities whose marker is not wholly in the area that the board puts it in, or is in another one too. */
function strays(map: BoardMap, layout: Layout): string[] {
  const shapes = new Map(Object.entries(layout.areas).map(([id, area]) => [id, rings(area.path)]));
  return map.cities
    .filter((city) =>
      rim(layout, city.id).some((point) =>
        map.areas.some((area) => inside(point, shapes.get(area.id) ?? []) !== (area.id === city.area)),
      ),
    )
    .map((city) => city.id);
}

/** The least distance between two markers, at scale 1. */
function closest(layout: Layout): number {
  const spots = Object.values(layout.cities);
  return (
    Math.min(...spots.flatMap(([x, y], index) => spots.slice(index + 1).map(([a, b]) => Math.hypot(a - x, b - y)))) /
    layout.scale
  );
}

describe.each(boards)('%s', (name, map) => {
  it('has cities, areas and connections to draw', () => {
    expect(map.cities.length).toBeGreaterThan(20);
    expect(map.areas.length).toBeGreaterThan(name === 'manhattan' ? 0 : 4);
    expect(map.connections.length).toBeGreaterThan(map.cities.length);
  });
  it('is drawn from its coordinates with every marker in its area and apart from the others', () => {
    const layout = drawn(map);
    expect(strays(map, layout)).toEqual([]);
    expect(closest(layout)).toBeGreaterThan(2 * MARKER + 8);
    const [x, y, w, h] = layout.frame;
    for (const [cx, cy] of Object.values(layout.cities)) {
      expect(cx > x && cx < x + w && cy > y && cy < y + h).toBe(true);
    }
  });
  it('has a layout of its own that fits the board', () => {
    const layout = LAYOUTS[`../../src/kilowatt/server/pictures/boards/${name}.json`];
    if (!layout) throw new Error(`there is no layout of ${name}`);
    expect(Object.keys(layout.cities).sort()).toEqual(map.cities.map((city) => city.id).sort());
    expect(Object.keys(layout.areas).sort()).toEqual(map.areas.map((area) => area.id).sort());
    expect(strays(map, layout)).toEqual([]);
    expect(closest(layout)).toBeGreaterThanOrEqual(2 * MARKER + 6);
  });
});

/** A board of so many cities in two areas, in a chain. */
function chain(places: readonly (readonly [number, number])[]): BoardMap {
  const cities = places.map(([lat, lon], n) => ({
    id: `c${n}`,
    name: `City ${n}`,
    area: n % 2 ? 'b' : 'a',
    lat,
    lon,
    spaces: [],
    entry: null,
  }));
  return {
    areas: ['a', 'b'].map((id) => ({ id, name: `Area ${id}`, cities: [], near: [] })),
    cities,
    connections: cities.slice(1).map((city, n) => [`c${n}`, city.id, n]),
  };
}

describe('unusual boards', () => {
  const same = chain(Array.from({ length: 8 }, () => [50, 8] as const));
  const line = chain(Array.from({ length: 8 }, (_, n) => [50, n] as const));
  const column = chain(Array.from({ length: 8 }, (_, n) => [n, 8] as const));
  const far = chain([
    [-17, 179],
    [-18, -179],
    [-16, 178],
    [-17, -178],
  ]);
  const lone = chain([[0, 0]]);
  it.each([
    ['all in one place', same],
    ['on one line', line],
    ['one above the other', column],
    ['on both sides of 180 degrees', far],
    ['a single city', lone],
  ])('%s: markers are apart, in their areas, in the frame', (_, map) => {
    const layout = drawn(map);
    expect(strays(map, layout)).toEqual([]);
    if (map.cities.length > 1) expect(closest(layout)).toBeGreaterThan(2 * MARKER);
    for (const row of Object.values(layout.cities)) expect(row.slice(0, 2).every(Number.isFinite)).toBe(true);
    expect(layout.height / layout.width).toBeLessThan(3);
  });
  it('stay in one piece across 180 degrees', () => {
    const xs = Object.values(drawn(far).cities).map(([x]) => x);
    const gaps = xs
      .sort((a, b) => a - b)
      .slice(1)
      .map((x, n) => x - (xs[n] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(700);
  });
  it('are drawn alike every time', () => {
    expect(drawn(same)).toEqual(drawn(same));
  });
});

describe('the cells of cities', () => {
  it.each(boards)('of %s are the same in whatever order the other cities are cut off', (_, map) => {
    const spots = map.cities.map((city): Point => [city.lon * 50, -city.lat * 50]);
    const land = hull(spots, 46);
    const backwards = nearest(spots).map((order) => order.reverse());
    const corners = (order?: number[][]): string[][] =>
      cells(spots, land, order).map((cell) =>
        [...new Set(cell.map(({ at: [x, y] }) => `${x.toFixed(3)} ${y.toFixed(3)}`))].sort(),
      );
    expect(corners(backwards)).toEqual(corners());
  });
});
