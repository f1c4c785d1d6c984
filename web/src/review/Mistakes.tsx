/** What cost a player chances: own decisions only, in order of play, each with what it cost and how it was checked. */
import type { ReviewRow, ReviewView, SwingView } from '../protocol/schema';
import { sayCode, useText } from '../text';
import { percent, signed } from './figures';

/**
 * How a claim was checked, as a line below it: `proof` is the number of games that it needs before its cost is shown,
 * and more are played while there is an `aim`.
 */
export function useChecked({ aim, proof }: Pick<ReviewView, 'aim' | 'proof'>): (row: ReviewRow | undefined) => string {
  const t = useText();
  return (row) => {
    const verdict = row?.verdict;
    if (verdict === null || verdict === undefined) return '';
    if (verdict.checking && verdict.checked === 0)
      return t(aim > 0 || proof === 0 ? 'review.checking' : 'review.unchecked');
    if (verdict.checking && aim === 0) return t('review.unproved', { n: verdict.checked, of: proof });
    if (verdict.mistake && verdict.checked > 0 && verdict.checked < aim)
      return t('review.checked.sofar', { n: verdict.checked, of: aim });
    return verdict.checked > 0 ? t('review.checked', { n: verdict.checked }) : t('review.unchecked');
  };
}

/** The kind of a decision, by its phase and what was chosen. */
export const kindOf = (row: ReviewRow | undefined): string =>
  sayCode('review.kind', row?.verdict?.better?.kind === 'scrap' ? 'scrap' : (row?.phase ?? ''));

interface Props {
  review: ReviewView;
  swings: readonly SwingView[];
  /** The player's name; null for the reader. */
  name: string | null;
  picked: number | null;
  onPick: (row: number) => void;
}

export function Mistakes({ review, swings, name, picked, onPick }: Props) {
  const t = useText();
  const checked = useChecked(review);
  const own = name === null;
  const [done, all] = own ? [review.own_done, review.own] : [review.done, review.total];
  return (
    <section className="mistakes" aria-labelledby="h-mistakes">
      <header>
        <h3 id="h-mistakes">{own ? t('review.swings') : t('review.swings.of', { name })}</h3>
        <small role="status">{t('review.count', { n: done, of: all })}</small>
      </header>
      <ol className="swings">
        {swings.map((one, index) => {
          const row = review.rows[one.row];
          return (
            <li key={one.row}>
              <button
                type="button"
                aria-pressed={one.row === picked}
                onClick={() => {
                  onPick(one.row);
                }}
              >
                <i className="order">{index + 1}</i>
                <span className="swing-top">
                  <b>{t('review.in', { n: row?.round ?? 0 })}</b> <small className="tag">{kindOf(row)}</small>
                </span>
                <b className="loss">{row?.verdict?.checking === true ? '…' : signed(one.change)}</b>
                <span className="swing-text">{one.text}</span>
                <small className="swing-check">{checked(row)}</small>
              </button>
            </li>
          );
        })}
        {swings.length === 0 && (
          <li className="note">
            {done < all ? t('review.looking', { done, total: all }) : t('review.calm', { n: percent(review.mistake) })}
          </li>
        )}
      </ol>
      {review.done < review.total && (
        <p className="review-rest">
          <small>{t('review.rivals')}</small>
          <progress max={review.total} value={review.done} aria-label={t('review.rivals')} />
        </p>
      )}
    </section>
  );
}
