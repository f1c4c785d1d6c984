/** The layouts: a file where somebody has drawn the board by hand, else drawn here from the board's coordinates. */
import type { BoardLayout } from '../protocol/schema';
import type { BoardMap, Layout } from './layout';

export type { Anchor, Layout } from './layout';

const files = import.meta.glob<{ default: unknown }>('../../../src/kilowatt/server/pictures/boards/*.json');
const loaded = new Map<string, Promise<Layout>>();

/** A board, with the layout of its file where it has one. */
type Drawable = BoardMap & { layout?: BoardLayout | null };

const covers = (layout: Layout, map: BoardMap): boolean => map.cities.every((city) => city.id in layout.cities);

/** Draw a board that has no file. The code for it is loaded only then. */
const draw = async (map: Drawable): Promise<Layout> => (await import('./draw')).drawn(map, map.layout);

/** The layout of a board; `map` is asked for where there is no file. Loaded once, then kept. */
export function loadLayout(board: string, map: () => Drawable | Promise<Drawable>): Promise<Layout> {
  const known = loaded.get(board);
  if (known) return known;
  const coming = find(board, map);
  loaded.set(board, coming);
  // a failed request must not close the board for good
  coming.catch(() => loaded.delete(board));
  return coming;
}

async function find(board: string, map: () => Drawable | Promise<Drawable>): Promise<Layout> {
  const file = files[`../../../src/kilowatt/server/pictures/boards/${board}.json`];
  return file ? ((await file()).default as Layout) : draw(await map());
}

/** The layout of a board whose data is at hand. A file that lacks one of its cities is of another board: it is not used. */
export async function layoutOf(board: string, map: Drawable): Promise<Layout> {
  const layout = await loadLayout(board, () => map);
  return covers(layout, map) ? layout : draw(map);
}
