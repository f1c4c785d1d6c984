/** Which arrangement of the table shows the board larger: over the full height, or over the full width. */
import { useEffect, useState } from 'react';
import type { Layout } from '../boards';
import { scaleFor } from '../base/scale';

export type Shape = 'tall' | 'wide' | 'cards';

const HEAD = 82; // header and paddings
const BESIDE = 452 + 304 + 48; // plants, players and the gaps, beside a tall board
const BELOW = 288; // fuel and log under a wide board
const RIGHT = 620; // plants, players and console beside a wide one

/** The larger board wins; a draw goes to the tall arrangement. */
export function shapeFor([, , w, h]: Layout['frame'], width: number, height: number): 'tall' | 'wide' {
  const scale = scaleFor(width, height);
  const [across, down] = [Math.min(width, (height * 21) / 9) / scale, height / scale];
  const tall = Math.min(Math.max(400, across - BESIDE) / w, (down - HEAD) / h);
  const wide = Math.min((across - RIGHT - 36) / w, (down - HEAD - BELOW) / h);
  return wide > tall ? 'wide' : 'tall';
}

/** A board of which nothing is known yet: while its map is on the way. */
const ANY: Layout['frame'] = [0, 0, 1000, 800];

export function useShape(layout: Layout | null, cardGame: boolean): Shape {
  const [size, setSize] = useState(() => [window.innerWidth, window.innerHeight] as const);
  useEffect(() => {
    const fit = (): void => {
      setSize([window.innerWidth, window.innerHeight]);
    };
    window.addEventListener('resize', fit);
    return () => {
      window.removeEventListener('resize', fit);
    };
  }, []);
  if (cardGame) return 'cards';
  return shapeFor(layout?.frame ?? ANY, size[0], size[1]);
}
