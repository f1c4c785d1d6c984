/**
 * A copy of what the page keeps beside games (drawn boards, solved puzzles, settings) in the browser's database, where the
 * games are: a browser that has emptied its local storage gets it back at the next visit.
 */
import { keepText, keptTexts, mirrorTo, type Texts } from '../base/kept';
import { done, ended } from '../worker/shelf';

const NAME = 'kilowatt-page';
const TEXTS = 'texts';

async function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(TEXTS);
  return done(asked);
}

/** Every text of the copy. */
async function read(database: IDBDatabase): Promise<Texts> {
  const store = database.transaction(TEXTS).objectStore(TEXTS);
  const [keys, texts] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return Object.fromEntries(keys.map((key, at) => [String(key), String(texts[at])]));
}

/** Copy changes; a text that is null is dropped. */
async function write(database: IDBDatabase, changes: Iterable<readonly [string, string | null]>): Promise<void> {
  const transaction = database.transaction(TEXTS, 'readwrite');
  const store = transaction.objectStore(TEXTS);
  for (const [key, text] of changes)
    if (text === null) store.delete(key);
    else store.put(text, key);
  await ended(transaction);
}

/** Put the copy back where nothing is kept any more, and copy from now on. Returns whether anything came back. */
export async function startMirror(): Promise<boolean> {
  try {
    const own = keptTexts();
    const database = await open();
    const copy = await read(database);
    mirrorTo((key, text) => {
      write(database, [[key, text]]).catch(() => undefined);
    });
    const lost = Object.keys(own).length === 0 && Object.keys(copy).length > 0;
    if (lost) for (const [key, text] of Object.entries(copy)) keepText(key, text);
    else {
      const gone = Object.keys(copy).filter((key) => !(key in own));
      await write(database, [...Object.entries(own), ...gone.map((key) => [key, null] as const)]);
    }
    return lost;
  } catch {
    // a browser without a database, or without storage
    return false;
  }
}
