/** The service worker of a folder of files: one whole version answers, and a page that is between games takes the next. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';

const ORIGIN = 'https://example.org/';
const BASE = `${ORIGIN}some/path/`;
const SOURCE = readFileSync('../src/kilowatt/server/site/sw.js', 'utf8');

type Files = Record<string, string>;
type Heard = (event: Record<string, unknown>) => void;

/** What the site holds now; null: it cannot be reached. */
let site: { version: string; files: Files } | null;
/** Paths whose bytes come damaged. */
let cut: Set<string>;
/** What was fetched from the site. */
let asked: string[];
/** What was hashed: each took its time. */
let hashed: number;
let stored: Map<string, Map<string, string>>;
/** What workers have sent to windows. */
let said: unknown[];
/** How many more requests the host refuses for now, and how long workers have waited for it. */
let refusals: number;
let waited: number[];

const sha = (body: string): string => createHash('sha256').update(body).digest('hex');

const caches = {
  open: (name: string) => {
    const rows = stored.get(name) ?? new Map<string, string>();
    stored.set(name, rows);
    return Promise.resolve({
      match: (key: string) => {
        const body = rows.get(key);
        return Promise.resolve(body === undefined ? undefined : new Response(body));
      },
      put: async (key: string, answer: Response) => {
        const body = await answer.text();
        rows.delete(key);
        rows.set(key, body);
      },
      delete: (key: string) => Promise.resolve(rows.delete(key)),
      keys: () => Promise.resolve([...rows.keys()].map((url) => ({ url }))),
    });
  },
};

const crypto_ = {
  subtle: {
    digest: (name: string, body: ArrayBuffer) => {
      hashed += 1;
      return crypto.subtle.digest(name, body);
    },
  },
};

function fetched(request: URL | { url: string }): Promise<Response> {
  if (site === null) return Promise.reject(new TypeError('no network'));
  if (refusals > 0) {
    refusals -= 1;
    return Promise.resolve(new Response('', { status: 429, headers: { 'Retry-After': '2' } }));
  }
  const path = ('href' in request ? request.href : request.url).replace(/^.*(some\/path|other)\//, '') || 'index.html';
  asked.push(path);
  if (path === 'files.json') {
    const files = Object.entries(site.files).map(([name, body]) => ({
      path: name,
      sha256: sha(body),
      size: body.length,
      moved: body.length,
    }));
    return Promise.resolve(Response.json({ version: site.version, files }));
  }
  const whole = site.files[path] ?? 'not found';
  return Promise.resolve(new Response(cut.has(path) ? 'half' : whole, { status: path in site.files ? 200 : 404 }));
}

/** A worker of a version, as a browser runs it. */
function worker(version: string, base = BASE) {
  const heard = new Map<string, Heard>();
  const self = {
    location: `${base}sw.js`,
    navigator: { language: 'de-AT' },
    addEventListener: (name: string, hear: Heard) => heard.set(name, hear),
    skipWaiting: () => Promise.resolve(),
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve([{ postMessage: (message: unknown) => said.push(message) }]),
    },
  };
  const setTimeout = (go: () => void, milliseconds: number): void => {
    waited.push(milliseconds);
    go();
  };
  const globals = { self, caches, crypto: crypto_, URL, Response, Uint8Array, fetch: fetched, setTimeout };
  runInNewContext(SOURCE.replace('VERSION_OF_THE_SITE', version), globals);
  const tell = async (name: string, event: Record<string, unknown> = {}): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    heard.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    install: () => tell('install'),
    activate: () => tell('activate'),
    say: async (type: string): Promise<unknown> => {
      let answer: unknown;
      await tell('message', { data: { type }, ports: [{ postMessage: (told: unknown) => (answer = told) }] });
      return answer;
    },
    get: async (path: string): Promise<string> => {
      let answer = Promise.resolve(new Response());
      const request = { method: 'GET', url: base + path, mode: path === '' ? 'navigate' : 'cors' };
      const work: Promise<unknown>[] = [];
      heard.get('fetch')?.({
        request,
        respondWith: (promise: Promise<Response>) => (answer = promise),
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
      });
      const { status, text } = await answer.then(async (one) => ({ status: one.status, text: await one.text() }));
      await Promise.all(work);
      return status === 0 ? 'an error' : text;
    },
  };
}

