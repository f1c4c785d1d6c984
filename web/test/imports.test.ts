import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

/** The modules that each module imports, types included. */
function graph(): Map<string, string[]> {
  const names = new Set(Object.keys(SOURCES));
  const found = new Map<string, string[]>();
  for (const [path, source] of Object.entries(SOURCES)) {
    const wanted = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map(([, to = '']) => {
      const place = new URL(to, `file:///${path.replace('../', '')}`).pathname.slice(1).replace(/\/$/, '');
      return ['', '.ts', '.tsx', '/index.ts'].map((end) => `../${place}${end}`).find((name) => names.has(name));
    });
    found.set(
      path,
      wanted.filter((name) => name !== undefined),
    );
  }
  return found;
}

/** The circles among imports, each as its way round. */
function circles(modules: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (name: string, way: readonly string[]): void => {
    const from = way.indexOf(name);
    if (from >= 0) found.push([...way.slice(from), name].join(' > '));
    if (from >= 0 || done.has(name)) return;
    for (const next of modules.get(name) ?? []) walk(next, [...way, name]);
    done.add(name);
  };
  for (const name of modules.keys()) walk(name, []);
  return found;
}

describe('imports', () => {
  it('go round in no circle', () => {
    const modules = graph();
    expect([...modules.values()].flat().length).toBeGreaterThan(200);
    expect(circles(modules)).toEqual([]);
  });
  it('of state, network, texts and boards lead to no part of the screen', () => {
    const below = /^..\/src\/(state|net|text|boards|protocol)\//;
    const above = /^..\/src\/(screens|console|panels|drawers)\//;
    const wrong = [...graph()].flatMap(([from, list]) =>
      below.test(from) ? list.filter((to) => above.test(to)).map((to) => `${from} > ${to}`) : [],
    );
    expect(wrong).toEqual([]);
  });
  it('that go round are found', () => {
    const three = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(circles(three)).toEqual(['a > b > c > a']);
  });
});
