/** The lines of the game as this viewer reads them; the log and the toast read the same book. */
import { useMemo } from 'react';
import type { BoardView } from '../protocol/schema';
import { Book, type Line } from '../state/log';
import { usePart, type Play } from '../state/play';
import { useSettings } from '../state/settings';

const reading = ({ entries, names, table, board }: Play) => ({ entries, names, yours: table.yours, board });

let open: { key: readonly unknown[]; book: Book } | null = null;

/** One book a table and language: whoever asks second finds it read up already. */
function bookOf(board: BoardView, names: readonly string[], yours: readonly number[], language: string): Book {
  const key = [board, names, yours, language];
  if (open === null || !open.key.every((part, index) => part === key[index]))
    open = { key, book: new Book(board, names, yours) };
  return open.book;
}

export function useLines(): readonly Line[] {
  const { language } = useSettings();
  const { entries, names, yours, board } = usePart(reading);
  return useMemo(() => bookOf(board, names, yours, language).read(entries), [board, names, yours, language, entries]);
}
