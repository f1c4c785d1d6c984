/** The service worker: registered after the first paint, and what happens when the server has a newer page. */
import { Store } from './store';

/** Whether a newer page is ready; what is prepared at a table outlasts the reload. */
export const newer = new Store(false);

export function startWorker(): void {
  if (!('serviceWorker' in navigator) || !window.isSecureContext || import.meta.env.DEV) return;
  window.addEventListener('load', () => {
    // a certificate that the browser does not trust: the page works without
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
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
