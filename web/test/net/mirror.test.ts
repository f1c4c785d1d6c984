/** What the page keeps beside games is in the browser's database too, and comes back from there. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choose } from '../../src/base/settings';
import { dropText, mirrorTo } from '../../src/base/kept';
import { startMirror } from '../../src/net/mirror';
import { noteTry, recallSolved } from '../../src/state/solved';
import { save, savedBoards } from '../../src/workshop/saved';
import type { BoardData } from '../../src/workshop/model';

/** The texts in the database; whether it can be opened. */
let copy: Map<string, string>;
let able: boolean;

/** A request or transaction that ends a little later, as a browser's do. */
function later(result?: unknown): { onsuccess?: () => void; oncomplete?: () => void; onerror?: () => void } {
  const asked: {
    result: unknown;
    error: Error;
    onsuccess?: () => void;
    oncomplete?: () => void;
    onerror?: () => void;
  } = { result, error: new Error('closed') };
  setTimeout(() => {
    if (result === null) asked.onerror?.();
    else {
      asked.onsuccess?.();
      asked.oncomplete?.();
    }
  });
  return asked;
}

const store = {
  getAllKeys: () => later([...copy.keys()]),
  getAll: () => later([...copy.values()]),
  put: (text: string, key: string) => copy.set(key, text),
  delete: (key: string) => copy.delete(key),
};
const database = { transaction: () => Object.assign(later(), { objectStore: () => store }) };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  localStorage.clear();
  copy = new Map();
  able = true;
  vi.stubGlobal('indexedDB', { open: () => later(able ? database : null) });
});

afterEach(() => {
  mirrorTo(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the copy of what the page keeps', () => {
  it('is made of settings, puzzles and drawn boards as they change, and brings them back', async () => {
    expect(await startMirror()).toBe(false);
    choose({ theme: 'dark' });
    noteTry(recallSolved(), 'Ada', true, null);
    save('b1', { name: 'Ours' } as unknown as BoardData);
    await settled();
    const before = { ...localStorage };
    expect(Object.fromEntries(copy)).toEqual(before);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['kilowatt', 'kilowatt.puzzles', 'kilowatt.boards']));
    localStorage.clear();
    expect(await startMirror()).toBe(true);
    expect({ ...localStorage }).toEqual(before);
    expect([recallSolved().tries, savedBoards().map(({ key }) => key)]).toEqual([{ Ada: true }, ['b1']]);
    // what is dropped is dropped there too
    dropText('kilowatt.boards');
    await settled();
    expect([...copy.keys()]).not.toContain('kilowatt.boards');
  });

  it('takes over at the start what changed without it, and nothing that is not ours', async () => {
    copy = new Map([['kilowatt.old', 'gone']]);
    localStorage.setItem('kilowatt', '{"theme":"light"}');
    localStorage.setItem('other', 'theirs');
    expect(await startMirror()).toBe(false);
    await settled();
    expect([...copy]).toEqual([['kilowatt', '{"theme":"light"}']]);
    expect(localStorage.getItem('kilowatt.old')).toBeNull();
  });

  it('is missing where the browser has no database: the page goes on', async () => {
    able = false;
    expect(await startMirror()).toBe(false);
    choose({ theme: 'dark' });
    expect(localStorage.getItem('kilowatt')).toContain('dark');
  });

  it('misses nothing: no other module writes to local storage', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const writing = files.filter((name) =>
      /localStorage\.(setItem|removeItem|clear)/.test(readFileSync(`src/${name}`, 'utf8')),
    );
    expect(writing).toEqual(['base/kept.ts']);
  });
});
