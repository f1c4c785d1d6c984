/** Shares as people read them. */
import type { ReportView, ReviewView } from '../protocol/schema';

export const signed = (share: number): string => {
  const n = Math.round(100 * share);
  return n === 0 ? '0 %' : `${n > 0 ? '+' : '−'}${Math.abs(n)} %`;
};

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Between which chances eight of ten such positions lie, by the server's measure. */
export const intervalOf = (chance: number, spread: number): [low: number, high: number] => {
  const error = spread * Math.sqrt(Math.max(0, chance * (1 - chance)));
  return [Math.max(0, chance - error), Math.min(1, chance + error)];
};

/** What changed a player's chance, in whole percent that add up. */
export function sums(review: ReviewView, report: ReportView, seat: number): Record<string, string> {
  const whole = (share: number): number => Math.round(100 * share);
  const start = whole(review.start[seat] ?? 0);
  const end = whole(review.rows.at(-1)?.chances[seat] ?? 0);
  const decisions = whole(report.decisions);
  const luck = whole(report.luck);
  return {
    start: `${start} %`,
    end: `${end} %`,
    decisions: signed(decisions / 100),
    luck: signed(luck / 100),
    rivals: signed((end - start - decisions - luck) / 100),
  };
}
