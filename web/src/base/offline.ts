/** The game without a server, kept on this device beside the page of a server: a folder of files below that server. */
import { Store } from './store';

export const OFFLINE = '/offline/';
/** Where the service worker there keeps its files, and other folders of this host theirs. */
const CACHES = /^kilowatt-(files|whole|start)$/;

export interface Copy {
  state: 'none' | 'getting' | 'here' | 'failed';
  /** Bytes on their way, while it comes. */
  loaded: number;
  total: number;
}

export const offlineCopy = new Store<Copy>({ state: 'none', loaded: 0, total: 0 });

export const mayKeepCopy = (): boolean => 'serviceWorker' in navigator && window.isSecureContext;

/** Ask the browser not to clear what the page keeps when room is short. Some browsers ask the person: only for a reason. */
export async function keepForGood(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // it decides alone
  }
}

async function registered(): Promise<ServiceWorkerRegistration | null> {
  const registration = await navigator.serviceWorker.getRegistration(OFFLINE);
  return registration?.scope === new URL(OFFLINE, location.href).href ? registration : null;
}

/** Wait until a worker answers for its folder; false: it could not get all of it. */
const activated = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'installed') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', look);
    look();
  });

/** Get the game, all of it or nothing. */
export async function getCopy(): Promise<void> {
  if (offlineCopy.get().state === 'getting') return;
  offlineCopy.set({ state: 'getting', loaded: 0, total: 0 });
  const progress = ({ data }: MessageEvent<{ type?: string; loaded: number; total: number }>): void => {
    if (data.type === 'installed') offlineCopy.update({ loaded: data.loaded, total: data.total });
  };
  navigator.serviceWorker.addEventListener('message', progress);
  try {
    void keepForGood();
    const { installing, active } = await navigator.serviceWorker.register(`${OFFLINE}sw.js`, { scope: OFFLINE });
    const whole = active !== null || (installing !== null && (await activated(installing)));
    offlineCopy.update({ state: whole ? 'here' : 'failed' });
  } catch {
    offlineCopy.update({ state: 'failed' });
  } finally {
    navigator.serviceWorker.removeEventListener('message', progress);
  }
}

/** Remove the game again; what was played stays, and so do other folders of this host. */
export async function dropCopy(): Promise<void> {
  await (await registered())?.unregister();
  const own = new URL(`${OFFLINE}kept/`, location.href).href;
  for (const name of await caches.keys()) {
    if (!CACHES.test(name)) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (url.startsWith(own)) await cache.delete(url);
  }
  offlineCopy.update({ state: 'none' });
}

const isApp = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

/** See whether the game is on this device, and keep it new. Whoever installs the page as an app gets it too. */
export async function startCopy(): Promise<void> {
  if (!mayKeepCopy()) return;
  window.addEventListener('appinstalled', () => void getCopy());
  try {
    const registration = await registered();
    if (registration?.active) {
      offlineCopy.update({ state: 'here' });
      await registration.update();
    } else if (isApp()) await getCopy();
  } catch {
    // no network, or a browser that keeps nothing
  }
}
