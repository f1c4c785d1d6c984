/** Where this browser's push messages go, as the server heard it last: small enough to be looked at on every page. */
import { dropText, keepText } from './kept';

const KEY = 'kilowatt-push';

export const reached = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const keepReached = (endpoint: string | null): void => {
  try {
    if (endpoint === null) dropText(KEY);
    else keepText(KEY, endpoint);
  } catch {
    // without storage the server is told again at the next visit
  }
};

/** Whether push was on here, or may be: whether it is worth asking the server. */
export const mayBeReached = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window &&
  (reached() !== null || Notification.permission === 'granted');
