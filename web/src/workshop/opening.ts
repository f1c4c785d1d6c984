/** Makes an editable board of what was opened: a file, a shared board, a copy of ours. A board without a layout gets one. */
import { loadLayout, type Layout } from '../boards';
import { drawn } from '../boards/draw';
import { mapOf, type BoardData, type LayoutData } from './model';

const empty: LayoutData = { cities: {} };

/** The layout of a drawing, as a board file holds it. */
const layoutData = (layout: Layout, styles: boolean): LayoutData => ({
  scale: layout.scale,
  cities: Object.fromEntries(Object.entries(layout.cities).map(([id, [x, y, side]]) => [id, [x, y, side ?? '']])),
  ...(Object.keys(layout.names).length > 0 ? { names: layout.names } : {}),
  ...(styles
    ? {
        areas: Object.fromEntries(
          Object.entries(layout.areas).map(([id, area]) => [
            id,
            { tint: area.tint, de: area.name.de, at: [area.at[0], area.at[1]] as [number, number] },
          ]),
        ),
      }
    : {}),
});

/** A board that was read, with a place for every city. */
export function opened(raw: Record<string, unknown>): BoardData {
  const board = { ...raw, layout: raw.layout ?? empty } as BoardData;
  if (raw.layout || board.area.length === 0) return board;
  return { ...board, layout: layoutData(drawn(mapOf(board)), false) };
}

/** A copy of a board of ours with the layout that the page draws it with. */
export async function openedCopy(raw: Record<string, unknown>): Promise<BoardData> {
  const board = { ...raw, layout: empty } as BoardData;
  const layout = await loadLayout(board.id, () => mapOf(board));
  return { ...board, layout: layoutData(layout, true) };
}
