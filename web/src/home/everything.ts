/** What the page keeps on this device beside games, as texts by key: written to a file, and joined with one. */
import { OURS, type Texts } from '../base/kept';

type Plain = Record<string, unknown>;

const plain = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch {
    return null;
  }
};
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists without what they have in common twice; of things with a key the newest. */
function joinedLists(own: unknown[], other: unknown[]): unknown[] {
  const keyed = [...own, ...other].filter((one): one is Plain => isPlain(one) && 'key' in one);
  if (keyed.length === 0) return [...new Map([...own, ...other].map((one) => [JSON.stringify(one), one])).values()];
  const newest = new Map<unknown, Plain>();
  for (const one of keyed) {
    const known = newest.get(one.key);
    if (known === undefined || Number(one.at) > Number(known.at)) newest.set(one.key, one);
  }
  return [...newest.values()];
}

/** Join two things of the same kind: lists and what stands under names is united, of numbers the greater counts. */
function joined(own: unknown, other: unknown): unknown {
  if (Array.isArray(own) && Array.isArray(other)) return joinedLists(own, other);
  if (typeof own === 'number' && typeof other === 'number') return Math.max(own, other);
  if (!isPlain(own) || !isPlain(other)) return own ?? other;
  const names = new Set([...Object.keys(own), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, joined(own[name], other[name])]));
}

/** What waits to be sent to a server, or comes from one. */
const WAITING = /^kilowatt-(real-|moving$)/;
/** What a person chose for this device stays; everything else is joined. */
const CHOSEN = new Set(['kilowatt', 'kilowatt.board']);

/** Return the texts that change when those of a file come to those of the device. Nothing of either is lost. */
export function brought(own: Texts, file: Texts): Texts {
  const changes: Texts = {};
  for (const [key, text] of Object.entries(file)) {
    if (!OURS.test(key) || WAITING.test(key)) continue;
    const here = own[key];
    if (here === undefined) changes[key] = text;
    else if (!CHOSEN.has(key)) {
      const both = plain(here) === null ? text : JSON.stringify(joined(plain(here), plain(text)));
      if (both !== here) changes[key] = both;
    }
  }
  return changes;
}
