/** A group: its tables and standing tables, the league table, its members, and the link to join. */
import { useCallback, useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { copy } from '../net/copy';
import { Link } from '../parts/Brand';
import { Question } from '../parts/Dialog';
import type { GroupView, MemberRow } from '../protocol/schema';
import { PageHeader } from '../frame/PageHeader';
import { TableLine } from '../home/TableLine';
import { go } from '../base/route';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { JoinGroup } from './JoinGroup';
import { clockTitle, linkOf, people } from '../state/people';
import './people.css';

interface PartProps {
  group: GroupView;
  onChange: (work: Promise<GroupView>) => void;
  onFail: (error: unknown) => void;
}

/** Tables that wait or are played. */
function Tables({ group }: { group: GroupView }) {
  const t = useText();
  return (
    <section className="panel tables" aria-labelledby="h-tables">
      <h2 id="h-tables">{t('group.tables')}</h2>
      {group.tables.length === 0 && <p className="empty">{t('group.tables.none')}</p>}
      <ul>
        {group.tables.map((table) => (
          <TableLine key={table.code} table={table} />
        ))}
      </ul>
    </section>
  );
}

/** Tables that one press starts, with their usual settings. */
function Standing({ group, onChange, onFail }: PartProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  return (
    <section className="panel standing-tables" aria-labelledby="h-standing">
      <h2 id="h-standing">{t('group.standing')}</h2>
      {group.standing.length === 0 && <p className="empty">{t('group.standing.none')}</p>}
      <ul className="plain-list">
        {group.standing.map((row) => (
          <li key={row.number} className="game-row">
            <span className="turn-what">
              <b>{row.name}</b>
              <small>
                {[
                  gameTitle(row.ruleset, row.title),
                  t('header.players', { n: row.seats }),
                  ...(row.bots > 0 ? [t('group.bots', { n: row.bots })] : []),
                  ...[clockTitle(row.clock)].filter((text) => text !== null),
                  ...(row.rated ? [t('rated')] : []),
                ].join(' · ')}
              </small>
            </span>
            <button
              type="button"
              className="primary"
              aria-label={`${t('group.start')} ${row.name}`}
              aria-busy={busy}
              onClick={() => {
                // a double click starts one table
                if (busy) return;
                setBusy(true);
                people.start(group.id, row.number).then(
                  (made) => {
                    go(`/t/${made.table.code}`);
                  },
                  (error: unknown) => {
                    setBusy(false);
                    onFail(error);
                  },
                );
              }}
            >
              <Icon name="play" /> {t('group.start')}
            </button>
            <button
              type="button"
              className="plain"
              aria-label={`${t('group.drop')} ${row.name}`}
              onClick={() => {
                onChange(people.drop(group.id, row.number));
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <Link to={`/new?group=${group.id}`} className="button">
        {t('group.standing.add')}
      </Link>
    </section>
  );
}

function League({ group }: { group: GroupView }) {
  const t = useText();
  return (
    <section className="panel" aria-labelledby="h-league">
      <h2 id="h-league">{t('group.league')}</h2>
      {group.league.length === 0 ? (
        <p className="empty">{t('group.league.none')}</p>
      ) : (
        <table className="stats">
          <thead>
            <tr>
              <th scope="col">{t('ratings.player')}</th>
              <th scope="col">{t('group.points')}</th>
              <th scope="col">{t('games.won')}</th>
              <th scope="col">{t('games.played')}</th>
            </tr>
          </thead>
          <tbody>
            {group.league.map((row, place) => (
              <tr key={row.name} className={row.you ? 'mine' : ''}>
                <th scope="row">
                  <span className="list-rank">{place + 1}</span> {row.name}
                </th>
                <td>
                  <b>{row.points}</b>
                </td>
                <td>{row.wins}</td>
                <td>{row.games}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {group.league.length > 0 && <p className="note">{t('group.league.how')}</p>}
    </section>
  );
}

function Members({ group, onChange }: Omit<PartProps, 'onFail'>) {
  const t = useText();
  const [asking, setAsking] = useState<MemberRow | null>(null);
  const [copied, setCopied] = useState(false);
  return (
    <section className="panel" aria-labelledby="h-members">
      <h2 id="h-members">{t('group.members')}</h2>
      <ul className="plain-list members">
        {group.members.map((row) => (
          <li key={row.number}>
            <span>
              {row.you ? <b>{row.name}</b> : row.name} {row.owner && <small>{t('group.owner')}</small>}
            </span>
            {group.owner && !row.you && (
              <button
                type="button"
                className="plain"
                aria-label={`${t('group.remove')} ${row.name}`}
                onClick={() => {
                  setAsking(row);
                }}
              >
                {t('group.remove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="invite">
        <label>
          {t('group.link')}
          <input
            readOnly
            value={linkOf(group)}
            onFocus={(event) => {
              event.target.select();
            }}
          />
        </label>
        <button
          type="button"
          onClick={() => {
            void copy(linkOf(group)).then(setCopied);
          }}
        >
          <Icon name="link" /> {copied ? t('invite.copied') : t('invite.copy')}
        </button>
        {group.owner && (
          <button
            type="button"
            onClick={() => {
              setCopied(false);
              onChange(people.renew(group.id));
            }}
          >
            {t('group.renew')}
          </button>
        )}
      </div>
      {asking && (
        <Question
          title={t('group.remove')}
          text={t('group.remove.text', { name: asking.name })}
          yes={t('group.remove')}
          no={t('profile.stay')}
          onNo={() => {
            setAsking(null);
          }}
          onYes={() => {
            setAsking(null);
            onChange(people.remove(group.id, asking.number, asking.name));
          }}
        />
      )}
    </section>
  );
}

export default function GroupScreen({ id, link }: { id: string; link: string | null }) {
  const t = useText();
  const [group, setGroup] = useState<GroupView | null>(null);
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null);
  const fail = useCallback((error: unknown) => {
    setNote(errorText(error));
  }, []);
  const change = useCallback(
    (work: Promise<GroupView>) => {
      work.then((answer) => {
        setNote('');
        setGroup(answer);
        document.title = `${answer.name} · Kilowatt`;
      }, fail);
    },
    [fail],
  );
  useEffect(() => {
    if (id !== '') change(people.group(id));
  }, [id, change]);
  const gone = (): void => {
    go('/');
  };
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen games-screen">
        {link !== null && id === '' ? (
          <JoinGroup link={link} />
        ) : group === null ? (
          <p className="empty" role="status">
            {note === '' ? t('loading') : note}
          </p>
        ) : (
          <>
            <h1>{group.name}</h1>
            <p role="status">{note}</p>
            <div className="groups">
              <div>
                <Tables group={group} />
                <Standing group={group} onChange={change} onFail={fail} />
              </div>
              <div>
                <League group={group} />
                <Members group={group} onChange={change} />
                <div className="menu-buttons">
                  <button
                    type="button"
                    onClick={() => {
                      setAsking('leave');
                    }}
                  >
                    {t('group.leave')}
                  </button>
                  {group.owner && (
                    <button
                      type="button"
                      className="risky"
                      onClick={() => {
                        setAsking('delete');
                      }}
                    >
                      {t('group.delete')}
                    </button>
                  )}
                </div>
              </div>
            </div>
            {asking && (
              <Question
                title={t(`group.${asking}`)}
                text={t(`group.${asking}.text`)}
                yes={t(`group.${asking}`)}
                no={t('profile.stay')}
                onNo={() => {
                  setAsking(null);
                }}
                onYes={() => {
                  setAsking(null);
                  (asking === 'leave' ? people.leave(group.id) : people.destroy(group.id)).then(gone, fail);
                }}
              />
            )}
          </>
        )}
      </main>
    </div>
  );
}
