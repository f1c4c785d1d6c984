// Finds places for cities and sides for their names on which everything can be read. A problem as JSON on stdin, the
// best answer as JSON on stdout; called by tools/mapmaker/__main__.py. Sizes are those of web/src/boards/layout.ts.
import { text } from 'node:stream/consumers';

const MARKER = 13;
const BADGE = 8;
const LABEL = 12;
const LETTER = 6.2;
const BOLD = 1.16;
// wished for at scale 1: two markers, two joined by a link with its cost, a marker and a foreign link
const APART = 39;
const TIED = 47;
const PASSING = 19;
const SIDES = ['e', 'w', 'ne', 'se', 'nw', 'sw', 'n', 's'];
const ANCHORS = [
  [17, 4.2, 0],
  [-17, 4.2, 1],
  [9, -14, 0],
  [9, 21, 0],
  [-9, -14, 1],
  [-9, 21, 1],
  [0, -19, 0.5],
  [0, 26, 0.5],
];

const { homes, links, letters, scale: k, moves, seed, hold, twist } = JSON.parse(await text(process.stdin));
const count = homes.length;
const X = Float64Array.from(homes, ([x]) => x);
const Y = Float64Array.from(homes, ([, y]) => y);
const side = new Int8Array(count);
const incident = homes.map((_, city) => links.flatMap(([a, b], n) => (a === city || b === city ? [n] : [])));
const touches = links.map(([a, b]) => links.map(([c, d]) => a === c || a === d || b === c || b === d));

let state = seed >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const bell = () => random() + random() + random() + random() - 2;

const lack = (distance, wished) => (distance >= wished ? 0 : (0.2 + 1 - distance / wished) ** 2);
function toLink(x, y, n) {
  const [a, b] = links[n];
  const [wx, wy] = [X[b] - X[a], Y[b] - Y[a]];
  const t = Math.max(0, Math.min(1, ((x - X[a]) * wx + (y - Y[a]) * wy) / Math.max(1e-9, wx * wx + wy * wy)));
  return Math.hypot(x - X[a] - t * wx, y - Y[a] - t * wy);
}
const middleX = (n) => (X[links[n][0]] + X[links[n][1]]) / 2;
const middleY = (n) => (Y[links[n][0]] + Y[links[n][1]]) / 2;
const box = new Float64Array(4 * count);
function setBox(city) {
  const [dx, dy, part] = ANCHORS[side[city]];
  const wide = letters[city] * LETTER * BOLD * k;
  const left = X[city] + dx * k - part * wide;
  const y = Y[city] + dy * k;
  box.set([left, y - 0.8 * LABEL * k, left + wide, y + 0.25 * LABEL * k], 4 * city);
}
function toBox(x, y, city) {
  const at = 4 * city;
  return Math.hypot(Math.max(box[at] - x, x - box[at + 2], 0), Math.max(box[at + 1] - y, y - box[at + 3], 0));
}
function gap(a, b) {
  const [p, q] = [4 * a, 4 * b];
  return Math.max(box[p] - box[q + 2], box[q] - box[p + 2], box[p + 1] - box[q + 3], box[q + 1] - box[p + 3]);
}
function under(n, city) {
  const at = 4 * city;
  const [a, b] = links[n];
  let [from, to] = [0, 1];
  for (const [p, w, low, high] of [
    [X[a], X[b] - X[a], box[at], box[at + 2]],
    [Y[a], Y[b] - Y[a], box[at + 1], box[at + 3]],
  ]) {
    if (Math.abs(w) < 1e-9) {
      if (p < low || p > high) return 0;
      continue;
    }
    const [t, u] = w > 0 ? [(low - p) / w, (high - p) / w] : [(high - p) / w, (low - p) / w];
    from = Math.max(from, t);
    to = Math.min(to, u);
  }
  return from < to ? 1 : 0;
}
const turn = (a, b, c) => (X[b] - X[a]) * (Y[c] - Y[a]) - (Y[b] - Y[a]) * (X[c] - X[a]);
const cross = (n, m) => {
  const [[a, b], [c, d]] = [links[n], links[m]];
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0 ? 1 : 0;
};

