/** What the people at a table write to each other: times, a line per day, and where the new ones begin. */
import { memo, useEffect, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import type { Session } from '../net/session';
import type { ChatMessage } from '../protocol/schema';
import { settings, useSettings } from '../base/settings';
import { useStoreKey } from '../base/store';
import { useText } from '../text';

/** New lines count as read after they were in view for so long. */
const READ_AFTER = 2000;
const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** The lines that the player of these seats has neither read nor written. */
export const unread = (chat: readonly ChatMessage[], read: number, yours: readonly number[]): ChatMessage[] =>
  chat.filter((line) => line.id > read && (line.seat === null || !yours.includes(line.seat)));

const day = (at: string): string =>
  new Date(at).toLocaleDateString(settings.get().language, { weekday: 'long', day: 'numeric', month: 'short' });
const time = (at: string): string =>
  new Date(at).toLocaleTimeString(settings.get().language, { hour: '2-digit', minute: '2-digit' });

/** What you write yourself. Apart from the lines, so that a new one does not touch what is being typed. */
const Composer = memo(function Composer({ session }: { session: Session }) {
  const t = useText();
  const [text, setText] = useState('');
  return (
    <form
      className="chat"
      onSubmit={(event) => {
        event.preventDefault();
        // what cannot be sent now stays to be sent later
        if (text.trim() === '' || session.chat(text.trim())) setText('');
      }}
    >
      <input
        value={text}
        maxLength={280}
        onChange={(event) => {
          setText(event.target.value);
        }}
        placeholder={t('chat.placeholder')}
        aria-label={t('chat.placeholder')}
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

export function ChatView({ session, yours }: { session: Session; yours: readonly number[] }) {
  const t = useText();
  useSettings();
  const chat = useStoreKey(session.live, 'chat');
  const read = useStoreKey(session.live, 'read');
  // the separator stays where it was when the chat was opened
  const [first] = useState(read);
  const last = chat.at(-1)?.id ?? 0;
  useEffect(() => {
    if (last <= read) return;
    const timer = window.setTimeout(() => {
      if (!document.hidden) session.read(last);
    }, READ_AFTER);
    return () => {
      window.clearTimeout(timer);
    };
  }, [last, read, session]);
  const fresh = unread(chat, first, yours);
  return (
    <>
      <div className="lines-box">
        <div className="lines" role="log" aria-live="polite" tabIndex={0} aria-label={t('chat')}>
          <div className="lines-in">
            {chat.length === 0 && <p className="empty">{t('chat.none')}</p>}
            {chat.map((line, index) => (
              <div key={line.id} className="said-row">
                {day(line.at) !== day(chat[index - 1]?.at ?? '') && <h3>{day(line.at)}</h3>}
                {line === fresh[0] && (
                  <p className="said-new" role="separator">
                    {t('chat.new', { n: fresh.length })}
                  </p>
                )}
                <p className={fresh.includes(line) && line.id > read ? 'line said fresh' : 'line said'}>
                  {line.seat !== null ? <Token seat={line.seat} size={14} /> : <Icon name="eye" />}
                  <span>
                    <b>{line.name === '' ? t('people.someone') : line.name}</b> <Text text={line.text} />
                  </span>
                  <time dateTime={line.at}>{time(line.at)}</time>
                </p>
              </div>
            ))}
          </div>
        </div>
      </div>
      <Composer session={session} />
    </>
  );
}
