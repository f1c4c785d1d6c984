/** The ratings of a season and an edition, of the people who agreed to be rated. */
import { useEffect, useState } from 'react';
import { Link } from '../parts/Brand';
import type { RatingList, RatingRow } from '../protocol/schema';
import { PageHeader } from '../frame/PageHeader';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { people, playerPath, ratingName, seasonName } from '../state/people';
import './people.css';

interface Line {
  name: string;
  bot: boolean;
  points: number;
  row: RatingRow | null;
}

/** People by rating, with the bots between them where their fixed points lie. */
export function ratingLines(list: RatingList): Line[] {
  const lines: Line[] = [
    ...list.people.map((row) => ({ name: row.name, bot: false, points: row.points, row })),
    ...Object.entries(list.bots).map(([level, points]) => ({ name: level, bot: true, points, row: null })),
  ];
  return lines.sort((a, b) => b.points - a.points);
}

function Lines({ list }: { list: RatingList }) {
  const t = useText();
  let place = 0;
  return (
    <table className="stats">
      <thead>
        <tr>
          <th scope="col">{t('ratings.player')}</th>
          <th scope="col">{t('rating')}</th>
          <th scope="col">{t('games.played')}</th>
        </tr>
      </thead>
      <tbody>
        {ratingLines(list).map((line) => {
          if (!line.bot) place += 1;
          return (
            <tr key={`${line.bot ? 'bot' : 'person'} ${line.name}`} className={line.bot ? 'rating-bot' : ''}>
              <th scope="row">
                {line.bot ? (
                  t('seat.bot', { level: sayCode('level', line.name) })
                ) : (
                  <>
                    <span className="list-rank">{place}</span>{' '}
                    {line.row?.public === true ? <Link to={playerPath(line.name)}>{line.name}</Link> : line.name}
                  </>
                )}
              </th>
              <td>{line.row === null ? line.points : ratingName(line.points, line.row.spread)}</td>
              <td>{line.row?.games ?? ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export default function RatingsScreen() {
  const t = useText();
  const [list, setList] = useState<RatingList | null>(null);
  const [note, setNote] = useState('');
  const load = (season: number | null, edition: string | null): void => {
    people.ratings(season, edition).then(setList, (error: unknown) => {
      setNote(errorText(error));
    });
  };
  useEffect(() => {
    load(null, null);
  }, []);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen">
        <h1>{t('ratings')}</h1>
        <p role="status">{note}</p>
        {list && (
          <>
            <div className="filters">
              <label>
                {t('ratings.edition')}
                <select
                  value={list.edition}
                  onChange={(event) => {
                    load(list.season, event.target.value);
                  }}
                >
                  {Object.entries(list.editions).map(([edition, title]) => (
                    <option key={edition} value={edition}>
                      {gameTitle(edition, title)}
                    </option>
                  ))}
                </select>
              </label>
              {list.seasons.length > 1 && (
                <label>
                  {t('ratings.season')}
                  <select
                    value={list.season}
                    onChange={(event) => {
                      load(Number(event.target.value), list.edition);
                    }}
                  >
                    {list.seasons.map((season) => (
                      <option key={season.number} value={season.number}>
                        {seasonName(season.name)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </div>
            <section className="panel" aria-label={t('ratings')}>
              {list.people.length === 0 && <p className="empty">{t('ratings.none')}</p>}
              <Lines list={list} />
            </section>
            <p className="note">{t('ratings.how')}</p>
          </>
        )}
      </main>
    </div>
  );
}
