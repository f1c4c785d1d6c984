/** The things a bubble can point at and the coach can light, by name; and the tab that shows each on small screens. */
import type { Tab } from '../state/places';

const PLAIN: Record<string, string> = {
  goal: '.goal-strip',
  phases: '.phases',
  triggers: '.triggers',
  players: '.players',
  me: '.player:has(.tag-you)',
  current: '#plants .market > div:first-child',
  deck: '.deck',
  fuels: '#fuel',
  board: '#board',
  console: '#console',
  primary: '#console [data-primary]',
  end: '#console .end',
  incomes: '.incomes',
  plants: '#plants',
};

/** The selector of an anchor: a name, or a kind and an id such as `plant:10`. */
export function selector(anchor: string): string {
  const cut = anchor.indexOf(':');
  const id = CSS.escape(anchor.slice(cut + 1));
  switch (anchor.slice(0, Math.max(0, cut))) {
    case 'plant':
      return `#plants [data-plant="${id}"]`;
    case 'fuel':
      return `#fuel [data-fuel="${id}"] .cells`;
    case 'city':
      return `#board [data-city="${id}"]`;
    case 'card':
      return `#fuel [data-card="${id}"]`;
    case 'track':
      return `#fuel [data-track="${id}"]`;
    default:
      return PLAIN[anchor] ?? anchor;
  }
}

export const find = (anchor: string): Element | null => document.querySelector(selector(anchor));

const TABS: Record<string, Tab> = {
  plant: 'plants',
  current: 'plants',
  deck: 'plants',
  incomes: 'plants',
  plants: 'plants',
  fuel: 'fuel',
  fuels: 'fuel',
  card: 'fuel',
  track: 'fuel',
  city: 'board',
  board: 'board',
  players: 'players',
  me: 'players',
};

/** The tab in which an anchor is seen on small screens; null where it is always in view. */
export const tabOf = (anchor: string): Tab | null => TABS[anchor.split(':')[0] ?? ''] ?? null;

/** Everything that can be veiled, each on its own. */
export const UNITS = [
  '.board-panel',
  '#plants .market > div',
  '#plants > header',
  '.deck',
  '.incomes',
  '.own',
  '.fuels',
  '.columns',
  '.player',
  '.log',
  '.strip',
  '.triggers',
  '.tab-bar button',
] as const;
