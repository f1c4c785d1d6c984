/** Your games by urgency: where it is your turn, how long there is, and which one is next. */
import { api } from '../net/api';
import type { TableView } from '../protocol/schema';
import { say, sayCode } from '../text';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Games of others' turns that are listed. */
export const OTHERS_MOST = 3;
/** Below this the time left is shown as a warning. */
export const URGENT = 3 * HOUR;

export const isMyTurn = (table: TableView): boolean =>
  table.state === 'playing' &&
  ((typeof table.actor === 'number' && table.yours.includes(table.actor)) || table.early.length > 0);

/** Seconds until the running seat's time is up; null without a clock, and where you are asked before your turn. */
export function timeLeft({ clock, early, yours }: TableView): number | null {
  if (clock.running === null || (early.length > 0 && !yours.includes(clock.running))) return null;
  return clock.left[clock.running] ?? null;
}

const urgency = (table: TableView): number => timeLeft(table) ?? Infinity;

/** Whether a table is one of the games you play: neither a lesson nor a position you try out alone. */
export const counts = (table: TableView): boolean =>
  table.lesson === null &&
  table.challenge === null &&
  (table.fork_of === null || table.seats.some((seat) => seat.kind === 'person' && !table.yours.includes(seat.seat)));

/** Those that wait for me, the most urgent first; without a clock the one that has waited longest. */
export const myTurns = (tables: readonly TableView[]): TableView[] =>
  tables
    .filter((table) => isMyTurn(table) && counts(table))
    .sort((a, b) => {
      const [left, right] = [urgency(a), urgency(b)];
      return left === right ? a.touched.localeCompare(b.touched) : left - right;
    });

/** Those where others are to move. */
export const otherTurns = (tables: readonly TableView[]): TableView[] =>
  tables.filter((table) => table.state === 'playing' && table.yours.length > 0 && !isMyTurn(table) && counts(table));

/** Your tables that neither the list of turns nor that of finished games shows. */
export const notListed = (tables: readonly TableView[]): TableView[] => {
  const shown = new Set([...myTurns(tables), ...otherTurns(tables).slice(0, OTHERS_MOST)]);
  return tables.filter((table) => !shown.has(table) && !(table.state === 'over' && table.result !== null));
};

/** A time in the largest unit that fits: "2 h", "3 days". */
export function span(seconds: number): string {
  if (seconds >= 2 * DAY) return say('span.days', { n: Math.floor(seconds / DAY) });
  if (seconds >= HOUR) return say('span.hours', { n: Math.floor(seconds / HOUR) });
  return say('span.minutes', { n: Math.max(1, Math.floor(seconds / 60)) });
}

/** How far a game is: round and phase; before the first round there is no round to name. */
export function whereIs({ round, phase }: Pick<TableView, 'round' | 'phase'>): string {
  const now = sayCode('phase', phase);
  return round === 0 ? now : `${say('round', { n: round })} · ${now}`;
}

/** The name of a table as its people call it. */
export const nameOf = (table: TableView, title: string): string => (table.name === '' ? title : table.name);

/** The games that wait for me elsewhere. */
export async function waitingElsewhere(code: string): Promise<TableView[]> {
  const { tables } = await api.tables('mine');
  return myTurns(tables).filter((table) => table.code !== code);
}
