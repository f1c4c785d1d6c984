/** People at the table: hide or report somebody's chat; for the table's owner also mute, remove, close the chat. */
import { useState } from 'react';
import { api } from '../net/api';
import type { Moderate } from '../protocol/schema';
import { seatNames } from '../state/names';
import { usePlay } from '../state/play';
import { useStoreKey } from '../base/store';
import { useText } from '../text';

const REPORTED = 20;

export function People({ onError, onDone }: { onError: (error: unknown) => void; onDone: (text: string) => void }) {
  const t = useText();
  const { table, session } = usePlay();
  const chat = useStoreKey(session.live, 'chat');
  const hidden = useStoreKey(session.live, 'hidden');
  const own = table.yours.map((seat) => `seat-${seat}`);
  const all = [...chat.map((line) => line.who), ...table.watching, ...table.muted, ...hidden, ...table.removed];
  const people = [...new Set(all)].filter((who) => who !== '' && !own.includes(who));
  const watchers = people.filter((who) => !who.startsWith('seat-'));
  const name = (who: string): string =>
    seatNames(table)[table.seats.findIndex((seat) => `seat-${seat.seat}` === who)] ??
    t('people.watcher', { number: watchers.indexOf(who) + 1 });
  const moderate = (wish: Moderate): void => {
    api.moderate(table.code, wish).then(() => undefined, onError);
  };
  const report = (who: string): void => {
    const lines = chat.filter((line) => line.who === who).map((line) => line.id);
    api.report(table.code, { lines: lines.slice(-REPORTED), reason: '' }).then(() => {
      onDone(t('people.reported'));
    }, onError);
  };
  // as it was when the menu opened: what comes later moves no button under a finger
  const [shown] = useState(people.length > 0 || table.owner);
  if (!shown) return null;
  return (
    <details className="people">
      <summary>{t('people')}</summary>
      {table.owner && (
        <button
          type="button"
          aria-pressed={table.watchers_muted}
          onClick={() => {
            moderate({ do: table.watchers_muted ? 'open_chat' : 'close_chat', who: null });
          }}
        >
          {t(table.watchers_muted ? 'people.open' : 'people.close')}
        </button>
      )}
      <ul>
        {people.map((who) => {
          const muted = table.muted.includes(who);
          const removed = table.removed.includes(who);
          const hides = hidden.includes(who);
          return (
            <li key={who}>
              <span>{name(who)}</span>
              <div className="menu-buttons">
                <button
                  type="button"
                  aria-pressed={hides}
                  onClick={() => {
                    session.hide(who, !hides);
                    // what was hidden comes back with the whole chat
                    if (hides) session.refresh();
                  }}
                >
                  {t(hides ? 'people.show' : 'people.hide')}
                </button>
                {chat.some((line) => line.who === who) && (
                  <button
                    type="button"
                    onClick={() => {
                      report(who);
                    }}
                  >
                    {t('people.report')}
                  </button>
                )}
                {table.owner && (
                  <button
                    type="button"
                    aria-pressed={muted}
                    onClick={() => {
                      moderate({ do: muted ? 'unmute' : 'mute', who });
                    }}
                  >
                    {t(muted ? 'people.unmute' : 'people.mute')}
                  </button>
                )}
                {table.owner && !who.startsWith('seat-') && (
                  <button
                    type="button"
                    aria-pressed={removed}
                    onClick={() => {
                      moderate({ do: removed ? 'admit' : 'remove', who });
                    }}
                  >
                    {t(removed ? 'people.admit' : 'people.remove')}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
