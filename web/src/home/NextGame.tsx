/** The chip in the head of a table while others move: the way to the next game that waits for you. It moves nothing. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { TableView } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { clockText } from '../panels/Clock';
import { counts, nameOf, timeLeft, URGENT, waitingElsewhere } from './turns';
import { useNextKey } from './YourTurn';

const POLL = 20_000;

/** The games that wait elsewhere while it is not my turn here, asked for now and then. */
function useWaiting(code: string, free: boolean): TableView[] {
  const [waiting, setWaiting] = useState<TableView[]>([]);
  useEffect(() => {
    if (!free) return;
    let live = true;
    const look = (): void => {
      if (document.hidden) return;
      waitingElsewhere(code).then(
        (answer) => {
          if (live) setWaiting(answer);
        },
        () => undefined,
      );
    };
    // not in the task that draws the move
    const first = window.setTimeout(look);
    const timer = window.setInterval(look, POLL);
    return () => {
      live = false;
      window.clearTimeout(first);
      window.clearInterval(timer);
    };
  }, [code, free]);
  return free ? waiting : [];
}

interface Props {
  table: TableView;
  free: boolean;
  /** It keeps its place, also while no game waits: where turns last days one goes from game to game. */
  slot?: boolean;
}

export default function NextGame({ table, free, slot = false }: Props) {
  const t = useText();
  const waiting = useWaiting(table.code, free && counts(table));
  const next = waiting[0];
  useNextKey(next?.code);
  if (next === undefined && !slot) return null;
  if (next === undefined)
    return (
      <p className="next-game next-slot">
        <span className="next-none">{t('home.next.none')}</span>
      </p>
    );
  const name = nameOf(next, shortTitle(gameTitle(next.ruleset, next.title)));
  const left = timeLeft(next);
  return (
    <nav
      className={slot ? 'next-game next-slot' : 'next-game'}
      aria-label={t('home.next')}
      title={`${t('home.next')}: ${name}`}
    >
      <Link to={`/t/${next.code}`} className="button">
        <Icon name={slot ? 'play' : 'bolt'} />
        <b className="next-words">{slot ? t('home.next.name', { name }) : t('home.turns', { n: waiting.length })}</b>
        {slot && left !== null && (
          <small className={left < URGENT ? 'next-left urgent' : 'next-left'}>{clockText(left, true)}</small>
        )}
        <b className="next-count" aria-hidden="true">
          {waiting.length}
        </b>
        <kbd>J</kbd>
      </Link>
    </nav>
  );
}
