/** Statistics by board: games, wins and mean place. */
import type { BoardSum } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { meanName } from './played';

export function BoardSums({ rows }: { rows: readonly BoardSum[] }) {
  const t = useText();
  if (rows.length === 0) return null;
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
          {rows.map((row) => (
            <tr key={row.ruleset}>
              <th scope="row">{gameTitle(row.ruleset, row.title)}</th>
              <td>{row.games}</td>
              <td>{row.wins}</td>
              <td>{meanName(row.mean_place)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
