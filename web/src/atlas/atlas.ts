/** The boards that can be played, one entry for each with the editions it has, and which of them a filter lets through. */
import { EXPANSIONS, ORIGINALS } from '../boards/known';
import { isMine, type GameRow } from '../home/myBoards';
import { cardsOf } from '../learn/special/special';
import { gameTitle } from '../text/titles';
import { maybeWord } from './words';

export type Kind = 'plants' | 'fuel' | 'building' | 'buying' | 'none';
export type Group = 'originals' | 'expansions' | 'others' | 'mine';
export const KINDS: readonly Kind[] = ['plants', 'fuel', 'building', 'buying', 'none'];
export const GROUPS: readonly Group[] = ['originals', 'expansions', 'others', 'mine'];

/** What of the rules a board changes. */
const CHANGES: Readonly<Record<string, readonly Kind[]>> = {
  australia: ['plants', 'fuel'],
  baden_wuerttemberg: ['plants', 'building'],
  benelux: ['plants'],
  brazil: ['plants'],
  bremen: ['fuel', 'building'],
  central_europe: ['buying', 'fuel'],
  china: ['plants'],
  europe: ['none'],
  france: ['plants', 'fuel'],
  germany: ['fuel'],
  germany_classic: ['none'],
  india: ['fuel'],
  italy: ['fuel'],
  japan: ['building'],
  korea: ['fuel'],
  manhattan: ['plants', 'building'],
  middle_east: ['plants', 'fuel'],
  north_america: ['none'],
  northern_europe: ['plants', 'buying'],
  quebec: ['plants'],
  russia: ['plants'],
  south_africa: ['fuel', 'building'],
  spain_portugal: ['plants', 'buying'],
  uk_ireland: ['building', 'buying'],
  usa: ['fuel'],
  usa_classic: ['none'],
};

export interface Entry {
  /** The board's id, as in the address of its sheet; "cards" for the card game. */
  id: string;
  group: Group;
  name: string;
  /** What is special, in at most five words. */
  special: string;
  years: readonly string[];
  kinds: readonly Kind[];
  /** Its games, published ones first. */
  rows: readonly GameRow[];
  seats: readonly number[];
}

export interface Wish {
  find: string;
  players: number | null;
  kind: Kind | null;
}

export const NOTHING: Wish = { find: '', players: null, kind: null };

const groupOf = (row: GameRow): Group =>
  isMine(row)
    ? 'mine'
    : ORIGINALS.includes(row.board)
      ? 'originals'
      : EXPANSIONS.includes(row.board)
        ? 'expansions'
        : 'others';

/** The title of a game without its edition. */
const nameOf = (row: GameRow): string => {
  const title = gameTitle(row.id, row.title);
  return /^(.*?)(?:, [^,]*| \d{4})$/.exec(title)?.[1] ?? title;
};
const yearOf = (row: GameRow): string => /\d{4}$/.exec(row.title)?.[0] ?? '';

/** One entry a board, in the order of the lists above; own boards as they come. */
export function entriesOf(sets: readonly GameRow[]): Entry[] {
  const boards = new Map<string, GameRow[]>();
  for (const row of sets) boards.set(row.board, [...(boards.get(row.board) ?? []), row]);
  const order = [...ORIGINALS, ...EXPANSIONS];
  const place = (board: string): number => (order.includes(board) ? order.indexOf(board) : order.length);
  return [...boards]
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([board, all]) => {
      const rows = [...all].sort((a, b) => Number(a.composed) - Number(b.composed));
      const [first] = rows;
      if (!first) return [];
      const id = board === '' ? 'cards' : isMine(first) ? first.id : board;
      return [
        {
          id,
          group: groupOf(first),
          name: nameOf(first),
          special: maybeWord(`short.${id}`) ?? '',
          years: [...new Set(rows.map(yearOf))].filter((year) => year !== '').sort(),
          kinds: CHANGES[board] ?? [],
          rows,
          seats: [...new Set(rows.flatMap((row) => row.seats))].sort(),
        },
      ];
    });
}

/** Letters without their marks, so that "Munchen" finds München. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether a board is let through; `cities` are the words of its map, once it is there. */
export function passes(entry: Entry, wish: Wish, cities: string): boolean {
  if (wish.players !== null && !entry.seats.includes(wish.players)) return false;
  if (wish.kind !== null && !entry.kinds.includes(wish.kind)) return false;
  const words = plain(wish.find).split(/\s+/).filter(Boolean);
  const rules = cardsOf(entry.id).map(({ title, text }) => `${title} ${text}`);
  const text = plain([entry.name, entry.special, ...entry.years, ...rules, cities].join(' '));
  return words.every((word) => text.includes(word));
}

/** The number of players to begin with: what is wished, else four or the most there can be. */
export const seatsFor = (row: GameRow, wished: number | null): number =>
  wished !== null && row.seats.includes(wished) ? wished : row.seats.includes(4) ? 4 : (row.seats.at(-1) ?? 4);
