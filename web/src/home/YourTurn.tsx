/** "Your turn in n games": the first list of the home page, the most urgent game first. */
import { seatName } from '../state/names';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { TableView } from '../protocol/schema';
import { TinyMap } from './Gallery';
import { able } from '../base/able';
import { go } from '../base/route';
import { settings } from '../base/settings';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { myTurns, nameOf, OTHERS_MOST, otherTurns, span, timeLeft, URGENT, whereIs } from './turns';

const NotificationsDialog = lazy(() =>
  import('../notifications/NotificationsDialog').then((loaded) => ({ default: loaded.NotificationsDialog })),
);

/** The key that opens the next game, on the home page and at a table. */
export function useNextKey(code: string | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.matches('input, select, textarea');
      const special = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (code === undefined || typing || special || !settings.get().letters || event.key.toLowerCase() !== 'j') return;
      event.preventDefault();
      go(`/t/${code}`);
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [code]);
}

function Where({ table }: { table: TableView }) {
  const t = useText();
  const what = [whereIs(table)];
  const actor = typeof table.actor === 'number' ? table.seats[table.actor] : undefined;
  if (actor !== undefined && !table.yours.includes(actor.seat)) what.push(t('home.waits', { name: actor.name }));
  return <small>{what.join(' · ')}</small>;
}

function TurnRow({ table, mine }: { table: TableView; mine: boolean }) {
  const t = useText();
  const title = shortTitle(gameTitle(table.ruleset, table.title));
  const left = timeLeft(table);
  return (
    <li className="turn-row">
      <span className="turn-map">
        <TinyMap board={table.ruleset} seats={table.seats.length} />
      </span>
      <span className="turn-what">
        <b>{nameOf(table, title)}</b>
        <Where table={table} />
        {table.unread > 0 && <small className="unread">{t('chat.new', { n: table.unread })}</small>}
        {mine && (
          <span className="turn-seats">
            {table.seats.map((seat) => (
              <span key={seat.seat}>
                <Token seat={seat.seat} size={14} />
                <small>{table.yours.includes(seat.seat) ? t('You') : seatName(seat.name, false)}</small>
              </span>
            ))}
          </span>
        )}
      </span>
      <span className="turn-go">
        <Link to={`/t/${table.code}`} className={mine ? 'button primary' : 'button'}>
          {mine ? t('home.play') : t('home.look')}
          <span className="hidden-text"> {nameOf(table, title)}</span>
        </Link>
        {left !== null && mine && (
          <small className={left < URGENT ? 'urgent' : ''}>{t('home.left', { time: span(left) })}</small>
        )}
      </span>
    </li>
  );
}

export function YourTurn({ tables }: { tables: readonly TableView[] }) {
  const t = useText();
  const mine = useMemo(() => myTurns(tables), [tables]);
  const others = useMemo(() => otherTurns(tables).slice(0, OTHERS_MOST), [tables]);
  const [bell, setBell] = useState(false);
  useNextKey(mine[0]?.code);
  useEffect(() => {
    document.title = mine.length > 0 ? `(${mine.length}) Kilowatt` : 'Kilowatt';
  }, [mine.length]);
  if (mine.length === 0 && others.length === 0) return null;
  return (
    <section className={mine.length > 0 ? 'panel your-turn now' : 'panel your-turn'} aria-labelledby="h-turn">
      <header>
        <h2 id="h-turn">
          {mine.length > 0 && <i className="turn-dot" aria-hidden="true" />}
          {mine.length === 0 ? t('home.others') : t('home.turns', { n: mine.length })}
        </h2>
        {able.notifications && (
          <button
            type="button"
            className="plain"
            aria-label={t('notify')}
            onClick={() => {
              setBell(true);
            }}
          >
            <Icon name="bell" />
          </button>
        )}
      </header>
      <ul>
        {mine.map((table) => (
          <TurnRow key={table.code} table={table} mine />
        ))}
        {others.map((table) => (
          <TurnRow key={table.code} table={table} mine={false} />
        ))}
      </ul>
      {bell && (
        <Suspense>
          <NotificationsDialog
            onClose={() => {
              setBell(false);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
