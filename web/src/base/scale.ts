/** Large screens: the whole page grows with the window, so that nothing is lost in empty room. */
const WIDE = 1600;
const HIGH = 900;
const MOST = 2;

/** How much larger than drawn the page is shown in a window of this size. */
export const scaleFor = (width: number, height: number): number =>
  Math.min(MOST, Math.max(1, Math.min(width / WIDE, height / HIGH)));

let now = 1;
/** Lengths measured on the screen are this many times those in the style sheets. */
export const pageScale = (): number => now;

export function startScale(): void {
  const fit = (): void => {
    now = CSS.supports('zoom', '2') ? scaleFor(window.innerWidth, window.innerHeight) : 1;
    document.documentElement.style.setProperty('--scale', String(now));
  };
  fit();
  window.addEventListener('resize', fit);
}
