/** A tournament: its standing, the tables of its rounds, and what its players and its organiser do. */
import { useCallback, useEffect, useState } from 'react';
import { Link } from '../parts/Brand';
import { NameField } from '../parts/NameField';
import type { PairingView, TournamentView } from '../protocol/schema';
import { PageHeader } from '../frame/PageHeader';
import { useSettings } from '../base/settings';
import { seatName } from '../state/names';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { placeName } from '../home/played';
import { tournaments } from '../state/people';
import { pointsName, PointsTable } from './PointsTable';
import './people.css';
import './group.css';

const EVERY = 30_000;
type Do = (work: Promise<TournamentView>) => void;

function Standing({ cup }: { cup: TournamentView }) {
  const t = useText();
  if (cup.standing.length === 0) return <p className="empty">{t('cup.nobody')}</p>;
  return (
    <PointsTable
      label={t('cup.standing')}
      rounds={cup.tables.length}
      sums={[t('group.points'), t('games.won'), t('cup.opponents')]}
      rows={cup.standing.map((row) => ({
        rank: row.rank,
        name: seatName(row.name, false),
        ...(row.left ? { note: t('cup.left') } : {}),
        you: row.you,
        rounds: row.rounds.map((points) => ({ text: points === null ? '–' : pointsName(points) })),
        sums: [<b key="points">{pointsName(row.points)}</b>, row.wins, pointsName(row.opponents)],
      }))}
    />
  );
}

function Pairing({ cup, table, round, act }: { cup: TournamentView; table: PairingView; round: number; act: Do }) {
  const t = useText();
  const names = table.players.map((row) => seatName(row.name, false)).join(', ');
  const places = table.players.map((row) =>
    row.place === null ? seatName(row.name, false) : `${placeName(row.place)} ${seatName(row.name, false)}`,
  );
  const mine = table.players.some((row) => row.you);
  return (
    <li className="turn-row">
      <span className="turn-what">
        <b>{table.state === 'bye' ? t('cup.bye') : t('cup.table', { n: table.number })}</b>
        <small>
          {places.join(' · ')} – {sayCode('cup.table.state', table.state)}
        </small>
      </span>
      {cup.organiser && (table.state === 'playing' || table.state === 'planned') && (
        <button
          type="button"
          aria-label={`${t('cup.close')} ${names}`}
          onClick={() => {
            act(tournaments.close(cup.id, round, table.number));
          }}
        >
          {t('cup.close')}
        </button>
      )}
      {table.code !== null && table.state !== 'planned' && table.state !== 'abandoned' && (
        <Link
          to={`/t/${table.code}${table.state === 'done' ? '?review' : ''}`}
          className={mine && table.state === 'playing' ? 'button primary' : 'button'}
        >
          {t(table.state === 'done' ? 'games.review' : mine ? 'home.play' : 'home.look')}
          <span className="hidden-text"> {names}</span>
        </Link>
      )}
    </li>
  );
}

function Actions({ cup, act }: { cup: TournamentView; act: Do }) {
  const t = useText();
  const { name } = useSettings();
  return (
    <div className="menu-buttons">
      {cup.state === 'open' && !cup.you && (
        <form
          className="people-form"
          onSubmit={(event) => {
            event.preventDefault();
            act(tournaments.enter(cup.id, name.trim()));
          }}
        >
          <NameField required />
          <button type="submit" className="primary">
            {t('cup.enter')}
          </button>
        </form>
      )}
      {cup.you && cup.state !== 'over' && (
        <button
          type="button"
          onClick={() => {
            act(tournaments.leave(cup.id));
          }}
        >
          {t('cup.leave')}
        </button>
      )}
      {cup.organiser && cup.state === 'open' && (
        <button
          type="button"
          className="primary"
          onClick={() => {
            act(tournaments.start(cup.id));
          }}
        >
          {t('cup.start')}
        </button>
      )}
      {cup.organiser && cup.state === 'playing' && cup.settled && (
        <button
          type="button"
          className="primary"
          onClick={() => {
            act(tournaments.round(cup.id));
          }}
        >
          {t(cup.round < cup.rounds ? 'cup.next' : 'cup.end')}
        </button>
      )}
    </div>
  );
}

export default function TournamentScreen({ id }: { id: string }) {
  const t = useText();
  const [cup, setCup] = useState<TournamentView | null>(null);
  const [note, setNote] = useState('');
  const act = useCallback<Do>((work) => {
    work.then(
      (answer) => {
        setNote('');
        setCup(answer);
        document.title = `${answer.name} · Kilowatt`;
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  }, []);
  useEffect(() => {
    const load = (): void => {
      if (!document.hidden) act(tournaments.show(id));
    };
    load();
    const timer = window.setInterval(load, EVERY);
    return () => {
      window.clearInterval(timer);
    };
  }, [id, act]);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen group-screen">
        {cup === null ? (
          <p className="empty" role="status">
            {note === '' ? t('loading') : note}
          </p>
        ) : (
          <>
            <header className="group-head">
              <div className="group-title">
                <h1>{cup.name}</h1>
                <p>
                  {[
                    sayCode('cup.state', cup.state),
                    ...(cup.round > 0 ? [t('cup.round', { n: cup.round, rounds: cup.rounds })] : []),
                    sayCode('cup.system', cup.system),
                    t('cup.per', { n: cup.seats }),
                    gameTitle(cup.ruleset, cup.title),
                    t(cup.rated ? 'rated' : 'cup.unrated'),
                  ].join(' · ')}
                </p>
              </div>
              {cup.group !== null && (
                <Link to={`/g/${cup.group}`} className="button">
                  {t('cup.group')}
                </Link>
              )}
            </header>
            <p role="status">{note}</p>
            <section className="panel" aria-labelledby="h-standing">
              <header>
                <h2 id="h-standing">{t('cup.standing')}</h2>
                <span className="grow" />
                <a className="button" href={`/api/tournaments/${cup.id}/csv`} download>
                  CSV
                </a>
              </header>
              <Standing cup={cup} />
              <p className="note">{t('cup.how', { points: cup.points.join(' ') })}</p>
              <Actions cup={cup} act={act} />
            </section>
            {cup.tables
              .map((tables, index) => (
                <section key={index} className="panel" aria-labelledby={`h-round-${index}`}>
                  <h2 id={`h-round-${index}`}>
                    {t('league.round')} {index + 1}
                  </h2>
                  <ul className="plain-list">
                    {tables.map((table) => (
                      <Pairing key={table.number} cup={cup} table={table} round={index + 1} act={act} />
                    ))}
                  </ul>
                </section>
              ))
              .reverse()}
          </>
        )}
      </main>
    </div>
  );
}
