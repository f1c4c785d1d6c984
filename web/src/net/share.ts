/** Keeps what did not change: equal parts of a new answer are replaced by the old ones, so that nobody draws them again. */

/** The new value, built from the old one's parts wherever they are equal. */
export function share<T>(old: unknown, now: T): T {
  if (Object.is(old, now) || typeof old !== 'object' || typeof now !== 'object' || old === null || now === null)
    return now;
  if (Array.isArray(old) !== Array.isArray(now)) return now;
  const before = old as Record<string, unknown>;
  const after = now as Record<string, unknown>;
  const keys = Object.keys(after);
  let same = keys.length === Object.keys(before).length;
  for (const key of keys) {
    const kept = share(before[key], after[key]);
    after[key] = kept;
    if (!Object.is(kept, before[key])) same = false;
  }
  return same ? (old as T) : now;
}
