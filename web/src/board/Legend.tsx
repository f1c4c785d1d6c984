/** What the signs on the board mean: those that are on it now, on a line of their own under the map. */
import { memo } from 'react';
import { useText } from '../text';

interface Props {
  /** What the three spaces of most cities cost. */
  costs: readonly number[];
  /** What a connection costs at most; 0 where only lines lead to a city. */
  flat: number;
  /** What each space costs that a connection passes, on a plan of streets; 0 elsewhere. */
  passing?: number;
  /** Some spaces are closed. */
  shut?: boolean;
  /** Some cities are the only ones to begin in. */
  starts: boolean;
  /** Your seat, also before you have a city: the signs that come and go stand after it. */
  me: number | null;
  /** Some areas are not in play. */
  outside: boolean;
  planned: boolean;
  /** Some cities are those of another plan. */
  other: boolean;
  /** Some houses are new since you built. */
  fresh: boolean;
}

export const Legend = memo(function Legend({
  costs,
  flat,
  passing = 0,
  shut = false,
  starts,
  me,
  outside,
  planned,
  other,
  fresh,
}: Props) {
  const t = useText();
  const signs: [boolean, string, 'open' | 'mine' | 'plan' | 'other' | 'out' | 'new'][] = [
    [true, 'key-open', 'open'],
    [outside, 'key-out', 'out'],
    [me !== null, `key-mine seat-line-${me ?? 0}`, 'mine'],
    // its room is kept: it comes with the first city that is planned, and what stands after it shall not move
    [planned || me !== null, planned ? 'key-plan' : 'key-plan away', 'plan'],
    [fresh, 'key-new', 'new'],
    [other, 'key-other', 'other'],
  ];
  return (
    <div className="legend" aria-hidden="true">
      {signs.map(
        ([shown, look, name]) =>
          shown && (
            <span key={name}>
              <i className={look} />{' '}
              {name !== 'open' ? t(`legend.${name}`) : passing > 0 ? t('legend.printed') : costs.join(' · ')}
            </span>
          ),
      )}
      {shut && (
        <span>
          <i className="key-shut" /> {t('legend.shut')}
        </span>
      )}
      {passing > 0 && <span>{t('legend.passing', { n: passing })}</span>}
      {starts && (
        <span>
          <i className="key-start" /> {t('legend.starts')}
        </span>
      )}
      {flat > 0 && <span>{t('legend.flat', { n: flat })}</span>}
    </div>
  );
});
