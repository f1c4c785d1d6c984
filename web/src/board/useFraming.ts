/** What part of the board is in view: at first your own network on phones; while building, what you can reach; a plan always. */
import { useEffect, useRef } from 'react';
import type { Layout } from '../boards';
import type { Box, Zoom } from './useZoom';

/** Board units around the cities, so that labels and neighbours are seen too. */
const AROUND = { zone: 60, mine: 210, reach: 130, plan: 16 };
/** A view that leaves out less than this is no gain. */
const WORTH = 0.86;

/** The box around some cities in the shape of the frame, for a pane of this shape. */
export function around(
  layout: Layout,
  cities: Iterable<string>,
  margin: number,
  pane: number = layout.frame[2] / layout.frame[3],
): Box | null {
  const places = [...cities].flatMap((city) => (layout.cities[city] ? [layout.cities[city]] : []));
  if (places.length === 0) return null;
  const [, , w, h] = layout.frame;
  const left = Math.min(...places.map(([x]) => x)) - margin;
  const top = Math.min(...places.map(([, y]) => y)) - margin;
  const right = Math.max(...places.map(([x]) => x)) + margin;
  const bottom = Math.max(...places.map(([, y]) => y)) + margin;
  // a pane of another shape than the frame shows more on one side than the box says
  const high =
    pane > w / h
      ? Math.max(bottom - top, (right - left) / pane)
      : Math.max((right - left) * (h / w), (bottom - top) * ((pane * h) / w));
  const size = { w: (high * w) / h, h: high };
  return { x: (left + right - size.w) / 2, y: (top + bottom - size.h) / 2, ...size };
}

interface Wish {
  layout: Layout;
  zoom: Zoom;
  /** A small screen. */
  near: boolean;
  mine: ReadonlySet<string>;
  open: ReadonlySet<string>;
  zoneKey: string;
  /** What you can build now with your own cities, as one word; empty when you do not build. */
  reach: string;
  /** The planned cities, as one word. */
  plan: string;
  pane: () => number;
}

/** Whether a place with its marker is in the part that a pane of this shape shows of a box. */
export function inView(layout: Layout, city: string, box: Box, pane: number): boolean {
  const place = layout.cities[city];
  if (!place) return true;
  const [w, h] = pane > box.w / box.h ? [box.h * pane, box.h] : [box.w, box.w / pane];
  const room = AROUND.plan * layout.scale;
  const [dx, dy] = [place[0] - box.x - box.w / 2, place[1] - box.y - box.h / 2];
  return Math.abs(dx) <= w / 2 - room && Math.abs(dy) <= h / 2 - room;
}

export function useFraming({ layout, zoom, near, mine, open, zoneKey, reach, plan, pane }: Wish): void {
  // on a small screen first the areas in play, then, once there is one, your own network
  const begun = useRef('');
  useEffect(() => {
    const wanted = mine.size > 0 ? 'mine' : zoneKey;
    if (!near || begun.current === 'mine' || begun.current === wanted) return;
    begun.current = wanted;
    const box = around(layout, mine.size > 0 ? mine : open, mine.size > 0 ? AROUND.mine : AROUND.zone);
    if (box) zoom.show(box);
  }, [near, mine, open, zoneKey, layout, zoom]);

  // once per building turn: a view that moved with every planned city would move it from under the finger
  const building = reach !== '';
  const cities = useRef(reach);
  cities.current = reach;
  useEffect(() => {
    if (near || !building) return;
    const box = around(layout, cities.current.split(' '), AROUND.reach, pane());
    if (!box || box.w > layout.frame[2] * WORTH) return;
    zoom.show(box);
    return () => {
      zoom.reset();
    };
  }, [near, building, layout, zoom, pane]);

  // a plan that is given and not tapped, as the adviser's is, may lie out of view
  useEffect(() => {
    const cities = plan === '' ? [] : plan.split(' ');
    if (cities.every((city) => inView(layout, city, zoom.box(), pane()))) return;
    const box = around(layout, cities, AROUND.reach, pane());
    if (box) zoom.show(box);
  }, [plan, layout, zoom, pane]);
}
