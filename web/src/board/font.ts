/** Labels were placed for letters 6.2 wide at size 12, a sixth more where they are bold. Where the system's font is wider
    they are drawn smaller, so that none reaches into the cost beside it. */
import { LABEL, LETTER } from '../boards/layout';

const SAMPLE = 'Wilhelmshaven Frankfurt';
const BOLD = 1.16;
const LEAST = 0.78;
let factor = 0;
let pen: CanvasRenderingContext2D | null = null;
const bold = new Map<string, number>();

function measure(text: string, weight: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = `${weight} ${LABEL}px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen.measureText(text).width;
}

/** How much smaller than planned all names are drawn. */
export function labelFactor(): number {
  if (factor > 0) return factor;
  const wide = measure(SAMPLE, 400) / SAMPLE.length;
  if (wide === 0) return 1;
  factor = Math.max(0.82, Math.min(1, LETTER / wide));
  return factor;
}

/** How much smaller than planned a name is drawn in bold letters. */
export function boldFactor(name: string): number {
  const known = bold.get(name);
  if (known !== undefined) return known;
  const wide = measure(name, 700);
  if (wide === 0) return 1;
  const fits = Math.max(LEAST, Math.min(labelFactor(), (name.length * LETTER * BOLD) / wide));
  bold.set(name, fits);
  return fits;
}
