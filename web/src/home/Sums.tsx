/** Games of a list in three figures: wins, mean accuracy where reviews are stored, and mean place. */
import { useText } from '../text';
import { meanName, type Sum } from './played';

export function Sums({ sum }: { sum: Sum }) {
  const t = useText();
  return (
    <p className="played-sums">
      <span>
        <b>{sum.wins}</b> {t('games.sum.wins', { wins: sum.wins, n: sum.games })}
      </span>
      {sum.reviewed > 0 && (
        <span title={t('games.sum.reviewed', { n: sum.reviewed })}>
          <b>{Math.round(sum.accuracy)} %</b> {t('games.sum.accuracy')}
        </span>
      )}
      <span>
        <b>{meanName(sum.meanPlace)}</b> {t('games.sum.mean')}
      </span>
    </p>
  );
}
