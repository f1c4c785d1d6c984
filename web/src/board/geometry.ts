/** Places and distances on the drawn board: label boxes, hit areas, neighbours by direction, links of a way. No costs, no ways of its own. */
import type { Layout } from '../boards';
import { LETTER, labelPlace, type Point } from '../boards/layout';

/** How far a city's place in a plan lies from its middle, at scale 1. */
const ORDER = 17;

export type Link = [string, string, number];
export const SLOTS: readonly (readonly [number, number])[] = [
  [-5.95, -3.3],
  [5.95, -3.3],
  [0, 6.8],
];

/** Where something is drawn that must not be covered: cities in play, the ends of their names, the costs between them. */
export function busyPlaces(layout: Layout, open: ReadonlySet<string>, links: readonly Link[]): Point[] {
  const k = layout.scale;
  const cities = [...open].flatMap((id): Point[] => {
    const place = layout.cities[id];
    if (!place) return [];
    const [x, y, side] = place;
    if (side === null) return [[x, y]];
    const name = labelPlace(x, y, side, k);
    const wide = (layout.names[id] ?? id).length * LETTER * k;
    const from = name.x - (name.anchor === 'end' ? wide : name.anchor === 'middle' ? wide / 2 : 0);
    return [
      [x, y],
      [from, name.y],
      [from + wide / 2, name.y],
      [from + wide, name.y],
    ];
  });
  const costs = links.flatMap(([a, b]): Point[] => {
    const [from, to] = [layout.cities[a], layout.cities[b]];
    return from && to ? [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]] : [];
  });
  return [...cities, ...costs];
}

/** For each city the side, from the middle of its marker, where a number lies farthest from names, costs and other cities. */
export function orderPlaces(layout: Layout, busy: readonly Point[]): Record<string, Point> {
  const far = ORDER * layout.scale;
  return Object.fromEntries(
    Object.entries(layout.cities).map(([id, [x, y]]) => {
      const near = busy.filter(([bx, by]) => (bx !== x || by !== y) && Math.hypot(bx - x, by - y) < 5 * far);
      let best: Point = [far, 0];
      let most = -1;
      for (let turn = 0; turn < 8; turn += 1) {
        const [dx, dy] = [far * Math.cos((turn * Math.PI) / 4), far * Math.sin((turn * Math.PI) / 4)];
        const room = Math.min(Infinity, ...near.map(([bx, by]) => Math.hypot(bx - x - dx, by - y - dy)));
        if (room > most) [best, most] = [[dx, dy], room];
      }
      return [id, best];
    }),
  );
}

/** How far a finger may miss each city: 22 units, or half the way to the nearest neighbour. */
export function hitRadii(layout: Layout): Record<string, number> {
  const cities = Object.entries(layout.cities);
  return Object.fromEntries(
    cities.map(([id, [x, y]]) => {
      let nearest = Infinity;
      for (const [other, [ox, oy]] of cities) if (other !== id) nearest = Math.min(nearest, Math.hypot(ox - x, oy - y));
      return [id, Math.min(22 * layout.scale, nearest / 2)];
    }),
  );
}

/** The linked city that lies most nearly in a direction, or null. */
export function towards(
  layout: Layout,
  links: readonly Link[],
  from: string,
  direction: readonly [number, number],
): string | null {
  const here = layout.cities[from];
  if (!here) return null;
  let best: string | null = null;
  let most = 0.3;
  for (const [a, b] of links) {
    const other = a === from ? b : b === from ? a : null;
    const place = other === null ? undefined : layout.cities[other];
    if (other === null || !place) continue;
    const [dx, dy] = [place[0] - here[0], place[1] - here[1]];
    const match = (dx * direction[0] + dy * direction[1]) / Math.hypot(dx, dy);
    if (match > most) [best, most] = [other, match];
  }
  return best;
}

/** A city's connections: the city at the other end and the cost. */
export function neighbours(links: readonly Link[], city: string): [string, number][] {
  return links.flatMap(([a, b, cost]): [string, number][] =>
    a === city ? [[b, cost]] : b === city ? [[a, cost]] : [],
  );
}

export const linkId = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The links between cities that follow one another. */
export const linksAlong = (cities: readonly string[]): string[] =>
  cities.slice(1).map((city, index) => linkId(cities[index] ?? city, city));

/** The way from the network to a city, read off the server's answer. */
export function wayTo(via: Readonly<Record<string, string>>, city: string): string[] {
  const stops = [city];
  for (let last = via[city]; last !== undefined && !stops.includes(last); last = via[last]) stops.unshift(last);
  return stops;
}
