/** Which entries of a record still stand. */
import type { EntryView } from '../protocol/schema';

/** Drop what was taken back: after `undo: n` the entries behind n no longer stand. */
export function standing(entries: readonly EntryView[]): EntryView[] {
  let kept: EntryView[] = [];
  for (const entry of entries) {
    if (typeof entry.undo === 'number') {
      const upto = entry.undo;
      kept = kept.filter((row) => row.seq <= upto);
    } else kept.push(entry);
  }
  return kept;
}
