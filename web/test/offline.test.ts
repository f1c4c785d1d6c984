/** The game of a server's /offline/ folder on this device. */
import { afterEach, expect, it, vi } from 'vitest';
import { dropCopy, offlineCopy } from '../src/base/offline';
import { storage } from './caches';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('is removed alone: what other folders of the host keep stays', async () => {
  const caches = storage(new Map());
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(undefined) } });
  const other = new URL('/club/kept/abc', location.href).href;
  const own = new URL('/offline/kept/abc', location.href).href;
  const others = await caches.open('some-other-app');
  await others.put(own, new Response('theirs'));
  for (const name of ['kilowatt-files', 'kilowatt-whole', 'kilowatt-start'])
    for (const url of [own, other]) await (await caches.open(name)).put(url, new Response('kept'));
  await dropCopy();
  for (const name of ['kilowatt-files', 'kilowatt-whole', 'kilowatt-start'])
    expect((await (await caches.open(name)).keys()).map(({ url }) => url)).toEqual([other]);
  expect(await others.keys()).toHaveLength(1);
  expect(offlineCopy.get().state).toBe('none');
});
