/** Lights what a fact is about wherever it is drawn: cities, a plant's card, a row of fuel. Nothing is drawn again or moves. */
import type { Deed } from './news';

const quoted = (name: string): string => `"${CSS.escape(name)}"`;

/** Where the things of a deed are drawn. */
function placesOf(deed: Deed): string {
  const cities = (deed.cities ?? []).map((city) => `[data-city=${quoted(city)}]`);
  const fuels = (deed.fuels ?? []).map((key) => {
    const [track = '', fuel = ''] = key.split('/');
    return `[data-track=${quoted(track)}][data-fuel=${quoted(fuel)}]`;
  });
  const plant = deed.kind === 'plant' || deed.kind === 'opens' || deed.kind === 'new' ? String(deed.what) : null;
  const cards = plant === null ? [] : [`[data-plant=${quoted(plant)}]`, `[data-mini=${quoted(plant)}]`];
  return [...cities, ...fuels, ...cards].join(', ');
}

/** Light these things of the table, in the colour of whose deed it is; null: nothing. */
export function point(deed: Deed | null): void {
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-told]')) {
    delete element.dataset.told;
    element.style.removeProperty('--told');
  }
  const places = deed === null ? '' : placesOf(deed);
  if (deed === null || places === '') return;
  for (const element of document.querySelectorAll<HTMLElement | SVGElement>(places)) {
    element.dataset.told = '';
    element.style.setProperty('--told', deed.seat === null ? 'var(--volt-deep)' : `var(--seat-${deed.seat})`);
  }
}
