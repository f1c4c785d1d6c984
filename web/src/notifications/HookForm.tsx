/** The webhook of a table, for its owner: a chat room, what the server reports there, and whom it mentions. */
import { useEffect, useState } from 'react';
import type { HookView, SetHook, TableView } from '../protocol/schema';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { settings } from '../base/settings';
import { HOOK_EVENTS, hookOf, loadNotifications, setHook, testHook, zone, type Event } from './notifications';
import './notifications.css';

const KINDS: NonNullable<SetHook['kind']>[] = ['discord', 'slack', 'matrix'];
const NAMES = { discord: 'Discord', slack: 'Slack', matrix: 'Matrix' };
type Kind = keyof typeof NAMES;

const EXAMPLES = { discord: '123456789012345678', slack: 'U024BE7LH', matrix: '@anna:example.org' };
/** What a new webhook does not report: a chat room has its own talk. */
const OFF_AT_FIRST: Event[] = ['chat'];

export default function HookForm({ table }: { table: TableView }) {
  const t = useText();
  const { code } = table;
  const [mentions, mention] = useState<Record<string, string>>({});
  const [off, setOff] = useState<Event[]>(OFF_AT_FIRST);
  const [hook, keep] = useState<HookView | null>(null);
  const [offered, offer] = useState(true);
  const [kind, setKind] = useState<Kind>('discord');
  const [url, setUrl] = useState('');
  const [note, setNote] = useState('');
  const show = (view: HookView): void => {
    keep(view);
    if (view.kind === null) return;
    setKind(view.kind as Kind);
    setOff(HOOK_EVENTS.filter((event) => view.off.includes(event)));
    mention(view.mentions);
  };
  useEffect(() => {
    void loadNotifications().then((view) => {
      offer(view?.hooks_offered === true);
      if (view?.hooks_offered === true) hookOf(code).then(show, () => undefined);
    });
  }, [code]);
  if (!offered) return <p className="note">{t('hook.not')}</p>;
  if (!hook) return null;
  const isSet = hook.kind !== null;
  const fail = (error: unknown): void => {
    setNote(errorText(error));
  };
  const send = (wish: SetHook, said: string): void => {
    setHook(code, wish).then((view) => {
      show(view);
      setNote(said);
    }, fail);
  };
  return (
    <form
      className="hook"
      onSubmit={(event) => {
        event.preventDefault();
        const ids = Object.entries(mentions).map(([seat, id]) => [seat, id.trim()] as const);
        const named = Object.fromEntries(ids.filter(([, id]) => id !== ''));
        const rest = { language: settings.get().language, zone: zone(), off, mentions: named };
        send(isSet ? { keep: true, ...rest } : { kind, url: url.trim(), ...rest }, isSet ? t('hook.saved') : '');
      }}
    >
      <fieldset>
        {isSet ? (
          <p className="note">{t('hook.is', { kind: NAMES[kind], host: hook.host ?? '' })}</p>
        ) : (
          <>
            <select
              aria-label={t('hook.kind')}
              value={kind}
              onChange={(event) => {
                setKind(event.target.value as Kind);
              }}
            >
              {KINDS.map((name) => (
                <option key={name} value={name}>
                  {NAMES[name]}
                </option>
              ))}
            </select>
            <input
              type="url"
              aria-label={t('hook.url')}
              placeholder="https://…"
              maxLength={1024}
              value={url}
              onChange={(event) => {
                setUrl(event.target.value);
              }}
            />
          </>
        )}
        {table.seats
          .filter((seat) => seat.kind === 'person')
          .map((seat) => (
            <label key={seat.seat}>
              {t('hook.mention', { name: seat.name })}
              <input
                maxLength={255}
                placeholder={EXAMPLES[kind]}
                value={mentions[seat.seat] ?? ''}
                onChange={(event) => {
                  mention({ ...mentions, [seat.seat]: event.target.value });
                }}
              />
            </label>
          ))}
        <fieldset className="events">
          <legend>{t('hook.events')}</legend>
          {HOOK_EVENTS.map((event) => (
            <label key={event} className="check">
              <input
                type="checkbox"
                checked={!off.includes(event)}
                onChange={({ target }) => {
                  setOff(HOOK_EVENTS.filter((name) => (name === event ? !target.checked : off.includes(name))));
                }}
              />
              {t(`hook.event.${event}`)}
            </label>
          ))}
        </fieldset>
        {hook.trouble !== null && (
          <p className="refused" role="alert">
            {sayCode('hook.trouble', hook.trouble)}
          </p>
        )}
        <button type="submit">{isSet ? t('hook.save') : t('hook.set')}</button>
        {isSet && (
          <>
            <button
              type="button"
              onClick={() => {
                testHook(code).then((trouble) => {
                  keep(trouble === 'gone' ? { ...hook, kind: null, host: null, trouble } : { ...hook, trouble });
                  setNote(trouble === null ? t('hook.tested') : '');
                }, fail);
              }}
            >
              {t('hook.test')}
            </button>
            <button
              type="button"
              onClick={() => {
                send({ url: null }, '');
              }}
            >
              {t('hook.stop')}
            </button>
          </>
        )}
        <p role="status">{note}</p>
      </fieldset>
    </form>
  );
}
