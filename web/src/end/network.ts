/** A player's network as lines: links between two of the cities, and the ways through others' cities that hold it together. */
import { linkId, neighbours, type Link } from '../board/geometry';

export interface Network {
  /** Links with both ends in the network, each with the number of cities after which it is there. */
  own: { from: string; to: string; after: number }[];
  /** Links of ways that lead through others' cities. */
  through: { from: string; to: string; after: number }[];
}

/** The cheapest way from a part of the network to any other city of it, by these links. */
function wayOut(part: ReadonlySet<string>, rest: ReadonlySet<string>, links: readonly Link[]): string[] | null {
  const costs = new Map<string, number>([...part].map((city) => [city, 0]));
  const before = new Map<string, string>();
  const open = new Set(part);
  for (;;) {
    let here: string | null = null;
    for (const city of open) if (here === null || (costs.get(city) ?? 0) < (costs.get(here) ?? 0)) here = city;
    if (here === null) return null;
    if (rest.has(here)) {
      const way = [here];
      for (let last = before.get(here); last !== undefined; last = before.get(last)) way.unshift(last);
      return way;
    }
    open.delete(here);
    for (const [other, cost] of neighbours(links, here)) {
      const sum = (costs.get(here) ?? 0) + cost;
      if (sum >= (costs.get(other) ?? Infinity)) continue;
      costs.set(other, sum);
      before.set(other, here);
      open.add(other);
    }
  }
}

/** Everything linked to a city within the network. */
function partOf(city: string, own: readonly { from: string; to: string }[]): Set<string> {
  const part = new Set([city]);
  for (let size = 0; size < part.size;) {
    size = part.size;
    for (const { from, to } of own) {
      if (part.has(from)) part.add(to);
      if (part.has(to)) part.add(from);
    }
  }
  return part;
}

/** `cities` in the order in which they were built. */
export function networkOf(cities: readonly string[], links: readonly Link[]): Network {
  const place = new Map(cities.map((city, index) => [city, index]));
  const own = links.flatMap(([from, to]) => {
    const [a, b] = [place.get(from), place.get(to)];
    return a === undefined || b === undefined ? [] : [{ from, to, after: Math.max(a, b) }];
  });
  const through = new Map<string, Network['through'][number]>();
  const [first] = cities;
  if (first === undefined) return { own, through: [] };
  const part = partOf(first, own);
  for (;;) {
    const rest = new Set(cities.filter((city) => !part.has(city)));
    const way = rest.size === 0 ? null : wayOut(part, rest, links);
    if (way === null) break;
    const last = way.at(-1) ?? first;
    way.slice(1).forEach((to, index) => {
      const from = way[index] ?? to;
      through.set(linkId(from, to), { from, to, after: place.get(last) ?? 0 });
    });
    for (const city of partOf(last, own)) part.add(city);
  }
  return { own, through: [...through.values()] };
}
