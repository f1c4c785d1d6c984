/** Hides a line that the log's box cuts at its top: of a line of two rows one would read the second alone. */
import { useEffect, type RefObject } from 'react';

const PARTS = [0, 0.25, 0.5, 0.75, 1];

export function useWholeLines(box: RefObject<HTMLElement | null>, lines: string): void {
  useEffect(() => {
    const root = box.current;
    if (root === null || !('IntersectionObserver' in window)) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, boundingClientRect: at, rootBounds } of entries)
          target.classList.toggle(
            'line-cut',
            rootBounds !== null && at.top < rootBounds.top - 1 && at.bottom > rootBounds.top + 1,
          );
      },
      { root, threshold: PARTS },
    );
    for (const line of root.querySelectorAll('.line')) watch.observe(line);
    return () => {
      watch.disconnect();
    };
  }, [box, lines]);
}
