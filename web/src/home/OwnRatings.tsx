/** A person's ratings, by game and season. */
import type { OwnRating } from '../protocol/schema';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { ratingName, seasonName } from '../state/people';

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
                {gameTitle(row.edition, row.title)}
                {seasons && <small> {seasonName(row.season_name)}</small>}
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
