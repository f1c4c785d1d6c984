/** After the game: accuracy, the chances turn by turn, the swings, and what would have been better. */
import { useEffect, useRef, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import type { SwingView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { go } from '../state/route';
import { useSettings } from '../state/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { ChanceCurves } from './Chances';
import './review.css';
import { momentOf, rowAt, useReview } from './useReview';

const PACES = { slow: 1400, normal: 600, fast: 180 } as const;
type Pace = keyof typeof PACES;

const signed = (share: number): string => `${share > 0 ? '+' : '−'}${Math.abs(Math.round(100 * share))} %`;
const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Play, pause and the pace: one move after the other until the end. */
function Player({ step }: { step: (by: number) => void }) {
  const t = useText();
  const { past, entries } = usePlay();
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>('normal');
  const ended = past === null || past >= (entries.at(-1)?.seq ?? 0);
  const next = useRef(step);
  useEffect(() => {
    next.current = step;
  }, [step]);
  useEffect(() => {
    if (!playing || ended) return;
    const timer = window.setInterval(() => {
      next.current(1);
    }, PACES[pace]);
    return () => {
      window.clearInterval(timer);
    };
  }, [playing, pace, ended]);
  const on = playing && !ended;
  return (
    <div className="review-player">
      <button
        type="button"
        className="play"
        aria-pressed={on}
        onClick={() => {
          setPlaying(!on);
        }}
      >
        {t(on ? 'review.pause' : 'review.play')}
      </button>
      <div className="choice" role="group" aria-label={t('review.pace')}>
        {(Object.keys(PACES) as Pace[]).map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={one === pace}
            onClick={() => {
              setPace(one);
            }}
          >
            {t(`review.pace.${one}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

export function ReviewPanel({ step }: { step: (by: number) => void }) {
  const t = useText();
  const { language } = useSettings();
  const { table, past, look, names, view } = usePlay();
  const { review, failed } = useReview(table.code, true, language);
  const [picked, setPicked] = useState<number | null>(null);
  const [board, setBoard] = useState(false);
  const [note, setNote] = useState('');
  const first = view.game.result?.ranking[0]?.[0] ?? 0;
  const me = table.yours[0] ?? null;
  const [seat, setSeat] = useState<number>(me ?? first);
  const shown = review?.ready === true;
  const swings: SwingView[] = (shown ? review.reports[seat]?.swings : undefined) ?? [];
  // it opens at one's first swing that had a better move
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !shown || review.rows.length === 0) return;
    begun.current = true;
    const mine = review.reports[seat]?.swings ?? [];
    const start = mine.find((one) => one.cause === 'mistake') ?? mine[0];
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
  const row = picked === null ? null : (review.rows[picked] ?? null);
  const verdict = row?.verdict ?? null;
  const swing = swings.find((one) => one.row === picked);
  const fork = (): void => {
    if (row === null) return;
    api.fork(table.code, { seq: Math.max(0, row.first - 1) }).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  const choose = (place: number): void => {
    const wanted = review.rows[place];
    setPicked(place);
    if (wanted) look(momentOf(wanted));
  };
  const places = new Map(
    (view.game.result?.ranking ?? []).flatMap((group, rank) => group.map((one) => [one, rank + 1])),
  );
  return (
    <section className={`review ${board ? 'with-board' : ''}`} aria-labelledby="h-review">
      <h2 id="h-review" className="hidden">
        {t('review')}
      </h2>
      <ol className="review-standing">
        {[...names.keys()]
          .sort((a, b) => (places.get(a) ?? 9) - (places.get(b) ?? 9))
          .map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === seat}
                onClick={() => {
                  setSeat(one);
                  setPicked(null);
                }}
              >
                <Token seat={one} size={18} />
                <b>{one === me ? t('You') : names[one]}</b>
                <span className="rank">{t('review.place', { n: places.get(one) ?? 0 })}</span>
                <span className="accuracy">
                  {t('review.accuracy', { n: Math.round(review.reports[one]?.accuracy ?? 0) })}
                </span>
                <small>{t('review.luck', { n: signed(review.reports[one]?.luck ?? 0) })}</small>
              </button>
            </li>
          ))}
      </ol>
      <div className="review-curves">
        <Player step={step} />
        <ChanceCurves review={review} names={names} me={seat} at={at} swings={swings} onRow={choose} />
      </div>
      <h3>{t(seat === me ? 'review.swings' : 'review.swings.of', { name: names[seat] ?? '' })}</h3>
      <ol className="swings">
        {swings.map((one) => (
          <li key={one.row}>
            <button
              type="button"
              aria-pressed={one.row === picked}
              onClick={() => {
                choose(one.row);
              }}
            >
              <span className="swing-top">
                <small>{t('review.in', { n: review.rows[one.row]?.round ?? 0 })}</small>
                <b className={one.change < 0 ? 'loss' : 'gain'}>{signed(one.change)}</b>
              </span>
              <span>{one.text}</span>
            </button>
          </li>
        ))}
        {swings.length === 0 && <li className="note">{t('review.calm')}</li>}
      </ol>
      <div className="review-console" role="status">
        {row !== null && (
          <>
            <h3>{t('review.turn', { n: row.round, text: swing?.text ?? verdict?.played ?? '' })}</h3>
            <div className="verdict">
              {verdict !== null && (
                <div>
                  <p>
                    {t('review.played')} <b>{percent(verdict.chance)}</b>
                  </p>
                  <p>{verdict.played}</p>
                </div>
              )}
              {verdict?.mistake === true && (
                <div className="best">
                  <p>
                    {t('review.best')} <b>{percent(verdict.best)}</b>
                  </p>
                  {verdict.claims.slice(0, 3).map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </div>
              )}
              {verdict?.mistake === false && <p className="note">{t('review.fine')}</p>}
              <div className="buttons">
                <button type="button" className="primary" onClick={fork}>
                  <Icon name="link" /> {t('review.try')}
                </button>
              </div>
            </div>
          </>
        )}
        {note !== '' && <p className="refused">{note}</p>}
      </div>
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
