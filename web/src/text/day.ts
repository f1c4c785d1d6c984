/** Days and times in words. */
import { settings } from '../base/settings';

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const TIME = { hour: '2-digit', minute: '2-digit' } as const;

const locale = (): string => (settings.get().language === 'de' ? 'de' : 'en-GB');

/** A day: "Thu 19 Nov". */
export const dayText = (moment: string | number): string => new Date(moment).toLocaleDateString(locale(), DAY);

/** A day as a heading: "Thursday 19 Nov". */
export const longDayText = (moment: string): string =>
  new Date(moment).toLocaleDateString(locale(), { ...DAY, weekday: 'long' });

/** A time of the day: "21:14". */
export const timeText = (moment: string | number): string => new Date(moment).toLocaleTimeString(locale(), TIME);

/** A moment: today by its time, another day with that day. */
export function momentText(moment: string | number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  return today ? timeText(moment) : `${dayText(moment)} ${timeText(moment)}`;
}
