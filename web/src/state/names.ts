/** What players are called: a person who gave no name is "You" on their own device and "Guest" to all others. */
import type { TableView } from '../protocol/schema';
import { say } from '../text';

/** What the page has sent for a person without a name, in either language; the number tells several on one device apart. */
const NAMELESS = /^(?:You|Du)( \d+)?$/;

export function seatName(name: string, yours: boolean): string {
  const match = NAMELESS.exec(name);
  return match === null ? name : `${say(yours ? 'You' : 'guest')}${match[1] ?? ''}`;
}

/** The names of a table's seats, in their order. */
export const seatNames = (table: Pick<TableView, 'seats' | 'yours'>): string[] =>
  table.seats.map(({ seat, name }) => seatName(name, table.yours.includes(seat)));
