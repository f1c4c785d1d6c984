/** Lets the page import the game's own text catalogues: TOML with sections of one-line texts, and nothing more of TOML. */
import type { Plugin } from 'vite';

export type Catalogue = Record<string, Record<string, string>>;

/** Read sections of `code = "text"` lines. A line it does not understand is a mistake, not a thing to be skipped. */
export function read(source: string): Catalogue {
  const found: Catalogue = {};
  let section: Record<string, string> = {};
  source.split('\n').forEach((line, index) => {
    const text = line.trim();
    const head = /^\[(\w+)\]$/.exec(text);
    const row = /^([\w-]+) = ("(?:[^"\\]|\\.)*")$/.exec(text);
    if (head?.[1] !== undefined) section = found[head[1]] ??= {};
    else if (row?.[1] !== undefined && row[2] !== undefined) section[row[1]] = JSON.parse(row[2]) as string;
    else if (text !== '' && !text.startsWith('#')) throw new Error(`line ${index + 1} of the catalogue: ${text}`);
  });
  return found;
}

/** Only these sections are for the page; the others are the server's to say. */
const SECTIONS = ['events', 'why', 'words', 'reconstructed'];

export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    transform(source, id) {
      if (!id.endsWith('.toml')) return null;
      const kept = Object.entries(read(source)).filter(([name]) => SECTIONS.includes(name));
      return { code: `export default ${JSON.stringify(Object.fromEntries(kept))}`, map: null };
    },
  };
}
