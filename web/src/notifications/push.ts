/** This browser's push subscription: made on a press, and held together with what the server knows of it. */
import { keepReached, mayBeReached, reached } from '../base/reached';
import { ask } from '../net/api';
import type { NotificationsView } from '../protocol/schema';
import { keep, loadNotifications, setHours } from './notifications';

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export type Pushed = 'on' | 'denied' | 'failed';

/** Subscribe this browser, and tell the server where it is reached. */
async function subscribe(view: NotificationsView, manager: PushManager): Promise<void> {
  const key = bytes(view.push_key ?? '');
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  keep(await ask<NotificationsView>('/notifications/push', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth }));
  keepReached(endpoint ?? '');
}

/** Ask the browser for permission, subscribe, and tell the server. Only ever called by a press of the player's. */
export async function startPush(view: NotificationsView): Promise<Pushed> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await subscribe(view, (await navigator.serviceWorker.ready).pushManager);
    await setHours(view.quiet_from, view.quiet_to);
    return 'on';
  } catch {
    return 'failed';
  }
}

const sameKey = (made: PushSubscription, view: NotificationsView): boolean => {
  const key = made.options.applicationServerKey;
  return key === null || String(new Uint8Array(key)) === String(bytes(view.push_key ?? ''));
};

/**
 * Bring what the server believes and this browser's subscription together, as the page loads. A browser may drop or
 * renew a subscription while nobody looks, and a server may get another key. What cannot be renewed is switched off,
 * so that the page says the truth.
 */
export async function reconcilePush(): Promise<void> {
  if (!mayBeReached()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const view = registration ? await loadNotifications() : null;
  if (!registration || !view?.pushing) return;
  const made = await registration.pushManager.getSubscription();
  if (made && sameKey(made, view) && made.endpoint === reached()) return;
  try {
    if (made && !sameKey(made, view)) await made.unsubscribe();
    if (Notification.permission === 'granted') await subscribe(view, registration.pushManager);
  } catch {
    // without a network the next visit tries again
  }
  // nothing reaches this browser: the page must not say that it is on
  if (!(await registration.pushManager.getSubscription())) await stopPush();
}

export async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  keepReached(null);
  keep(await ask<NotificationsView>('/notifications/push/stop', {}));
}
