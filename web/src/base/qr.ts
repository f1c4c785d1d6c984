/** QR codes of links: byte mode, error correction M, versions 1 to 10 (213 bytes). ISO/IEC 18004 by its tables. */

/** By version: error correction words of a block, and the data words of every block. */
const BLOCKS: readonly (readonly [number, readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: the centres of the alignment patterns. */
const CENTRES: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** A square of modules; null where data goes. */
type Square = (boolean | null)[][];

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value *= 2;
  if (value > 255) value ^= 0x11d;
}
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0);

/** The remainder of a block's words by the generator of so many roots. */
export function correction(words: readonly number[], count: number): number[] {
  let generator = [1];
  for (let root = 0; root < count; root += 1) {
    const next = [...generator, 0];
    generator.forEach((value, at) => {
      next[at + 1] = (next[at + 1] ?? 0) ^ times(value, EXP[root] ?? 0);
    });
    generator = next;
  }
  const rest = [...words, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < words.length; at += 1) {
    const lead = rest[at] ?? 0;
    generator.forEach((value, by) => {
      rest[at + by] = (rest[at + by] ?? 0) ^ times(value, lead);
    });
  }
  return rest.slice(words.length);
}

/** A number followed by the remainder that guards it. */
function guarded(value: number, divisor: number, width: number): number {
  let rest = value << width;
  for (let bit = 31 - Math.clz32(rest); bit >= width; bit -= 1) if ((rest >> bit) & 1) rest ^= divisor << (bit - width);
  return (value << width) | rest;
}

/** The words of a text with those that correct them, in the order in which they are drawn. */
function wordsOf(bytes: Uint8Array, version: number): number[] {
  const [count, sizes] = BLOCKS[version - 1] ?? [0, []];
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => {
    put(byte, 8);
  });
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let fill = 0xec; data.length < room; fill ^= 0xec ^ 0x11) data.push(fill);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const guards = blocks.map((block) => correction(block, count));
  const woven = (rows: number[][]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) =>
      rows.flatMap((row) => row[at] ?? []),
    ).flat();
  return [...woven(blocks), ...woven(guards)];
}

/** The patterns that every code of a version has. */
function frame(version: number): Square {
  const size = 17 + 4 * version;
  const square: Square = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const set = (row: number, column: number, dark: boolean): void => {
    const line = square[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  const ring = (row: number, column: number, reach: number, light: readonly number[]): void => {
    for (let dr = -reach; dr <= reach; dr += 1)
      for (let dc = -reach; dc <= reach; dc += 1)
        set(row + dr, column + dc, !light.includes(Math.max(Math.abs(dr), Math.abs(dc))));
  };
  for (let at = 8; at < size - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const centres = CENTRES[version - 1] ?? [];
  const [first, last] = [6, size - 7];
  for (const row of centres)
    for (const column of centres)
      // the corners have patterns of their own
      if (![row, column].every((at) => at === first || at === last) || (row === last && column === last))
        ring(row, column, 2, [1]);
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    ring(row, column, 4, [2, 4]);
  for (let at = 0; at < 9; at += 1)
    for (const [row, column] of [
      [8, at],
      [at, 8],
      [8, size - 1 - at],
      [size - 1 - at, 8],
    ] as const)
      if (square[row]?.[column] === null && (at < 8 || (row < 9 && column < 9))) set(row, column, false);
  set(size - 8, 8, true);
  if (version >= 7) {
    const bits = guarded(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const dark = ((bits >> bit) & 1) === 1;
      set(Math.floor(bit / 3), size - 11 + (bit % 3), dark);
      set(size - 11 + (bit % 3), Math.floor(bit / 3), dark);
    }
  }
  return square;
}

/** Write which mask is used, beside the corners; M has the bits 00. */
function stamp(square: boolean[][], mask: number): void {
  const size = square.length;
  const bits = guarded(mask, 0x537, 10) ^ 0x5412;
  const set = (row: number, column: number, bit: number): void => {
    const line = square[row];
    if (line) line[column] = ((bits >> bit) & 1) === 1;
  };
  for (let bit = 0; bit < 15; bit += 1) {
    set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, bit);
    set(8, bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, bit);
  }
}

/** How hard a code is to read, by the four rules of the standard. */
function penalty(square: boolean[][]): number {
  const size = square.length;
  const at = (row: number, column: number): boolean => square[row]?.[column] ?? false;
  let sum = 0;
  let dark = 0;
  for (const turned of [false, true]) {
    for (let row = 0; row < size; row += 1) {
      const line = Array.from({ length: size }, (_, column) => (turned ? at(column, row) : at(row, column)));
      const text = line.map((one) => (one ? '1' : '0')).join('');
      for (const run of text.match(/0+|1+/g) ?? []) if (run.length >= 5) sum += run.length - 2;
      for (const pattern of ['10111010000', '00001011101'])
        for (let from = text.indexOf(pattern); from >= 0; from = text.indexOf(pattern, from + 1)) sum += 40;
    }
  }
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const one = at(row, column);
      if (one) dark += 1;
      if (
        row + 1 < size &&
        column + 1 < size &&
        one === at(row, column + 1) &&
        one === at(row + 1, column) &&
        one === at(row + 1, column + 1)
      )
        sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 100) / size ** 2 - 50) / 5);
}

/** A text as a square of dark and light modules; null where it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex(
      ([, sizes], at) => sizes.reduce((sum, size) => sum + size, 0) >= bytes.length + (at + 1 < 10 ? 2 : 3),
    ) + 1;
  if (version === 0) return null;
  const base = frame(version);
  const size = base.length;
  const bits = wordsOf(bytes, version).flatMap((word) =>
    Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1),
  );
  const places: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const column of [right, right - 1]) {
        const row = up ? size - 1 - step : step;
        if (base[row]?.[column] === null) places.push([row, column]);
      }
  }
  let best: boolean[][] | null = null;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const square = base.map((line) => line.map((one) => one ?? false));
    places.forEach(([row, column], index) => {
      const line = square[row];
      if (line) line[column] = (bits[index] === 1) !== mask(row, column);
    });
    stamp(square, number);
    const found = penalty(square);
    if (found < least) [best, least] = [square, found];
  });
  return best;
}
