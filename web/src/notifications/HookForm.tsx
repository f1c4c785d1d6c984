/** The webhook of a table, for its owner: a chat room that the server notifies whose turn it is. */
import { useEffect, useState } from 'react';
import type { HookView, SetHook } from '../protocol/schema';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { hookOf, loadNotifications, setHook } from './notifications';
import './notifications.css';

const KINDS: NonNullable<SetHook['kind']>[] = ['discord', 'slack', 'matrix'];
const NAMES = { discord: 'Discord', slack: 'Slack', matrix: 'Matrix' };

export default function HookForm({ code }: { code: string }) {
  const t = useText();
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
        send(hook.kind === null ? { kind, url: url.trim() } : { kind, url: null });
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
          </>
        )}
        <button type="submit">{hook.kind === null ? t('hook.set') : t('hook.stop')}</button>
        <p role="status">{note}</p>
      </fieldset>
    </form>
  );
}
