/** After the game: the chances turn by turn, what decisions cost, and what would have been better. */
import { useEffect, useRef, useState } from 'react';
import type { SwingView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { ChanceCurves } from './Chances';
import { signed, sums } from './figures';
import './review.css';
import { Standing } from './Standing';
import { momentOf, rowAt, useReview } from './useReview';
import { VerdictConsole } from './Verdict';

export function ReviewPanel() {
  const t = useText();
  const { language } = useSettings();
  const { table, past, look, names, view } = usePlay();
  const { review, failed } = useReview(table.code, true, language);
  const [picked, setPicked] = useState<number | null>(null);
  const [board, setBoard] = useState(false);
  const first = view.game.result?.ranking[0]?.[0] ?? 0;
  const me = table.yours[0] ?? null;
  const [seat, setSeat] = useState<number>(me ?? first);
  const shown = review?.ready === true;
  const report = shown ? review.reports[seat] : undefined;
  const swings: SwingView[] = report?.swings ?? [];
  // it opens at your first mistake
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !shown || review.rows.length === 0) return;
    begun.current = true;
    const mine = review.reports[seat]?.swings ?? [];
    const start = mine[0];
    const row = start === undefined ? undefined : review.rows[start.row];
    if (start === undefined || row === undefined) return;
    setPicked(start.row);
    look(momentOf(row));
  }, [shown, review, seat, look]);
  if (failed) return <p className="review note">{t('review.failed')}</p>;
  if (review === null || !shown) {
    return (
      <section className="review" aria-labelledby="h-review">
        <h2 id="h-review">{t('review')}</h2>
        <p role="status">{t('review.looking', { done: review?.done ?? 0, total: review?.total ?? 0 })}</p>
        <progress max={Math.max(1, review?.total ?? 1)} value={review?.done ?? 0} aria-label={t('review')} />
      </section>
    );
  }
  const at = rowAt(review.rows, past ?? 0);
  // whoever moves on with the slider leaves the mistake
  const place = picked !== null && review.rows[picked] && momentOf(review.rows[picked]) === past ? picked : null;
  const row = place === null ? null : (review.rows[place] ?? null);
  const choose = (wanted: number): void => {
    const swing = review.rows[wanted];
    setPicked(wanted);
    if (swing) look(momentOf(swing));
  };
  return (
    <section className={`review ${board ? 'with-board' : ''}`} aria-labelledby="h-review">
      <h2 id="h-review" className="hidden">
        {t('review')}
      </h2>
      <Standing
        reports={review.reports}
        seat={seat}
        me={me}
        onSeat={(one) => {
          setSeat(one);
          setPicked(null);
        }}
      />
      <ChanceCurves review={review} names={names} me={seat} you={me} at={at} swings={swings} onRow={choose} />
      {report && <p className="review-sums">{t('review.sums', sums(review, report, seat))}</p>}
      <h3>
        {t(seat === me ? 'review.swings' : 'review.swings.of', { name: names[seat] ?? '' })}{' '}
        <small>{t('review.click')}</small>
      </h3>
      <ol className="swings">
        {swings.map((one) => (
          <li key={one.row}>
            <button
              type="button"
              aria-pressed={one.row === place}
              onClick={() => {
                choose(one.row);
              }}
            >
              <span className="swing-top">
                <small>{t('review.in', { n: review.rows[one.row]?.round ?? 0 })}</small>
                <b className={one.change < 0 ? 'loss' : 'gain'}>{signed(one.change)}</b>
              </span>
              <span className="swing-text">{one.text}</span>
            </button>
          </li>
        ))}
        {swings.length === 0 && <li className="note">{t('review.calm')}</li>}
      </ol>
      {row !== null && place !== null && (
        <VerdictConsole key={place} row={row} place={place} swing={swings.find((one) => one.row === place)} me={me} />
      )}
      <button
        type="button"
        className="review-board"
        aria-pressed={board}
        onClick={() => {
          setBoard(!board);
        }}
      >
        {t(board ? 'review.board.hide' : 'review.board')}
      </button>
    </section>
  );
}
