/** The console of a review: what was played beside what was better, the better line on the board, and a new try. */
import { useState } from 'react';
import { useChoiceWords } from '../coach/words';
import { Icon, Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import { endOf, Interval } from '../coach/Interval';
import '../coach/advised.css';
import type { ReviewRow, ReviewView } from '../protocol/schema';
import { keepTry } from '../state/tries';
import { usePlay } from '../state/play';
import { go } from '../base/route';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { percent, signed } from './figures';
import { kindOf, useChecked } from './Mistakes';
import { useLine, type Shown } from './useLine';
import { momentOf } from './useReview';

/** Reasons for the better plan that are shown. */
const REASONS = 3;

/** The steps of a better line, one at a time. */
function LineBar({ shown }: { shown: Shown }) {
  const t = useText();
  const { line, step, close } = shown;
  if (line === null) return null;
  return (
    <div className="line-bar">
      <span className="line-count">{t('review.line.at', { n: line.at + 1, of: line.steps.length })}</span>
      <p role="status">{line.steps[line.at]?.text}</p>
      <button
        type="button"
        aria-label={t('review.line.back')}
        onClick={() => {
          step(-1);
        }}
      >
        <Icon name="step-back" />
      </button>
      <button
        type="button"
        aria-label={t('review.line.next')}
        onClick={() => {
          step(1);
        }}
      >
        <Icon name="step-next" />
      </button>
      <button type="button" onClick={close}>
        {t('review.line.close')}
      </button>
    </div>
  );
}

interface SideProps {
  name: string;
  chance: number;
  low: number;
  high: number;
  end: number;
  text: string;
  best?: boolean;
}

/** One of the two: its chance with its interval, and what was done. */
function Side({ name, chance, low, high, end, text, best = false }: SideProps) {
  return (
    <div className={best ? 'best' : ''}>
      <p className="verdict-top">
        <span>{name}</span>
        <Interval chance={chance} low={low} high={high} end={end} />
        <b>{percent(chance)}</b>
      </p>
      <p>{text}</p>
    </div>
  );
}

interface Props {
  row: ReviewRow;
  place: number;
  review: Pick<ReviewView, 'aim' | 'proof'>;
  me: number | null;
  /** On a phone the board is behind a button. */
  board: boolean;
  onBoard: () => void;
  /** Goes to the next decision of the list; null where there is none. */
  onNext: (() => void) | null;
}

export function VerdictConsole({ row, place, review, me, board, onBoard, onNext }: Props) {
  const t = useText();
  const { table, names } = usePlay();
  const words = useChoiceWords();
  const checked = useChecked(review);
  const shown = useLine(place);
  const [note, setNote] = useState('');
  const [forking, setForking] = useState(false);
  const { verdict } = row;
  // a claim that too few games have checked says nothing of what was better
  const better = verdict?.checking === true ? null : (verdict?.better ?? null);
  const own = row.seat === me;
  const name = names[row.seat] ?? '';
  const fork = (): void => {
    // a double click opens one table
    if (forking) return;
    setForking(true);
    api.fork(table.code, { seq: Math.max(0, row.first - 1) }).then(
      (made) => {
        keepTry(made.table.code, { code: table.code, seq: momentOf(row), goal: better === null ? '' : words(better) });
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setForking(false);
        setNote(errorText(error));
      },
    );
  };
  const sides = [...(verdict === null ? [] : [verdict]), ...(better === null ? [] : [better])];
  const end = endOf(sides);
  const about = [t('review.in', { n: row.round }), kindOf(row), verdict?.mistake === true ? checked(row) : ''];
  return (
    <div className="review-console">
      <header>
        <h3>
          <span className="through" role="status">
            {row.seat >= 0 && !own && verdict !== null && <Token seat={row.seat} size={16} />}{' '}
            {verdict === null ? t('review.in', { n: row.round }) : verdict.played}
          </span>
        </h3>
        {verdict?.mistake === true && !verdict.checking && <b className="loss">{signed(-verdict.loss)}</b>}
        <button type="button" className="review-board" aria-pressed={board} onClick={onBoard}>
          <Icon name="map" /> {t(board ? 'review.board.hide' : 'review.board')}
        </button>
        <small>{about.filter((part) => part !== '').join(' · ')}</small>
      </header>
      {verdict !== null && (
        <div className="verdict">
          <Side
            chance={verdict.chance}
            low={verdict.low}
            high={verdict.high}
            name={own ? t('review.played') : t('review.played.by', { name })}
            end={end}
            text={verdict.played}
          />
          {better !== null && (
            <Side
              {...better}
              best
              name={own ? t('review.best') : t('review.best.for', { name })}
              end={end}
              text={words(better)}
            />
          )}
        </div>
      )}
      <ul className="verdict-why" tabIndex={0}>
        {better?.claims.slice(0, REASONS).map((claim) => (
          <li key={claim.code} className="pro">
            {claim.text}
          </li>
        ))}
        {verdict?.against.map((claim) => (
          <li key={claim.code} className="con">
            {t('review.as.played', { text: claim.text })}
          </li>
        ))}
        {verdict?.mistake === false && <li>{t('review.fine')}</li>}
        {verdict === null && <li>{t(row.seat < 0 ? 'review.luck.why' : 'review.none', { name })}</li>}
      </ul>
      <LineBar shown={shown} />
      {(note !== '' || shown.problem !== '') && <p className="refused">{note || shown.problem}</p>}
      <div className="buttons">
        <button type="button" className="primary" data-primary="" onClick={fork}>
          {t('review.try')}
        </button>
        {better !== null && shown.line === null && (
          <button type="button" data-key="s" onClick={shown.show}>
            <Icon name="play" /> {t('review.line')}
          </button>
        )}
        {onNext !== null && (
          <button type="button" className="next" onClick={onNext}>
            {t('review.next')}
          </button>
        )}
      </div>
    </div>
  );
}
