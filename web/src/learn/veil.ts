/** Lights some parts of the table and puts the rest out of use. Writes attributes only, which nothing else on the page does. */
import { anchors, find } from '../base/anchors';

/** Veil every unit of the table but those with these anchors; `all` lights everything. */
export function veil(lit: readonly string[]): void {
  const all = lit.includes('all');
  const kept = all ? [] : lit.flatMap(anchors);
  for (const unit of anchors('unit')) {
    const off = !all && !kept.some((one) => one.contains(unit) || unit.contains(one));
    if (unit.hasAttribute('inert') === off) continue;
    unit.toggleAttribute('inert', off);
    unit.toggleAttribute('data-veiled', off);
  }
}

let pointed: Element | null = null;

/** Ring what the bubble points at; null rings nothing. */
export function point(wanted: Element | null): void {
  if (wanted === pointed) return;
  pointed?.removeAttribute('data-pointed');
  pointed = wanted;
  wanted?.setAttribute('data-pointed', '');
  // on a low screen it may lie below the edge of its panel; the map is moved by the player alone
  if (wanted instanceof HTMLElement) wanted.scrollIntoView({ block: 'nearest' });
}

/** Mark the table as one of a lesson, for the style sheet; null takes everything back. */
export function dress(lesson: string | null, calm = false): void {
  const table = find('table');
  table?.toggleAttribute('data-calm', lesson !== null && calm);
  if (lesson === null) {
    point(null);
    veil(['all']);
    table?.removeAttribute('data-lesson');
  } else if (table?.getAttribute('data-lesson') !== lesson) table?.setAttribute('data-lesson', lesson);
}
