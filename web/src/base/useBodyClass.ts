/** Marks the page's body while something is shown. A rule with body:has() would check the whole page at every change. */
import { useLayoutEffect } from 'react';

export function useBodyClass(name: string, shown = true): void {
  useLayoutEffect(() => {
    if (!shown) return;
    document.body.classList.add(name);
    return () => {
      document.body.classList.remove(name);
    };
  }, [name, shown]);
}
