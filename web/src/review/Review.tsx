/** After the game: the chances phase by phase, what decisions cost, and what would have been better. */
import { useEffect, useRef, useState } from 'react';
import type { SwingView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { ChanceCurves } from './Chances';
import { Mistakes } from './Mistakes';
import './review.css';
import './review-room.css';
import { Standing } from './Standing';
import { Sums } from './Sums';
import { momentOf, rowAt, useReview } from './useReview';
import { VerdictConsole } from './Verdict';

const NONE: readonly SwingView[] = [];

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
  const swings = review?.reports[seat]?.swings ?? NONE;
  // it opens at your first mistake, or where its address points
  const begun = useRef(false);
  useEffect(() => {
    const start = swings.find((one) => past !== null && momentOf(review?.rows[one.row]) === past) ?? swings[0];
    const row = start === undefined ? undefined : review?.rows[start.row];
    if (begun.current || start === undefined || row === undefined) return;
    begun.current = true;
    setPicked(start.row);
    look(momentOf(row));
  }, [swings, review, past, look]);
  if (failed) return <p className="review note">{t('review.failed')}</p>;
  if (review === null || review.rows.length === 0) {
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
  const place = picked !== null && momentOf(review.rows[picked]) === past ? picked : null;
  const row = place === null ? null : (review.rows[place] ?? null);
  const report = review.reports[seat];
  const name = seat === me ? null : (names[seat] ?? '');
  const choose = (wanted: number): void => {
    setPicked(wanted);
    look(momentOf(review.rows[wanted]));
  };
  const after = swings.find((one) => one.row > (place ?? at)) ?? swings[0];
  return (
    <section className={`review ${board ? 'with-board' : ''}`} aria-labelledby="h-review">
      <h2 id="h-review" className="hidden">
        {t('review')}
      </h2>
      <Standing
        seat={seat}
        me={me}
        onSeat={(one) => {
          setSeat(one);
          setPicked(null);
        }}
      />
      <div className="review-curves">
        <ChanceCurves
          review={review}
          names={names}
          me={seat}
          you={me}
          at={at}
          picked={place}
          thin={review.done < review.total}
          swings={swings}
          onRow={choose}
        />
        {report && <Sums review={review} report={report} seat={seat} name={name} />}
      </div>
      <div className="review-low">
        <Mistakes review={review} swings={swings} name={name} picked={place} onPick={choose} />
        {row !== null && place !== null && (
          <VerdictConsole
            key={place}
            row={row}
            place={place}
            review={review}
            me={me}
            board={board}
            onBoard={() => {
              setBoard(!board);
            }}
            onNext={
              after === undefined || after.row === place
                ? null
                : () => {
                    choose(after.row);
                  }
            }
          />
        )}
      </div>
    </section>
  );
}
