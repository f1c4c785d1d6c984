import { describe, expect, it, vi } from 'vitest';
import { queries } from '../media';

const glob = import.meta.glob<string>('../src/**/*.css', { query: '?raw', import: 'default', eager: true });
const SHEETS = Object.entries(glob).map(([path, text]): [string, string] => [
  path.replace('../src/', ''),
  text.replace(/\/\*[^]*?\*\//g, ''),
]);
const CODE = Object.entries(
  import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).map(([path, text]): [string, string] => [path.replace('../src/', ''), text]);
const QUERIES = 'styles/media.css';
const MEDIA = queries(glob[`../src/${QUERIES}`] ?? '');
const LAYERS = 'styles/layers.css';

/** The conditions of a sheet's media rules and imports. */
const conditions = (sheet: string): string[] =>
  [...sheet.matchAll(/@media ([^{]+)\{|@import '[^']*' ([^;]+);/g)].map((at) => (at[1] ?? at[2] ?? '').trim());
/** Those that ask anything but a named media query. */
const raw = (sheet: string): string[] =>
  conditions(sheet).filter((asked) => !/^(\(--[\w-]+\)|\s|,|\band\b|\bor\b|\bnot\b)+$/.test(asked));
const named = (sheet: string): string[] =>
  conditions(sheet).flatMap((asked) => [...asked.matchAll(/--([\w-]+)/g)].map(([, name = '']) => name));
/** The z-indexes of a sheet that are no layer of the scale. */
const levels = (sheet: string): string[] =>
  [...sheet.matchAll(/z-index:\s*([^;}]+)/g)]
    .map(([, value = '']) => value.trim())
    .filter((value) => !/^var\(--layer-[\w-]+\)$/.test(value));

type Size = readonly [number, number];
/** Whether a query that asks for widths and heights alone is true of a window. */
const holds = (query: string, [width, height]: Size): boolean =>
  query.split(',').some((one) =>
    one.split(' and ').every((part) => {
      const [, edge, side, length] = /^\s*\((min|max)-(width|height): ([\d.]+)px\)\s*$/.exec(part) ?? [];
      const has = side === 'width' ? width : height;
      return edge === 'min' ? has >= Number(length) : has <= Number(length);
    }),
  );
const LENGTHS = new Set(
  [...MEDIA.values()]
    .flatMap((query) => [...query.matchAll(/([\d.]+)px/g)].map(([, length]) => Math.floor(Number(length))))
    .flatMap((length) => [length - 1, length - 0.5, length, length + 0.5, length + 1]),
);
const SIZES: Size[] = [...LENGTHS].flatMap((width) => [...LENGTHS].map((height): Size => [width, height]));
const where = (name: string): Size[] => SIZES.filter((size) => holds(MEDIA.get(name) ?? '', size));

describe('media queries', () => {
  it('are asked by name alone', () => {
    expect(SHEETS.length).toBeGreaterThan(40);
    expect(SHEETS.flatMap(([path, sheet]) => raw(sheet).map((asked) => `${path}: ${asked}`))).toEqual([]);
  });
  it('that are raw are found', () => {
    expect(raw('@media (max-width: 700px) {}')).toEqual(['(max-width: 700px)']);
    expect(raw('@media (--phone) and (width < 400px) {}')).toHaveLength(1);
    expect(raw("@import './a.css' screen;")).toEqual(['screen']);
    expect(raw('@media (--not-phone), (--tablet) {}')).toEqual([]);
  });
  it('are declared in one file, each once, and each is used', () => {
    const declare = SHEETS.filter(([, sheet]) => sheet.includes('@custom-media')).map(([path]) => path);
    expect(declare).toEqual([QUERIES]);
    expect(glob[`../src/${QUERIES}`]?.match(/@custom-media/g)).toHaveLength(MEDIA.size);
    const inSheets = SHEETS.flatMap(([, sheet]) => named(sheet));
    const inCode = CODE.flatMap(([, text]) => [...text.matchAll(/ask\(media\.(\w+)\)/g)].map(([, name = '']) => name));
    expect([...new Set([...inSheets, ...inCode])].sort()).toEqual([...MEDIA.keys()].sort());
  });
  it('are known to every sheet that asks one', () => {
    const index = glob['../src/styles/index.css'] ?? '';
    for (const [path, sheet] of SHEETS)
      if (named(sheet).length > 0 && path !== QUERIES)
        expect(
          sheet.includes("@import '../styles/media.css';") || index.includes(`'./${path.replace('styles/', '')}'`),
          path,
        ).toBe(true);
  });
  it('of the code are those of the sheets', () => {
    const own = CODE.filter(
      ([path, text]) =>
        path !== 'base/screen.ts' &&
        (/matchMedia\([^)]*(width|height|pointer|hover)/.test(text) || /inner(Width|Height)\s*[<>]/.test(text)),
    );
    expect(own.map(([path]) => path)).toEqual([]);
  });
});

describe('a phone', () => {
  it('is every window that is not said to be none', () => {
    expect(SIZES.length).toBeGreaterThan(1000);
    for (const [one, other] of [
      ['phone', 'not-phone'],
      ['wide', 'not-wide'],
    ] as const) {
      const both = SIZES.filter((size) => holds(MEDIA.get(one) ?? '', size) === holds(MEDIA.get(other) ?? '', size));
      expect(both, one).toEqual([]);
    }
  });
  it('is what every kind of phone is', () => {
    for (const kind of [
      'flat',
      'sideways',
      'sideways-narrow',
      'sideways-lowest',
      'narrow',
      'short',
      'tiny',
      'tablet',
    ]) {
      expect(where(kind).length, kind).toBeGreaterThan(0);
      expect(
        where(kind).filter((size) => !holds(MEDIA.get('phone') ?? '', size)),
        kind,
      ).toEqual([]);
    }
  });
  it('is the same to the code, and small unless it is a tablet', async () => {
    let size: Size = [0, 0];
    // happy-dom reads no list of queries
    vi.stubGlobal('matchMedia', (query: string) => ({
      get matches() {
        return holds(query, size);
      },
    }));
    vi.resetModules();
    const { phone, small } = await import('../src/base/screen');
    const at = (...now: Size): [boolean, boolean] => {
      size = now;
      return [phone(), small()];
    };
    expect(at(390, 844)).toEqual([true, true]);
    expect(at(899, 700)).toEqual([true, true]);
    expect(at(899.5, 700)).toEqual([true, true]);
    expect(at(900, 700)).toEqual([false, false]);
    expect(at(1100, 480)).toEqual([true, true]);
    expect(at(1100, 481)).toEqual([false, false]);
    expect(at(768, 1024)).toEqual([true, false]);
    expect(at(1440, 900)).toEqual([false, false]);
    vi.unstubAllGlobals();
  });
});

describe('containers', () => {
  it('of a width between two whole numbers are on one side of each pair of bounds', () => {
    for (const [path, sheet] of SHEETS)
      for (const [, least] of sheet.matchAll(/@container [^{]*\(min-width: (\d+)px\)/g))
        expect(
          SHEETS.filter(([, other]) => other.includes(`(max-width: ${Number(least) - 1}px)`)).map(([name]) => name),
          `${path}: write (width > ${Number(least) - 1}px)`,
        ).toEqual([]);
  });
  it('that are asked exist', () => {
    const asked = SHEETS.flatMap(([, sheet]) => [...sheet.matchAll(/@container ([\w-]+)?/g)].map(([, name]) => name));
    const there = SHEETS.flatMap(([, sheet]) => [...sheet.matchAll(/container: ([\w-]+) \//g)].map(([, name]) => name));
    expect([...new Set(asked)].sort()).toEqual([...new Set(there)].sort());
  });
});

describe('layers', () => {
  const scale = [...(glob[`../src/${LAYERS}`] ?? '').matchAll(/--layer-([\w-]+): (\d+);/g)];
  it('are named: no z-index is a number of its own', () => {
    expect(SHEETS.flatMap(([path, sheet]) => levels(sheet).map((value) => `${path}: ${value}`))).toEqual([]);
    expect(CODE.filter(([, text]) => /zIndex|z-index/.test(text)).map(([path]) => path)).toEqual([]);
  });
  it('that are raw are found', () => {
    expect(levels('.a { z-index: 7; } .b { z-index: calc(var(--layer-toast) + 1) }')).toEqual([
      '7',
      'calc(var(--layer-toast) + 1)',
    ]);
    expect(levels('.a { z-index: var(--layer-toast); }')).toEqual([]);
  });
  it('form one scale: each has its own height, the lowest is first, and each is used', () => {
    const heights = scale.map(([, , height]) => Number(height));
    expect(heights.length).toBeGreaterThan(10);
    expect(heights).toEqual([...new Set(heights)].sort((a, b) => a - b));
    const used = SHEETS.flatMap(([, sheet]) => [...sheet.matchAll(/var\(--layer-([\w-]+)\)/g)].map(([, name]) => name));
    expect([...new Set(used)].sort()).toEqual(scale.map(([, name]) => name).sort());
    expect(SHEETS.filter(([, sheet]) => /--layer-[\w-]+:/.test(sheet)).map(([path]) => path)).toEqual([LAYERS]);
  });
});

/** Fields of plain text look like any other. */
const PLAIN = ['text', 'search', 'url', 'email', 'password'];
/** Native controls that browsers draw in their own way, with the rule that styles each. */
const CONTROLS: Record<string, RegExp> = {
  select: /(^|[\s,}])select\s*\{[^}]*appearance: none/,
  progress: /(^|[\s,}])progress\s*\{[^}]*appearance: none/,
  meter: /(^|[\s,}])meter\s*\{[^}]*appearance: none/,
  checkbox: /input\[type='checkbox'\][^{]*\{[^}]*accent-color/,
  radio: /input\[type='radio'\][^{]*\{[^}]*accent-color/,
  range: /input\[type='range'\][^{]*\{[^}]*accent-color/,
  number: /input\[type='number'\][^{]*\{[^}]*appearance: textfield/,
  date: /input\[type='date'\][^{]*\{[^}]*color-scheme|color-scheme:/,
  time: /input\[type='time'\][^{]*\{[^}]*color-scheme|color-scheme:/,
};
/** The kinds of native controls in a module. */
const controls = (code: string): string[] => [
  ...[...code.matchAll(/<(select|progress|meter)\b/g)].map(([, tag = '']) => tag),
  ...[...code.matchAll(/<input\b[^>]*?\btype="(\w+)"/g)].map(([, type = '']) => type),
];

describe('native controls', () => {
  const all = SHEETS.map(([, sheet]) => sheet).join('\n');
  const used = new Set(CODE.filter(([path]) => path.endsWith('.tsx')).flatMap(([, code]) => controls(code)));
  it('have a style of ours, every kind that the page uses', () => {
    expect(used.size).toBeGreaterThan(6);
    const drawn = [...used].filter((kind) => kind !== 'file' && !PLAIN.includes(kind));
    expect(drawn.filter((kind) => !CONTROLS[kind]?.test(all))).toEqual([]);
  });
  it('for files are buttons: the control itself is hidden, in one place', () => {
    const files = CODE.filter(([, code]) => controls(code).includes('file'));
    expect(files.map(([path]) => path)).toEqual(['parts/FileButton.tsx']);
    expect(files[0]?.[1]).toContain('className="hidden"');
  });
  it('without a style are found', () => {
    expect(controls('<input type="color" /><select>')).toEqual(['select', 'color']);
    expect(CONTROLS.select?.test('select { color: red }')).toBe(false);
  });
});
