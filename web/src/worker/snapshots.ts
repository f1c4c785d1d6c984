/** The memory of a Python that has imported everything, kept on this device: the next visit begins with it. */
import type { Snapshot } from './messages';

const KEPT = 'kilowatt-start';
const FIELDS = ['name', 'handle', 'before', 'after'] as const;

const at = (base: string, version: string): string => new URL(`kept/start-${version}`, base).href;

/** The snapshot of this version; null: there is none. */
export async function snapshotKept(base: string, version: string): Promise<Snapshot | null> {
  try {
    const answer = await (await caches.open(KEPT)).match(at(base, version));
    if (!answer) return null;
    const [name, handle, before, after] = FIELDS.map((field) => answer.headers.get(`x-${field}`) ?? '');
    const body = new Uint8Array(await answer.arrayBuffer());
    return { body, name: name ?? '', handle: Number(handle), before: Number(before), after: Number(after) };
  } catch {
    return null;
  }
}

/** Keep a snapshot in the place of those of this folder's other versions. Without room the next visit begins as this one did. */
export async function keepSnapshot(base: string, version: string, snapshot: Snapshot): Promise<void> {
  try {
    const cache = await caches.open(KEPT);
    for (const { url } of await cache.keys()) if (url.startsWith(at(base, ''))) await cache.delete(url);
    const headers = Object.fromEntries(FIELDS.map((field) => [`x-${field}`, String(snapshot[field])]));
    await cache.put(at(base, version), new Response(snapshot.body, { headers }));
  } catch {
    // the browser keeps nothing more
  }
}

/** Buffers that nothing is written to take no memory, but count for the browser as if they did. */
const SPARE = 2 ** 26;
const SPARES = 8;

/**
 * Have this worker collect its garbage: starting leaves some 40 MB of it, and a worker that waits never collects.
 * Returns how many bytes it has pretended to need.
 */
export async function collect(): Promise<number> {
  let bytes = 0;
  try {
    for (let n = 0; n < SPARES; n += 1) {
      bytes += new ArrayBuffer(SPARE).byteLength;
      await new Promise((go) => setTimeout(go, 20));
    }
  } catch {
    // there is no room for a spare one: the browser has collected
  }
  return bytes;
}

/** Free the bytes at once: they are tens of megabytes, and a worker seldom collects its garbage. */
export function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  const { transfer } = buffer as { transfer?: (length: number) => unknown };
  if (transfer) transfer.call(buffer, 0);
  else structuredClone(null, { transfer: [buffer] });
}
