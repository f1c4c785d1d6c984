/** The corner in which the small map covers no city in play, no name and no cost; none where there is no such corner. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Point } from '../boards/layout';
import type { Box, Zoom } from './useZoom';

export type Corner = 'low-left' | 'high-left' | 'high-right';
/** Low on the right are the buttons. */
const CORNERS: readonly Corner[] = ['low-left', 'high-left', 'high-right'];
/** Pixels around the map that stay free too: half of a city, and the map's distance from the edge. */
const ROUND = 24;
/** Milliseconds after which a drag has come to rest. */
const REST = 200;

interface Size {
  width: number;
  height: number;
}

/** The corner of a pane where a map of this size covers none of these places; the one it is in if that is as good. */
export function cornerFor(
  places: readonly (readonly [number, number, ...unknown[]])[],
  box: Box,
  pane: Size,
  map: Size,
  now: Corner | null,
): Corner | null {
  const unit = Math.max(box.w / pane.width, box.h / pane.height);
  const [right, low] = [pane.width - map.width - ROUND, pane.height - map.height - ROUND];
  const free = (corner: Corner): boolean =>
    !places.some(([cx, cy]) => {
      const x = pane.width / 2 + (cx - box.x - box.w / 2) / unit;
      const y = pane.height / 2 + (cy - box.y - box.h / 2) / unit;
      const beside = corner === 'high-right' ? x > right : x < map.width + ROUND;
      return beside && (corner === 'low-left' ? y > low : y < map.height + ROUND);
    });
  return now !== null && free(now) ? now : (CORNERS.find(free) ?? null);
}

/** Chooses again when other things are in play and when the view changes, not while you drag the board. */
export function useCorner(
  map: RefObject<HTMLElement | null>,
  shown: boolean,
  busy: readonly Point[],
  zoom: Zoom,
): Corner | null {
  const [corner, setCorner] = useState<Corner | null>('low-left');
  const choose = useCallback(
    (box: Box) => {
      const own = map.current?.getBoundingClientRect();
      const pane = map.current?.parentElement?.getBoundingClientRect();
      if (own && pane) setCorner((now) => cornerFor(busy, box, pane, own, now));
    },
    [map, busy],
  );
  const last = useRef<Box | null>(null);
  useEffect(() => {
    let timer = 0;
    last.current = null;
    const stop = zoom.watch((box) => {
      if (!shown) return;
      window.clearTimeout(timer);
      if (box.w !== last.current?.w) choose(box);
      else
        timer = window.setTimeout(() => {
          choose(box);
        }, REST);
      last.current = box;
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [zoom, shown, choose]);
  return corner;
}
