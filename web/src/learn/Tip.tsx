/** The first time a decision is yours: one sentence on it in the console. Got it, or the first act, closes it for good. */
import { useEffect, useState } from 'react';
import { usePart } from '../state/play';
import { Cap } from './icons';
import { noteSeen, seen, useProgress } from './progress';
import { useLearnText } from './text';
import './tip.css';

/** All tips are off. */
export const OFF = 'tips off';
const mark = (asked: string): string => `tip ${asked}`;

export function Tip() {
  const t = useLearnText();
  const { asked, cards, table } = usePart(({ game, board, table, menu }) => ({
    asked: menu === null ? '' : game.asked,
    cards: board.kind === 'cards',
    table,
  }));
  const { seen: known, tables, done } = useProgress();
  const about = asked === 'run' && cards ? 'run_cards' : asked;
  const [shown] = useState(() => !seen(mark(about)));
  const taught = table.lesson !== null && !tables[table.code]?.left && !done.includes(table.lesson);
  const text = t(`tip.${about}`);
  const wanted = shown && !taught && text !== '' && !known.includes(mark(about)) && !known.includes(OFF);
  useEffect(
    () => () => {
      if (wanted) noteSeen(mark(about));
    },
    [wanted, about],
  );
  if (!wanted) return null;
  return (
    <div className="tip" role="note">
      <Cap />
      <p>
        <b>{t('tip.first', { what: t(`tip.${about}.name`) })}</b> {text}
      </p>
      <span>
        <button
          type="button"
          onClick={() => {
            noteSeen(OFF);
          }}
        >
          {t('tip.none')}
        </button>
        <button
          type="button"
          onClick={() => {
            noteSeen(mark(about));
          }}
        >
          {t('tip.done')}
        </button>
      </span>
    </div>
  );
}
