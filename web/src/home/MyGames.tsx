/** The last finished games on the home page; all of them are a screen of their own. */
import { useEffect, useState } from 'react';
import { Link } from '../parts/Brand';
import type { PlayedGame } from '../protocol/schema';
import { useText } from '../text';
import { GameRow } from './GameRow';
import { loadGames, meanName, sumUp } from './played';

const SHOWN = 5;

export function MyGames() {
  const t = useText();
  const [games, setGames] = useState<PlayedGame[]>([]);
  useEffect(() => {
    let live = true;
    loadGames().then(
      (found) => {
        if (live) setGames(found);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, []);
  if (games.length === 0) return null;
  const sum = sumUp(games);
  return (
    <section className="panel my-games" aria-labelledby="h-games">
      <header>
        <h2 id="h-games">{t('games')}</h2>
        <Link to="/games">{t('games.all', { n: games.length })}</Link>
      </header>
      <ul>
        {games.slice(0, SHOWN).map((game) => (
          <GameRow key={game.code} game={game} />
        ))}
      </ul>
      <p className="note">
        {t('games.wins', { wins: sum.wins, n: sum.games })} · {t('games.mean', { n: meanName(sum.meanPlace) })}
      </p>
    </section>
  );
}
