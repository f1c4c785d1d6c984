/** Hears of everything that can move a part of the table: its size, what is drawn, scrolling, the end of a movement. */
import { find, onAnchors } from '../base/anchors';

const MOVED = ['scroll', 'transitionend', 'animationend'] as const;

/** Call `moved` before the next picture whenever one of the parts may stand elsewhere; the result ends it. */
export function follow(parts: () => readonly Element[], moved: () => void): () => void {
  let frame = 0;
  const soon = (): void => {
    if (frame !== 0) return;
    frame = window.requestAnimationFrame(() => {
      frame = 0;
      moved();
    });
  };
  const sizes = new ResizeObserver(soon);
  const drawn = new MutationObserver(soon);
  const watch = (): void => {
    sizes.disconnect();
    drawn.disconnect();
    for (const part of parts()) sizes.observe(part);
    const table = find('table');
    if (table) drawn.observe(table, { attributes: true, characterData: true, childList: true, subtree: true });
    soon();
  };
  watch();
  const leave = onAnchors(watch);
  window.addEventListener('resize', soon);
  for (const event of MOVED) document.addEventListener(event, soon, true);
  return () => {
    leave();
    sizes.disconnect();
    drawn.disconnect();
    window.cancelAnimationFrame(frame);
    window.removeEventListener('resize', soon);
    for (const event of MOVED) document.removeEventListener(event, soon, true);
  };
}
