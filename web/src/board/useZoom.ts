/** Pan and zoom of the board by wheel, drag, pinch, buttons and keys. Moves the view box itself, so nothing is redrawn. */
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { pageScale } from '../base/scale';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The largest a name is drawn, in pixels of the style sheets: zooming in stops there. */
export const LABEL_MOST = 16;
/** How far it goes where the pane has no size. */
const MOST = 6;
const SLACK = 6; // pixels a finger may wander before a tap becomes a drag

/** The narrowest box in the frame's shape that a pane of this size shows with names of at most `LABEL_MOST`. */
export function narrowest(frame: Box, pane: { width: number; height: number }, label: number): number {
  const across = Math.min(pane.width, (pane.height * frame.w) / frame.h);
  return across > 0 ? Math.min(frame.w, (across * label) / LABEL_MOST) : frame.w / MOST;
}

/** The widest box in the frame's shape in which something of this width is drawn with at least so many pixels. */
export function widest(frame: Box, pane: { width: number; height: number }, small: number, pixels: number): number {
  const across = Math.min(pane.width, (pane.height * frame.w) / frame.h);
  return across > 0 && small > 0 ? Math.min(frame.w, (across * small) / pixels) : frame.w;
}

/** Keep a box inside its limits: neither wider than the frame nor centred outside it, nor narrower than this. */
export function clamp(box: Box, frame: Box, least = frame.w / MOST, most = frame.w): Box {
  const w = Math.min(Math.max(box.w, least), most);
  const h = (w / frame.w) * frame.h;
  const cx = Math.min(Math.max(box.x + box.w / 2, frame.x + w / 2), frame.x + frame.w - w / 2);
  const cy = Math.min(Math.max(box.y + box.h / 2, frame.y + h / 2), frame.y + frame.h - h / 2);
  return { x: cx - w / 2, y: cy - h / 2, w, h };
}

/** Zoom about a point that stays where it is. */
export function zoomed(
  box: Box,
  factor: number,
  at: { x: number; y: number },
  frame: Box,
  least = frame.w / MOST,
  most = frame.w,
): Box {
  const w = Math.min(Math.max(box.w / factor, least), most);
  const real = box.w / w;
  const next = { x: at.x - (at.x - box.x) / real, y: at.y - (at.y - box.y) / real, w, h: box.h / real };
  return clamp(next, frame, least, most);
}

export interface Zoom {
  by: (factor: number) => void;
  reset: () => void;
  show: (box: Box) => void;
  /** The part in view, and whoever wants to know of each change. */
  box: () => Box;
  watch: (watcher: (box: Box) => void) => () => void;
  /** True just after a drag, so that its end is no tap. */
  dragged: () => boolean;
}

/**
 * `label` is how high a name is drawn, in units of the board. `small` is something on it, in the same units, that is never
 * drawn narrower than `pixels`: then a part of the board is in view at most.
 */
export function useZoom(svg: RefObject<SVGSVGElement | null>, frame: Box, label: number, small = 0, pixels = 0): Zoom {
  const box = useRef(frame);
  const moved = useRef(false);
  const watchers = useRef(new Set<(box: Box) => void>());
  const { x, y, w, h } = frame;

  const zoom = useMemo(() => {
    const whole = { x, y, w, h };
    const least = (): number => {
      const size = svg.current?.getBoundingClientRect();
      const [width, height] = [size?.width ?? 0, size?.height ?? 0].map((length) => length / pageScale());
      return narrowest(whole, { width: width ?? 0, height: height ?? 0 }, label);
    };
    const most = (): number => {
      const size = svg.current?.getBoundingClientRect();
      const [width, height] = [size?.width ?? 0, size?.height ?? 0].map((length) => length / pageScale());
      return widest(whole, { width: width ?? 0, height: height ?? 0 }, small, pixels);
    };
    const put = (next: Box): void => {
      box.current = clamp(next, whole, least(), most());
      const now = box.current;
      svg.current?.setAttribute('viewBox', `${now.x} ${now.y} ${now.w} ${now.h}`);
      for (const watcher of watchers.current) watcher(now);
    };
    const middle = (): { x: number; y: number } => ({
      x: box.current.x + box.current.w / 2,
      y: box.current.y + box.current.h / 2,
    });
    return {
      put,
      whole,
      least,
      by: (factor: number) => {
        put(zoomed(box.current, factor, middle(), whole, least(), most()));
      },
      reset: () => {
        put(whole);
      },
      show: put,
      box: () => box.current,
      watch: (watcher: (box: Box) => void) => {
        watchers.current.add(watcher);
        watcher(box.current);
        return () => {
          watchers.current.delete(watcher);
        };
      },
      dragged: () => moved.current,
    };
  }, [svg, x, y, w, h, label, small, pixels]);

  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    zoom.put(zoom.whole);
    const fingers = new Map<number, { x: number; y: number }>();
    const unit = (): number => {
      const size = element.getBoundingClientRect();
      return Math.max(box.current.w / size.width, box.current.h / size.height);
    };
    const place = (px: number, py: number): { x: number; y: number } => {
      const size = element.getBoundingClientRect();
      const u = unit();
      return {
        x: box.current.x + box.current.w / 2 + (px - size.left - size.width / 2) * u,
        y: box.current.y + box.current.h / 2 + (py - size.top - size.height / 2) * u,
      };
    };
    const down = (event: PointerEvent): void => {
      // the first finger starts again: the end of an earlier touch may have gone to something that came up meanwhile
      if (event.isPrimary) {
        fingers.clear();
        moved.current = false;
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent): void => {
      const last = fingers.get(event.pointerId);
      if (!last || event.buttons === 0) return;
      const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
      if (fingers.size === 1) {
        if (!moved.current && Math.hypot(dx, dy) < SLACK) return;
        if (!moved.current) element.setPointerCapture(event.pointerId);
        moved.current = true;
        element.classList.add('dragging');
        const u = unit();
        zoom.put({ ...box.current, x: box.current.x - dx * u, y: box.current.y - dy * u });
      } else {
        moved.current = true;
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const was = Math.hypot(last.x - other.x, last.y - other.y);
          const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
          zoom.put(zoomed(box.current, is / Math.max(was, 1), place(other.x, other.y), zoom.whole, zoom.least()));
        }
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const up = (event: PointerEvent): void => {
      fingers.delete(event.pointerId);
      element.classList.remove('dragging');
    };
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const at = place(event.clientX, event.clientY);
      zoom.put(zoomed(box.current, Math.exp(-event.deltaY * 0.0016), at, zoom.whole, zoom.least()));
    };
    // a pane that grows shows names larger: the view is fitted again
    const grows = new ResizeObserver(() => {
      zoom.put(box.current);
    });
    grows.observe(element);
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      grows.disconnect();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
    };
  }, [svg, zoom]);

  return zoom;
}
