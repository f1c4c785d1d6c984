/** The order of the folders of src, as dependency-cruiser checks it: tried on a small tree, since a rule that never fires looks the same. */
import { cruise } from 'dependency-cruiser';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

interface Rule {
  name: string;
  severity: string;
}
const config = createRequire(import.meta.url)('../layers.cjs') as { forbidden: Rule[]; options: object };
const PREFIX = 'above-';
const layers = config.forbidden.flatMap(({ name }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : []));
const trees: string[] = [];

/** The rules that a tree of modules breaks, each with the module that breaks it. */
async function broken(modules: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  trees.push(root);
  for (const [path, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { forbidden, options } = config;
  const { output } = await cruise(['src'], {
    ...options,
    tsConfig: undefined,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden } as never,
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from }) => `${rule.severity} ${rule.name} ${from}`);
}

afterAll(() => {
  for (const root of trees) rmSync(root, { recursive: true });
});

describe('layers', () => {
  it('are all the folders there are', () => {
    const folders = readdirSync(join(import.meta.dirname, '../src'), { withFileTypes: true });
    expect(folders.flatMap((one) => (one.isDirectory() ? one.name : [])).sort()).toEqual([...layers].sort());
  });
  it('refuse an import from the next folder up and from the top, where no circle closes', async () => {
    const modules: Record<string, string> = { 'src/App.ts': 'export const app = 1;' };
    const wanted: string[] = [];
    for (const [at, layer] of layers.entries()) {
      const above = layers[at + 1];
      modules[`src/${layer}/low.ts`] = `export const ${layer} = 1;`;
      modules[`src/${layer}/top.ts`] = "import type { app } from '../App'; export type T = typeof app;";
      wanted.push(`error above-${layer} src/${layer}/top.ts`);
      if (above === undefined) continue;
      modules[`src/${layer}/high.ts`] = `import '../${above}/low';`;
      wanted.push(`error above-${layer} src/${layer}/high.ts`);
    }
    expect((await broken(modules)).sort()).toEqual(wanted.sort());
  });
  it('allow an import from any folder below', async () => {
    const modules: Record<string, string> = {};
    for (const [at, layer] of layers.entries())
      modules[`src/${layer}/low.ts`] = layers
        .slice(0, at)
        .map((below) => `import '../${below}/low';`)
        .join(' ');
    expect(await broken(modules)).toEqual([]);
  });
  it('exempt no folder, whether it imports or is imported', async () => {
    const modules = {
      'src/base/one.ts': "import '../elsewhere/quiet';",
      'src/elsewhere/quiet.ts': 'export {};',
      'src/other/loud.ts': "import '../base/two';",
      'src/base/two.ts': 'export {};',
    };
    expect((await broken(modules)).sort()).toEqual([
      'error every-folder-has-a-layer src/other/loud.ts',
      'error every-folder-imported-has-a-layer src/base/one.ts',
    ]);
  });
  it('refuse a circle', async () => {
    const modules = { 'src/base/a.ts': "import './b';", 'src/base/b.ts': "import './a';" };
    expect((await broken(modules)).map((line) => line.split(' ')[1])).toContain('no-circle');
  });
});
