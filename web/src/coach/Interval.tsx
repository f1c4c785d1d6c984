/** A chance with the interval in which eight of ten such chances lie, as a bar; several beside each other share its end. */
import { useText } from '../text';

const ENDS = [0.3, 0.5, 1];
export const percent = (share: number): string => `${Math.round(100 * share)} %`;

interface Chance {
  chance: number;
  low: number;
  high: number;
}

/** Where the axis of some chances ends: at 30, 50 or 100 %. */
export const endOf = (chances: readonly Chance[]): number =>
  ENDS.find((one) => chances.every(({ high }) => high <= one)) ?? 1;

export function Interval({ chance, low, high, end }: Chance & { end: number }) {
  const t = useText();
  const at = (share: number): string => `${(100 * Math.min(end, Math.max(0, share))) / end}%`;
  return (
    <>
      <span className="odds-bar" aria-hidden="true">
        <i className="band" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
        <i className="at" style={{ left: at(chance) }} />
      </span>
      <span className="hidden">{t('advised.between', { low: percent(low), high: percent(high) })}</span>
    </>
  );
}
