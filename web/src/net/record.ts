/** The record of a game as a page gets it: the newest entries first, older pages later, each entry once. */
import type { EntryView } from '../protocol/schema';

/** The entry before which the newest missing ones belong; undefined where none is missing. */
export function gapBefore(entries: readonly EntryView[]): number | undefined {
  const at = entries.findLastIndex((entry, index) => entry.seq !== (entries[index - 1]?.seq ?? 0) + 1);
  return entries[at]?.seq;
}

/** The entries with a page put in before entry `before`; what is there already is not added again. */
export function withPage(entries: readonly EntryView[], before: number, page: readonly EntryView[]): EntryView[] {
  const older = entries.filter((entry) => entry.seq < before);
  const newer = entries.filter((entry) => entry.seq >= before);
  const have = older.at(-1)?.seq ?? 0;
  return [...older, ...page.filter((entry) => entry.seq > have), ...newer];
}
