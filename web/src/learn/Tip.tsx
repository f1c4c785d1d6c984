/** A bar in the console: offers a short lesson on what is special here, else one sentence the first time a decision is yours. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePart } from '../state/play';
import { Cap } from './icons';
import { noteSeen, seen, useProgress } from './progress';
import { startLesson } from './start';
import { useLearnText } from './text';
import { toursOf, touring } from './touring';
import './tip.css';

/** All tips are off. */
export const OFF = 'tips off';
const mark = (asked: string): string => `tip ${asked}`;

export function Tip() {
  const t = useLearnText();
  const { asked, game, board, table } = usePart(({ game, board, table, menu }) => ({
    asked: menu === null ? '' : (game.asked ?? ''),
    game,
    board,
    table,
  }));
  const offered = useMemo(() => toursOf({ board, game, table }), [board, game, table]);
  const { seen: known, tables, done } = useProgress();
  const about = asked === 'run' && board.kind === 'cards' ? 'run_cards' : asked;
  const [shown] = useState(() => !seen(OFF));
  const taught = table.lesson !== null && !tables[table.code]?.left && !done.includes(table.lesson);
  const text = t(`tip.${about}`);
  const wanted = shown && !taught && text !== '' && !known.includes(mark(about)) && !known.includes(OFF);
  useEffect(
    () => () => {
      if (wanted) noteSeen(mark(about));
    },
    [wanted, about],
  );
  const offer = taught || !shown ? undefined : offered.find((name) => !known.includes(`tour ${name}`));
  if (offer !== undefined)
    return (
      <Bar className="tour-offer" head={t(`tour.${offer}`)} text={t(`tour.${offer}.text`)}>
        <button
          type="button"
          onClick={() => {
            noteSeen(`tour ${offer}`);
          }}
        >
          {t('tour.no')}
        </button>
        <button
          type="button"
          onClick={() => {
            noteSeen(`tour ${offer}`);
            if (offer === 'cards') void startLesson('cards');
            else touring.set({ name: offer, step: 0 });
          }}
        >
          {t('tour.show')}
        </button>
      </Bar>
    );
  if (!wanted) return null;
  return (
    <Bar head={t('tip.first', { what: t(`tip.${about}.name`) })} text={text}>
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
    </Bar>
  );
}

function Bar({
  head,
  text,
  children,
  className = '',
}: {
  head: string;
  text: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`tip ${className}`} role="note">
      <Cap />
      <p>
        <b>{head}</b> {text}
      </p>
      <span>{children}</span>
    </div>
  );
}
