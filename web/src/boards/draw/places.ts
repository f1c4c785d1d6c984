/** From latitude and longitude to places on the page: projected, scaled, and moved apart where markers would touch. */
import { BADGE, MARKER, type BoardMap, type Point } from '../layout';

/** The panes a board is drawn in, in pixels at 1440: a label is to be about 12 pixels high there. */
const WIDE_PANE = [790, 540] as const;
const TALL_PANE = [636, 830] as const;
const SIZE = 1000;
/** Least distance of two markers and of a marker from a foreign connection, at scale 1. */
const APART = 2 * MARKER + 14;
const CLEAR = MARKER + 7;
const ROUNDS = 300;
/** How strongly a city returns to where it lies on the globe, per round. */
const HOME = 0.02;
const FLATTEST = 0.55;
/** Coast and labels make the drawing larger than the sheet with its cities. */
const MARGINS = 1.12;

export interface Places {
  spots: Point[];
  scale: number;
}

/** Equirectangular with the middle latitude true: enough for what is no atlas. A board across 180 degrees stays in one piece. */
function projected(map: BoardMap): Point[] {
  const lons = map.cities.map((city) => city.lon);
  const across = Math.max(...lons) - Math.min(...lons) > 180;
  const lat = map.cities.reduce((sum, city) => sum + city.lat, 0) / map.cities.length;
  const narrow = Math.max(0.2, Math.cos((lat * Math.PI) / 180));
  return map.cities.map((city) => [(across && city.lon < 0 ? city.lon + 360 : city.lon) * narrow, -city.lat]);
}

/** Fit the points into a sheet 1000 wide, or as high as a tall board needs. Points on one line or in one place get room. */
function fitted(points: readonly Point[]): { spots: Point[]; size: [number, number] } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const most = Math.max(w, h, 1e-9);
  const size: [number, number] = [SIZE, SIZE * Math.max(FLATTEST, Math.min(1.55, w > 0 ? h / w : 1.55))];
  const unit = Math.min(size[0] / Math.max(w, 0.3 * most), size[1] / Math.max(h, 0.3 * most));
  const [dx, dy] = [(size[0] - w * unit) / 2, (size[1] - h * unit) / 2];
  return { spots: points.map(([x, y]) => [dx + (x - left) * unit, dy + (y - top) * unit]), size };
}

type Mutable = [number, number][];

/** Push two places apart, half the way each; places that coincide part in a direction that depends on their numbers alone. */
function part(spots: Mutable, a: number, b: number, least: number): void {
  const p = spots[a];
  const q = spots[b];
  if (!p || !q) return;
  let dx = q[0] - p[0];
  let dy = q[1] - p[1];
  if (Math.abs(dx) >= least || Math.abs(dy) >= least) return;
  let far = Math.hypot(dx, dy);
  if (far >= least) return;
  if (far < 1e-6) [dx, dy, far] = [Math.cos(2.4 * (a + b)), Math.sin(2.4 * (a + b)), 1];
  const push = (least - Math.min(far, least)) / 2;
  const [ux, uy] = [dx / far, dy / far];
  p[0] -= ux * push;
  p[1] -= uy * push;
  q[0] += ux * push;
  q[1] += uy * push;
}

/** Push a city off a connection that passes it; the ends give way half as much. */
function clear(spots: Mutable, city: number, a: number, b: number, least: number): void {
  const c = spots[city];
  const p = spots[a];
  const q = spots[b];
  if (!c || !p || !q) return;
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const length = dx * dx + dy * dy;
  if (length < 1e-6) return;
  const t = ((c[0] - p[0]) * dx + (c[1] - p[1]) * dy) / length;
  if (t <= 0 || t >= 1) return;
  const ox = c[0] - p[0] - t * dx;
  const oy = c[1] - p[1] - t * dy;
  if (Math.abs(ox) >= least || Math.abs(oy) >= least) return;
  const far = Math.hypot(ox, oy);
  if (far >= least) return;
  const root = Math.sqrt(length);
  const [ux, uy] = far < 1e-6 ? [-dy / root, dx / root] : [ox / far, oy / far];
  const push = (least - far) / 3;
  c[0] += 2 * ux * push;
  c[1] += 2 * uy * push;
  for (const end of [p, q]) {
    end[0] -= ux * push;
    end[1] -= uy * push;
  }
}

export function places(map: BoardMap): Places {
  const { spots: homes, size } = fitted(projected(map));
  const [paneW, paneH] = size[1] > size[0] ? TALL_PANE : WIDE_PANE;
  const k = MARGINS / Math.min(paneW / size[0], paneH / size[1]);
  const spots: Mutable = homes.map(([x, y]) => [x, y]);
  const index = new Map(map.cities.map((city, at) => [city.id, at]));
  const links = map.connections.map(([a, b]) => [index.get(a) ?? 0, index.get(b) ?? 0] as const);
  // the badge with the cost needs room between two connected cities
  const least = spots.map(() => spots.map(() => APART * k));
  for (const [a, b] of [...links, ...links.map(([a, b]) => [b, a] as const)]) {
    const row = least[a];
    if (row) row[b] = (APART + BADGE) * k;
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // in the last rounds nothing pulls back any more, so that what must be apart is apart
    if (round < ROUNDS - 40)
      spots.forEach((spot, at) => {
        const home = homes[at] ?? spot;
        spot[0] += HOME * (home[0] - spot[0]);
        spot[1] += HOME * (home[1] - spot[1]);
      });
    for (const [a, b] of links)
      for (let city = 0; city < spots.length; city += 1)
        if (city !== a && city !== b) clear(spots, city, a, b, CLEAR * k);
    for (let a = 0; a < spots.length; a += 1)
      for (let b = a + 1; b < spots.length; b += 1) part(spots, a, b, least[a]?.[b] ?? 0);
  }
  return { spots, scale: k };
}
