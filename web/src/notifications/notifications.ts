/** Being notified when it is your turn: what the server offers, and this browser's subscription. */
import { ask } from '../net/api';
import type { NotificationsView, HookView, SetHook } from '../protocol/schema';
import { settings } from '../base/settings';
import { Store } from '../base/store';

/** How this device is notified; null until it was asked for. */
export const notifications = new Store<NotificationsView | null>(null);

export const keep = (view: NotificationsView): NotificationsView => {
  notifications.set(view);
  return view;
};

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function loadNotifications(): Promise<NotificationsView | null> {
  try {
    return notifications.get() ?? keep(await ask<NotificationsView>('/notifications'));
  } catch {
    return null;
  }
}

/** Ask again what may have changed elsewhere; what is known stays where nobody answers. */
export async function reloadNotifications(): Promise<void> {
  try {
    keep(await ask<NotificationsView>('/notifications'));
  } catch {
    // the next look may find the server again
  }
}

/** Whether this browser can show notifications of this server at all. */
export const canPush = (view: NotificationsView | null): boolean =>
  view !== null && view.push_key !== null && 'serviceWorker' in navigator && 'PushManager' in window;

export const setMail = async (mail: string | null): Promise<NotificationsView> =>
  keep(await ask<NotificationsView>('/notifications/mail', { mail }));

/** Everything that can be notified, in the order of the list. */
export const EVENTS = [
  'turn',
  'half',
  'began',
  'ended',
  'stand_in',
  'agreed',
  'pause',
  'back',
  'opened',
  'result',
  'chat',
  'talk',
] as const;
export type Event = (typeof EVENTS)[number];

/** What a table's webhook can report: everything that happens at that table. */
export const HOOK_EVENTS = ['turn', 'half', 'began', 'ended', 'stand_in', 'agreed', 'pause', 'back', 'chat'] as const;

interface Wish {
  quiet_from: number | null;
  quiet_to: number | null;
  off?: Event[];
}

const change = async (wish: Wish): Promise<NotificationsView> =>
  keep(await ask<NotificationsView>('/notifications', { language: settings.get().language, zone: zone(), ...wish }));

export const setHours = (from: number | null, to: number | null): Promise<NotificationsView> =>
  change({ quiet_from: from, quiet_to: to });

/** Switch an event off or on again. */
export const setEvent = (view: NotificationsView, event: Event, on: boolean): Promise<NotificationsView> =>
  change({
    quiet_from: view.quiet_from,
    quiet_to: view.quiet_to,
    off: EVENTS.filter((name) => (name === event ? !on : view.off.includes(name))),
  });

/** Send a message now; the answer says why it did not arrive, or null. */
export const sendTest = async (way: 'push' | 'mail'): Promise<string | null> => {
  const { trouble } = await ask<{ trouble: string | null }>('/notifications/test', { way });
  const view = notifications.get();
  if (view !== null) {
    const others = Object.fromEntries(Object.entries(view.troubles).filter(([name]) => name !== way));
    notifications.set({ ...view, troubles: trouble === null ? others : { ...others, [way]: trouble } });
  }
  return trouble;
};

export const answerMail = (what: 'confirm' | 'stop', key: string): Promise<unknown> =>
  ask(`/notifications/mail/${what}`, { key });

const at = (code: string): string => `/tables/${encodeURIComponent(code)}/hook`;
export const hookOf = (code: string): Promise<HookView> => ask<HookView>(at(code));
export const setHook = (code: string, wish: SetHook): Promise<HookView> => ask<HookView>(at(code), wish);
/** Send a message to the chat room now; the answer says why it did not arrive, or null. */
export const testHook = async (code: string): Promise<string | null> =>
  (await ask<{ trouble: string | null }>(`${at(code)}/test`, {})).trouble;

/** Take back what was shown for a table that is being looked at. */
export async function clearNotes(code: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    for (const note of (await registration?.getNotifications()) ?? [])
      if ((note.data as { url?: string } | null)?.url?.endsWith(`/t/${code}`) === true) note.close();
  } catch {
    // a browser without notifications has none to take back
  }
}
