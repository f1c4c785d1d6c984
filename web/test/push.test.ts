import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '../src/notifications/notifications';
import { reconcilePush } from '../src/notifications/push';

const KEY = 'BPtA';
const buffer = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

describe('the push subscription as the page loads', () => {
  let requests: string[] = [];
  let subscription: unknown = null;
  let renewable = true;
  const made = (endpoint: string, key = KEY): unknown => ({
    endpoint,
    options: { applicationServerKey: buffer(key) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      subscription = null;
      return Promise.resolve(true);
    },
  });
  const visit = (permission: string, pushing: boolean): Promise<void> => {
    vi.stubGlobal('Notification', { permission });
    vi.stubGlobal('PushManager', {});
    vi.stubGlobal('navigator', {
      serviceWorker: {
        getRegistration: () =>
          Promise.resolve({
            pushManager: {
              getSubscription: () => Promise.resolve(subscription),
              subscribe: () => {
                if (!renewable) return Promise.reject(new Error('no push service'));
                subscription = subscription ?? made('https://push.example.org/new');
                return Promise.resolve(subscription);
              },
            },
          }),
      },
    });
    vi.stubGlobal('fetch', (path: string) => {
      if (path !== '/api/notifications') requests.push(path);
      return Promise.resolve(
        new Response(JSON.stringify({ push_key: KEY, pushing: pushing && !path.endsWith('stop') })),
      );
    });
    return reconcilePush();
  };
  beforeEach(() => {
    requests = [];
    subscription = null;
    renewable = true;
    localStorage.clear();
    notifications.set(null);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is left alone where the server knows it, and is named once to a server that may know another', async () => {
    subscription = made('https://push.example.org/old');
    await visit('granted', true);
    expect(requests).toEqual(['/api/notifications/push']);
    await visit('granted', true);
    expect(requests).toHaveLength(1);
  });

  it('is renewed where the browser has dropped it, or the server has another key', async () => {
    await visit('granted', true);
    expect(requests).toEqual(['/api/notifications/push']);
    subscription = made('https://push.example.org/new', 'AAAA');
    await visit('granted', true);
    expect(requests).toHaveLength(2);
    expect(subscription).toMatchObject({ endpoint: 'https://push.example.org/new' });
  });

  it.each(['denied', 'granted'])('is switched off where it cannot be renewed: %s', async (permission) => {
    localStorage.setItem('kilowatt-push', 'https://push.example.org/old');
    renewable = false;
    await visit(permission, true);
    expect(requests).toEqual(['/api/notifications/push/stop']);
    expect(notifications.get()?.pushing).toBe(false);
    expect(localStorage.getItem('kilowatt-push')).toBeNull();
  });

  it('is not made for a player who has switched push off', async () => {
    await visit('granted', false);
    expect(requests).toEqual([]);
    expect(subscription).toBeNull();
  });
});
