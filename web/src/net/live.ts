/** What a session knows of its table, and what it can be asked to price. */
import type { BoardView, ChatMessage, EntryView, Refused, SheetView, TableView, View } from '../protocol/schema';

export interface Live {
  line: 'connecting' | 'live' | 'lost';
  /** When the next attempt is made, in milliseconds since 1970; only while lost. */
  retryAt: number;
  table: TableView | null;
  board: BoardView | null;
  view: View | null;
  entries: EntryView[];
  /** Entries before those at hand are on their way. */
  earlier: boolean;
  chat: ChatMessage[];
  hidden: string[];
  /** The last line of chat that this player has read. */
  read: number;
  /** What is written down at a real table, all lines. */
  sheet: SheetView | null;
  refused: Refused | null;
  /** A move is on its way. */
  busy: boolean;
  /** The table cannot be had: its code, as the server names it. */
  gone: string | null;
}

export interface Plan {
  cities?: readonly string[];
  fuel?: Record<string, number>;
  plant?: string | null;
  price?: number;
  /** Buy on this market only. */
  market?: string | null;
  /** Fuel to give up with the plant that the planned one replaces. */
  give_up?: Record<string, number>;
  /** Where the free jump leads; '' keeps it. */
  jump?: string | null;
  /** Ask also what one run and filling up would take. */
  fills?: boolean;
  /** Ask also why things cannot be done once the plan is. */
  why?: boolean;
}

export const NOTHING_YET: Live = {
  line: 'connecting',
  retryAt: 0,
  table: null,
  board: null,
  view: null,
  entries: [],
  earlier: false,
  chat: [],
  hidden: [],
  read: 0,
  sheet: null,
  refused: null,
  busy: false,
  gone: null,
};
