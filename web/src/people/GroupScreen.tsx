/** A group: its head with the link to join, members, tables, league and chat. */
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link } from '../parts/Brand';
import { BotTokens } from '../parts/BotTokens';
import { CopyField } from '../parts/CopyField';
import { Dialog, Question } from '../parts/Dialog';
import type { GroupView } from '../protocol/schema';
import { PageHeader } from '../frame/PageHeader';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { JoinGroup } from './JoinGroup';
import { GroupChat } from './GroupChat';
import { dateOf, GroupLeague } from './GroupLeague';
import { isOff, lastDay, Members } from './GroupMembers';
import { Finished, Running, Standing } from './GroupTables';
import { SendMe, UsualGame, usualText, Vote } from './GroupWishes';
import { Rename } from './Rename';
import { SeasonPage } from './SeasonPage';
import { Tournaments } from './Tournaments';
import { linkOf, people } from '../state/people';
import './people.css';
import './group.css';

/** How often the tables are asked for again while the page can be seen. */
const EVERY = 60_000;

function Head({ group, onChange }: { group: GroupView; onChange: (work: Promise<GroupView>) => void }) {
  const t = useText();
  const [code, setCode] = useState(false);
  const usual = usualText(group);
  return (
    <header className="group-head">
      <div className="group-title">
        <h1>{group.name}</h1>
        <p>
          {[
            t('group.members.n', { n: group.members.length }),
            t('group.games.since', { n: group.games, date: dateOf(group.made) }),
            ...(usual === null ? [] : [usual]),
          ].join(' · ')}
        </p>
      </div>
      <CopyField
        key={group.link}
        className="group-invite"
        label={t('group.invite')}
        value={linkOf(group)}
        button={t('invite.copy')}
      >
        <button
          type="button"
          onClick={() => {
            setCode(true);
          }}
        >
          {t('group.qr')}
        </button>
        {code && (
          <Dialog
            title={t('group.qr.title')}
            onClose={() => {
              setCode(false);
            }}
            className="settings"
          >
            <p className="note">{t('group.invite')}</p>
            <img className="qr" src={`/api/groups/${group.id}/qr`} alt={t('group.qr.title')} width="240" height="240" />
          </Dialog>
        )}
        {group.owner && (
          <button
            type="button"
            onClick={() => {
              onChange(people.renew(group.id));
            }}
          >
            {t('group.renew')}
          </button>
        )}
      </CopyField>
      <Link to={`/new?group=${group.id}&now`} className="button primary">
        {t('lobby.new')}
      </Link>
    </header>
  );
}

type Asking = 'leave' | 'delete' | 'rename' | 'usual';

/** What comes next, and what a member decides about the group. */
interface AsideProps {
  group: GroupView;
  onAsk: (what: Asking) => void;
  onChange: (work: Promise<GroupView>) => void;
}

/** What happens on a day: the day at the left, as on a calendar. */
function Dated({ at, children }: { at: string | Date; children: ReactNode }) {
  const { language } = useSettings();
  const day = new Date(at);
  const part = (wish: Intl.DateTimeFormatOptions): string => day.toLocaleDateString(language, wish);
  return (
    <li>
      <time dateTime={day.toISOString()}>
        <b>{part({ day: 'numeric' })}</b> <span>{part({ month: 'short' })}</span>{' '}
        <small>{part({ weekday: 'short' })}</small>
      </time>
      <div>{children}</div>
    </li>
  );
}

