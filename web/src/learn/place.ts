/** Where a bubble goes: beside what it points at, over nothing that is needed, inside the window. Numbers only. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = 'below' | 'above' | 'right' | 'left' | 'apart';
export interface Placed {
  left: number;
  top: number;
  side: Side;
  /** Where its arrow stands, from the bubble's own left or top edge; apart from what it is about it has none. */
  arrow: number;
}

const GAP = 14;
const EDGE = 10;
/** Beside what it points at is better than apart from it, unless so many square pixels of what is needed lie there. */
const APART = 6000;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/**
 * Place a bubble of this size beside `at`, pointing to `to`; `keep` are boxes that it should not cover. Where it would
 * cover much of them, it stands in the middle of `spare`, which nobody needs now.
 */
export function place(
  size: { width: number; height: number },
  at: Box,
  keep: readonly Box[],
  room: { width: number; height: number },
  to: Box = at,
  spare: Box | null = null,
): Placed {
  const midX = to.left + to.width / 2;
  const midY = to.top + to.height / 2;
  const places: Record<Side, [number, number]> = {
    below: [midX - size.width / 2, at.top + at.height + GAP],
    above: [midX - size.width / 2, at.top - GAP - size.height],
    right: [at.left + at.width + GAP, midY - size.height / 2],
    left: [at.left - GAP - size.width, midY - size.height / 2],
    apart: spare
      ? [spare.left + (spare.width - size.width) / 2, spare.top + (spare.height - size.height) / 2]
      : [midX, midY],
  };
  const sides: Side[] = ['below', 'above', 'right', 'left', ...(spare ? (['apart'] as const) : [])];
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
      cost:
        20 * overlap(box, to) +
        overlap(box, at) +
        hidden +
        Math.abs(left - x) +
        Math.abs(top - y) +
        (side === 'apart' ? APART : 0),
    };
  });
  const best = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
  const { side, left, top } = best;
  const flat = side === 'below' || side === 'above';
  const arrow = flat ? within(midX - left, 24, size.width - 24) : within(midY - top, 24, size.height - 24);
  return { left, top, side, arrow };
}

/** An arrow reaches so far: what lies beyond it is joined by a line. */
const ARROW = GAP + 6;

const toward = (low: number, size: number, otherLow: number, otherSize: number): [number, number] => {
  if (low + size < otherLow) return [low + size, otherLow];
  if (otherLow + otherSize < low) return [low, otherLow + otherSize];
  const middle = (Math.max(low, otherLow) + Math.min(low + size, otherLow + otherSize)) / 2;
  return [middle, middle];
};

/** The line from a bubble to what it is about, by the shortest way; null where its arrow touches it, or they overlap. */
export function callout(bubble: Box, to: Box): [number, number][] | null {
  const [x1, x2] = toward(bubble.left, bubble.width, to.left, to.width);
  const [y1, y2] = toward(bubble.top, bubble.height, to.top, to.height);
  if (Math.hypot(x2 - x1, y2 - y1) <= ARROW) return null;
  return [
    [x1, y1],
    [x2, y2],
  ];
}
