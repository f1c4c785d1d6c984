/** The clocks that the form offers, by the name the catalogue has for each. */
import type { ClockPlan, ClockView } from '../protocol/schema';

export const CLOCKS: Record<string, ClockPlan> = {
  none: { kind: 'none' },
  fast: { kind: 'bank', bank: 600, increment: 15 },
  calm: { kind: 'bank', bank: 1800, increment: 30 },
  day: { kind: 'days', days: 1 },
  days3: { kind: 'days', days: 3 },
};

/** The name of a clock that has not run yet; null when the form does not offer it. */
export function clockName({ kind, left, increment }: ClockView): string | null {
  const entry = Object.entries(CLOCKS).find(
    ([, plan]) =>
      plan.kind === kind &&
      (kind === 'none' ||
        (kind === 'days'
          ? (plan.days ?? 0) * 86400 === left[0]
          : plan.bank === left[0] && plan.increment === increment)),
  );
  return entry?.[0] ?? null;
}
