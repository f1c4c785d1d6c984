/** Where the page is: on a game server, or in a folder of files, where games are played on this device. */

const mark = (name: string): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="kilowatt-${name}"]`)?.content ?? null;

/** The version of the folder of files that this page is in; null where a server answers. */
export const siteVersion: string | null = mark('site');
export const isSite = siteVersion !== null;

const named = mark('server');
/** The server that this folder comes from, where a game server offers it itself. */
export const ownServer: string | null = named?.startsWith('/') === true ? new URL(named, location.href).href : null;

/** A link to a game server that whoever put the folder up names; null: none. */
export const siteServer: string | null = ownServer ?? named;

/** The folder, where the page is one of files. */
export const siteBase = (): string => new URL('.', location.href.split('#')[0]).href;

/** The address of a place in the page. A folder of files has one address: the place stands behind its `#`. */
export const hrefOf = (path: string): string => (isSite ? `#${path}` : path);

/** The same as a link to copy. */
export const linkTo = (path: string): string => (isSite ? siteBase() : location.origin) + hrefOf(path);
