/** The page's side of the game on this device: a port whose other end is a worker, and how far the worker is. */
import { siteBase } from '../base/site';
import { keepForGood } from '../base/offline';
import { startSiteWorker } from '../base/worker';
import { Store } from '../base/store';
import { Shelf } from '../worker/shelf';
import type { Damage, Fault, FromHost, Part, ToHost } from '../worker/messages';
import { choosePort, type Port, type Reply, type WireEvents } from './port';

export interface Device {
  state: 'loading' | 'ready' | Fault;
  loaded: number;
  total: number;
  done: Part[];
  /** When the first byte came, in milliseconds since 1970. */
  since: number;
  /** Whether the browser keeps the files and the games. */
  stored: boolean;
  /** Whether the game can do without a network from now on. */
  offline: boolean;
  /** Whether the player has read that in this visit. */
  told: boolean;
  /** Games that could not be read and were set aside, by code with what is wrong. */
  damaged: Damage;
  /** What the browser or Python said of a fault. */
  detail: string;
  /** Since when somebody waits for a bot, in milliseconds since 1970. */
  thinking: number | null;
  /** What went wrong where no bot can think. */
  speechless: string | null;
  /** Games can be played, but the last files are missing: why. */
  missing: Fault | null;
  /** Whether what is played is kept. */
  kept: boolean;
}

export const device = new Store<Device>({
  state: 'loading',
  loaded: 0,
  total: 0,
  done: [],
  since: 0,
  stored: true,
  offline: false,
  told: false,
  damaged: {},
  detail: '',
  thinking: null,
  speechless: null,
  missing: null,
  kept: true,
});

/** Answers that were made together with the site: what the first screen shows before Python has started. */
interface Early {
  [path: string]: unknown;
}

/** Milliseconds that the browser has to begin with a file. */
const SAVING = 10_000;
/** The request for one's own tables. */
const MINE = '/api/tables?filter=mine';
const TABLE = /^\/api\/tables\/([^/]+)\/socket$/;

class Worked implements Port {
  private worker: Worker | null = null;
  private count = 0;
  private readonly asked = new Map<number, (reply: { status: number; body: string }) => void>();
  private readonly lines = new Map<number, WireEvents>();
  private early: Promise<Early> | null = null;
  /** Whether the browser was asked, in this visit, to keep what is played. */
  private asks = false;

