/** A past season of a group's league: a page of its own, with the way to the others and back. */
import { useEffect, useState } from 'react';
import { Link } from '../parts/Brand';
import type { GroupView, League } from '../protocol/schema';
import { people } from '../state/people';
import { useText } from '../text';
import { dateOf, LeagueTable } from './GroupLeague';

export function SeasonPage({ group, number }: { group: GroupView; number: number }) {
  const t = useText();
  const [league, setLeague] = useState<League | null>(null);
  useEffect(() => {
    setLeague(null);
    people.season(group.id, number).then(setLeague, () => undefined);
  }, [group.id, number]);
  const season = group.seasons.find((row) => row.number === number);
  return (
    <>
      <p>
        <Link to={`/g/${group.id}`}>{t('league.back')}</Link>
      </p>
      <nav className="choice" aria-label={t('league.past')}>
        {group.seasons.map((row) => (
          <Link
            key={row.number}
            to={`/g/${group.id}?season=${row.number}`}
            className="button"
            aria-current={row.number === number ? 'page' : undefined}
          >
            {row.name}
          </Link>
        ))}
      </nav>
      <section className="panel" aria-labelledby="h-season">
        <header>
          <h1 className="hidden">{group.name}</h1>
          <h2 id="h-season">{t('league.title', { season: season?.name ?? '' })}</h2>
          {season && (
            <span className="note">
              {dateOf(season.began)} – {dateOf(season.until)}
            </span>
          )}
        </header>
        {league ? <LeagueTable league={league} /> : <p className="empty">{t(season ? 'loading' : 'league.unknown')}</p>}
        {season && <p className="note">{t('league.how', { points: season.points.join(' ') })}</p>}
      </section>
    </>
  );
}
