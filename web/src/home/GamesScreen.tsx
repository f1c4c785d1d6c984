/** All finished games: filters, statistics by board, and head to head. */
import { useEffect, useMemo, useState } from 'react';
import { PageHeader } from '../frame/PageHeader';
import type { OwnRating, PlayedGame } from '../protocol/schema';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { OwnRatings } from './OwnRatings';
import { BoardSums } from './BoardSums';
import { GameHeads, GameRow } from './GameRow';
import { byBoard, chosen, loadPlayed, rivals, sumUp, type Against } from './played';
import { Sums } from './Sums';

const KINDS: Against[] = ['anybody', 'people', 'bots'];
const RIVALS_MOST = 20;

function Rivals({ games }: { games: readonly PlayedGame[] }) {
  const t = useText();
  return (
    <section className="panel" aria-labelledby="h-rivals">
      <h2 id="h-rivals">{t('games.rivals')}</h2>
      <table className="stats">
        <thead>
          <tr>
            <th scope="col">{t('games.rival')}</th>
            <th scope="col">{t('games.played')}</th>
            <th scope="col">{t('games.ahead')}</th>
            <th scope="col">{t('games.behind')}</th>
          </tr>
        </thead>
        <tbody>
          {rivals(games)
            .slice(0, RIVALS_MOST)
            .map((row) => (
              <tr key={row.who}>
                <th scope="row">
                  {row.kind === 'bot' ? t('seat.bot', { level: sayCode('level', row.name) }) : row.name}
                </th>
                <td>{row.games}</td>
                <td>{row.ahead}</td>
                <td>{row.behind}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

export default function GamesScreen() {
  const t = useText();
  const [games, setGames] = useState<PlayedGame[] | null>(null);
  const [ratings, setRatings] = useState<OwnRating[]>([]);
  const [board, setBoard] = useState('');
  const [against, setAgainst] = useState<Against>('anybody');
  const [note, setNote] = useState('');
  useEffect(() => {
    loadPlayed().then(
      (answer) => {
        setGames(answer.games);
        setRatings(answer.ratings ?? []);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  }, []);
  const shown = useMemo(() => chosen(games ?? [], board, against), [games, board, against]);
  const sum = sumUp(shown);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="games-screen">
        <h1>{t('games')}</h1>
        <p role="status">{note}</p>
        {games?.length === 0 && <p className="empty">{t('games.none')}</p>}
        {games !== null && games.length > 0 && (
          <>
            <div className="filters">
              <label>
                {t('games.board')}
                <select
                  value={board}
                  onChange={(event) => {
                    setBoard(event.target.value);
                  }}
                >
                  <option value="">{t('games.anyboard')}</option>
                  {byBoard(games).map((row) => (
                    <option key={row.ruleset} value={row.ruleset}>
                      {gameTitle(row.ruleset, row.title)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {t('games.against')}
                <select
                  value={against}
                  onChange={(event) => {
                    setAgainst(event.target.value as Against);
                  }}
                >
                  {KINDS.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`games.${kind}`)}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <div className="groups">
              <section className="panel my-games" aria-label={t('games')}>
                <GameHeads />
                <ul>
                  {shown.map((game) => (
                    <GameRow key={game.code} game={game} long />
                  ))}
                </ul>
                <Sums sum={sum} />
              </section>
              <div>
                <OwnRatings ratings={ratings} />
                <BoardSums rows={byBoard(shown)} />
                <Rivals games={shown} />
              </div>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
