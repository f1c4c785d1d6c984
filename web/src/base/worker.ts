/** The service worker: registered after the first paint, and what happens when there is a newer page. */
import { startCopy } from './offline';
import { isSite } from './site';
import { Store } from './store';

/** Whether a newer page is ready; what is prepared at a table outlasts the reload. */
export const newer = new Store(false);

const able = (): boolean => 'serviceWorker' in navigator && window.isSecureContext && !import.meta.env.DEV;

export function startWorker(): void {
  if (!able() || isSite) return;
  window.addEventListener('load', () => {
    // a certificate that the browser does not trust: the page works without
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    void startCopy();
  });
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<{ type?: string }>) => {
    if (event.data.type === 'updated') newer.set(true);
  });
  navigator.serviceWorker.controller?.postMessage({ type: 'opened' });
  // nobody looks: the newer page takes over by itself
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && newer.get()) location.reload();
  });
}

/** Milliseconds that a worker has to answer. */
const PATIENCE = 3000;

/** Ask a worker something and wait for its answer; null: it gave none. */
const ask = (worker: ServiceWorker, type: string): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    window.setTimeout(() => {
      resolve(null);
    }, PATIENCE);
    port1.onmessage = (event: MessageEvent<unknown>) => {
      resolve(event.data);
    };
    worker.postMessage({ type }, [port2]);
  });

/** In a folder of files the whole game is installed, once it has been fetched; resolves when it can do without a network. */
export async function startSiteWorker(): Promise<boolean> {
  if (!able()) return false;
  try {
    const registration = await navigator.serviceWorker.register('sw.js');
    const look = async (): Promise<void> => {
      const { active, waiting } = registration;
      if (active && waiting && (await ask(active, 'waits?')) !== false) newer.set(true);
    };
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', () => void look());
    });
    await navigator.serviceWorker.ready;
    void look();
    return true;
  } catch {
    return false;
  }
}

/**
 * Open the page in the version that waits. The worker that answers does so with the files of the new version from now
 * on; it gives way when the last page is closed. Told to give way at once, it would be stopped while the page is loaded
 * anew, and a browser can lose that request for good: only a worker that does not answer is replaced.
 */
export async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const renewed = registration?.active && (await ask(registration.active, 'renew'));
  if (renewed !== true) registration?.waiting?.postMessage({ type: 'take over' });
  location.reload();
}
