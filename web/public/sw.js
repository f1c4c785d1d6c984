/* The service worker: serves the shell of the page at once, keeps its files, and shows notifications. */
const SHELL = 'kilowatt-shell';

/** Keep the page and the files it names; say so to open windows when it is another one than before. */
async function refreshShell(answer) {
  const cache = await caches.open(SHELL);
  const before = await cache.match('/').then((old) => old?.text());
  const text = await answer.clone().text();
  if (before === text) return false;
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(files.filter((file) => file.startsWith('/assets/')));
  await cache.put('/', answer);
  if (before === undefined) return false;
  for (const key of await cache.keys()) {
    const path = new URL(key.url).pathname;
    // files of older versions stay until no window can ask for them
    if (path.startsWith('/assets/') && !text.includes(path) && !before.includes(path)) await cache.delete(key);
  }
  for (const client of await self.clients.matchAll()) client.postMessage({ type: 'updated' });
  return true;
}

/** What is kept, if anything. A device whose storage fails, as one that is full or busy may, loads without it. */
const stored = (request) =>
  caches
    .open(SHELL)
    .then((cache) => cache.match(request))
    .catch(() => undefined);

/** Window -> whether a newer page came while it was opened. It asks, for it may have been too young to be told. */
const opened = new Map();

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch('/', { cache: 'no-cache' })
      .then(refreshShell)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The shell as it was kept, at once; what the server has now is for the next time. */
async function shell(event) {
  const kept = await stored('/');
  const fresh = fetch('/', { cache: 'no-cache' }).then(async (answer) => {
    return { answer, changed: answer.ok && (await refreshShell(answer.clone()).catch(() => false)) };
  });
  if (!kept) return (await fresh).answer;
  const changed = fresh.then(
    (found) => found.changed,
    () => false,
  );
  opened.set(event.resultingClientId, changed);
  event.waitUntil(changed);
  return kept;
}

async function file(event) {
  const { request } = event;
  const kept = await stored(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const put = caches.open(SHELL).then((cache) => cache.put(request, copy));
    event.waitUntil(put.catch(() => undefined));
  }
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  // what is below /offline has a worker of its own, where it is installed
  if (/^\/(api|embed|offline)(\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate' && !url.pathname.includes('.')) event.respondWith(shell(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(event));
});

self.addEventListener('message', (event) => {
  const changed = opened.get(event.source.id);
  opened.delete(event.source.id);
  if (changed)
    event.waitUntil(
      changed.then((yes) => {
        if (yes) event.source.postMessage({ type: 'updated' });
      }),
    );
});

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.getNotifications().then((shown) => {
      for (const old of shown) if (old.data?.url === url && old.tag !== tag) old.close();
      return self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { url } });
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data.url, self.location.origin);
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === pathname);
      return there ? there.focus() : self.clients.openWindow(pathname);
    }),
  );
});

/** A browser that renews its subscription by itself keeps its notifications. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    (async () => {
      const key = event.oldSubscription?.options.applicationServerKey;
      const made =
        event.newSubscription ??
        (key && (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
      if (!made) return;
      const { endpoint, keys } = made.toJSON();
      await fetch('/api/notifications/push', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
        credentials: 'same-origin',
      });
    })(),
  );
});
