/** The worker that keeps the games: gets the files, starts Python as soon as there is enough for it, then bots. */
import { Damaged, Fetcher, Stopped, unpack } from './files';
import { glueOf } from './glue';
import { Keeper } from './keeper';
import { Shelf } from './shelf';
import { collect, keepSnapshot, release, snapshotKept } from './snapshots';
import { place, startPython } from './python';
import { Thinking } from './thinking';
import type { Fault, Files, FromHost, Index, ToHost } from './messages';

const LOCK = 'kilowatt-device';
/** What only comes with the last files. */
const LATE = /^\/api\/puzzles/;

const say = (message: FromHost): void => {
  self.postMessage(message);
};

/** Let one window keep the games: a second one says so. Returns whether it is this one. */
function only(): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });
}

async function indexOf(base: string): Promise<Index> {
  const listed = await fetch(new URL('files.json', base)).catch(() => {
    throw new Stopped('files.json');
  });
  if (!listed.ok) throw new Stopped('files.json');
  return (await listed.json()) as Index;
}

let keeper: Keeper | null = null;
/** Whether every file is here. */
let complete = false;
let waiting: ToHost[] = [];
type Body = Uint8Array<ArrayBuffer>;
type Rest = Promise<[Body, Body]>;
/** Waits for the last files, while they are missing. */
let finish: ((asked: Rest) => Promise<void>) | null = null;
let again: (() => void) | null = null;

function receive(message: ToHost): void {
  const early = keeper === null || (!complete && message.type === 'request' && LATE.test(message.path));
  if (early) waiting.push(message);
  else keeper?.receive(message);
}

/** Take what had to wait until now. */
function go(): void {
  const early = waiting;
  waiting = [];
  early.forEach(receive);
}

async function start(base: string): Promise<void> {
  if (!(await only())) throw new Error('elsewhere');
  const index = await indexOf(base);
  const fetcher = new Fetcher(base, index, (loaded, total, done) => {
    say({ type: 'progress', loaded, total, done });
  });
  const pack = async (name: string) => unpack(await fetcher.get(`runtime/${name}.pack`));
  const shelf = Shelf.open().catch(() => null);
  const { version } = index;
  const kept = snapshotKept(base, version);
  const [machine, library, lock, msgspec, rules] = await Promise.all([
    pack('machine').then((body) => WebAssembly.compile(body)),
    pack('library'),
    fetcher.get('runtime/lock.json').then((body) => new TextDecoder().decode(body)),
    pack('msgspec'),
    pack('rules'),
  ]);
  const files: Files = { library, lock, archives: [msgspec, rules] };
  // what Python is not made of comes while it starts
  const others = index.files.filter(({ path }) => !path.endsWith('.pack'));
  const rest = async (): Rest => {
    const packs = Promise.all([pack('bots'), pack('puzzles')]);
    // these are only to be kept: their bytes go at once
    await Promise.all([packs, ...others.map(({ path }) => fetcher.get(path).then(() => undefined))]);
    return packs;
  };
  const first = rest();
  first.catch(() => undefined);
  const begun = await startPython(base, machine, files, await kept, true);
  const { python, restored } = begun;
  let own: Keeper | null = null;
  const thinking = new Thinking(base, version, machine, files, begun.snapshot, {
    answered: (pair) => own?.answered(pair),
    ended: (id, how) => own?.ended(id, how),
    ready: () => own?.drain(),
    thinking: (since) => {
      say({ type: 'thinking', since });
    },
    speechless: (detail) => {
      say({ type: 'speechless', detail });
    },
  });
  own = new Keeper(glueOf(python), await shelf, say);
  await own.restore();
  own.begin(thinking);
  keeper = own;
  say({ type: 'ready', restored });
  go();
  finish = async (asked) => {
    const [bots, puzzles] = await asked;
    finish = null;
    thinking.place([bots]);
    // the coach's figures are weights too
    place(python, [bots, puzzles]);
    complete = true;
    if (begun.snapshot) {
      await keepSnapshot(base, version, begun.snapshot);
      release(begun.snapshot.body);
      begun.snapshot = null;
    }
    say({ type: 'complete', stored: fetcher.stored && (await shelf) !== null });
    go();
    void collect();
  };
  again = () => {
    finish?.(rest()).catch(report);
  };
  await finish(first);
}

function faultOf(error: unknown): Fault {
  if (error instanceof Stopped) return 'stopped';
  if (error instanceof Damaged) return 'damaged';
  if (error instanceof Error && error.message === 'elsewhere') return 'elsewhere';
  return 'WebAssembly' in globalThis && 'DecompressionStream' in globalThis ? 'failed' : 'unable';
}

const report = (error: unknown): void => {
  say({ type: 'fault', fault: faultOf(error), detail: error instanceof Error ? error.message : String(error) });
};

self.onmessage = (event: MessageEvent<ToHost>) => {
  const message = event.data;
  if (message.type === 'start') start(message.base).catch(report);
  else if (message.type === 'again' && !complete) again?.();
  else receive(message);
};
