/** The address of the page, in its parts. Links change it without a reload; which screen it leads to is in `routes.tsx`. */
import { hrefOf, isSite } from './site';
import { Store, useStore } from './store';

export interface Address {
  /** The first part of the path: the screen. Empty for the lobby. */
  place: string;
  /** The second part: the table, the shared board, the player or the group. */
  code: string;
  query: URLSearchParams;
  /** What is behind the `#`, which browsers do not send: a seat's restore code, the link of a group. */
  secret: URLSearchParams;
  /** Whether a link led here: its screen is shown from its top. */
  fresh: boolean;
}

/** A part of a path that was typed or cut off may hold a `%` that stands for nothing: it is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse(path: string, search = '', hash = ''): Address {
  const [, place = '', code = ''] = path.split('/');
  return {
    place,
    code: decoded(code),
    query: new URLSearchParams(search),
    secret: new URLSearchParams(hash.replace(/^#/, '')),
    fresh: false,
  };
}

/** In a folder of files the whole address of a place stands behind the `#`. */
export function parseHash(hash: string): Address {
  const url = new URL(hash.replace(/^#/, '') || '/', 'place:/');
  return parse(url.pathname, url.search, url.hash);
}

const read = (): Address =>
  isSite ? parseHash(location.hash) : parse(location.pathname, location.search, location.hash);
const address = new Store<Address>(read());
window.addEventListener('popstate', () => {
  address.set(read());
});

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', hrefOf(path));
  else history.pushState(null, '', hrefOf(path));
  address.set({ ...read(), fresh: !replace });
}

export const useAddress = (): Address => useStore(address);
