/** Corners in which the buttons and the small map cover no city in play, no name and no cost; none where there is no such corner. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Point } from '../boards/layout';
import type { Box, Zoom } from './useZoom';

export type Corner = 'low-right' | 'low-left' | 'high-left' | 'high-right';
const FOR_BUTTONS: readonly Corner[] = ['low-right', 'low-left', 'high-right', 'high-left'];
const FOR_MAP: readonly Corner[] = ['low-left', 'high-left', 'high-right', 'low-right'];
/** Pixels around them that stay free too: half of a city, and their distance from the edge. */
const ROUND = 24;
/** Pixels that they keep from the edges, both together. */
const EDGE = 16;
/** The height of the buttons when all of them are there, in pixels. */
const ALL_KEYS = 146;
/** Milliseconds after which a drag has come to rest. */
const REST = 200;

interface Size {
  width: number;
  height: number;
}

const fits = (thing: Size, pane: Size): boolean => thing.height + EDGE <= pane.height;

/** The corner of a pane where a thing of this size covers none of these places; the one it is in if that is as good. */
export function cornerFor(
  places: readonly (readonly [number, number, ...unknown[]])[],
  box: Box,
  pane: Size,
  thing: Size,
  now: Corner | null,
  among: readonly Corner[] = FOR_MAP,
): Corner | null {
  if (!fits(thing, pane)) return null;
  const unit = Math.max(box.w / pane.width, box.h / pane.height);
  const [right, low] = [pane.width - thing.width - ROUND, pane.height - thing.height - ROUND];
  const free = (corner: Corner): boolean =>
    !places.some(([cx, cy]) => {
      const x = pane.width / 2 + (cx - box.x - box.w / 2) / unit;
      const y = pane.height / 2 + (cy - box.y - box.h / 2) / unit;
      const beside = corner.endsWith('right') ? x > right : x < thing.width + ROUND;
      return beside && (corner.startsWith('low') ? y > low : y < thing.height + ROUND);
    });
  return now !== null && among.includes(now) && free(now) ? now : (among.find(free) ?? null);
}

export interface Corners {
  /** Where the buttons lie; null: under the map. */
  buttons: Corner | null;
  /** Where the small map lies; null: nowhere. */
  map: Corner | null;
}

/** The room for a map: that of the whole board, less a legend under it. The buttons take none of it, wherever they lie. */
function paneOf(board: HTMLElement): Size {
  const { width, height } = board.getBoundingClientRect();
  const legend = board.querySelector<HTMLElement>('.legend');
  const foot = legend !== null && legend.offsetHeight > 0 ? (legend.parentElement?.offsetHeight ?? 0) : 0;
  return { width, height: height - foot };
}

/** Chooses again when other things are in play and when the view changes, not while you drag the board. */
export function useCorners(
  board: RefObject<HTMLElement | null>,
  buttons: RefObject<HTMLElement | null>,
  map: RefObject<HTMLElement | null>,
  shown: boolean,
  busy: readonly Point[],
  zoom: Zoom,
): Corners {
  const [corners, setCorners] = useState<Corners>({ buttons: 'low-right', map: 'low-left' });
  const seen = useRef('');
  const choose = useCallback(
    (box: Box) => {
      const [whole, keys, small] = [board.current, buttons.current, map.current];
      if (!whole || !keys) return;
      const pane = paneOf(whole);
      // upright in a corner, wherever they lie now
      const { width, height } = keys.getBoundingClientRect();
      const size = { width: Math.min(width, height), height: Math.max(width, height, ALL_KEYS) };
      // in one view the buttons leave the map's foot as it is: the board would move under the finger
      const view = JSON.stringify([box, pane]);
      const same = view === seen.current;
      seen.current = view;
      setCorners((now) => {
        const free = cornerFor(busy, box, pane, size, now.buttons, FOR_BUTTONS);
        const one = same && fits(size, pane) ? now.buttons && (free ?? now.buttons) : free;
        const left = FOR_MAP.filter((corner) => corner !== one);
        const two = small ? cornerFor(busy, box, pane, small.getBoundingClientRect(), now.map, left) : now.map;
        return one === now.buttons && two === now.map ? now : { buttons: one, map: two };
      });
    },
    [board, buttons, map, busy],
  );
  const last = useRef<Box | null>(null);
  useEffect(() => {
    let timer = 0;
    last.current = null;
    const stop = zoom.watch((box) => {
      window.clearTimeout(timer);
      if (box.w !== last.current?.w) choose(box);
      else
        timer = window.setTimeout(() => {
          choose(box);
        }, REST);
      last.current = box;
    });
    const sized = new ResizeObserver(() => {
      if (last.current) choose(last.current);
    });
    if (board.current) sized.observe(board.current);
    return () => {
      window.clearTimeout(timer);
      sized.disconnect();
      stop();
    };
  }, [zoom, shown, choose, board]);
  return corners;
}
