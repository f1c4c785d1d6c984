/** The webhook of a table, for its owner: a chat room that the server notifies, and whom it mentions there. */
import { useEffect, useState } from 'react';
import type { HookView, SetHook, TableView } from '../protocol/schema';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { settings } from '../base/settings';
import { hookOf, loadNotifications, setHook, zone } from './notifications';
import './notifications.css';

const KINDS: NonNullable<SetHook['kind']>[] = ['discord', 'slack', 'matrix'];
const NAMES = { discord: 'Discord', slack: 'Slack', matrix: 'Matrix' };

const EXAMPLES = { discord: '123456789012345678', slack: 'U024BE7LH', matrix: '@anna:example.org' };

export default function HookForm({ table }: { table: TableView }) {
  const t = useText();
  const { code } = table;
  const [mentions, mention] = useState<Record<string, string>>({});
  const [hook, keep] = useState<HookView | null>(null);
  const [kind, setKind] = useState<keyof typeof NAMES>('discord');
  const [url, setUrl] = useState('');
  const [note, setNote] = useState('');
  useEffect(() => {
    void loadNotifications().then((view) => {
      if (view?.hooks_offered === true) hookOf(code).then(keep, () => undefined);
    });
  }, [code]);
  if (!hook) return null;
  const send = (wish: SetHook): void => {
    setHook(code, wish).then(
      (hook) => {
        keep(hook);
        setNote('');
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  return (
    <form
      className="hook"
      onSubmit={(event) => {
        event.preventDefault();
        if (hook.kind !== null) {
          send({ kind, url: null });
          return;
        }
        const ids = Object.entries(mentions).map(([seat, id]) => [seat, id.trim()] as const);
        const language = settings.get().language;
        const named = Object.fromEntries(ids.filter(([, id]) => id !== ''));
        send({ kind, url: url.trim(), language, zone: zone(), off: ['chat'], mentions: named });
      }}
    >
      <fieldset>
        <legend>{t('hook')}</legend>
        {hook.kind !== null ? (
          <p className="note">
            {t('hook.is', { kind: NAMES[hook.kind as keyof typeof NAMES], host: hook.host ?? '' })}
          </p>
        ) : (
          <>
            <select
              aria-label={t('hook.kind')}
              value={kind}
              onChange={(event) => {
                setKind(event.target.value as keyof typeof NAMES);
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
          </>
        )}
        <button type="submit">{hook.kind === null ? t('hook.set') : t('hook.stop')}</button>
        <p role="status">{note}</p>
      </fieldset>
    </form>
  );
}
