/** The tables of a group: those that wait or are played, the finished ones, and those that one press starts. */
import { useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { GroupGame, GroupView, TableView } from '../protocol/schema';
import { TinyMap } from '../home/Gallery';
import { dayOf, placeName, scoreName } from '../home/played';
import { isMyTurn, nameOf, span, timeLeft, whereIs } from '../home/turns';
import { go } from '../base/route';
import { settings, useSettings } from '../base/settings';
import { seatName } from '../state/names';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { clockTitle, people } from '../state/people';

export interface PartProps {
  group: GroupView;
  onChange: (work: Promise<GroupView>) => void;
  onFail: (error: unknown) => void;
}

function RunningRow({ table }: { table: TableView }) {
  const t = useText();
  const title = shortTitle(gameTitle(table.ruleset, table.title));
  const free = table.seats.filter((seat) => seat.kind === 'open').length;
  const mine = isMyTurn(table);
  const sits = table.yours.length > 0;
  const actor = typeof table.actor === 'number' ? table.seats[table.actor] : undefined;
  const left = timeLeft(table);
  const opener = table.seats.find((seat) => seat.kind === 'person');
  const facts =
    table.state === 'waiting'
      ? [
          t('group.opened', {
            name: seatName(opener?.name ?? '', false),
            day: dayOf(table.created, settings.get().language),
          }),
          t('lobby.free', { n: free }),
        ]
      : [
          whereIs(table),
          ...(mine || actor === undefined ? [] : [t('home.waits', { name: seatName(actor.name, false) })]),
          ...(left === null ? [] : [t('home.left', { time: span(left) })]),
        ];
  // while the others take their days one leaves orders
  const orders = sits && !mine && table.state === 'playing' && table.clock.kind === 'days';
  const sit = table.state === 'waiting' && !sits && free > 0;
  const press = mine ? 'home.play' : sit ? 'group.sit' : orders ? 'group.orders' : 'home.look';
  return (
    <li className="turn-row">
      <span className="turn-map">
        <TinyMap board={table.ruleset} seats={table.seats.length} />
      </span>
      <span className="turn-what">
        <b>{nameOf(table, title)}</b>
        <small>{facts.join(' · ')}</small>
      </span>
      <span className="group-seats">
        {table.seats
          .filter((seat) => seat.kind !== 'open')
          .map((seat) => (
            <span key={seat.seat} title={seatName(seat.name, false)}>
              <Token seat={seat.seat} size={16} />
              <span className="hidden-text">{seatName(seat.name, false)} </span>
            </span>
          ))}
      </span>
      <Link to={`/t/${table.code}${orders ? '?orders' : ''}`} className={mine ? 'button primary' : 'button'}>
        {t(press)}
        <span className="hidden-text"> {nameOf(table, title)}</span>
      </Link>
    </li>
  );
}

/** Tables that wait or are played. */
export function Running({ group }: { group: GroupView }) {
  const t = useText();
  return (
    <section className="panel group-running" aria-labelledby="h-running">
      <header>
        <h2 id="h-running">{t('group.running')}</h2>
        <span className="note">{t('group.tables.n', { n: group.tables.length })}</span>
      </header>
      {group.tables.length === 0 && <p className="empty">{t('group.tables.none')}</p>}
      <ul className="plain-list">
        {group.tables.map((table) => (
          <RunningRow key={table.code} table={table} />
        ))}
      </ul>
    </section>
  );
}

function FinishedRow({ game }: { game: GroupGame }) {
  const t = useText();
  const { language } = useSettings();
  const title = shortTitle(gameTitle(game.ruleset, game.title));
  const shown = game.name === '' ? title : game.name;
  const winners = game.places.filter((row) => row.place === 1).map((row) => seatName(row.name, false));
  const own = game.places.find((row) => row.you);
  return (
    <li className="turn-row">
      <span className="turn-map">
        <TinyMap board={game.ruleset} seats={game.places.length} />
      </span>
      <span className="turn-what">
        <b>{shown}</b>
        <small>
          {dayOf(game.at, language)} · {t('group.won', { name: winners.join(', '), score: scoreName(game) })}
        </small>
      </span>
      {own && (
        <b className={own.place === 1 ? 'place first' : 'place'}>
          <span className="hidden-text">{t('You')} </span>
          {own.resigned ? t('games.left') : placeName(own.place)}
        </b>
      )}
      <Link to={`/t/${game.code}?review`} className="button">
        {t('games.review')}
        <span className="hidden-text"> {shown}</span>
      </Link>
    </li>
  );
}

/** All finished games by what was played, the game played most often first. */
function byGame(games: readonly GroupGame[]): [GroupGame, GroupGame[]][] {
  const rows = new Map<string, GroupGame[]>();
  for (const game of games) rows.set(game.ruleset, [...(rows.get(game.ruleset) ?? []), game]);
  return [...rows.values()]
    .flatMap((list): [GroupGame, GroupGame[]][] => (list[0] ? [[list[0], list]] : []))
    .sort(([, a], [, b]) => b.length - a.length);
}

/** Finished games: the last ones, and all of them by board when asked for. */
export function Finished({ group, onFail }: Omit<PartProps, 'onChange'>) {
  const t = useText();
  const [all, setAll] = useState<GroupGame[] | null>(null);
  if (group.finished.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="h-finished">
      <header>
        <h2 id="h-finished">{t('group.finished')}</h2>
        {all === null && group.games > group.finished.length && (
          <button
            type="button"
            className="plain"
            onClick={() => {
              people.games(group.id).then((answer) => {
                setAll(answer.games);
              }, onFail);
            }}
          >
            {t('group.finished.all', { n: group.games })}
          </button>
        )}
      </header>
      {all === null ? (
        <ul className="plain-list">
          {group.finished.map((game) => (
            <FinishedRow key={game.code} game={game} />
          ))}
        </ul>
      ) : (
        byGame(all).map(([{ ruleset, title }, games]) => (
          <details key={ruleset} className="finished-board" open>
            <summary>
              <h3>{gameTitle(ruleset, title)}</h3>{' '}
              <span className="note">{t('group.games.n', { n: games.length })}</span>
            </summary>
            <ul className="plain-list">
              {games.map((game) => (
                <FinishedRow key={game.code} game={game} />
              ))}
            </ul>
          </details>
        ))
      )}
    </section>
  );
}

/** Tables that one press starts, with their usual settings. */
export function Standing({ group, onChange, onFail }: PartProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  return (
    <section className="panel standing-tables" aria-labelledby="h-standing">
      <header>
        <h2 id="h-standing">{t('group.standing')}</h2>
      </header>
      {group.standing.length === 0 && <p className="empty">{t('group.standing.none')}</p>}
      <ul className="plain-list">
        {group.standing.map((row) => (
          <li key={row.number} className="game-row">
            <span className="turn-what">
              <b>{row.name}</b>
              <small>
                {[
                  gameTitle(row.ruleset, row.title),
                  t('header.players', { n: row.seats }),
                  ...(row.bots > 0 ? [t('group.bots', { n: row.bots })] : []),
                  ...[clockTitle(row.clock)].filter((text) => text !== null),
                  ...(row.rated ? [t('rated')] : []),
                ].join(' · ')}
              </small>
            </span>
            <button
              type="button"
              className="primary"
              aria-label={`${t('group.start')} ${row.name}`}
              aria-busy={busy}
              onClick={() => {
                // a double click starts one table
                if (busy) return;
                setBusy(true);
                people.start(group.id, row.number).then(
                  (made) => {
                    go(`/t/${made.table.code}`);
                  },
                  (error: unknown) => {
                    setBusy(false);
                    onFail(error);
                  },
                );
              }}
            >
              <Icon name="play" /> {t('group.start')}
            </button>
            <button
              type="button"
              className="plain"
              aria-label={`${t('group.drop')} ${row.name}`}
              onClick={() => {
                onChange(people.drop(group.id, row.number));
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <Link to={`/new?group=${group.id}`} className="button">
        {t('group.standing.add')}
      </Link>
    </section>
  );
}
