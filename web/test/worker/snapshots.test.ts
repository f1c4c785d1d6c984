/** What a worker holds of a snapshot, and which it keeps. */
import { afterEach, expect, it, vi } from 'vitest';
import { keepSnapshot, release, snapshotKept } from '../../src/worker/snapshots';
import { storage } from '../caches';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('frees the bytes at once', () => {
  const bytes = new Uint8Array(8);
  release(bytes);
  expect(bytes.length).toBe(0);
});

it('keeps one for each folder of a host', async () => {
  const [one, two] = ['https://example.org/one/', 'https://example.org/two/'];
  vi.stubGlobal('caches', storage(new Map()));
  const snapshot = { body: new Uint8Array([1, 2]), name: 'x', handle: 3, before: 4, after: 5 };
  await keepSnapshot(one, '1', snapshot);
  await keepSnapshot(two, '1', snapshot);
  await keepSnapshot(two, '2', snapshot);
  expect(await snapshotKept(one, '1')).toEqual(snapshot);
  expect([await snapshotKept(two, '1'), await snapshotKept(two, '2')]).toEqual([null, snapshot]);
});
