/** Whether the browser has a network, as far as it knows. */
import { Store } from './store';

export const online = new Store(navigator.onLine);

const look = (): void => {
  online.set(navigator.onLine);
};
window.addEventListener('online', look);
window.addEventListener('offline', look);
