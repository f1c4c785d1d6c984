/** Tokens by which your own bot plays at a table or at the tables of a group: make, copy once, revoke. */
import { useCallback, useState } from 'react';
import { settings } from '../base/settings';
import { api } from '../net/api';
import type { BotTokenView } from '../protocol/schema';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { CopyField } from './CopyField';

const DAY = { day: 'numeric', month: 'long' } as const;

/** What to type to start the bot; the token is in the environment, where other users of a machine do not see it. */
function Command({ token, code }: { token: string; code: string }) {
  const t = useText();
  const line = `KILOWATT_BOT_TOKEN=${token} kilowatt connect ${location.origin} ${code} --bot my_bot.py:MyBot`;
  return <CopyField label={t('bots.command')} value={line} button={t('bots.copy')} />;
}

export function BotTokens({ table = null, group = null }: { table?: string | null; group?: string | null }) {
  const t = useText();
  const [rows, setRows] = useState<readonly BotTokenView[]>([]);
  const [made, setMade] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const fail = (error: unknown): void => {
    setNote(errorText(error));
  };
  const load = useCallback(() => {
    api.botTokens().then(
      (answer) => {
        setRows(answer.tokens.filter((row) => (table === null ? row.group === group : row.table === table)));
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  }, [table, group]);
  return (
    <details
      className="panel bot-tokens"
      onToggle={(event) => {
        if (event.currentTarget.open) load();
      }}
    >
      <summary>{t('bots')}</summary>
      <p className="note">{t(table === null ? 'bots.why.group' : 'bots.why')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          api.makeBotToken({ name: name.trim(), table, group }).then((answer) => {
            setNote('');
            setMade(answer.token);
            load();
          }, fail);
        }}
      >
        <label>
          {t('bots.name')}
          <input
            required
            maxLength={24}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
        </label>
        <button type="submit">{t('bots.make')}</button>
      </form>
      {made !== null && (
        <>
          <Command token={made} code={table ?? t('bots.code')} />
          <p className="note">{t('bots.once')}</p>
        </>
      )}
      <p role="status">{note}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.name}{' '}
              <small>
                {[
                  t('bots.until', { day: new Date(row.until).toLocaleDateString(settings.get().language, DAY) }),
                  ...(row.seats.length > 0 ? [t('bots.plays')] : []),
                ].join(' · ')}
              </small>
            </span>
            <button
              type="button"
              aria-label={`${t('bots.revoke')} ${row.name}`}
              onClick={() => {
                api.revokeBotToken(row.id).then(() => {
                  setMade(null);
                  load();
                }, fail);
              }}
            >
              {t('bots.revoke')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
