/** What the signs on the board mean: those that are on it now, on a line of their own under the map. */
import { memo } from 'react';
import { useText } from '../text';

interface Props {
  /** Your seat, once you have a city. */
  me: number | null;
  /** Some areas are not in play. */
  outside: boolean;
  planned: boolean;
  /** Some cities are those of another plan. */
  other: boolean;
  /** Some houses are new since you built. */
  fresh: boolean;
}

export const Legend = memo(function Legend({ me, outside, planned, other, fresh }: Props) {
  const t = useText();
  const signs: [boolean, string, 'open' | 'mine' | 'plan' | 'other' | 'out' | 'new'][] = [
    [true, 'key-open', 'open'],
    [me !== null, `key-mine seat-line-${me ?? 0}`, 'mine'],
    [planned, 'key-plan', 'plan'],
    [other, 'key-other', 'other'],
    [outside, 'key-out', 'out'],
    [fresh, 'key-new', 'new'],
  ];
  return (
    <div className="legend" aria-hidden="true">
      {signs.map(
        ([shown, look, name]) =>
          shown && (
            <span key={name}>
              <i className={look} /> {t(`legend.${name}`)}
            </span>
          ),
      )}
    </div>
  );
});
