/** The public page of a player who wants one: ratings, boards, games. */
import { useEffect, useState } from 'react';
import { BoardSums } from '../home/BoardSums';
import { dayOf, placeName, scoreName } from '../home/played';
import { Link } from '../parts/Brand';
import type { PlayerPage } from '../protocol/schema';
import { PageHeader } from '../frame/PageHeader';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { OwnRatings } from '../home/OwnRatings';
import { people } from '../state/people';
import './people.css';

function Games({ page }: { page: PlayerPage }) {
  const t = useText();
  const { language } = useSettings();
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
              <small>
                {[dayOf(game.day, language), t('header.players', { n: game.players }), scoreName(game)].join(' · ')}
              </small>
            </span>
            {game.code !== null && (
              <Link to={`/t/${game.code}?review`} className="button">
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
      (answer) => {
        if (live) setPage(answer);
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
                <BoardSums rows={page.boards} />
              </div>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
