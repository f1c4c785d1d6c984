/** Cards of the plant market slide to their new places, and new ones come from the stack. Shows, decides nothing. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { pageScale } from '../base/scale';

const TIME = 260;

export function useSlide(box: RefObject<HTMLElement | null>, market: unknown): void {
  const places = useRef(new Map<string, DOMRect>());
  useLayoutEffect(() => {
    // places are read after the move is drawn: laying out the page once more would cost it a frame
    const timer = window.setTimeout(() => {
      const before = places.current;
      const now = new Map<string, DOMRect>();
      for (const card of box.current?.querySelectorAll<HTMLElement>('[data-plant]') ?? [])
        now.set(card.dataset.plant ?? '', card.getBoundingClientRect());
      places.current = now;
      if (before.size === 0 || document.documentElement.dataset.motion === 'less') return;
      for (const card of box.current?.querySelectorAll<HTMLElement>('[data-plant]') ?? []) {
        const [old, place] = [before.get(card.dataset.plant ?? ''), now.get(card.dataset.plant ?? '')];
        if (!place || place.width === 0) continue;
        const by = old ? [(old.x - place.x) / pageScale(), (old.y - place.y) / pageScale()] : [0, 24];
        if (by[0] === 0 && by[1] === 0) continue;
        const from = { transform: `translate(${by[0]}px, ${by[1]}px)`, opacity: old ? 1 : 0 };
        card.animate([from, { transform: 'none', opacity: 1 }], { duration: TIME, easing: 'cubic-bezier(.3,.1,.2,1)' });
      }
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, [box, market]);
}
