/** What the device keeps of games, in IndexedDB: for each table a text, and its head for lists. */

const NAME = 'kilowatt-device';
const VERSION = 2;
const GAMES = 'games';
const HEADS = 'heads';
const DAMAGED = 'damaged';

/** A table that has changed: its code, its text and its head; null for one that was deleted. */
export type Change = readonly [string, string | null, string | null];

export function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => {
      resolve(asked.result);
    };
    asked.onerror = () => {
      reject(asked.error ?? new Error(NAME));
    };
  });
}

export function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = transaction.onerror = () => {
      reject(transaction.error ?? new Error(NAME));
    };
  });
}

export class Shelf {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(): Promise<Shelf> {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      for (const store of [GAMES, HEADS, DAMAGED])
        if (!asked.result.objectStoreNames.contains(store)) asked.result.createObjectStore(store);
    };
    const database = await done(asked);
    // a newer page may change what is kept here
    database.onversionchange = () => {
      database.close();
    };
    return new Shelf(database);
  }

  private async allOf(store: string): Promise<Record<string, string>> {
    const kept = this.database.transaction(store).objectStore(store);
    const [codes, texts] = await Promise.all([done(kept.getAllKeys()), done(kept.getAll())]);
    return Object.fromEntries(codes.map((code, at) => [String(code), String(texts[at])]));
  }

  /** Every game. */
  all(): Promise<Record<string, string>> {
    return this.allOf(GAMES);
  }

  /** Games that could not be read. */
  damaged(): Promise<Record<string, string>> {
    return this.allOf(DAMAGED);
  }

  /** The heads of all games, for lists; null where an older version kept games without. */
  async heads(): Promise<string[] | null> {
    const open = this.database.transaction([GAMES, HEADS]);
    const count = done(open.objectStore(GAMES).count());
    const heads = (await done(open.objectStore(HEADS).getAll())).map(String);
    return (await count) === heads.length ? heads : null;
  }

  /** Keep the games that changed, all or none. */
  async keep(changes: readonly Change[]): Promise<void> {
    const open = this.database.transaction([GAMES, HEADS], 'readwrite');
    for (const [code, text, head] of changes)
      for (const [store, value] of [
        [GAMES, text],
        [HEADS, head],
      ] as const)
        if (value === null) open.objectStore(store).delete(code);
        else open.objectStore(store).put(value, code);
    await ended(open);
  }

  /** Set a game aside that cannot be read: nothing is thrown away. */
  async setAside(code: string): Promise<void> {
    const open = this.database.transaction([GAMES, HEADS, DAMAGED], 'readwrite');
    const text: unknown = await done(open.objectStore(GAMES).get(code));
    if (text !== undefined) open.objectStore(DAMAGED).put(text, code);
    for (const store of [GAMES, HEADS]) open.objectStore(store).delete(code);
    await ended(open);
  }

  /** Keep a damaged game of a file, unless there is one. */
  async keepDamaged(games: Readonly<Record<string, string>>): Promise<void> {
    const open = this.database.transaction(DAMAGED, 'readwrite');
    for (const [code, text] of Object.entries(games)) open.objectStore(DAMAGED).put(text, code);
    await ended(open);
  }
}
