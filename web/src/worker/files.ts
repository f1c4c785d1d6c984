/** Gets the files of the game: from what the browser keeps, else from the site; each is checked by its hash. */
import type { Index, Listed, Part } from './messages';

/** Files by their hash. What two versions share is kept and fetched once. */
export const KEPT = 'kilowatt-files';
/** Attempts before a download counts as stopped. */
const TRIES = 3;
/** How often a host that asks to wait is asked again, and the most seconds before each time. */
const WAITS = 30;
const LONGEST = 10;

export class Damaged extends Error {}
export class Stopped extends Error {}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether bytes are those of the index. A page without a secure connection can only compare their number. */
export async function isWhole(file: Listed, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (body.length !== file.size) return false;
  if (!('crypto' in globalThis) || !('subtle' in crypto)) return true;
  return hex(await crypto.subtle.digest('SHA-256', body)) === file.sha256;
}

/** Where a file is kept: by its hash, at an address of its own below the site. */
export const keptAt = (base: string, sha256: string): string => new URL(`kept/${sha256}`, base).href;

/** Fetch a file; a host that counts requests says when to go on. */
async function patient(url: URL, cache: RequestCache): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const answer = await fetch(url, { cache });
    if (answer.status !== 429 || waits === WAITS) return answer;
    const seconds = Number(answer.headers.get('Retry-After')) || 2;
    await new Promise((go) => setTimeout(go, Math.min(seconds, LONGEST) * 1000));
  }
}

const shelf = async (): Promise<Cache | null> => {
  try {
    return await caches.open(KEPT);
  } catch {
    return null;
  }
};

/** Read a body, saying after each piece how much there is. */
async function read(answer: Response, said: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (answer.body === null) return new Uint8Array(await answer.arrayBuffer());
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    said(length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export class Fetcher {
  private readonly loaded = new Map<string, number>();
  private readonly done = new Set<string>();
  /** Whether everything that was fetched is kept. */
  stored = true;

  constructor(
    private readonly base: string,
    private readonly index: Index,
    private readonly progress: (loaded: number, total: number, done: Part[]) => void,
  ) {}

  private say(): void {
    const total = this.index.files.reduce((sum, file) => sum + file.moved, 0);
    const loaded = this.index.files.reduce(
      (sum, file) => sum + file.moved * Math.min(1, (this.loaded.get(file.path) ?? 0) / file.size),
      0,
    );
    const parts = [...new Set(this.index.files.map((file) => file.part))];
    const open = new Set(this.index.files.filter((file) => !this.done.has(file.path)).map((file) => file.part));
    this.progress(
      loaded,
      total,
      parts.filter((part) => !open.has(part)),
    );
  }

  private finish(file: Listed): void {
    this.loaded.set(file.path, file.size);
    this.done.add(file.path);
    this.say();
  }

  /** A file of the index, whole. */
  async get(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.index.files.find((one) => one.path === path);
    if (file === undefined) throw new Damaged(path);
    const kept = await shelf();
    const at = keptAt(this.base, file.sha256);
    const old = await kept?.match(at);
    if (old) {
      const body = new Uint8Array(await old.arrayBuffer());
      if (await isWhole(file, body)) {
        this.finish(file);
        return body;
      }
      await kept?.delete(at);
    }
    const body = await this.fetch(file);
    this.finish(file);
    try {
      await kept?.put(at, new Response(body));
    } catch {
      this.stored = false;
    }
    if (kept === null) this.stored = false;
    return body;
  }

  private async fetch(file: Listed): Promise<Uint8Array<ArrayBuffer>> {
    let damaged = false;
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        // what was damaged on its way, or in a cache on it, is asked for anew
        const answer = await patient(new URL(file.path, this.base), tries === 0 ? 'default' : 'reload');
        if (!answer.ok) throw new Stopped(`${file.path}: ${answer.status}`);
        const body = await read(answer, (bytes) => {
          this.loaded.set(file.path, bytes);
          this.say();
        });
        if (await isWhole(file, body)) return body;
        damaged = true;
      } catch {
        damaged = false;
      }
    }
    throw damaged ? new Damaged(file.path) : new Stopped(file.path);
  }
}

/** Unpack what was packed with gzip. */
export async function unpack(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Response(body).body?.pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const ENTRY = 0x02014b50;
const HEAD = 30;

/** The files of an archive that is not compressed inside, each as a part of its bytes. */
export function* entriesOf(archive: Uint8Array<ArrayBuffer>): Generator<[string, Uint8Array<ArrayBuffer>]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  // the end of an archive without a comment: where its list begins
  let at = view.getUint32(archive.length - 6, true);
  while (at + 4 <= archive.length && view.getUint32(at, true) === ENTRY) {
    const size = view.getUint32(at + 24, true);
    const name = view.getUint16(at + 28, true);
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const head = view.getUint32(at + 42, true);
    const begin = head + HEAD + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    yield [new TextDecoder().decode(archive.subarray(at + 46, at + 46 + name)), archive.subarray(begin, begin + size)];
    at += 46 + name + more;
  }
}
