/** A board as the workshop edits it: the data of a board file. Every change is a pure function that gives a new board. */
import { TINTS, type Anchor, type BoardMap } from '../boards/layout';
import type { BoardLayout } from '../protocol/schema';

export interface CityData {
  id: string;
  name: string;
  lat: number;
  lon: number;
}
export interface AreaData {
  id: string;
  name: string;
  cities: CityData[];
  label?: string;
}
export type LinkData = [string, string, number];
export type Numbers = Record<string, number | string>;
export interface Rules {
  switches?: Record<string, boolean>;
  policies?: Record<string, unknown>;
  tasks?: Record<string, string[]>;
  cites?: Record<string, string>;
  stack?: Record<string, unknown> | null;
  current_size?: number;
  extra_need?: Record<string, number>;
  unsold_leave?: number;
}
export interface AreaStyle {
  tint?: string;
  de?: string;
  at?: [number, number] | null;
}
export interface LayoutData {
  scale?: number;
  cities: Record<string, [number, number, string]>;
  names?: Record<string, string>;
  areas?: Record<string, AreaStyle>;
}
/** The keys the workshop changes; whatever else a file holds is kept as it is. */
export interface BoardData {
  format: number;
  id: string;
  title: string;
  source: string;
  edition: string;
  fuel: unknown;
  connections: LinkData[];
  area: AreaData[];
  areas?: Numbers;
  step2_cities?: Numbers;
  end_cities?: Numbers;
  rules?: Rules;
  layout: LayoutData;
  [other: string]: unknown;
}

export const TABLES = ['areas', 'step2_cities', 'end_cities'] as const;
export const SCALE = 1.3;
export const SHEET = { width: 1000, height: 760 };
/** Least distance of two markers, at scale 1. */
export const CLEAR = 34;
const UNIT = 60;

export const blank = (title: string): BoardData => ({
  format: 1,
  id: 'mine',
  title,
  source: 'drawn in the workshop',
  edition: 'recharged',
  fuel: 'standard-2018',
  connections: [],
  area: [],
  layout: { scale: SCALE, cities: {} },
});

export const scaleOf = (board: BoardData): number => board.layout.scale ?? SCALE;
export const citiesOf = (board: BoardData): CityData[] => board.area.flatMap((area) => area.cities);
export const areaOf = (board: BoardData, city: string): AreaData | undefined =>
  board.area.find((area) => area.cities.some((one) => one.id === city));
export const nameOf = (board: BoardData, city: string): string =>
  citiesOf(board).find((one) => one.id === city)?.name ?? city;
export const sameLink = (link: LinkData, a: string, b: string): boolean =>
  (link[0] === a && link[1] === b) || (link[0] === b && link[1] === a);
export const placeOf = (board: BoardData, city: string): [number, number] => {
  const spot = board.layout.cities[city];
  return spot ? [spot[0], spot[1]] : [0, 0];
};

/** The part of a board that is drawn. */
export const mapOf = (board: BoardData): BoardMap => ({
  areas: board.area.map((area) => ({
    id: area.id,
    name: area.name,
    cities: area.cities.map((city) => city.id),
    near: [],
  })),
  cities: board.area.flatMap((area) =>
    area.cities.map((city) => ({ ...city, area: area.id, spaces: [], entry: null })),
  ),
  connections: board.connections,
});

/** The layout as the page draws it. */
export const layoutView = (board: BoardData): BoardLayout => ({
  scale: scaleOf(board),
  cities: board.layout.cities,
  names: board.layout.names ?? {},
  areas: Object.fromEntries(
    Object.entries(board.layout.areas ?? {}).map(([id, style]) => [
      id,
      { tint: style.tint ?? '', de: style.de ?? '', at: style.at ?? null },
    ]),
  ),
});

/** A table without one of its keys. */
export const withoutKey = <T>(table: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(table).filter(([one]) => one !== key));

const free = (taken: readonly string[], stem: string): string => {
  for (let number = 1; ; number += 1) if (!taken.includes(`${stem}${number}`)) return `${stem}${number}`;
};
const round = (value: number): number => Math.round(10 * value) / 10;
const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

const placed = (board: BoardData, city: string, x: number, y: number, side?: string): BoardData => ({
  ...board,
  layout: {
    ...board.layout,
    cities: {
      ...board.layout.cities,
      [city]: [round(within(x, 9000)), round(within(y, 9000)), side ?? board.layout.cities[city]?.[2] ?? 'e'],
    },
  },
});

/** The nearest place to a point that is clear of all other cities. */
export function clearOf(
  board: BoardData,
  x: number,
  y: number,
  but: ReadonlySet<string> = new Set(),
): [number, number] {
  const least = CLEAR * scaleOf(board);
  let [px, py] = [x, y];
  for (let pass = 0; pass < 12; pass += 1) {
    const near = citiesOf(board).find((city) => {
      const [cx, cy] = placeOf(board, city.id);
      return !but.has(city.id) && Math.hypot(px - cx, py - cy) < least - 0.1;
    });
    if (!near) break;
    const [cx, cy] = placeOf(board, near.id);
    const far = Math.hypot(px - cx, py - cy);
    const [ux, uy] = far < 0.01 ? [Math.cos(pass), Math.sin(pass)] : [(px - cx) / far, (py - cy) / far];
    [px, py] = [cx + ux * least, cy + uy * least];
  }
  return [px, py];
}

