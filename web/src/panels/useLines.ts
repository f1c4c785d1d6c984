/** The lines of the game as this viewer reads them; the log and the toast read the same book. */
import { useMemo } from 'react';
import type { Layout } from '../boards';
import type { BoardView, TableView } from '../protocol/schema';
import { Book, type Line } from '../state/log';
import { usePart, type Play } from '../state/play';
import { useSettings, type Settings } from '../base/settings';

const reading = ({ entries, names, table, board, layout }: Play) => ({
  entries,
  names,
  yours: table.yours,
  seats: table.seats,
  board,
  layout,
});

/** An opened record does not say who was a bot: its seats have no level. */
const isBot = (seat: TableView['seats'][number]): boolean =>
  seat.outside || (seat.kind === 'bot' && seat.level !== null);

let open: { key: readonly unknown[]; book: Book } | null = null;

/** One book a table and language: whoever asks second finds it read up already. */
function bookOf(
  board: BoardView,
  layout: Layout | null,
  names: readonly string[],
  yours: readonly number[],
  seats: TableView['seats'],
  language: Settings['language'],
): Book {
  const bots = seats.filter(isBot).map((seat) => seat.seat);
  const key = [board, layout, names, yours, bots.join(' '), language];
  if (open === null || !open.key.every((part, index) => part === key[index])) {
    const areas = Object.entries(layout?.areas ?? {}).map(([id, area]) => [id, area.name[language]] as const);
    open = { key, book: new Book(board, names, yours, new Map(areas), new Set(bots)) };
  }
  return open.book;
}

export function useLines(): readonly Line[] {
  const { language } = useSettings();
  const { entries, names, yours, seats, board, layout } = usePart(reading);
  return useMemo(
    () => bookOf(board, layout, names, yours, seats, language).read(entries),
    [board, layout, names, yours, seats, language, entries],
  );
}
