/** The chip in the head of a table while others move: the way to the next game that waits for you. It moves nothing. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { TableView } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { counts, nameOf, waitingElsewhere } from './turns';
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

export default function NextGame({ table, free }: { table: TableView; free: boolean }) {
  const t = useText();
  const waiting = useWaiting(table.code, free && counts(table));
  const next = waiting[0];
  useNextKey(next?.code);
  if (next === undefined) return null;
  const name = nameOf(next, shortTitle(gameTitle(next.ruleset, next.title)));
  return (
    <nav className="next-game" aria-label={t('home.next')} title={`${t('home.next')}: ${name}`}>
      <Link to={`/t/${next.code}`} className="button">
        <Icon name="bolt" />
        <b className="next-words">{t('home.turns', { n: waiting.length })}</b>
        <b className="next-count" aria-hidden="true">
          {waiting.length}
        </b>
        <kbd>J</kbd>
      </Link>
    </nav>
  );
}
