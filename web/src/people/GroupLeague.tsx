/** The league table of a group, round by round, with the way to past seasons and the form for a new one. */
import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Link } from '../parts/Brand';
import type { League, LeagueRow, MemberRow, NewSeason } from '../protocol/schema';
import { settings } from '../base/settings';
import { useText } from '../text';
import { people, shapeOf } from '../state/people';
import type { PartProps } from './GroupTables';
import { pointsName, PointsTable, type PointsCell } from './PointsTable';

const POINTS = '8 5 3 2 1 0';

export const dateOf = (at: string): string =>
  new Date(at).toLocaleDateString(settings.get().language, { day: 'numeric', month: 'short' });

/** What a row has in a round: its points, a win marked; in the round that is played now whether its player plays. */
function cellOf(t: ReturnType<typeof useText>, row: LeagueRow, round: number, current: boolean): PointsCell {
  const points = row.rounds[round - 1] ?? null;
  const text = points !== null ? pointsName(points) : current ? t(row.plays ? 'league.plays' : 'league.free') : '–';
  return { text, look: row.won.includes(round) ? 'won' : current ? 'current' : undefined };
}

/** The shape of the one member of this name; null where there is none, or more than one. */
function shapeIn(members: readonly MemberRow[], name: string): number | null {
  const [member, another] = members.filter((row) => row.name === name);
  return member === undefined || another !== undefined ? null : shapeOf(member);
}

/** `members`: those of the group, whose shapes stand before their names. */
export function LeagueTable({ league, members = [] }: { league: League; members?: readonly MemberRow[] }) {
  const t = useText();
  const { season } = league;
  const rounds = season === null ? 0 : (season.round ?? season.rounds);
  const current = season?.round ?? null;
  if (league.rows.length === 0) return <p className="empty">{t('group.league.none')}</p>;
  const games = rounds === 0 ? [t('games.played')] : [];
  return (
    <PointsTable
      label={t('group.league')}
      rounds={rounds}
      current={current}
      sums={[...games, t('games.won'), t('group.points')]}
      rows={league.rows.map((row) => ({
        rank: row.rank,
        name: row.name,
        shape: shapeIn(members, row.name),
        you: row.you,
        rounds: Array.from({ length: rounds }, (_, index) => cellOf(t, row, index + 1, current === index + 1)),
        sums: [...(rounds === 0 ? [row.games] : []), row.wins, <b key="points">{pointsName(row.points)}</b>],
      }))}
    />
  );
}

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

function SeasonForm({ onMake, onClose }: { onMake: (season: NewSeason) => void; onClose: () => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [rounds, setRounds] = useState(10);
  const [days, setDays] = useState(7);
  const [points, setPoints] = useState(POINTS);
  return (
    <Dialog title={t('league.begin')} onClose={onClose} className="settings">
      <p className="note">{t('league.begin.note')}</p>
      <form
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          onMake({ name: name.trim(), rounds, days, points: numbers(points) });
        }}
      >
        <label>
          {t('league.name')}
          <input
            value={name}
            required
            maxLength={40}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </label>
        <label>
          {t('league.rounds')}
          <input
            type="number"
            min={1}
            max={60}
            value={rounds}
            onChange={(event) => {
              setRounds(event.target.valueAsNumber || 1);
            }}
          />
        </label>
        <label>
          {t('league.days')}
          <input
            type="number"
            min={1}
            max={90}
            value={days}
            onChange={(event) => {
              setDays(event.target.valueAsNumber || 1);
            }}
          />
        </label>
        <label>
          {t('league.points')}
          <input
            value={points}
            required
            pattern="[0-9]{1,3}([ ,;]+[0-9]{1,3}){1,5}\s*"
            onChange={(event) => {
              setPoints(event.target.value);
            }}
          />
        </label>
        <button type="submit" className="primary">
          {t('league.begin')}
        </button>
      </form>
    </Dialog>
  );
}

export function GroupLeague({ group, onChange }: Omit<PartProps, 'onFail'>) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { season } = group.league;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <section className="panel group-league" aria-labelledby="h-league">
      <header>
        <h2 id="h-league">{season === null ? t('group.league') : t('league.title', { season: season.name })}</h2>
        {season && (
          <span className="note">
            {season.round === null
              ? t('league.over', { date: dateOf(season.until) })
              : t('league.round.of', { n: season.round, rounds: season.rounds, date: dateOf(season.until) })}
          </span>
        )}
        <span className="grow" />
        {group.seasons.length > 1 && (
          <Link to={`/g/${group.id}?season=${group.seasons[1]?.number ?? 0}`} className="button">
            {t('league.past')}
          </Link>
        )}
        {group.owner && (
          <button
            type="button"
            onClick={() => {
              setOpen(true);
            }}
          >
            {t('league.begin')}
          </button>
        )}
      </header>
      <LeagueTable league={group.league} members={group.members} />
      <p className="note">
        {t('league.how', { points: (season?.points ?? numbers(POINTS)).join(' ') })}{' '}
        {t(season === null ? 'league.how.all' : 'league.how.season')}
      </p>
      {open && (
        <SeasonForm
          onClose={close}
          onMake={(asked) => {
            close();
            onChange(people.begin(group.id, asked));
          }}
        />
      )}
    </section>
  );
}