const ONE = { version: '1', files: { 'index.html': 'one', 'rules.pack': 'rules' } };
const TWO = { version: '2', files: { 'index.html': 'two', 'rules.pack': 'rules' } };

beforeEach(() => {
  site = ONE;
  stored = new Map();
  said = [];
  refusals = 0;
  waited = [];
  cut = new Set();
  asked = [];
  hashed = 0;
});

const PAGE = '<script type="module" src="assets/index-1.js"></script><link href="assets/index-1.css" />';
const PAGED = {
  version: '1',
  files: {
    'index.html': PAGE,
    'assets/index-1.js': 'script',
    'assets/index-1.css': 'style',
    'assets/board-1.js': 'board',
  },
};
type Name = keyof typeof PAGED.files;

/** Leave half of a file that is kept, as a crash may. */
const halve = (name: Name): void => {
  const body = PAGED.files[name];
  stored.get('kilowatt-files')?.set(`${BASE}kept/${sha(body)}`, body.slice(0, 3));
};
/** Change a file that is kept without changing its length. */
const swap = (name: Name): void => {
  const body = PAGED.files[name];
  stored.get('kilowatt-files')?.set(`${BASE}kept/${sha(body)}`, 'x'.repeat(body.length));
};

describe('a device that keeps damaged files', () => {
  beforeEach(async () => {
    site = PAGED;
    const first = worker('1');
    await first.install();
    await first.activate();
    asked = [];
    hashed = 0;
  });

  it.each([
    ['half a page', halve, 'index.html', ''],
    ['half a script', halve, 'assets/index-1.js', 'assets/index-1.js'],
    ['another style', swap, 'assets/index-1.css', 'assets/index-1.css'],
    ['half of a part that loads late', halve, 'assets/board-1.js', 'assets/board-1.js'],
  ] as const)('fetches it again, once: %s', async (_, damage, name, path) => {
    damage(name);
    const first = worker('1');
    expect(await first.get(path)).toBe(PAGED.files[name]);
    expect(asked).toEqual([name]);
    site = null;
    expect(await worker('1').get(path)).toBe(PAGED.files[name]);
  });

  it.each([
    ['half a page', halve, 'index.html'],
    ['half a script', halve, 'assets/index-1.js'],
    ['another style', swap, 'assets/index-1.css'],
  ] as const)('says so in words without a network, and starts with one: %s', async (_, damage, name) => {
    damage(name);
    site = null;
    const first = worker('1');
    expect(await first.get('')).toContain('<html lang="de">');
    expect(await first.get('')).toContain('beschädigt');
    site = PAGED;
    expect(await first.get('')).toBe(PAGE);
    site = null;
    expect(await first.get('')).toBe(PAGE);
  });

  it('never runs what cannot be repaired: the page can say so', async () => {
    halve('assets/board-1.js');
    site = null;
    expect(await worker('1').get('')).toBe(PAGE);
    expect(await worker('1').get('assets/board-1.js')).toBe('an error');
    site = PAGED;
    cut.add('assets/board-1.js');
    expect(await worker('1').get('assets/board-1.js')).toBe('an error');
    cut.clear();
    expect(await worker('1').get('assets/board-1.js')).toBe('board');
  });

  it('takes the page of the site where that has moved on, until the new version is installed', async () => {
    halve('assets/index-1.js');
    site = TWO;
    expect(await worker('1').get('')).toBe('two');
    expect(await worker('1').get('files.json')).toContain('"version":"2"');
    const second = worker('2');
    await second.install();
    await second.activate();
    site = null;
    expect(await second.get('')).toBe('two');
  });

  it.each([
    ['half an index', '{"version":"1","fi'],
    ['an index of nothing', '{}'],
    ['no index', null],
  ])('installs it again: %s', async (_, text) => {
    const kept = stored.get('kilowatt-whole');
    if (text === null) kept?.delete(`${BASE}kept/index-1`);
    else kept?.set(`${BASE}kept/index-1`, text);
    const before = site;
    site = null;
    expect(await worker('1').get('')).toContain('beschädigt');
    site = before;
    const again = worker('1');
    expect(await again.get('')).toBe(PAGE);
    site = null;
    expect([await again.get(''), await worker('1').get('assets/board-1.js')]).toEqual([PAGE, 'board']);
  });

  it('compares a file with its hash once in the life of a worker', async () => {
    const first = worker('1');
    for (let times = 0; times < 3; times += 1) for (const path of ['', 'assets/index-1.js']) await first.get(path);
    // the page and the two files it begins with
    expect(hashed).toBe(3);
  });
});

