/** A board's layout: where its cities, labels and areas lie on the page. Which cities and costs there are, the server says. */
import type { BoardView } from '../protocol/schema';

export type Anchor = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';
export type Point = readonly [number, number];
export type Ring = readonly Point[];

/** The part of a board that a layout is made from. */
export type BoardMap = Pick<BoardView, 'areas' | 'cities' | 'connections'>;

export interface AreaLayout {
  name: { en: string; de: string };
  tint: string;
  at: [number, number];
  path: string;
}

export interface Layout {
  width: number;
  height: number;
  /** Every size on the board is a multiple of this. */
  scale: number;
  frame: [number, number, number, number];
  cities: Record<string, [number, number, Anchor | null]>;
  names: Record<string, string>;
  areas: Record<string, AreaLayout>;
  land: string;
  /** A park without spaces: left, top, width, height. */
  park?: [number, number, number, number];
}

/** The tints of areas that name none, in the order of the server's list; neighbours in it differ most. */
export const TINTS = ['green', 'brown', 'red', 'yellow', 'blue', 'purple', 'teal', 'pink', 'orange'];

/** Sizes of what is drawn, at scale 1. */
export const MARKER = 13;
export const BADGE = 8;
export const LABEL = 12;
/** Width of a letter of a label, at scale 1. */
export const LETTER = 6.2;

export interface LabelPlace {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Where a label's baseline starts, by its anchor, for a marker at x, y and sizes multiplied by k. */
export function labelPlace(x: number, y: number, side: Anchor, k: number, near = 1): LabelPlace {
  const middle = 4.2;
  const places: Record<Anchor, [number, number, LabelPlace['anchor']]> = {
    e: [17, middle, 'start'],
    w: [-17, middle, 'end'],
    n: [0, -19, 'middle'],
    s: [0, 26, 'middle'],
    ne: [9, -14, 'start'],
    se: [9, 21, 'start'],
    nw: [-9, -14, 'end'],
    sw: [-9, 21, 'end'],
  };
  const [dx, dy, anchor] = places[side];
  return { x: x + dx * k * near, y: y + dy * k * (dy === middle ? 1 : near), anchor };
}
