/** Whether the browser would put this page on the home screen, as an app. Few say so. */
import { Store } from './store';

interface Offer extends Event {
  prompt(): Promise<unknown>;
}

export const offer = new Store<Offer | null>(null);

/** Wait for the browser's offer: it comes once, early, and is made when a button asks for it. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer.set(event as Offer);
  });
  window.addEventListener('appinstalled', () => {
    offer.set(null);
  });
}

/** Let the browser ask. An offer can be taken once. */
export async function install(): Promise<void> {
  const made = offer.get();
  offer.set(null);
  await made?.prompt();
}
