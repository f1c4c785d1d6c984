/** Places and distances on the drawn board: label boxes, hit areas, neighbours by direction, links of a way. No costs, no ways of its own. */
import type { Layout } from '../boards';

export type Link = [string, string, number];
export const SLOTS: readonly (readonly [number, number])[] = [
  [-5.95, -3.3],
  [5.95, -3.3],
  [0, 6.8],
];

/** The corner of the board in which a legend covers no city: low or high on the left. */
export function freeCorner(layout: Layout): 'low' | 'high' {
  const [x, y, w, h] = layout.frame;
  const inCorner = ([cx, cy]: readonly [number, number, ...unknown[]]): boolean =>
    cx < x + 0.27 * w && cy > y + 0.82 * h;
  return Object.values(layout.cities).some(inCorner) ? 'high' : 'low';
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