/** Set a city; without an area it founds one. Gives the board and the new city's id. */
export function addCity(
  board: BoardData,
  x: number,
  y: number,
  area: string | null,
  name: string,
): [BoardData, string] {
  const id = free(
    citiesOf(board).map((city) => city.id),
    'city_',
  );
  const at = clearOf(board, x, y);
  const city: CityData = {
    id,
    name,
    lat: round(within((SHEET.height / 2 - at[1]) / UNIT, 80)),
    lon: round(within((at[0] - SHEET.width / 2) / UNIT, 170)),
  };
  const [founded, home] = board.area.some((one) => one.id === area) ? [board, area ?? ''] : addArea(board);
  const rows = founded.area.map((one) => (one.id === home ? { ...one, cities: [...one.cities, city] } : one));
  return [placed({ ...founded, area: rows }, id, at[0], at[1], 'e'), id];
}

export function addArea(board: BoardData): [BoardData, string] {
  const id = free(
    board.area.map((area) => area.id),
    'area_',
  );
  const row: AreaData = { id, name: id.replace('area_', 'Area '), cities: [] };
  return [tinted({ ...board, area: [...board.area, row] }), id];
}

/** The colour of an area. */
export const tintOf = (board: BoardData, area: string): string => {
  const number = board.area.findIndex((one) => one.id === area);
  return board.layout.areas?.[area]?.tint || (TINTS[number % TINTS.length] ?? 'green');
};

/** Give each area without a colour one that is free. It keeps it whatever becomes of the others. */
export const tinted = (board: BoardData): BoardData =>
  board.area.reduce((last, { id }, number) => {
    const styles = last.layout.areas ?? {};
    if (styles[id]?.tint) return last;
    const used = last.area.map((area) => styles[area.id]?.tint);
    return tintArea(last, id, TINTS.find((tint) => !used.includes(tint)) ?? TINTS[number % TINTS.length] ?? 'green');
  }, board);

/** Areas that have lost their last city go; so do their colours. */
function tidy(board: BoardData): BoardData {
  const area = board.area.filter((one) => one.cities.length > 0);
  if (area.length === board.area.length) return board;
  const kept = Object.entries(board.layout.areas ?? {}).filter(([id]) => area.some((one) => one.id === id));
  const layout = board.layout.areas ? { ...board.layout, areas: Object.fromEntries(kept) } : board.layout;
  return { ...board, area, layout };
}

export function moveCities(board: BoardData, cities: readonly string[], dx: number, dy: number): BoardData {
  return cities.reduce((moved, city) => {
    const [x, y] = placeOf(board, city);
    return placed(moved, city, x + dx, y + dy);
  }, board);
}

export const putCity = (board: BoardData, city: string, x: number, y: number): BoardData => placed(board, city, x, y);

export function removeCities(board: BoardData, gone: ReadonlySet<string>): BoardData {
  const keep = <T>(rows: Record<string, T> | undefined): Record<string, T> =>
    Object.fromEntries(Object.entries(rows ?? {}).filter(([id]) => !gone.has(id)));
  const layout: LayoutData = { ...board.layout, cities: keep(board.layout.cities) };
  if (board.layout.names) layout.names = keep(board.layout.names);
  return tidy({
    ...board,
    area: board.area.map((area) => ({ ...area, cities: area.cities.filter((city) => !gone.has(city.id)) })),
    connections: board.connections.filter(([a, b]) => !gone.has(a) && !gone.has(b)),
    layout,
  });
}

export const renameCity = (board: BoardData, city: string, name: string): BoardData => ({
  ...board,
  area: board.area.map((area) => ({
    ...area,
    cities: area.cities.map((one) => (one.id === city ? { ...one, name } : one)),
  })),
});

/** Assign cities to an area; null founds a new one. */
export function paint(board: BoardData, cities: readonly string[], target: string | null): [BoardData, string] {
  const [founded, home] = board.area.some((one) => one.id === target) ? [board, target ?? ''] : addArea(board);
  const moving = citiesOf(founded).filter((city) => cities.includes(city.id));
  if (moving.every((city) => areaOf(founded, city.id)?.id === home)) return [board, home];
  const area = founded.area.map((one) => ({
    ...one,
    cities: [
      ...one.cities.filter((city) => one.id === home || !cities.includes(city.id)),
      ...(one.id === home ? moving.filter((city) => !one.cities.some((own) => own.id === city.id)) : []),
    ],
  }));
  return [tidy({ ...founded, area }), home];
}

export const renameArea = (board: BoardData, id: string, name: string): BoardData => ({
  ...board,
  area: board.area.map((area) => (area.id === id ? { ...area, name } : area)),
});

export function tintArea(board: BoardData, id: string, tint: string): BoardData {
  const areas = board.layout.areas ?? {};
  return { ...board, layout: { ...board.layout, areas: { ...areas, [id]: { ...areas[id], tint } } } };
}

/** Link two cities, or change what their link costs. */
export function link(board: BoardData, a: string, b: string, cost: number): BoardData {
  if (a === b) return board;
  const known = board.connections.some((row) => sameLink(row, a, b));
  const connections = known
    ? board.connections.map((row): LinkData => (sameLink(row, a, b) ? [row[0], row[1], cost] : row))
    : [...board.connections, [a, b, cost] as LinkData];
  return { ...board, connections };
}

export const unlink = (board: BoardData, a: string, b: string): BoardData => ({
  ...board,
  connections: board.connections.filter((row) => !sameLink(row, a, b)),
});

export function setSide(board: BoardData, city: string, side: Anchor | ''): BoardData {
  const [x, y] = placeOf(board, city);
  return placed(board, city, x, y, side);
}