// everything that a city has to do with: its marker, its links with their costs, its name
function strain(city) {
  let sum = 0;
  const own = incident[city];
  for (let other = 0; other < count; other += 1) {
    if (other === city) continue;
    sum += 60 * lack(Math.hypot(X[city] - X[other], Y[city] - Y[other]), APART * k);
    if (letters[other] > 0) sum += 25 * lack(toBox(X[city], Y[city], other), (MARKER + 2) * k);
    if (letters[city] === 0) continue;
    sum += 25 * lack(toBox(X[other], Y[other], city), (MARKER + 2) * k);
    if (letters[other] > 0) sum += 25 * lack(gap(city, other) + 3 * k, 6 * k);
  }
  for (let m = 0; m < links.length; m += 1) {
    const mine = links[m][0] === city || links[m][1] === city;
    const [mx, my] = [middleX(m), middleY(m)];
    if (!mine) {
      sum += 40 * lack(toLink(X[city], Y[city], m), PASSING * k);
      sum += 30 * lack(Math.hypot(X[city] - mx, Y[city] - my), (MARKER + BADGE + 1.5) * k);
    }
    if (letters[city] > 0)
      sum += 25 * lack(toBox(mx, my, city), (BADGE + 1.5) * k) + 3 * under(m, city);
  }
  for (const n of own) sum += link(n, city, own);
  return sum;
}
function link(n, city, own) {
  let sum = 0;
  const [a, b] = links[n];
  const [x, y] = [middleX(n), middleY(n)];
  sum += 40 * lack(Math.hypot(X[a] - X[b], Y[a] - Y[b]), TIED * k);
  for (let other = 0; other < count; other += 1) {
    if (other !== a && other !== b) {
      sum += 40 * lack(toLink(X[other], Y[other], n), PASSING * k);
      sum += 30 * lack(Math.hypot(X[other] - x, Y[other] - y), (MARKER + BADGE + 1.5) * k);
    }
    if (other !== city && letters[other] > 0)
      sum += 25 * lack(toBox(x, y, other), (BADGE + 1.5) * k) + 3 * under(n, other);
  }
  for (let m = 0; m < links.length; m += 1) {
    if (m === n || (m < n && own.includes(m))) continue;
    const [mx, my] = [middleX(m), middleY(m)];
    sum += 30 * lack(Math.hypot(x - mx, y - my), (2 * BADGE + 1.5) * k);
    sum += 20 * lack(toLink(x, y, m), (BADGE + 2) * k) + 20 * lack(toLink(mx, my, n), (BADGE + 2) * k);
    if (!touches[n][m]) sum += 60 * cross(n, m);
  }
  return sum;
}
// how far a city is from where the globe has it, and its links from their directions
function pull(city) {
  const far = Math.hypot(X[city] - homes[city][0], Y[city] - homes[city][1]) / (10 * k);
  let sum = hold * far * far;
  for (const n of incident[city]) {
    const [a, b] = links[n];
    const [hx, hy] = [homes[b][0] - homes[a][0], homes[b][1] - homes[a][1]];
    const [wx, wy] = [X[b] - X[a], Y[b] - Y[a]];
    sum += twist * (1 - (hx * wx + hy * wy) / (Math.hypot(hx, hy) * Math.hypot(wx, wy) + 1e-9));
  }
  return sum;
}

function relax(rounds) {
  for (let round = 0; round < rounds; round += 1) {
    if (round < rounds - 60)
      for (let city = 0; city < count; city += 1) {
        X[city] += 0.02 * (homes[city][0] - X[city]);
        Y[city] += 0.02 * (homes[city][1] - Y[city]);
      }
    for (let a = 0; a < count; a += 1)
      for (let b = a + 1; b < count; b += 1) {
        const least = (incident[a].some((n) => incident[b].includes(n)) ? TIED : APART) * k;
        const [dx, dy] = [X[b] - X[a] || 1e-3, Y[b] - Y[a]];
        const far = Math.hypot(dx, dy);
        if (far >= least) continue;
        const push = (least - far) * 0.4;
        X[a] -= (dx / far) * push;
        Y[a] -= (dy / far) * push;
        X[b] += (dx / far) * push;
        Y[b] += (dy / far) * push;
      }
    links.forEach(([a, b], n) => {
      for (let c = 0; c < count; c += 1) {
        if (c === a || c === b) continue;
        const far = toLink(X[c], Y[c], n);
        if (far >= PASSING * k || far < 1e-6) continue;
        const [wx, wy] = [X[b] - X[a], Y[b] - Y[a]];
        const t = ((X[c] - X[a]) * wx + (Y[c] - Y[a]) * wy) / (wx * wx + wy * wy);
        if (t <= 0 || t >= 1) continue;
        const push = (PASSING * k - far) / 3;
        const [ux, uy] = [(X[c] - X[a] - t * wx) / far, (Y[c] - Y[a] - t * wy) / far];
        X[c] += 1.5 * ux * push;
        Y[c] += 1.5 * uy * push;
        for (const end of [a, b]) {
          X[end] -= 0.6 * ux * push;
          Y[end] -= 0.6 * uy * push;
        }
      }
    });
  }
}

function bestSide(city) {
  let [best, least] = [0, Infinity];
  for (let option = 0; option < SIDES.length; option += 1) {
    side[city] = option;
    setBox(city);
    const sum = strain(city) + 0.02 * option;
    if (sum < least) [best, least] = [option, sum];
  }
  side[city] = best;
  setBox(city);
}
const everything = () => homes.reduce((sum, _, city) => sum + strain(city), 0);

relax(300);
for (let city = 0; city < count; city += 1) setBox(city);
for (let pass = 0; pass < 3; pass += 1) for (let city = 0; city < count; city += 1) bestSide(city);
const strains = homes.map((_, city) => strain(city));
for (let move = 0; move < moves; move += 1) {
  const left = 1 - move / moves;
  const heat = 2.5 * left * left + 0.02;
  let city = Math.floor(random() * count);
  // cities in trouble have more turns
  for (let again = 0; again < 2 && strains[city] < 1; again += 1) city = Math.floor(random() * count);
  const old = [X[city], Y[city], side[city]];
  const before = strain(city) + pull(city);
  const what = random();
  if (what < 0.7) {
    const reach = (3 + 30 * left * random()) * k;
    X[city] += bell() * reach;
    Y[city] += bell() * reach;
  }
  if (what > 0.5) side[city] = Math.floor(random() * SIDES.length);
  setBox(city);
  const after = strain(city);
  const change = after + pull(city) - before;
  if (change <= 0 || random() < Math.exp(-change / heat)) strains[city] = after;
  else {
    [X[city], Y[city], side[city]] = old;
    setBox(city);
  }
}
for (let pass = 0; pass < 2; pass += 1) for (let city = 0; city < count; city += 1) bestSide(city);
process.stdout.write(
  JSON.stringify({
    places: homes.map((_, city) => [X[city], Y[city]]),
    sides: [...side].map((number) => SIDES[number]),
    strain: everything(),
    worst: homes.map((_, city) => [city, strain(city)]).filter(([, sum]) => sum > 0.5),
  }),
);
