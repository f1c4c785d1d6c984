/** The clocks that the form offers, by the name the catalogue has for each, and turns of any number of hours. */
import type { ClockPlan, ClockView } from '../protocol/schema';
import { say, sayCode } from '../text';

export const CLOCKS: Record<string, ClockPlan> = {
  none: { kind: 'none' },
  fast: { kind: 'bank', bank: 600, increment: 15 },
  calm: { kind: 'bank', bank: 1800, increment: 30 },
  day: { kind: 'days', days: 1 },
  days3: { kind: 'days', days: 3 },
};
/** What the form calls a clock of so many hours per turn. */
const HOURS = 'hours:';
const HOUR = 3600;
/** The longest turn that the server allows: sixty days. */
export const HOURS_MOST = 60 * 24;

export const ofHours = (hours: number): string => `${HOURS}${Math.min(HOURS_MOST, Math.max(1, Math.round(hours)))}`;

/** The hours per turn of a clock of the form; null for one that it offers by name. */
export const hoursOf = (name: string): number | null =>
  name.startsWith(HOURS) ? Number(name.slice(HOURS.length)) : null;

export function clockPlan(name: string): ClockPlan {
  const hours = hoursOf(name);
  if (hours === null) return CLOCKS[name] ?? { kind: 'none' };
  return { kind: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
}

/** Seconds that a turn lasts by a clock of days. */
export const turnTime = ({ days = 0, hours = 0 }: ClockPlan): number => (24 * days + hours) * HOUR;

/** The name of a clock that has not run yet; null when the form cannot make it. */
export function clockName({
  kind,
  left,
  increment,
}: Pick<ClockView, 'kind' | 'left'> & Partial<ClockView>): string | null {
  const full = left[0] ?? 0;
  const entry = Object.entries(CLOCKS).find(
    ([, plan]) =>
      plan.kind === kind &&
      (kind === 'none' ||
        (kind === 'days' ? turnTime(plan) === full : plan.bank === full && plan.increment === increment)),
  );
  return entry?.[0] ?? (kind === 'days' ? ofHours(full / HOUR) : null);
}

/** The name of a clock as it is asked for. */
export const nameOfPlan = (plan: ClockPlan): string =>
  clockName({
    kind: plan.kind ?? 'none',
    left: [plan.kind === 'days' ? turnTime(plan) : (plan.bank ?? 0)],
    increment: plan.increment ?? 0,
  }) ?? 'none';

/** A clock in words. */
export function clockText(name: string): string {
  const hours = hoursOf(name);
  if (hours === null) return sayCode('clocks', name);
  return hours % 24 === 0 ? say('clocks.ofDays', { n: hours / 24 }) : say('clocks.ofHours', { n: hours });
}