function Aside({ group, onAsk, onChange }: AsideProps) {
  const t = useText();
  const season = group.seasons[0];
  return (
    <section className="panel group-aside" aria-labelledby="h-aside">
      <header>
        <h2 id="h-aside">{t('group.next')}</h2>
      </header>
      <ul className="plain-list group-dates">
        {group.members
          .filter((row) => row.off_from !== null)
          .map((row) => (
            <Dated key={`off ${row.number}`} at={isOff(row) ? new Date() : (row.off_from ?? '')}>
              <b>{t('group.next.off', { name: row.name })}</b>
              <small>{t('group.next.off.until', { day: lastDay(row) })}</small>
            </Dated>
          ))}
        {season !== undefined && season.round !== null && season.next !== null && (
          <Dated at={season.next}>
            <b>{t('group.next.round', { n: season.round + 1 })}</b>
            <Vote group={group} onChange={onChange} />
          </Dated>
        )}
        {season !== undefined && season.round !== null && (
          <Dated at={season.until}>
            <b>{t('group.next.end', { season: season.name })}</b>
          </Dated>
        )}
      </ul>
      {(season === undefined || season.round === null) && (
        <p className="empty">{t(group.owner ? 'group.next.owner' : 'group.next.none')}</p>
      )}
      <SendMe group={group} onChange={onChange} />
      <div className="menu-buttons">
        {group.owner && (
          <button
            type="button"
            onClick={() => {
              onAsk('usual');
            }}
          >
            {t('group.usual')}
          </button>
        )}
        {group.owner && (
          <button
            type="button"
            onClick={() => {
              onAsk('rename');
            }}
          >
            {t('group.rename')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            onAsk('leave');
          }}
        >
          {t('group.leave')}
        </button>
        {group.owner && (
          <button
            type="button"
            className="risky"
            onClick={() => {
              onAsk('delete');
            }}
          >
            {t('group.delete')}
          </button>
        )}
      </div>
    </section>
  );
}

/** Ask for the group again and again while its page can be seen. */
function useGroup(id: string, change: (work: Promise<GroupView>) => void): void {
  useEffect(() => {
    if (id === '') return;
    const load = (): void => {
      if (!document.hidden) change(people.group(id));
    };
    load();
    const timer = window.setInterval(load, EVERY);
    return () => {
      window.clearInterval(timer);
    };
  }, [id, change]);
}

interface ScreenProps {
  id: string;
  link: string | null;
  /** The season whose page is shown. */
  season?: number | null;
}

export default function GroupScreen({ id, link, season = null }: ScreenProps) {
  const t = useText();
  const [group, setGroup] = useState<GroupView | null>(null);
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<Asking | null>(null);
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
  useGroup(id, change);
  const close = (): void => {
    setAsking(null);
  };
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen group-screen">
        {link !== null && id === '' ? (
          <JoinGroup link={link} />
        ) : group === null ? (
          <p className="empty" role="status">
            {note === '' ? t('loading') : note}
          </p>
        ) : season !== null ? (
          <SeasonPage group={group} number={season} />
        ) : (
          <>
            <Head group={group} onChange={change} />
            <p role="status">{note}</p>
            <div className="group-columns">
              <div className="group-left">
                <Members group={group} onChange={change} />
                <BotTokens group={group.id} />
                <Aside group={group} onAsk={setAsking} onChange={change} />
              </div>
              <div className="group-middle">
                <Running group={group} />
                <Finished group={group} onFail={fail} />
                <GroupLeague group={group} onChange={change} />
                <Tournaments group={group.id} owner={group.owner} />
                <Standing group={group} onChange={change} onFail={fail} />
              </div>
              <GroupChat group={group} onFail={fail} />
            </div>
            {asking === 'rename' && (
              <Rename
                group={group}
                onClose={close}
                onName={(name) => {
                  close();
                  change(people.rename(group.id, name));
                }}
              />
            )}
            {asking === 'usual' && <UsualGame group={group} onChange={change} onClose={close} />}
            {(asking === 'leave' || asking === 'delete') && (
              <Question
                title={t(`group.${asking}`)}
                text={t(`group.${asking}.text`)}
                yes={t(`group.${asking}`)}
                no={t('profile.stay')}
                onNo={close}
                onYes={() => {
                  close();
                  (asking === 'leave' ? people.leave(group.id) : people.destroy(group.id)).then(() => {
                    go('/groups');
                  }, fail);
                }}
              />
            )}
          </>
        )}
      </main>
    </div>
  );
}
