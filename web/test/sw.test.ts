import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

interface Change {
  oldSubscription?: { options: { applicationServerKey: string } };
  newSubscription?: { toJSON: () => object };
  waitUntil: (work: Promise<unknown>) => void;
}

const made = (endpoint: string) => ({ toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) });

/** Let the worker hear that the browser has changed its subscription; return what it sent, and with which keys it subscribed. */
async function changed(change: Omit<Change, 'waitUntil'>): Promise<{ sent: unknown[]; keys: unknown[] }> {
  const heard = new Map<string, (event: Change) => void>();
  const [sent, keys]: [unknown[], unknown[]] = [[], []];
  const subscribe = (wish: { applicationServerKey: string }) => {
    keys.push(wish.applicationServerKey);
    return Promise.resolve(made('https://push.example.org/again'));
  };
  runInNewContext(readFileSync('public/sw.js', 'utf8'), {
    self: {
      addEventListener: (name: string, hear: (event: Change) => void) => heard.set(name, hear),
      registration: { pushManager: { subscribe } },
      location: { origin: 'https://games.example.org' },
    },
    fetch: (path: string, options: { body: string }) => {
      sent.push([path, JSON.parse(options.body)]);
      return Promise.resolve();
    },
  });
  let work: Promise<unknown> = Promise.reject(new Error('nobody has heard it'));
  work.catch(() => undefined);
  heard.get('pushsubscriptionchange')?.({
    ...change,
    waitUntil: (promise) => {
      work = promise;
    },
  });
  await work;
  return { sent, keys };
}

const told = (endpoint: string) => [['/api/notifications/push', { endpoint, p256dh: 'p', auth: 'a' }]];

describe('a subscription that the browser changes', () => {
  it('is told to the server', async () => {
    const { sent, keys } = await changed({ newSubscription: made('https://push.example.org/new') });
    expect([sent, keys]).toEqual([told('https://push.example.org/new'), []]);
  });
  it('is made again with the key of the old one where the browser has none', async () => {
    const { sent, keys } = await changed({ oldSubscription: { options: { applicationServerKey: 'KEY' } } });
    expect([sent, keys]).toEqual([told('https://push.example.org/again'), ['KEY']]);
  });
  it('is left alone where nothing is known of it', async () => {
    expect((await changed({})).sent).toEqual([]);
  });
});

interface Asked {
  request: { method: string; url: string; mode: string };
  respondWith: (answer: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Let the worker answer a request on a device whose storage does what `caches` does. */
async function answered(path: string, mode: string, caches: object): Promise<string> {
  const heard = new Map<string, (event: Asked) => void>();
  runInNewContext(readFileSync('public/sw.js', 'utf8'), {
    self: {
      addEventListener: (name: string, hear: (event: Asked) => void) => heard.set(name, hear),
      location: { origin: 'https://games.example.org' },
    },
    caches,
    URL,
    fetch: (asked: string | { url: string }) =>
      Promise.resolve(
        new Response(`from the server: ${typeof asked === 'string' ? asked : new URL(asked.url).pathname}`),
      ),
  });
  const work: Promise<unknown>[] = [];
  const answer = new Promise<Response>((resolve, reject) => {
    heard.get('fetch')?.({
      request: { method: 'GET', url: `https://games.example.org${path}`, mode },
      respondWith: (given) => {
        given.then(resolve, reject);
      },
      waitUntil: (given) => work.push(given),
    });
  });
  const text = await (await answer).text();
  await Promise.all(work);
  return text;
}

describe('the game without a server', () => {
  it.each(['/offline', '/offline/', '/offline/assets/x.js', '/api/tables', '/embed/ABC'])(
    'has a worker of its own: %s is none of this one',
    (path) => {
      const heard = new Map<string, (event: Asked) => void>();
      runInNewContext(readFileSync('public/sw.js', 'utf8'), {
        self: {
          addEventListener: (name: string, hear: (event: Asked) => void) => heard.set(name, hear),
          location: { origin: 'https://games.example.org' },
        },
        URL,
      });
      let answers = 0;
      heard.get('fetch')?.({
        request: { method: 'GET', url: `https://games.example.org${path}`, mode: 'navigate' },
        respondWith: () => (answers += 1),
        waitUntil: () => undefined,
      });
      expect(answers).toBe(0);
    },
  );
});

describe('a device whose storage fails', () => {
  const full = { match: () => Promise.resolve(undefined), put: () => Promise.reject(new Error('QuotaExceededError')) };
  const failing: [string, object][] = [
    ['is full', { open: () => Promise.resolve(full) }],
    ['does not open', { open: () => Promise.reject(new Error('UnknownError')) }],
  ];
  it.each(failing)('that %s, still has its files and its page from the server', async (_, caches) => {
    expect(await answered('/assets/china-1.js', 'cors', caches)).toBe('from the server: /assets/china-1.js');
    expect(await answered('/t/ABC', 'navigate', caches)).toBe('from the server: /');
  });
});
