/** The table's menu: link, record, agree to end, resign, seats; then the settings. */
import { lazy, Suspense, useState } from 'react';
import { able } from '../base/able';
import { api, ApiError } from '../net/api';
import { settings } from '../base/settings';
import { BotTokens } from '../parts/BotTokens';
import { Question } from '../parts/Dialog';
import { errorText } from '../text/errors';
import { Invite } from '../parts/Invite';
import { NewerNext } from '../parts/Newer';
import { seatName } from '../state/names';
import { usePlay } from '../state/play';
import { go } from '../base/route';
import type { Drawer } from '../state/places';
import { useText } from '../text';
import { MoveGame } from './MoveGame';
import { People } from './People';
import { SettingsDialog } from './SettingsDialog';
import { linkTo } from '../base/site';
import { RecordLink } from '../parts/RecordLink';

const WHEN = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;

const DaysDialog = lazy(() => import('../days/DaysDialog'));
const HookForm = lazy(() => import('../notifications/HookForm'));

export function TableMenu({ onClose, onOpen }: { onClose: () => void; onOpen: (drawer: Drawer) => void }) {
  const t = useText();
  const { table, me, look, entries, session, past } = usePlay();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const [away, setAway] = useState(false);
  const [hooking, setHooking] = useState(false);
  const [device, setDevice] = useState<{ seat: number; link: string } | null>(null);
  const fail = (error: unknown): void => {
    setNote(errorText(error));
  };
  const agreed = me !== null && table.seats[me]?.agreed === true;
  const playing = table.state === 'playing' && me !== null;
  // for seats whose players are not there: any player calls a bot, the rest is the owner's
  const others = table.seats.filter((seat) => !table.yours.includes(seat.seat));
  const vacant = table.owner ? others.filter((seat) => seat.vacant) : [];
  const absent = others.filter(
    (seat) => seat.kind === 'person' && !seat.present && !seat.resigned && (table.owner || !seat.vacant),
  );
  // somebody who comes or goes while the menu is open moves no button under a finger
  const [listed] = useState(() => absent.map((seat) => seat.seat));
  const standIn = (seat: number, name: string): void => {
    api.seat(table.code, seat, { do: 'bot' }).then(onClose, (error: unknown) => {
      const after =
        error instanceof ApiError && error.problem.code === 'not_away_yet' ? error.problem.args.after : null;
      const time = typeof after === 'string' ? new Date(after).toLocaleString(settings.get().language, WHEN) : null;
      if (time === null) fail(error);
      else setNote(t('menu.standin.from', { name, time }));
    });
  };
  const reissue = (seat: number): void => {
    api.seat(table.code, seat, { do: 'reissue' }).then((answer) => {
      setDevice({ seat, link: linkTo(`/t/${table.code}#restore=${answer.restore[String(seat)] ?? ''}`) });
    }, fail);
  };
  if (asking) {
    return (
      <Question
        title={t('resign')}
        text={t('resign.text')}
        yes={t('resign')}
        no={t('slip.stay')}
        onNo={() => {
          setAsking(false);
        }}
        onYes={() => {
          api.resign(table.code).then(() => {
            session.refresh();
            onClose();
          }, fail);
        }}
      />
    );
  }
  if (away && me !== null) {
    return (
      <Suspense>
        <DaysDialog table={table} seat={me} onClose={onClose} />
      </Suspense>
    );
  }
  const end = (
    <>
      {table.deal !== null && (
        <details className="fair">
          <summary>{t('menu.fair.title')}</summary>
          <p className="note">{t('menu.fair')}</p>
          <p className="small">{table.deal}</p>
        </details>
      )}
      {playing && (
        <fieldset className="danger">
          <legend>{t('menu.danger')}</legend>
          <div className="menu-buttons">
            <button
              type="button"
              onClick={() => {
                api.agree(table.code, !agreed).then(onClose, fail);
              }}
            >
              {agreed ? t('agree.not') : t('agree')}
            </button>
            <button
              type="button"
              className="risky"
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('resign')}
            </button>
          </div>
        </fieldset>
      )}
    </>
  );
  return (
    <SettingsDialog onClose={onClose} end={end}>
      <NewerNext />
      {able.links ? <Invite code={table.code} at={past} /> : <p className="note">{t('site.table')}</p>}
      <div className="menu-buttons">
        <button
          type="button"
          onClick={() => {
            look(entries.at(-1)?.seq ?? 1);
            onClose();
          }}
        >
          {t('replay')}
        </button>
        <RecordLink code={table.code}>{t('menu.export')}</RecordLink>
        {playing && <MoveGame table={table} onFail={fail} />}
        <button
          type="button"
          onClick={() => {
            onOpen('rules');
          }}
        >
          {t('rules')}
        </button>
        <button
          type="button"
          onClick={() => {
            onOpen('keys');
          }}
        >
          {t('help')}
        </button>
        <button
          type="button"
          onClick={() => {
            go('/');
          }}
        >
          {t('gone.lobby')}
        </button>
        {playing && able.links && (
          <button
            type="button"
            onClick={() => {
              reissue(me);
            }}
          >
            {t('menu.device')}
          </button>
        )}
        {playing && able.people && (
          <button
            type="button"
            onClick={() => {
              setAway(true);
            }}
          >
            {t('days')}
          </button>
        )}
        {playing &&
          others
            .filter((seat) => listed.includes(seat.seat))
            .map((seat) => (
              <button
                type="button"
                key={seat.seat}
                disabled={!absent.includes(seat)}
                onClick={() => {
                  if (seat.vacant) reissue(seat.seat);
                  else standIn(seat.seat, seatName(seat.name, false));
                }}
              >
                {t(seat.vacant ? 'menu.newlink' : 'menu.standin', { name: seatName(seat.name, false) })}
              </button>
            ))}
        {vacant.map((seat) => (
          <button
            type="button"
            key={seat.seat}
            onClick={() => {
              api.seat(table.code, seat.seat, { do: 'open' }).then(onClose, fail);
            }}
          >
            {t('menu.offer', { name: seatName(seat.name, false) })}
          </button>
        ))}
      </div>
      {device !== null && (
        <label>
          {device.seat === me
            ? t('menu.devicelink')
            : t('menu.newlink.give', { name: seatName(table.seats[device.seat]?.name ?? '', false) })}
          <input
            readOnly
            value={device.link}
            onFocus={(event) => {
              event.target.select();
            }}
          />
        </label>
      )}
      {table.owner && table.clock.kind === 'days' && (
        <details
          className="panel"
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) setHooking(true);
          }}
        >
          <summary>{t('hook')}</summary>
          {hooking && (
            <Suspense>
              <HookForm table={table} />
            </Suspense>
          )}
        </details>
      )}
      {able.people && table.owner && !table.rated && table.state === 'playing' && <BotTokens table={table.code} />}
      {able.people && <People onError={fail} onDone={setNote} />}
      <p role="status">{note}</p>
    </SettingsDialog>
  );
}
