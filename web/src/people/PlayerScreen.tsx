/** The public page of a player who wants one: ratings, boards, games. */
import { useEffect, useState } from 'react';
import { placeName, scoreName } from '../home/played';
import { Link } from '../parts/Brand';
import type { OwnRating, PlayerPage } from '../protocol/schema';
import { PageHeader } from '../screens/Lobby';
import { useSettings } from '../state/settings';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { people, ratingName, seasonName } from './people';
import './people.css';

export function OwnRatings({ ratings }: { ratings: readonly OwnRating[] }) {
  const t = useText();
  if (ratings.length === 0) return null;
  const seasons = new Set(ratings.map((row) => row.season)).size > 1;
  return (
    <section className="panel" aria-labelledby="h-ratings">
      <h2 id="h-ratings">{t('ratings')}</h2>
      <table className="stats">
        <tbody>
          {ratings.map((row) => (
            <tr key={`${row.season} ${row.edition}`}>
              <th scope="row">
                {sayCode('edition', row.edition)}
                {seasons && <small> {seasonName({ name: row.season_name })}</small>}
              </th>
              <td>{ratingName(row.points, row.spread)}</td>
              <td>{t('games.count', { n: row.games })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Boards({ page }: { page: PlayerPage }) {
  const t = useText();
  if (page.boards.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="h-byboard">
      <h2 id="h-byboard">{t('games.boards')}</h2>
      <table className="stats">
        <thead>
          <tr>
            <th scope="col">{t('games.board')}</th>
            <th scope="col">{t('games.played')}</th>
            <th scope="col">{t('games.won')}</th>
            <th scope="col">{t('games.meanplace')}</th>
          </tr>
        </thead>
        <tbody>
          {page.boards.map((row) => (
            <tr key={row.ruleset}>
              <th scope="row">{gameTitle(row.ruleset, row.title)}</th>
              <td>{row.games}</td>
              <td>{row.wins}</td>
              <td>{row.mean_place.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Games({ page }: { page: PlayerPage }) {
  const t = useText();
  const { language } = useSettings();
  const day = (text: string): string =>
    new Date(text).toLocaleDateString(language, { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <section className="panel my-games" aria-labelledby="h-finished">
      <h2 id="h-finished">{t('player.games')}</h2>
      {page.games.length === 0 && <p className="empty">{t('player.none')}</p>}
      <ul>
        {page.games.map((game, number) => (
          <li key={number} className="game-row">
            <b className={game.place === 1 && !game.left ? 'place first' : 'place'}>
              {game.left ? t('games.left') : placeName(game.place)}
            </b>
            <span className="turn-what">
              <b>{gameTitle(game.ruleset, game.title)}</b>
              <small>{[day(game.day), t('header.players', { n: game.players }), scoreName(game)].join(' · ')}</small>
            </span>
            {game.code !== null && (
              <Link to={`/t/${game.code}?at=1`} className="button">
                {t('games.review')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function PlayerScreen({ name }: { name: string }) {
  const t = useText();
  const [page, setPage] = useState<PlayerPage | null>(null);
  const [note, setNote] = useState('');
  useEffect(() => {
    let live = true;
    document.title = `${name} · Kilowatt`;
    people.player(name).then(
      (found) => {
        if (live) setPage(found);
      },
      (error: unknown) => {
        if (live) setNote(errorText(error));
      },
    );
    return () => {
      live = false;
    };
  }, [name]);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen games-screen">
        {page === null ? (
          <p className="empty" role="status">
            {note === '' ? t('loading') : note}
          </p>
        ) : (
          <>
            <h1>{page.name}</h1>
            <div className="groups">
              <Games page={page} />
              <div>
                <OwnRatings ratings={page.ratings} />
                <Boards page={page} />
              </div>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
