/** Lets the code ask the named media queries of the style sheets: `import { phone } from 'virtual:media'` is the query's text. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FILE = new URL('./src/styles/media.css', import.meta.url).pathname;
const NAME = 'virtual:media';

/** Every query of a sheet by its name, without dashes. */
export const queries = (sheet: string): Map<string, string> =>
  new Map(
    [...sheet.matchAll(/^@custom-media --([\w-]+) ([^;]+);/gm)].map(([, name = '', query = '']) => [name, query]),
  );

/** A name as the code writes it: `not-phone` is `notPhone`. */
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export function media(): Plugin {
  return {
    name: 'media',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(FILE);
      const rows = [...queries(readFileSync(FILE, 'utf8'))];
      return rows.map(([name, query]) => `export const ${camel(name)} = ${JSON.stringify(query)};`).join('\n');
    },
  };
}
