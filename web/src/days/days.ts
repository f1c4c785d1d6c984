/** Pauses, days off and moves to take back: what is asked of the server, and days as it writes them. */
import { ask } from '../net/api';
import type { AskBack, AskPause, DaysOffView, TableView } from '../protocol/schema';

const at = (code: string): string => `/tables/${encodeURIComponent(code)}`;

export const pause = (code: string, wish: AskPause): Promise<TableView> => ask<TableView>(`${at(code)}/pause`, wish);

export const takeBack = (code: string, wish: AskBack): Promise<TableView> => ask<TableView>(`${at(code)}/back`, wish);

export const daysOff = (): Promise<DaysOffView> => ask<DaysOffView>('/days-off');

export const setDaysOff = (days: string[], take: boolean): Promise<DaysOffView> =>
  ask<DaysOffView>('/days-off', { days, take, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });

/** How many days off one may still take this year. */
export const daysLeft = ({ days, yearly }: DaysOffView): number =>
  yearly - days.filter((day) => day.startsWith(dayOf(new Date()).slice(0, 4))).length;

const two = (n: number): string => String(n).padStart(2, '0');

/** A day as the server writes it, in the zone of this browser. */
export const dayOf = (date: Date): string =>
  `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The days from the first to the last, both included; none where they are the wrong way round. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  const end = new Date(`${last}T12:00`);
  for (const day = new Date(`${first}T12:00`); day <= end && days.length < 400; day.setDate(day.getDate() + 1))
    days.push(dayOf(day));
  return days;
}
