/** The chat of a group, with what happened at its tables between the lines. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ChatLines, Composer, useReading } from '../panels/ChatPanel';
import type { ChatMessage, GroupChat as Chat, GroupView } from '../protocol/schema';
import { seatName } from '../state/names';
import { useText } from '../text';
import { gameTitle, shortTitle } from '../text/titles';
import { nameOf } from '../home/turns';
import { people, shapeOf } from '../state/people';

const EVERY = 10_000;

/** The chat, asked for again while the page can be seen. */
function useChat(id: string, onFail: (error: unknown) => void): [Chat | null, (work: Promise<Chat>) => void] {
  const [chat, setChat] = useState<Chat | null>(null);
  const put = useCallback(
    (work: Promise<Chat>) => {
      work.then(setChat, onFail);
    },
    [onFail],
  );
  useEffect(() => {
    const load = (): void => {
      // a line that does not answer now is asked again
      if (!document.hidden) people.chat(id).then(setChat, () => undefined);
    };
    load();
    const timer = window.setInterval(load, EVERY);
    document.addEventListener('visibilitychange', load);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [id]);
  return [chat, put];
}

/** What a member may do about a line of somebody else. */
function Tools({ line, group, put }: { line: ChatMessage; group: string; put: (work: Promise<Chat>) => void }) {
  const t = useText();
  const [reported, setReported] = useState(false);
  return (
    <details className="line-tools">
      <summary aria-label={t('group.line', { name: line.name })}>…</summary>
      <button
        type="button"
        className="plain"
        onClick={() => {
          put(people.hide(group, line.who, true));
        }}
      >
        {t('people.hide')}
      </button>
      <button
        type="button"
        className="plain"
        disabled={reported}
        onClick={() => {
          void people.report(group, line.id).then(() => {
            setReported(true);
          });
        }}
      >
        {reported ? t('people.reported') : t('people.report')}
      </button>
    </details>
  );
}

export function GroupChat({ group, onFail }: { group: GroupView; onFail: (error: unknown) => void }) {
  const t = useText();
  const [chat, put] = useChat(group.id, onFail);
  const [first, setFirst] = useState<number | null>(null);
  const own = group.members.find((row) => row.you)?.who;
  if (chat !== null && first === null) setFirst(chat.read);
  const lines = chat?.lines ?? NONE;
  const fresh = lines.filter((line) => line.id > (first ?? 0) && line.who !== own);
  const read = useCallback(
    (upto: number) => {
      // counted on the server; the mark is read with the next lines
      void people.read(group.id, upto).catch(() => undefined);
    },
    [group.id],
  );
  useReading(lines.at(-1)?.id ?? 0, chat?.read ?? 0, read);
  const notes = useMemo(() => notesOf(group, t), [group, t]);
  const seatOf = (line: ChatMessage): number | null => {
    const member = group.members.find((row) => row.who === line.who);
    return member === undefined ? null : shapeOf(member);
  };
  const send = useCallback(
    (text: string): boolean => {
      put(people.say(group.id, text));
      return true;
    },
    [group.id, put],
  );
  return (
    <section className="panel group-chat" aria-labelledby="h-chat">
      <header>
        <h2 id="h-chat">{t('chat')}</h2>
        <span className="note">{t('group.chat.all')}</span>
      </header>
      <ChatLines
        chat={lines}
        fresh={fresh}
        read={chat?.read ?? 0}
        seatOf={seatOf}
        notes={notes}
        tools={(line) => (line.who === own ? null : <Tools line={line} group={group.id} put={put} />)}
      />
      {chat !== null && chat.hidden.length > 0 && (
        <p className="note">
          {t('group.hidden', { n: chat.hidden.length })}{' '}
          {chat.hidden.map((who) => (
            <button
              key={who}
              type="button"
              className="plain"
              onClick={() => {
                put(people.hide(group.id, who, false));
              }}
            >
              {t('group.show', { name: group.members.find((row) => row.who === who)?.name ?? t('people.someone') })}
            </button>
          ))}
        </p>
      )}
      <Composer onSend={send} label={t('group.write')} />
    </section>
  );
}

const NONE: readonly ChatMessage[] = [];

/** What happened at the group's tables: opened, and over with the places. */
function notesOf(group: GroupView, t: ReturnType<typeof useText>): { at: string; text: string }[] {
  const opened = group.tables.map((table) => {
    const who = table.seats.find((seat) => seat.kind === 'person');
    const shown = nameOf(table, shortTitle(gameTitle(table.ruleset, table.title)));
    return {
      at: table.created,
      text: t('group.note.opened', { name: seatName(who?.name ?? '', false), table: shown }),
    };
  });
  const over = group.finished.map((game) => {
    const names = game.places.map((row) => seatName(row.name, false)).join(', ');
    const shown = game.name === '' ? shortTitle(gameTitle(game.ruleset, game.title)) : game.name;
    return { at: game.at, text: t('group.note.over', { table: shown, names }) };
  });
  return [...opened, ...over];
}
