/** The last finished games on the home page; all of them are a screen of their own. */
import { useEffect, useState } from 'react';
import { Link } from '../parts/Brand';
import type { PlayedGame } from '../protocol/schema';
import { useText } from '../text';
import { GameHeads, GameRow } from './GameRow';
import { loadGames, sumUp } from './played';
import { Sums } from './Sums';

const SHOWN = 5;

export function MyGames() {
  const t = useText();
  const [games, setGames] = useState<PlayedGame[]>([]);
  useEffect(() => {
    let live = true;
    loadGames().then(
      (answer) => {
        if (live) setGames(answer);
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
      <GameHeads />
      <ul>
        {games.slice(0, SHOWN).map((game) => (
          <GameRow key={game.code} game={game} />
        ))}
      </ul>
      <Sums sum={sum} />
    </section>
  );
}
