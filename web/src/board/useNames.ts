/** Names in a part of the board: outside the zone they are left out, and so is one that the edge would cut. */
import { useEffect, type RefObject } from 'react';
import type { Layout } from '../boards';
import type { Box, Zoom } from './useZoom';

/** Milliseconds after which the view has come to rest. */
const REST = 120;

/** Whether a name from `left` to `right` is cut by an edge of the pane. */
export const cut = (name: { left: number; right: number }, pane: { left: number; right: number }): boolean =>
  (name.left < pane.left && name.right > pane.left) || (name.right > pane.right && name.left < pane.right);

export function useNames(svg: RefObject<SVGSVGElement | null>, zoom: Zoom, layout: Layout): void {
  useEffect(() => {
    let timer = 0;
    const look = (box: Box): void => {
      const element = svg.current;
      if (!element) return;
      const part = box.w < layout.frame[2] * 0.98;
      element.classList.toggle('part', part);
      const pane = element.getBoundingClientRect();
      for (const label of element.querySelectorAll('.label'))
        label.classList.toggle('cut', part && cut(label.getBoundingClientRect(), pane));
    };
    const stop = zoom.watch((box) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        look(box);
      }, REST);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [svg, zoom, layout]);
}
