/** Where things lie on each board: loaded when a board is shown, kept afterwards. Which cities and costs: the server. */

export type Anchor = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

export interface Layout {
  width: number;
  height: number;
  /** Every size on the board is a multiple of this. */
  scale: number;
  frame: [number, number, number, number];
  cities: Record<string, [number, number, Anchor | null]>;
  names: Record<string, string>;
  areas: Record<string, { name: { en: string; de: string }; tint: string; at: [number, number]; path: string }>;
  land: string;
}

const files = import.meta.glob<{ default: unknown }>('./*.json');
const loaded = new Map<string, Promise<Layout>>();

export function loadLayout(board: string): Promise<Layout> {
  const known = loaded.get(board);
  if (known) return known;
  const file = files[`./${board}.json`];
  if (!file) return Promise.reject(new Error(`no layout of ${board}`));
  const coming = file().then((found) => found.default as Layout);
  loaded.set(board, coming);
  return coming;
}
