/** A list of tournaments: a group's, with the form for a new one, or the host's. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Link } from '../parts/Brand';
import type { MakeTournament, TournamentRow } from '../protocol/schema';
import { api } from '../net/api';
import { go } from '../base/route';
import { useText, sayCode } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { tournaments } from '../state/people';

const SEATS = [2, 3, 4, 5, 6];

function NewTournament({ group, onClose }: { group: string; onClose: () => void }) {
  const t = useText();
  const [games, setGames] = useState<readonly { id: string; title: string }[]>([]);
  const [plan, setPlan] = useState<MakeTournament>({
    name: '',
    ruleset: 'recharged/germany',
    system: 'swiss',
    seats: 4,
  });
  const [days, setDays] = useState(2);
  const [note, setNote] = useState('');
  useEffect(() => {
    api.rulesets().then(setGames, () => undefined);
  }, []);
  const change = (part: Partial<MakeTournament>): void => {
    setPlan({ ...plan, ...part });
  };
  return (
    <Dialog title={t('cup.new')} onClose={onClose} className="settings">
      <form
        className="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          const clock = days > 0 ? ({ kind: 'days', days } as const) : ({ kind: 'none' } as const);
          tournaments.make(group, { ...plan, name: plan.name.trim(), clock }).then(
            (made) => {
              go(`/tournament/${made.id}`);
            },
            (error: unknown) => {
              setNote(errorText(error));
            },
          );
        }}
      >
        <label>
          {t('cup.name')}
          <input
            value={plan.name}
            required
            maxLength={40}
            onChange={(event) => {
              change({ name: event.target.value });
            }}
          />
        </label>
        <label>
          {t('form.game')}
          <select
            value={plan.ruleset}
            onChange={(event) => {
              change({ ruleset: event.target.value });
            }}
          >
            {games.map((game) => (
              <option key={game.id} value={game.id}>
                {gameTitle(game.id, game.title)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('cup.system')}
          <select
            value={plan.system}
            onChange={(event) => {
              change({ system: event.target.value === 'swiss' ? 'swiss' : 'round_robin' });
            }}
          >
            <option value="swiss">{t('cup.system.swiss')}</option>
            <option value="round_robin">{t('cup.system.round_robin')}</option>
          </select>
        </label>
        <label>
          {t('cup.seats')}
          <select
            value={plan.seats}
            onChange={(event) => {
              change({ seats: Number(event.target.value) });
            }}
          >
            {SEATS.map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('cup.rounds')}
          <input
            type="number"
            min={0}
            max={40}
            value={plan.rounds ?? 0}
            onChange={(event) => {
              change({ rounds: event.target.valueAsNumber || 0 });
            }}
          />
        </label>
        <label>
          {t('cup.days')}
          <input
            type="number"
            min={0}
            max={60}
            value={days}
            onChange={(event) => {
              setDays(event.target.valueAsNumber || 0);
            }}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={plan.rated === true}
            onChange={(event) => {
              change({ rated: event.target.checked });
            }}
          />
          {t('rated')}
        </label>
        <button type="submit" className="primary">
          {t('cup.new')}
        </button>
      </form>
      <p role="status">{note}</p>
    </Dialog>
  );
}

/** Without a group: the tournaments of the server's host, where there are any. */
export function Tournaments({ group, owner = false }: { group: string | null; owner?: boolean }) {
  const t = useText();
  const [rows, setRows] = useState<readonly TournamentRow[]>([]);
  const [making, setMaking] = useState(false);
  useEffect(() => {
    let live = true;
    tournaments.list(group).then(
      (answer) => {
        if (live) setRows(answer.tournaments);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [group]);
  if (rows.length === 0 && !owner) return null;
  return (
    <section className="panel" aria-labelledby="h-cups">
      <header>
        <h2 id="h-cups">{t('cups')}</h2>
        <span className="grow" />
        {owner && (
          <button
            type="button"
            onClick={() => {
              setMaking(true);
            }}
          >
            {t('cup.new')}
          </button>
        )}
      </header>
      {rows.length === 0 && <p className="empty">{t('cups.none')}</p>}
      <ul className="plain-list">
        {rows.map((row) => (
          <li key={row.id} className="turn-row">
            <span className="turn-what">
              <b>{row.name}</b>
              <small>
                {[
                  sayCode('cup.state', row.state),
                  ...(row.round > 0 ? [t('cup.round', { n: row.round, rounds: row.rounds })] : []),
                  t('header.players', { n: row.players }),
                  gameTitle(row.ruleset, row.title),
                ].join(' · ')}
              </small>
            </span>
            <Link to={`/tournament/${row.id}`} className="button">
              {t('home.look')}
              <span className="hidden-text"> {row.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {making && group !== null && (
        <NewTournament
          group={group}
          onClose={() => {
            setMaking(false);
          }}
        />
      )}
    </section>
  );
}
