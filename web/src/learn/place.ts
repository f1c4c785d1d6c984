/** Where a bubble goes: beside what it points at, over nothing that is needed, inside the window. Numbers only. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = 'below' | 'above' | 'right' | 'left';
export interface Placed {
  left: number;
  top: number;
  side: Side;
  /** Where its arrow stands, from the bubble's own left or top edge. */
  arrow: number;
}

const GAP = 14;
const EDGE = 10;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Place a bubble of this size beside `at`, pointing to `to`; `keep` are boxes that it should not cover. */
export function place(
  size: { width: number; height: number },
  at: Box,
  keep: readonly Box[],
  room: { width: number; height: number },
  to: Box = at,
): Placed {
  const midX = to.left + to.width / 2;
  const midY = to.top + to.height / 2;
  const places: Record<Side, [number, number]> = {
    below: [midX - size.width / 2, at.top + at.height + GAP],
    above: [midX - size.width / 2, at.top - GAP - size.height],
    right: [at.left + at.width + GAP, midY - size.height / 2],
    left: [at.left - GAP - size.width, midY - size.height / 2],
  };
  const sides: Side[] = ['below', 'above', 'right', 'left'];
  const tried = sides.map((side) => {
    const [x, y] = places[side];
    const left = within(x, EDGE, Math.max(EDGE, room.width - size.width - EDGE));
    const top = within(y, EDGE, Math.max(EDGE, room.height - size.height - EDGE));
    const box = { left, top, ...size };
    const hidden = keep.reduce((sum, one) => sum + overlap(box, one), 0);
    return {
      side,
      left,
      top,
      cost: 20 * overlap(box, to) + overlap(box, at) + hidden + Math.abs(left - x) + Math.abs(top - y),
    };
  });
  const best = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
  const { side, left, top } = best;
  const flat = side === 'below' || side === 'above';
  const arrow = flat ? within(midX - left, 24, size.width - 24) : within(midY - top, 24, size.height - 24);
  return { left, top, side, arrow };
}
