/** The view of the sheet: zoom by wheel, buttons and two fingers, and points of the screen as points of the sheet. */
import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';

export interface View {
  x: number;
  y: number;
  w: number;
  h: number;
}

const NEAREST = 0.2;
const FARTHEST = 4;

export function useSheet(svg: RefObject<SVGSVGElement | null>, home: View) {
  const [view, setView] = useState<View>(home);
  const zoom = useCallback(
    (factor: number, at?: readonly [number, number]) => {
      setView((old) => {
        const w = Math.min(home.w * FARTHEST, Math.max(home.w * NEAREST, old.w / factor));
        const real = old.w / w;
        const [cx, cy] = at ?? [old.x + old.w / 2, old.y + old.h / 2];
        return { x: cx - (cx - old.x) / real, y: cy - (cy - old.y) / real, w, h: old.h / real };
      });
    },
    [home.w],
  );
  const pan = useCallback((dx: number, dy: number) => {
    setView((old) => ({ ...old, x: old.x - dx, y: old.y - dy }));
  }, []);
  /** A point of the screen as a point of the sheet. */
  const at = useCallback(
    (px: number, py: number): [number, number] => {
      const matrix = svg.current?.getScreenCTM()?.inverse();
      if (!matrix) return [0, 0];
      const spot = new DOMPoint(px, py).matrixTransform(matrix);
      return [spot.x, spot.y];
    },
    [svg],
  );
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.ctrlKey || event.deltaX === 0) zoom(Math.exp(-event.deltaY * 0.0016), at(event.clientX, event.clientY));
      else pan(-event.deltaX, -event.deltaY);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
    };
  }, [svg, zoom, pan, at]);
  const show = useCallback((x: number, y: number) => {
    setView((old) => ({ ...old, x: x - old.w / 2, y: y - old.h / 2 }));
  }, []);
  const reset = useCallback(() => {
    setView(home);
  }, [home]);
  return useMemo(() => ({ view, zoom, pan, at, show, reset }), [view, zoom, pan, at, show, reset]);
}
