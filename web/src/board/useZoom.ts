/** Pan and zoom of the board by wheel, drag, pinch, buttons and keys. Moves the view box itself, so nothing is redrawn. */
import { useEffect, useMemo, useRef, type RefObject } from 'react';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const MOST = 6;
const SLACK = 6; // pixels a finger may wander before a tap becomes a drag

/** Keep a box inside its limits: neither wider than the frame nor centred outside it. */
export function clamp(box: Box, frame: Box): Box {
  const w = Math.min(Math.max(box.w, frame.w / MOST), frame.w);
  const h = (w / frame.w) * frame.h;
  const cx = Math.min(Math.max(box.x + box.w / 2, frame.x + w / 2), frame.x + frame.w - w / 2);
  const cy = Math.min(Math.max(box.y + box.h / 2, frame.y + h / 2), frame.y + frame.h - h / 2);
  return { x: cx - w / 2, y: cy - h / 2, w, h };
}

/** Zoom about a point that stays where it is. */
export function zoomed(box: Box, factor: number, at: { x: number; y: number }, frame: Box): Box {
  const w = Math.min(Math.max(box.w / factor, frame.w / MOST), frame.w);
  const real = box.w / w;
  return clamp({ x: at.x - (at.x - box.x) / real, y: at.y - (at.y - box.y) / real, w, h: box.h / real }, frame);
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

export function useZoom(svg: RefObject<SVGSVGElement | null>, frame: Box): Zoom {
  const box = useRef(frame);
  const moved = useRef(false);
  const watchers = useRef(new Set<(box: Box) => void>());
  const { x, y, w, h } = frame;

  const zoom = useMemo(() => {
    const whole = { x, y, w, h };
    const put = (next: Box): void => {
      box.current = clamp(next, whole);
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
      by: (factor: number) => {
        put(zoomed(box.current, factor, middle(), whole));
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
  }, [svg, x, y, w, h]);

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
          zoom.put(zoomed(box.current, is / Math.max(was, 1), place(other.x, other.y), zoom.whole));
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
      zoom.put(zoomed(box.current, Math.exp(-event.deltaY * 0.0016), place(event.clientX, event.clientY), zoom.whole));
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
    };
  }, [svg, zoom]);

  return zoom;
}