  start(): void {
    this.worker?.terminate();
    device.update({ state: 'loading', loaded: 0, done: [], missing: null, speechless: null });
    const worker = new Worker(new URL('../worker/host.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<FromHost>) => {
      this.receive(event.data);
    };
    worker.onerror = (event) => {
      device.update({ state: 'failed', detail: event.message });
    };
    this.post({ type: 'start', base: siteBase() });
  }

  post(message: ToHost): void {
    this.worker?.postMessage(message);
  }

  ask(make: (id: number) => ToHost): Promise<{ status: number; body: string }> {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve) => {
      this.asked.set(id, resolve);
      this.post(make(id));
    });
  }

  async request(method: 'GET' | 'POST', path: string, body: string | null, language: string): Promise<Reply> {
    if (method === 'GET' && device.get().state !== 'ready') {
      const known = await this.known(path, language);
      if (known !== undefined) return reply(200, () => known);
    }
    const answer = await this.ask((id) => ({ type: 'request', id, method, path, body, language }));
    return reply(answer.status, () => JSON.parse(answer.body) as unknown);
  }

  /** What can be answered before Python runs. */
  private async known(path: string, language: string): Promise<unknown> {
    if (path === MINE) return headsKept();
    this.early ??= fetch(new URL('early.json', siteBase())).then(
      (answer) => (answer.ok ? (answer.json() as Promise<Early>) : {}),
      () => ({}),
    );
    const early = await this.early;
    return early[`${language} ${path}`] ?? early[path];
  }

  wire(path: string, events: WireEvents) {
    // a game has begun: from now on there is something to lose
    if (!this.asks) void keepForGood();
    this.asks = true;
    this.count += 1;
    const line = this.count;
    const code = decodeURIComponent(TABLE.exec(path)?.[1] ?? '');
    let open = false;
    this.lines.set(line, events);
    this.post({ type: 'open', line, code });
    window.setTimeout(() => {
      open = this.lines.has(line);
      if (open) events.opened();
    });
    return {
      isOpen: () => open,
      send: (text: string) => {
        this.post({ type: 'send', line, text });
      },
      close: () => {
        open = false;
        this.lines.delete(line);
        this.post({ type: 'close', line });
      },
    };
  }

  private receive(message: FromHost): void {
    switch (message.type) {
      case 'progress': {
        const { loaded, total, done } = message;
        device.update({ loaded, total, done, since: device.get().since || Date.now() });
        break;
      }
      case 'ready':
        performance.mark(message.restored ? 'kilowatt restored' : 'kilowatt started');
        device.update({ state: 'ready' });
        break;
      case 'complete':
        device.update({ stored: message.stored, missing: null });
        void startSiteWorker().then((offline) => {
          device.update({ offline });
        });
        break;
      case 'fault':
        if (device.get().state === 'ready') device.update({ missing: message.fault, detail: message.detail });
        else device.update({ state: message.fault, detail: message.detail });
        break;
      case 'answer':
        this.asked.get(message.id)?.(message);
        this.asked.delete(message.id);
        break;
      case 'message':
        this.lines.get(message.line)?.received(message.text);
        break;
      case 'thinking': {
        const { thinking } = device.get();
        // in the browser's own tools, and for tools.site_speed
        if (thinking !== null && message.since === null)
          performance.measure('kilowatt thinking', {
            start: thinking - performance.timeOrigin,
            end: Date.now() - performance.timeOrigin,
          });
        device.update({ thinking: message.since });
        break;
      }
      case 'speechless':
        device.update({ speechless: message.detail });
        break;
      case 'kept':
        device.update({ kept: message.kept });
        break;
      case 'damaged':
        device.update({ damaged: { ...device.get().damaged, ...message.games } });
        break;
    }
  }
}

const reply = (status: number, read: () => unknown): Reply => ({
  ok: status < 400,
  status,
  statusText: String(status),
  json: () => Promise.resolve().then(read),
});

/** The tables that the device keeps, newest first, as the host would list them; undefined: only the host knows. */
async function headsKept(): Promise<unknown> {
  try {
    const heads = await (await Shelf.open()).heads();
    const tables = heads?.map((head) => JSON.parse(head) as { touched: string });
    return tables && { tables: tables.sort((one, other) => (one.touched < other.touched ? 1 : -1)) };
  } catch {
    return undefined;
  }
}

const worked = new Worked();

/** Let this device answer from now on, and get the game. */
export function startDevice(): void {
  choosePort(worked);
  worked.start();
}

/** Try again what stopped; what is there stays. */
export const retryDevice = (): void => {
  if (device.get().state === 'ready') worked.post({ type: 'again' });
  else worked.start();
};

/** Nobody wants to wait for the bot any longer: a quick one plays its move. */
export const stopThinking = (): void => {
  worked.post({ type: 'stop' });
};

/** Let the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  window.setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, SAVING);
}

/** The record of a game, as text. */
export const recordOf = async (path: string, language: string): Promise<string> =>
  (await worked.ask((id) => ({ type: 'request', id, method: 'GET', path, body: null, language }))).body;

/** The games that could not be read, as a text to save. */
export const damagedGames = async (): Promise<string> =>
  JSON.stringify((JSON.parse(await exportAll()) as { damaged: unknown }).damaged);

export const exportAll = async (): Promise<string> => (await worked.ask((id) => ({ type: 'export', id }))).body;

/** Take in what a file holds; null: it holds something else. */
export async function importAll(text: string): Promise<{ taken: number; refused: number } | null> {
  const { status, body } = await worked.ask((id) => ({ type: 'import', id, text }));
  return status < 400 ? (JSON.parse(body) as { taken: number; refused: number }) : null;
}
