/** What people at a table or in a group write to each other: times, a line per day, and where the new ones begin. */
import { memo, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import type { Session } from '../net/session';
import type { ChatMessage } from '../protocol/schema';
import { useSettings } from '../base/settings';
import { useStoreKey } from '../base/store';
import { lookBefore } from '../state/looked';
import { useText } from '../text';
import { longDayText as day, momentText, timeText as time } from '../text/day';

/** New lines count as read after they were in view for so long. */
const READ_AFTER = 2000;
const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** The lines that the player of these seats has neither read nor written. */
export const unread = (chat: readonly ChatMessage[], read: number, yours: readonly number[]): ChatMessage[] =>
  chat.filter((line) => line.id > read && (line.seat === null || !yours.includes(line.seat)));

/** What you write yourself. Apart from the lines, so that a new one does not touch what is being typed. */
export const Composer = memo(function Composer({
  onSend,
  label,
}: {
  onSend: (text: string) => boolean;
  label: string;
}) {
  const t = useText();
  const [text, setText] = useState('');
  return (
    <form
      className="chat"
      onSubmit={(event) => {
        event.preventDefault();
        // what cannot be sent now stays to be sent later
        if (text.trim() === '' || onSend(text.trim())) setText('');
      }}
    >
      <input
        value={text}
        maxLength={280}
        onChange={(event) => {
          setText(event.target.value);
        }}
        placeholder={label}
        aria-label={label}
      />
      <button type="submit">{t('chat.send')}</button>
    </form>
  );
});

/** A line's text, in which addresses are links. */
const Text = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );

/** Note the last line as read once it was in view for a while. */
export function useReading(last: number, read: number, onRead: (upto: number) => void): void {
  useEffect(() => {
    if (last <= read) return;
    const timer = window.setTimeout(() => {
      if (!document.hidden) onRead(last);
    }, READ_AFTER);
    return () => {
      window.clearTimeout(timer);
    };
  }, [last, read, onRead]);
}

interface LinesProps {
  chat: readonly ChatMessage[];
  /** New lines, as of when the chat was opened: a separator stands before the first. */
  fresh: readonly ChatMessage[];
  read: number;
  /** When its reader was here before; null where that is not known. */
  since?: string | null;
  /** The shape before a line; null: somebody without a seat. */
  seatOf: (line: ChatMessage) => number | null;
  /** What happened between the lines. */
  notes?: readonly { at: string; text: string }[];
  /** What can be done about a line. */
  tools?: (line: ChatMessage) => ReactNode;
}

/** Lines of a chat with days and times. */
export function ChatLines({ chat, fresh, read, since = null, seatOf, notes = [], tools }: LinesProps) {
  const t = useText();
  useSettings();
  const rows = [
    ...chat.map((line) => ({ at: line.at, key: `line ${line.id}`, line, text: '' })),
    ...notes.map(({ at, text }) => ({ at, key: `note ${at} ${text}`, line: null, text })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <div className="lines-box">
      <div className="lines" role="log" aria-live="polite" tabIndex={0} aria-label={t('chat')}>
        <div className="lines-in">
          {rows.length === 0 && <p className="empty">{t('chat.none')}</p>}
          {rows.map(({ at, key, line, text }, index) => (
            <div key={key} className="said-row">
              {day(at) !== day(rows[index - 1]?.at ?? '') && <h3>{day(at)}</h3>}
              {line !== null && line === fresh[0] && (
                <p className="said-new" role="separator" aria-label={t('chat.new', { n: fresh.length })}>
                  {since !== null && since <= line.at
                    ? t('chat.new.since', { n: fresh.length, when: momentText(since) })
                    : t('chat.new', { n: fresh.length })}
                </p>
              )}
              {line === null ? (
                <p className="line said said-note">
                  <Icon name="people" />
                  <span>{text}</span>
                  <time dateTime={at}>{time(at)}</time>
                </p>
              ) : (
                <p className={fresh.includes(line) && line.id > read ? 'line said fresh' : 'line said'}>
                  <Author seat={seatOf(line)} />
                  <span>
                    <b>{line.name === '' ? t('people.someone') : line.name}</b> <Text text={line.text} />
                  </span>
                  {tools?.(line)}
                  <time dateTime={line.at}>{time(line.at)}</time>
                </p>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const Author = ({ seat }: { seat: number | null }) =>
  seat === null ? <Icon name="eye" /> : <Token seat={seat} size={14} />;

export function ChatView({ session, yours }: { session: Session; yours: readonly number[] }) {
  const t = useText();
  const chat = useStoreKey(session.live, 'chat');
  const read = useStoreKey(session.live, 'read');
  // the separator stays where it was when the chat was opened
  const [first] = useState(read);
  const [since] = useState(() => lookBefore(session.code));
  const mark = useCallback(
    (upto: number) => {
      session.read(upto);
    },
    [session],
  );
  const send = useCallback((text: string) => session.chat(text), [session]);
  useReading(chat.at(-1)?.id ?? 0, read, mark);
  return (
    <>
      <ChatLines chat={chat} fresh={unread(chat, first, yours)} read={read} since={since} seatOf={seatOf} />
      <Composer onSend={send} label={t('chat.placeholder')} />
    </>
  );
}

const seatOf = (line: ChatMessage): number | null => line.seat;
