/** Where a connection is drawn, and its cost. */
export interface LinkAt {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  cost: number;
  k: number;
  lit: boolean;
}

/** The place and the look of its cost: half way. */
export const badgeOf = ({ x1, y1, x2, y2, lit }: LinkAt) => ({
  transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`,
  className: lit ? 'badge badge-lit' : 'badge',
});
