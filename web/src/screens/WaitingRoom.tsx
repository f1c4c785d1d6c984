/** Before the game: who sits where, the link to share, a name and a free seat for whoever comes. */
import { seatName } from '../state/names';
import { useState } from 'react';
import { Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import type { Session } from '../net/session';
import type { TableView } from '../protocol/schema';
import { BotTokens } from '../parts/BotTokens';
import { Invite } from '../parts/Invite';
import { Link } from '../parts/Brand';
import { NameField } from '../parts/NameField';
import { clockName, clockText } from '../state/clocks';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';
import { errorText } from '../text/errors';
import { PageHeader } from '../frame/PageHeader';
import { ChatView } from '../panels/ChatPanel';
import { switchesOf } from './switches';

/** What whoever opened the table chose, in a few words: a friend who comes by the link has not seen the form. */
function chosen({ seats, options, clock, hints, rated }: TableView, t: ReturnType<typeof useText>): string[] {
  const { zone, money } = options;
  const facts = [t('header.players', { n: seats.length })];
  if (rated) facts.push(t('rated'));
  if (zone === 'random' || zone === 'draft') facts.push(`${t('form.zone')}: ${t(`zone.${zone}`)}`);
  const time = clockName(clock);
  if (time !== null) facts.push(clockText(time));
  for (const name of switchesOf(options)) if (options[name] === true) facts.push(t(`option.${name}`));
  if (money === 'hidden') facts.push(t('option.hidden'));
  if (!hints) facts.push(t('room.nohints'));
  return facts;
}

export function WaitingRoom({ session, table }: { session: Session; table: TableView }) {
  const t = useText();
  const { name } = useSettings();
  const [problem, setProblem] = useState<string | null>(null);
  const [sure, setSure] = useState(false);
  const title = gameTitle(table.ruleset, table.title);
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  const join = (seat: number): void => {
    if (name.trim() === '' && !table.rated) {
      setProblem(t('room.name'));
      return;
    }
    api.join(table.code, { name: table.rated ? null : name.trim(), seat }).then(() => {
      session.refresh();
    }, fail);
  };
  return (
    <div className="lobby">
      <PageHeader />
      <main className="room">
        <h1>{table.name === '' ? title : table.name}</h1>
        <p className="note">
          {table.name !== '' && `${title} · `}
          {t('room.code')} <b className="code">{table.code}</b>
        </p>
        <p className="note">{chosen(table, t).join(' · ')}</p>
        <Invite code={table.code} />
        <img className="qr" src={`/api/tables/${table.code}/qr`} alt={t('invite.qr')} width="148" height="148" />
        {table.rated && <p className="note">{t('room.rated')}</p>}
        {table.yours.length === 0 && !table.rated && <NameField required />}
        {problem !== null && (
          <p className="refused" role="alert">
            {problem}
          </p>
        )}
        <ul className="panel seats">
          {table.seats.map((seat) => (
            <li key={seat.seat}>
              <Token seat={seat.seat} size={26} />
              <span>
                <b>{seat.kind === 'open' ? t('seat.free') : seatName(seat.name, table.yours.includes(seat.seat))}</b>
                <small>
                  {seat.outside
                    ? t('seat.outside')
                    : seat.kind === 'bot'
                      ? t('seat.bot', { level: sayCode('level', seat.level ?? '') })
                      : table.yours.includes(seat.seat)
                        ? t('you')
                        : seat.present
                          ? t('room.here')
                          : ''}
                </small>
              </span>
              {seat.kind === 'open' && table.yours.length === 0 && (
                <button
                  type="button"
                  className="primary"
                  onClick={() => {
                    join(seat.seat);
                  }}
                >
                  {t('room.sit')}
                </button>
              )}
              {seat.kind === 'open' && table.owner && table.yours.length > 0 && (
                <button
                  type="button"
                  onClick={() => {
                    api.seat(table.code, seat.seat, { do: 'bot' }).catch(fail);
                  }}
                >
                  {t('room.bot')}
                </button>
              )}
              {(seat.kind === 'person' || seat.outside) && table.owner && !table.yours.includes(seat.seat) && (
                <button
                  type="button"
                  onClick={() => {
                    api.seat(table.code, seat.seat, { do: 'open' }).catch(fail);
                  }}
                >
                  {t('room.remove', { name: seat.name })}
                </button>
              )}
            </li>
          ))}
        </ul>
        <p className="note">{t('room.starts')}</p>
        <section className="panel log room-chat" aria-label={t('chat')}>
          <h2 className="hidden">{t('chat')}</h2>
          <ChatView session={session} yours={table.yours} />
        </section>
        {table.yours.length > 0 && (
          <button
            type="button"
            onClick={() => {
              api.leave(table.code).then((left) => {
                // a table that the last person has left is gone
                if (left.seats.some((seat) => seat.kind === 'person')) session.refresh();
                else go('/');
              }, fail);
            }}
          >
            {t('room.leave')}
          </button>
        )}
        {table.owner && !table.rated && <BotTokens table={table.code} />}
        {table.owner && (
          <>
            <Link to={`/new?change=${table.code}`} className="button">
              {t('room.change')}
            </Link>
            <button
              type="button"
              onClick={() => {
                if (!sure) {
                  setSure(true);
                  return;
                }
                api.remove(table.code).then(() => {
                  go('/');
                }, fail);
              }}
            >
              {t(sure ? 'room.delete.sure' : 'room.delete')}
            </button>
          </>
        )}
      </main>
    </div>
  );
}
