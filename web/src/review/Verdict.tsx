/** The console of a review: what was played beside what was better, the better line on the board, and a new try. */
import { useState } from 'react';
import { useChoiceWords } from '../coach/words';
import { Icon, Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import type { ReviewRow, SwingView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { go } from '../base/route';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { percent } from './figures';
import { useLine, type Shown } from './useLine';

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

interface Props {
  row: ReviewRow;
  place: number;
  swing: SwingView | undefined;
  me: number | null;
}

export function VerdictConsole({ row, place, swing, me }: Props) {
  const t = useText();
  const { table, names } = usePlay();
  const words = useChoiceWords();
  const shown = useLine(place);
  const [note, setNote] = useState('');
  const [forking, setForking] = useState(false);
  const { verdict } = row;
  const better = verdict?.better ?? null;
  const own = row.seat === me;
  const name = names[row.seat] ?? '';
  const fork = (): void => {
    // a double click opens one table
    if (forking) return;
    setForking(true);
    api.fork(table.code, { seq: Math.max(0, row.first - 1) }).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setForking(false);
        setNote(errorText(error));
      },
    );
  };
  const said = swing?.text ?? verdict?.played ?? '';
  return (
    <div className="review-console">
      <h3 role="status">
        {row.seat >= 0 && !own && verdict !== null && <Token seat={row.seat} size={16} />}{' '}
        {said === '' ? t('review.in', { n: row.round }) : t('review.turn', { n: row.round, text: said })}
      </h3>
      <div className="verdict">
        {verdict !== null && (
          <div>
            <p className="verdict-top">
              {own ? t('review.played') : t('review.played.by', { name })} <b>{percent(verdict.chance)}</b>
            </p>
            <p>{verdict.played}</p>
          </div>
        )}
        {better !== null && verdict !== null && (
          <div className="best">
            <p className="verdict-top">
              {own ? t('review.best') : t('review.best.for', { name })} <b>{percent(verdict.best)}</b>
            </p>
            <p>
              <b>{words(better)}</b>
            </p>
            {better.claims.slice(0, REASONS).map((claim) => (
              <p key={claim.code}>{claim.text}</p>
            ))}
          </div>
        )}
        {verdict?.mistake === false && <p className="note">{t('review.fine')}</p>}
        {verdict === null && <p className="note">{t(row.seat < 0 ? 'review.luck.why' : 'review.none', { name })}</p>}
        <div className="buttons">
          <button type="button" className="primary" data-primary="" onClick={fork}>
            <Icon name="link" /> {t('review.try')}
          </button>
          {better !== null && shown.line === null && (
            <button type="button" data-key="s" onClick={shown.show}>
              {t('review.line')}
            </button>
          )}
        </div>
      </div>
      <LineBar shown={shown} />
      {(note !== '' || shown.problem !== '') && <p className="refused">{note || shown.problem}</p>}
    </div>
  );
}
