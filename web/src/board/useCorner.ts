/** The corner in which the small map covers none of the cities that one can build or has. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Layout } from '../boards';
import type { Box, Zoom } from './useZoom';

export type Corner = 'low-left' | 'high-left' | 'high-right';
/** Low on the right are the buttons. */
const CORNERS: readonly Corner[] = ['low-left', 'high-left', 'high-right'];
/** Pixels around the map that stay free too: half of a city, and the map's distance from the edge. */
const ROUND = 36;

interface Size {
  width: number;
  height: number;
}

/** The corner of a pane where a map of this size covers fewest of these places; the one it is in if that is as good. */
export function cornerFor(
  places: readonly (readonly [number, number, ...unknown[]])[],
  box: Box,
  pane: Size,
  map: Size,
  now: Corner,
): Corner {
  const unit = Math.max(box.w / pane.width, box.h / pane.height);
  const [right, low] = [pane.width - map.width - ROUND, pane.height - map.height - ROUND];
  const covered = (corner: Corner): number =>
    places.filter(([cx, cy]) => {
      const x = pane.width / 2 + (cx - box.x - box.w / 2) / unit;
      const y = pane.height / 2 + (cy - box.y - box.h / 2) / unit;
      const beside = corner === 'high-right' ? x > right : x < map.width + ROUND;
      return beside && (corner === 'low-left' ? y > low : y < map.height + ROUND);
    }).length;
  const fewest = Math.min(...CORNERS.map(covered));
  return covered(now) === fewest ? now : (CORNERS.find((corner) => covered(corner) === fewest) ?? now);
}

/** Chooses again when other cities can be built and when you zoom, not while you drag the board. */
export function useCorner(
  map: RefObject<HTMLElement | null>,
  shown: boolean,
  layout: Layout,
  zoom: Zoom,
  reach: string,
): Corner {
  const [corner, setCorner] = useState<Corner>('low-left');
  const choose = useCallback(
    (box: Box) => {
      const own = map.current?.getBoundingClientRect();
      const pane = map.current?.parentElement?.getBoundingClientRect();
      const places = reach.split(' ').flatMap((city) => (layout.cities[city] ? [layout.cities[city]] : []));
      if (own && pane) setCorner((now) => cornerFor(places, box, pane, own, places.length > 0 ? now : 'low-left'));
    },
    [map, layout, reach],
  );
  const width = useRef(0);
  useEffect(() => {
    width.current = 0;
    return zoom.watch((box) => {
      if (shown && box.w !== width.current) choose(box);
      width.current = box.w;
    });
  }, [zoom, shown, choose]);
  return corner;
}
