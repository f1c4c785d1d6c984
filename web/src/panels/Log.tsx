/** The log: one sentence a line, headings by phase; a click shows that moment. Beside it, as a tab, the chat. */
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { PaceChoice } from '../parts/PaceChoice';
import { anchor } from '../base/anchors';
import type { Line } from '../state/log';
import { orderedOf } from '../state/news';
import type { Tab } from '../state/places';
import { usePart } from '../state/play';
import type { TableView } from '../protocol/schema';
import { useStoreKey } from '../base/store';
import { useText } from '../text';
import { ChatView, unread } from './ChatPanel';
import { DuelLine } from './DuelLine';
import { useLines } from './useLines';
import { useWholeLines } from './useWholeLines';

const SHOWN = 80;
const LEAP = 20;

interface LineProps {
  line: Line;
  now: boolean;
  look: (seq: number) => void;
  names: readonly string[];
  /** It was played by one of your orders. */
  ordered: boolean;
}

const LogLine = memo(
  function LogLine({ line, now, look, names, ordered }: LineProps) {
    const t = useText();
    return (
      <button
        type="button"
        tabIndex={-1}
        className={now ? 'line line-now' : 'line'}
        onClick={() => {
          look(line.seq);
        }}
      >
        {line.seat !== null ? (
          <Token seat={line.seat} size={14} />
        ) : line.duel === undefined ? (
          <i className="dot" />
        ) : null}
        {line.duel === undefined ? (
          <span>
            {line.text}
            {ordered && <em> {t('log.order')}</em>}
          </span>
        ) : (
          <DuelLine duel={line.duel} names={names} spoken={line.text} />
        )}
      </button>
    );
  },
  (a, b) =>
    a.now === b.now &&
    a.ordered === b.ordered &&
    a.look === b.look &&
    a.line.text === b.line.text &&
    a.line.seq === b.line.seq,
);

/** Whether there is anybody to write to: nobody reads it where there are bots alone; a watcher talks to the people. */
export const hasPeople = ({ watchers, seats, yours }: TableView): boolean =>
  watchers > 0 || seats.some((seat) => seat.kind !== 'bot' && !yours.includes(seat.seat));

interface PanelProps {
  /** The tab that is open, where one panel is shown at a time. */
  tab: Tab;
  onTab: (tab: Tab) => void;
}

export const LogPanel = memo(function LogPanel({ tab, onTab }: PanelProps) {
  const t = useText();
  const { look, past, session, last, bots, people, names, yours, orders } = usePart(
    ({ look, past, session, entries, table, names, view }) => ({
      names,
      orders: view.mine.orders,
      yours: table.yours,
      bots: table.seats.some((seat) => seat.kind === 'bot'),
      people: hasPeople(table),
      look,
      past,
      session,
      last: entries.at(-1)?.seq ?? 0,
    }),
  );
  const chat = useStoreKey(session.live, 'chat');
  const read = useStoreKey(session.live, 'read');
  const [own, setOwn] = useState<'log' | 'chat'>('log');
  const part = tab === 'log' || tab === 'chat' ? tab : own;
  const talking = people && part === 'chat';
  const waiting = unread(chat, read, yours).length;
  const box = useRef<HTMLDivElement>(null);
  const [fresh, setFresh] = useState(0);
  const [most, setMost] = useState(SHOWN);
  const lines = useLines();
  const ordered = useMemo(() => orderedOf(orders), [orders]);
  const list = lines;
  // numbered from the start of the game, so that a line keeps its place on the page when older ones leave
  const now = past === null ? -1 : list.findLastIndex((line) => !line.head && line.seq <= past);
  const upto = now < 0 ? list.length : Math.min(list.length, now + SHOWN / 2);
  // the first line shown moves in leaps: taking one off with each new one would lay out the whole log again
  const from = Math.max(0, Math.ceil((upto - most) / LEAP) * LEAP);
  const shown = list.slice(from, upto);
  useWholeLines(box, `${from} ${upto}`);
  const count = list.length;
  const before = useRef(0);
  // true until somebody scrolls up; the box then stays where it is, otherwise the browser keeps it at its end
  const follow = useRef(true);
  useEffect(() => {
    const added = count - before.current;
    before.current = count;
    if (!follow.current && added > 0) setFresh((old) => old + added);
  }, [count]);
  useEffect(() => {
    if (now >= 0) box.current?.querySelector('.line-now')?.scrollIntoView({ block: 'center' });
  }, [now]);
  const toEnd = (): void => {
    follow.current = true;
    setFresh(0);
    box.current?.scrollTo({ top: 0 });
  };
  return (
    <section ref={anchor('unit')} className="panel log" aria-labelledby="h-log" id="log" tabIndex={-1}>
      <header>
        <h2 id="h-log" className={people ? 'hidden-text' : undefined}>
          {t('log')}
        </h2>
        {people && (
          <div className="choice log-parts" role="group" aria-labelledby="h-log">
            {(['log', 'chat'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={part === name}
                onClick={() => {
                  setOwn(name);
                  if (tab === 'log' || tab === 'chat') onTab(name);
                }}
              >
                {t(name)}
                {name === 'chat' && waiting > 0 && (
                  <b className="count">
                    {waiting}
                    <span className="hidden-text"> {t('chat.new', { n: waiting })}</span>
                  </b>
                )}
              </button>
            ))}
          </div>
        )}
        {past === null && bots && !people && <PaceChoice />}
        {past === null && !talking && (
          <button
            type="button"
            className="plain aside"
            onClick={() => {
              look(last);
            }}
            aria-label={t('log.whole')}
          >
            <Icon name="list" /> <span className="log-word">{t('log.whole')}</span>
          </button>
        )}
      </header>
      {talking && <ChatView session={session} yours={yours} />}
      <div className="lines-box" hidden={talking}>
        <div
          className="lines"
          ref={box}
          role="log"
          aria-live="polite"
          aria-relevant="additions"
          tabIndex={0}
          aria-label={t('log')}
          onScroll={(event) => {
            const element = event.currentTarget;
            // the box runs from its end upwards, so at the end its place is 0 and above it less than that
            follow.current = element.scrollTop > -40;
            if (follow.current) setFresh(0);
          }}
        >
          <div className="lines-in">
            {from > 0 && (
              <button
                type="button"
                className="plain earlier"
                onClick={() => {
                  setMost(most + 4 * SHOWN);
                }}
              >
                {t('log.earlier')}
              </button>
            )}
            {shown.map((line, index) =>
              line.head ? (
                <h3 key={index + from}>{line.text}</h3>
              ) : (
                <LogLine
                  key={index + from}
                  line={line}
                  now={index + from === now}
                  look={look}
                  names={names}
                  ordered={ordered.has(line.seq) && typeof line.seat === 'number' && yours.includes(line.seat)}
                />
              ),
            )}
          </div>
        </div>
      </div>
      {fresh > 0 && past === null && !talking && (
        <button type="button" className="pill" onClick={toEnd}>
          {t('log.new', { n: fresh })}
        </button>
      )}
    </section>
  );
});
