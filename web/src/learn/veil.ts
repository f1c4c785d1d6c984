/** Lights some parts of the table and puts the rest out of use. Writes attributes only, which nothing else on the page does. */
import { find, selector, UNITS } from './anchors';

const table = (): Element | null => document.querySelector('.game');

/** Veil everything but these anchors; `all` lights everything. */
export function veil(lit: readonly string[]): void {
  const all = lit.includes('all');
  const kept = all ? [] : [...document.querySelectorAll([...lit.map(selector), '.tab-bar [aria-current]'].join(', '))];
  for (const unit of table()?.querySelectorAll(UNITS.join(', ')) ?? []) {
    const off = !all && !kept.some((one) => one.contains(unit) || unit.contains(one));
    if (unit.hasAttribute('inert') === off) continue;
    unit.toggleAttribute('inert', off);
    unit.toggleAttribute('data-veiled', off);
  }
}

/** Ring what the bubble points at; null rings nothing. */
export function point(anchor: string | null): Element | null {
  const wanted = anchor === null ? null : find(anchor);
  for (const old of document.querySelectorAll('[data-pointed]'))
    if (old !== wanted) old.removeAttribute('data-pointed');
  if (wanted && !wanted.hasAttribute('data-pointed')) {
    wanted.setAttribute('data-pointed', '');
    // on a low screen it may lie below the edge of its panel; the map is moved by the player alone
    if (wanted instanceof HTMLElement) wanted.scrollIntoView({ block: 'nearest' });
  }
  return wanted;
}

/** Mark the table as one of a lesson, for the style sheet; null takes everything back. */
export function dress(lesson: string | null, calm = false): void {
  table()?.toggleAttribute('data-calm', lesson !== null && calm);
  if (lesson === null) {
    point(null);
    veil(['all']);
    table()?.removeAttribute('data-lesson');
  } else if (table()?.getAttribute('data-lesson') !== lesson) table()?.setAttribute('data-lesson', lesson);
}
