/** How this device is notified when it is its player's turn: push, mail, quiet hours. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { useStore } from '../base/store';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import {
  notifications,
  canPush,
  EVENTS,
  loadNotifications,
  reloadNotifications,
  setEvent,
  setHours,
  sendTest,
  setMail,
  zone,
} from './notifications';
import { startPush, stopPush } from './push';
import './notifications.css';

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minute = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};
/** Milliseconds between two looks for an address that is to be confirmed. */
const WAITS = 5000;
const NIGHT: [number, number] = [22 * 60, 8 * 60];

export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const view = useStore(notifications);
  const [note, setNote] = useState('');
  const [mail, put] = useState('');
  useEffect(() => {
    void loadNotifications();
  }, []);
  const waits = view !== null && view.mail !== null && !view.mail_on;
  useEffect(() => {
    // the question is mailed after the answer, and pressed elsewhere
    const timer = waits ? setInterval(() => void reloadNotifications(), WAITS) : undefined;
    return () => {
      clearInterval(timer);
    };
  }, [waits]);
  const fail = (error: unknown): void => {
    setNote(errorText(error));
  };
  if (!view)
    return (
      <Dialog title={t('notify')} onClose={onClose} className="settings notify">
        <p>{t('loading')}</p>
      </Dialog>
    );
  const offered = canPush(view) || view.mail_offered;
  return (
    <Dialog title={t('notify')} onClose={onClose} className="settings notify">
      <p className="note">
        {offered ? t('notify.when', { n: Math.max(1, Math.round(view.after / 60)) }) : t('notify.none')}
      </p>
      {canPush(view) && (
        <fieldset>
          <legend>{t('notify.push')}</legend>
          <div className="choice">
            <button
              type="button"
              aria-pressed={view.pushing}
              onClick={() => {
                void startPush(view).then((outcome) => {
                  setNote(outcome === 'on' ? '' : t(`notify.${outcome}`));
                });
              }}
            >
              {t('on')}
            </button>
            <button
              type="button"
              aria-pressed={!view.pushing}
              onClick={() => {
                stopPush().catch(fail);
              }}
            >
              {t('off')}
            </button>
          </div>
        </fieldset>
      )}
      {view.mail_offered && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setMail(view.mail === null ? mail.trim() : null).then(() => {
              setNote('');
            }, fail);
          }}
        >
          <label>
            {t('notify.mail')}
            <input
              type="email"
              autoComplete="email"
              maxLength={254}
              readOnly={view.mail !== null}
              value={view.mail ?? mail}
              onChange={(event) => {
                put(event.target.value);
              }}
            />
          </label>
          <button type="submit">{view.mail === null ? t('notify.mail.on') : t('notify.mail.off')}</button>
          {view.mail !== null && view.mail_on && <small className="note">{t('notify.mail.is')}</small>}
          {view.mail !== null && !view.mail_on && (
            <>
              {view.troubles['mail'] === undefined ? (
                <small className="note">{t('notify.mail.wait')}</small>
              ) : (
                <p className="refused" role="alert">
                  {sayCode('notify.mail.failed', view.troubles['mail'])}
                </p>
              )}
              <button
                type="button"
                onClick={() => {
                  setMail(view.mail).then(() => {
                    setNote('');
                  }, fail);
                }}
              >
                {t('notify.mail.again')}
              </button>
            </>
          )}
        </form>
      )}
      {offered && (
        <fieldset>
          <legend>{t('notify.events')}</legend>
          {EVENTS.map((event) => (
            <label key={event} className="check">
              <input
                type="checkbox"
                checked={!view.off.includes(event)}
                onChange={({ target }) => {
                  setEvent(view, event, target.checked).catch(fail);
                }}
              />
              {t(`notify.event.${event}`)}
            </label>
          ))}
        </fieldset>
      )}
      {offered && (
        <fieldset>
          <legend>{t('notify.quiet')}</legend>
          <label className="check">
            <input
              type="checkbox"
              checked={view.quiet_from !== null}
              onChange={(event) => {
                const [from, to] = event.target.checked ? NIGHT : [null, null];
                setHours(from, to).catch(fail);
              }}
            />
            {t('notify.quiet.sub', { zone: zone() })}
          </label>
          {view.quiet_from !== null && view.quiet_to !== null && (
            <span className="hours">
              <input
                type="time"
                aria-label={t('notify.quiet.from')}
                value={clock(view.quiet_from)}
                onChange={(event) => {
                  if (event.target.value !== '') setHours(minute(event.target.value), view.quiet_to).catch(fail);
                }}
              />
              –
              <input
                type="time"
                aria-label={t('notify.quiet.to')}
                value={clock(view.quiet_to)}
                onChange={(event) => {
                  if (event.target.value !== '') setHours(view.quiet_from, minute(event.target.value)).catch(fail);
                }}
              />
            </span>
          )}
        </fieldset>
      )}
      {offered && (view.pushing || view.mail_on) && (
        <fieldset>
          <legend>{t('notify.test')}</legend>
          {(['push', 'mail'] as const)
            .filter((way) => (way === 'push' ? view.pushing : view.mail_on))
            .map((way) => (
              <button
                key={way}
                type="button"
                onClick={() => {
                  sendTest(way).then((trouble) => {
                    setNote(trouble === null ? t('notify.test.sent') : '');
                  }, fail);
                }}
              >
                {t(`notify.test.${way}`)}
              </button>
            ))}
        </fieldset>
      )}
      {Object.entries(view.troubles)
        .filter(([way]) => way !== 'mail' || view.mail_on)
        .map(([way, why]) => (
          <p key={way} className="refused" role="alert">
            {sayCode('notify.way', way)}: {sayCode('notify.trouble', why)}
          </p>
        ))}
      <p role="status">{note}</p>
    </Dialog>
  );
}