describe('two folders of one host', () => {
  it('do not touch what the other keeps', async () => {
    const other = worker('1', `${ORIGIN}other/`);
    await other.install();
    await other.activate();
    const first = worker('2');
    site = TWO;
    await first.install();
    await first.activate();
    site = null;
    expect([await other.get(''), await other.get('rules.pack'), await first.get('')]).toEqual(['one', 'rules', 'two']);
  });
});

describe('a folder of files', () => {
  it('answers from what is kept once it was installed, without a network', async () => {
    const first = worker('1');
    await first.install();
    await first.activate();
    site = null;
    expect([await first.get(''), await first.get('rules.pack')]).toEqual(['one', 'rules']);
  });

  it('keeps the old version while a newer one waits, and changes when a page says so', async () => {
    const first = worker('1');
    await first.install();
    await first.activate();
    expect(await first.say('waits?')).toBe(false);
    site = TWO;
    const second = worker('2');
    await second.install();
    expect([await first.say('waits?'), await first.get('')]).toEqual([true, 'one']);
    // a browser may keep the first worker for minutes: it answers with the files of the second
    expect(await first.say('renew')).toBe(true);
    site = null;
    expect([await first.get(''), await first.say('waits?')]).toEqual(['two', false]);
    // stopped and started again it has not forgotten that
    expect(await worker('1').get('')).toBe('two');
    await second.activate();
    expect([await second.get(''), await second.get('rules.pack')]).toEqual(['two', 'rules']);
    expect([...(stored.get('kilowatt-files')?.keys() ?? [])]).toHaveLength(2);
  });

  it('that comes damaged or half is not installed, and the old version goes on', async () => {
    const first = worker('1');
    await first.install();
    await first.activate();
    site = { ...TWO, version: '3' };
    await expect(worker('2').install()).rejects.toThrow('another version');
    site = { version: '2', files: { ...TWO.files } };
    const broken = worker('2');
    const whole = site.files;
    Object.defineProperty(whole, 'rules.pack', { enumerable: true, get: () => `${Math.random()}` });
    await expect(broken.install()).rejects.toThrow('came damaged');
    expect([await first.say('waits?'), await first.get('')]).toEqual([false, 'one']);
  });

  it('says how far it is, and waits where its host asks for it', async () => {
    refusals = 3;
    await worker('1').install();
    expect(waited).toEqual([2000, 2000, 2000]);
    expect(said).toEqual([
      { type: 'installed', loaded: 3, total: 8 },
      { type: 'installed', loaded: 8, total: 8 },
    ]);
    refusals = 1000;
    await expect(worker('2').install()).rejects.toThrow();
    expect(waited.length).toBeLessThan(100);
  });

  it('asks the site for a file that the browser has cleared', async () => {
    const first = worker('1');
    await first.install();
    await first.activate();
    stored.get('kilowatt-files')?.delete(`${BASE}kept/${sha('rules')}`);
    expect(await first.get('rules.pack')).toBe('rules');
  });
});
