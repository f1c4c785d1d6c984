/** Places and distances on the drawn board: label boxes, hit areas, neighbours by direction, routes to draw. No costs. */
import type { Anchor, Layout } from '../boards';

export type Link = [string, string, number];
export const SLOTS: readonly (readonly [number, number])[] = [
  [-5.95, -3.3],
  [5.95, -3.3],
  [0, 6.8],
];

export interface LabelPlace {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Where a label's baseline starts, by its anchor, for a marker at x, y and sizes multiplied by k. */
export function labelPlace(x: number, y: number, side: Anchor, k: number, near = 1): LabelPlace {
  const middle = 4.2;
  const places: Record<Anchor, [number, number, LabelPlace['anchor']]> = {
    e: [17, middle, 'start'],
    w: [-17, middle, 'end'],
    n: [0, -19, 'middle'],
    s: [0, 26, 'middle'],
    ne: [9, -14, 'start'],
    se: [9, 21, 'start'],
    nw: [-9, -14, 'end'],
    sw: [-9, 21, 'end'],
  };
  const [dx, dy, anchor] = places[side];
  return { x: x + dx * k * near, y: y + dy * k * (dy === middle ? 1 : near), anchor };
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

/** The links of the cheapest way from a network to a city, to be drawn. The price itself is the server's word. */
export function route(links: readonly Link[], from: ReadonlySet<string>, to: string): string[] {
  if (from.has(to) || from.size === 0) return [];
  const near = new Map<string, [string, number][]>();
  for (const [a, b, cost] of links) {
    near.set(a, [...(near.get(a) ?? []), [b, cost]]);
    near.set(b, [...(near.get(b) ?? []), [a, cost]]);
  }
  const cost = new Map<string, number>([...from].map((city) => [city, 0]));
  const before = new Map<string, string>();
  const open = new Set(from);
  while (open.size > 0) {
    let here = '';
    let least = Infinity;
    for (const city of open)
      if ((cost.get(city) ?? Infinity) < least) [here, least] = [city, cost.get(city) ?? Infinity];
    open.delete(here);
    if (here === to) break;
    for (const [next, price] of near.get(here) ?? []) {
      if (least + price < (cost.get(next) ?? Infinity)) {
        cost.set(next, least + price);
        before.set(next, here);
        open.add(next);
      }
    }
  }
  const found: string[] = [];
  for (let here = to, last = before.get(here); last !== undefined; here = last, last = before.get(here)) {
    found.push(linkId(here, last));
  }
  return found;
}

/** Cheapest ways from some cities to all others along the links, for showing costs while a plan is open. */
export function spread(links: readonly Link[], from: readonly string[]): Map<string, number> {
  const cost = new Map(from.map((city) => [city, 0]));
  let changed = from.length > 0;
  while (changed) {
    changed = false;
    for (const [a, b, price] of links) {
      const [ca, cb] = [cost.get(a) ?? Infinity, cost.get(b) ?? Infinity];
      if (ca + price < cb) {
        cost.set(b, ca + price);
        changed = true;
      } else if (cb + price < ca) {
        cost.set(a, cb + price);
        changed = true;
      }
    }
  }
  return cost;
}
