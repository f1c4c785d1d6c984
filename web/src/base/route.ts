/** The address of the page: lobby, new table, a table, a moment of it. Links change it without a reload. */
import { Store, useStore } from './store';

export interface Route {
  screen:
    'lobby' | 'new' | 'puzzles' | 'table' | 'mail' | 'games' | 'workshop' | 'ratings' | 'player' | 'group' | 'privacy';
  /** The table, the shared board, the player or the group that the address names. */
  code: string;
  /** The moment to show, from `?at=`. */
  at: number | null;
  /** Whether a finished game opens with its review, from `?review`. */
  review?: boolean;
  /** A seat's restore code, or what a group's link ends with, from behind the `#`, which browsers do not send. */
  restore: string | null;
}

export function parse(path: string, search: string, hash: string): Route {
  const [, first, code] = path.split('/');
  const asked = new URLSearchParams(search);
  const at = asked.get('at');
  const behind = new URLSearchParams(hash.replace(/^#/, ''));
  const restore = behind.get('restore');
  if (first === 't' && code)
    return {
      screen: 'table',
      code: decodeURIComponent(code),
      at: at === null ? null : Number(at),
      review: asked.has('review'),
      restore,
    };
  if (first === 'workshop')
    return { screen: 'workshop', code: decodeURIComponent(code ?? ''), at: null, restore: null };
  if (first === 'player') return { screen: 'player', code: decodeURIComponent(code ?? ''), at: null, restore: null };
  if (first === 'group')
    return { screen: 'group', code: decodeURIComponent(code ?? ''), at: null, restore: behind.get('join') };
  if (first === 'new') return { screen: 'new', code: asked.get('group') ?? '', at: null, restore: null };
  const screens = ['mail', 'games', 'puzzles', 'ratings', 'privacy'] as const;
  return { screen: screens.find((one) => one === first) ?? 'lobby', code: '', at: null, restore: null };
}

const read = (): Route => parse(location.pathname, location.search, location.hash);
export const route = new Store<Route>(read());
window.addEventListener('popstate', () => {
  route.set(read());
});

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  route.set(read());
  if (!replace) window.scrollTo(0, 0);
}

export const useRoute = (): Route => useStore(route);
