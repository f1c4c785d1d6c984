import { describe, expect, it } from 'vitest';

const files = (all: Record<string, string>): [string, string][] =>
  Object.entries(all).map(([path, text]) => [path.replace('../src/', ''), text]);
const SHEETS = files(import.meta.glob<string>('../src/**/*.css', { query: '?raw', import: 'default', eager: true }));
const CODE = files(import.meta.glob<string>('../src/**/*.tsx', { query: '?raw', import: 'default', eager: true }));

/** The selectors of a sheet's rules that always hold: those inside media and container queries adapt others. */
function selectors(sheet: string): string[] {
  const list: string[] = [];
  let depth = 0;
  for (const part of sheet.replace(/\/\*[^]*?\*\//g, '').split(/([{}])/)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    else if (depth === 0) list.push(part.slice(part.lastIndexOf(';') + 1).trim());
  }
  return list.filter((one) => one !== '' && !one.startsWith('@'));
}

/** The classes that a sheet styles wherever they stand. */
const bare = (sheet: string): string[] =>
  selectors(sheet)
    .flatMap((one) => one.replace(/\([^()]*\)/g, '()').split(','))
    .flatMap((one) => /^\s*\.([\w-]+)\s*$/.exec(one)?.[1] ?? []);

/** The classes that a component gives its elements, as far as they are written out. */
function given(code: string): string[] {
  const texts = [...code.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(
    ([, plain, made = '']) =>
      plain !== undefined
        ? [plain]
        : [...made.matchAll(/'([^']*)'/g), ...made.replace(/\$\{[^}]*\}/g, '-').matchAll(/`([^`]*)`/g)].map(
            ([, text = '']) => text,
          ),
  );
  return texts.flatMap((text) => text.split(/\s+/)).filter((name) => /^[a-z][\w-]*[a-z0-9]$|^[a-z]$/.test(name));
}

const group = (rows: [string, string][]): Map<string, Set<string>> => {
  const map = new Map<string, Set<string>>();
  for (const [key, value] of rows) map.set(key, (map.get(key) ?? new Set()).add(value));
  return map;
};
const homes = group(SHEETS.flatMap(([path, sheet]) => bare(sheet).map((name): [string, string] => [name, path])));
const folder = (path: string): string => path.split('/')[0] ?? '';
const users = group(CODE.flatMap(([path, code]) => given(code).map((name): [string, string] => [name, folder(path)])));

/** The page's own vocabulary: classes that components of several folders give their elements, and mean the same by. */
const SHARED = `
  answers area area-name buttons cell choice code console empty faint filters form fuel gallery-head gone greyed groups grow hidden
  hidden-text icon lamp lead link link-case link-lit log lost loud menu-buttons none note order page-header panel
  plain-list plan-ring plant plant-new qr refused risky seat-fill slot stats switch table-line table-state
  table-what tag tag-you through tile tile-own tiny-map tiny-sign tool trust-letter trust-ring turn-map turn-row turn-what unfold
  way-row zoom`;
/** Classes that two sheets style: one for the look, one for the place on the table or in a lesson. */
const TWO_HOMES = 'columns fuels log screen-game stepper-value table-name works';
const listed = (text: string): string[] => text.trim().split(/\s+/).sort();

describe('a class', () => {
  it('is given by the components of one folder, or is one of the shared ones', () => {
    expect(homes.size).toBeGreaterThan(400);
    const shared = [...users].filter(([name, at]) => homes.has(name) && at.size > 1).map(([name]) => name);
    expect(shared.sort()).toEqual(listed(SHARED));
  });
  it('is styled by one sheet, or by two on purpose', () => {
    const twice = [...homes].filter(([, at]) => at.size > 1).map(([name]) => name);
    expect(twice.sort()).toEqual(listed(TWO_HOMES));
  });
  it('of a folder that is loaded later is not borrowed by another: it would look different until then', () => {
    const late = [...homes].filter(([, at]) => [...at].every((path) => folder(path) !== 'styles'));
    const borrowed = late.filter(([name, at]) =>
      [...(users.get(name) ?? [])].some((user) => ![...at].some((path) => folder(path) === user)),
    );
    expect(borrowed.map(([name]) => name).sort()).toEqual(['given-limit']);
  });
  it('that collides is noticed', () => {
    expect(
      bare('.game :is(.a, .b, .c) { x: y } .who { a: b } .end .who { c: d } @media (--phone) { .late { e: f } }'),
    ).toEqual(['who']);
    expect(given("<b className=\"who\" /><i className={`a ${x ? 'b' : ''} c-${n}`} />").sort()).toEqual([
      'a',
      'b',
      'who',
    ]);
  });
});
