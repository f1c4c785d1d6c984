/** The last table that was open, kept in this browser: without a line it is shown again, to read only. */
import type { BoardView, EntryView, SheetView, TableView, View } from '../protocol/schema';
import type { Live } from './live';
import type { Session } from './session';

const NAME = 'kilowatt';
const STORE = 'last';
const PAUSE = 500;
const ENTRIES_MOST = 200;

interface Last {
  code: string;
  board: BoardView;
  table: TableView;
  view: View | null;
  entries: EntryView[];
  /** What was written down, at a real table. */
  sheet?: SheetView | null;
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(STORE);
    };
    asked.onsuccess = () => {
      resolve(asked.result);
    };
    asked.onerror = () => {
      reject(asked.error ?? new Error(STORE));
    };
  });
}

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => {
      resolve(asked.result);
    };
    asked.onerror = () => {
      reject(asked.error ?? new Error(STORE));
    };
  });
}

async function write(last: Last): Promise<void> {
  const open = await database();
  await done(open.transaction(STORE, 'readwrite').objectStore(STORE).put(last, STORE));
  open.close();
}

async function read(code: string): Promise<Last | null> {
  const open = await database();
  const kept = (await done(open.transaction(STORE).objectStore(STORE).get(STORE))) as Last | undefined;
  open.close();
  return kept?.code === code ? kept : null;
}

/** A view that nobody can act on: what may be done is the server's to say. */
const readOnly = (view: View | null): View | null =>
  view && { ...view, mine: { ...view.mine, menu: null, can_undo: 0, why_not: [] } };

/** Keep what a session shows, and show it again while its server cannot be reached. Returns how to stop. */
export function keepLast(session: Session): () => void {
  if (!('indexedDB' in window)) return () => undefined;
  let timer = 0;
  let looked = false;
  const put = (): void => {
    timer = 0;
    const { board, table, view, entries, line, sheet } = session.live.get();
    if (board && table && line === 'live')
      write({ code: session.code, board, table, view, entries: entries.slice(-ENTRIES_MOST), sheet }).catch(
        () => undefined,
      );
  };
  const show = ({ board, line }: Live): void => {
    if (looked || board || line !== 'lost') return;
    looked = true;
    read(session.code).then(
      (last) => {
        const now = session.live.get();
        if (last && now.line === 'lost' && !now.table)
          session.live.update({
            board: last.board,
            table: last.table,
            view: readOnly(last.view),
            entries: last.entries,
            sheet: last.sheet ?? null,
          });
      },
      () => undefined,
    );
  };
  const stop = session.live.watch(() => {
    const live = session.live.get();
    show(live);
    if (live.line === 'live' && timer === 0) timer = window.setTimeout(put, PAUSE);
  });
  const leave = (): void => {
    window.clearTimeout(timer);
    if (timer !== 0) put();
  };
  window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('pagehide', leave);
    leave();
    stop();
  };
}
