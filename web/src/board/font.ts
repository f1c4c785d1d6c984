/** Labels were placed for letters 6.2 wide at size 12. Where the system's font is wider they are drawn smaller. */

const SAMPLE = 'Wilhelmshaven Frankfurt';
const WIDTH = 6.2;
let factor = 0;

export function labelFactor(): number {
  if (factor > 0) return factor;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 1;
  pen.font = `12px ${getComputedStyle(document.documentElement).fontFamily}`;
  const wide = pen.measureText(SAMPLE).width / SAMPLE.length;
  factor = Math.max(0.82, Math.min(1, WIDTH / wide));
  return factor;
}
