/** Getting the files of the game: whole ones are kept, damaged ones are fetched again, and what stays damaged is refused. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Damaged, Fetcher, keptAt, Stopped } from '../../src/worker/files';
import type { Index } from '../../src/worker/messages';

const BASE = 'https://example.org/some/path/';
const BODY = new TextEncoder().encode('the rules of the game');
const SHA = createHash('sha256').update(BODY).digest('hex');
const INDEX: Index = {
  version: '1',
  files: [{ path: 'rules.pack', sha256: SHA, size: BODY.length, moved: BODY.length, part: 'rules' }],
};

let kept: Map<string, Uint8Array>;
let answers: (Uint8Array | null)[];
let asked: string[];

beforeEach(() => {
  kept = new Map();
  answers = [];
  asked = [];
  const cache = {
    match: (at: string) =>
      Promise.resolve(kept.has(at) ? { arrayBuffer: () => Promise.resolve(kept.get(at)?.slice().buffer) } : undefined),
    put: async (at: string, answer: Response) => {
      kept.set(at, new Uint8Array(await answer.arrayBuffer()));
    },
    delete: (at: string) => Promise.resolve(kept.delete(at)),
  };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  vi.stubGlobal('fetch', (url: URL, options: RequestInit) => {
    asked.push(`${url.href} ${options.cache}`);
    const body = answers.shift();
    return body ? Promise.resolve(new Response(body.slice())) : Promise.reject(new TypeError('no network'));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const get = (): Promise<Uint8Array> => new Fetcher(BASE, INDEX, () => undefined).get('rules.pack');

describe('a file of the game', () => {
  it('is fetched once below the path of the site, and kept by its hash', async () => {
    answers = [BODY];
    expect(await get()).toEqual(BODY);
    expect(await get()).toEqual(BODY);
    expect(asked).toEqual([`${BASE}rules.pack default`]);
  });

  it('that came damaged is fetched anew, past every cache', async () => {
    answers = [BODY.slice(0, 4), BODY];
    expect(await get()).toEqual(BODY);
    expect(asked.at(-1)).toBe(`${BASE}rules.pack reload`);
  });

  it('that was kept damaged is fetched again and kept whole', async () => {
    kept.set(
      keptAt(BASE, SHA),
      BODY.map((byte) => byte ^ 1),
    );
    answers = [BODY];
    expect(await get()).toEqual(BODY);
    expect(kept.get(keptAt(BASE, SHA))).toEqual(BODY);
  });

  it('is waited for where the host counts requests', async () => {
    vi.useFakeTimers();
    const { fetch } = globalThis;
    let refusals = 2;
    vi.stubGlobal('fetch', (url: URL, options: RequestInit) => {
      refusals -= 1;
      return refusals < 0 ? fetch(url, options) : Promise.resolve(new Response('', { status: 429 }));
    });
    answers = [BODY];
    const body = get();
    await vi.runAllTimersAsync();
    expect(await body).toEqual(BODY);
    vi.useRealTimers();
  });

  it('that stays damaged is refused, and one that cannot be had says so', async () => {
    answers = [BODY.slice(1), BODY.slice(1), BODY.slice(1)];
    await expect(get()).rejects.toThrow(Damaged);
    expect(kept.size).toBe(0);
    await expect(get()).rejects.toThrow(Stopped);
  });
});
