/** What happened since you last looked at a table where turns last days: at most four facts, each with its time. */
import { useMemo } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import type { EntryView } from '../protocol/schema';
import { useLines } from '../panels/useLines';
import { orderedOf } from '../state/news';
import { usePlay } from '../state/play';
import { useText } from '../text';
import { momentText } from '../text/day';
import { useLooked } from '../state/looked';

const MOST = 4;

/** The entry of your last act that no order has played; 0 before the first. */
const lastAct = (entries: readonly EntryView[], yours: readonly number[], ordered: ReadonlySet<number>): number =>
  entries.findLast(
    ({ seq, action }) =>
      !ordered.has(seq) && action && 'seat' in action && typeof action.seat === 'number' && yours.includes(action.seat),
  )?.seq ?? 0;

export function SinceLooked() {
  const t = useText();
  const { table, view, entries, again } = usePlay();
  const before = useLooked(table.code, view.seq);
  const lines = useLines();
  const ordered = useMemo(() => orderedOf(view.mine.orders), [view.mine.orders]);
  const own = useMemo(() => lastAct(entries, table.yours, ordered), [entries, table.yours, ordered]);
  // your first act ends it; one at another device is a look too
  if (before === null || own > before.upto) return null;
  const since = Math.max(before.seq, own);
  const facts = lines.filter((line) => !line.head && line.seat !== null && line.seq > since);
  if (facts.length === 0) return null;
  return (
    <section className="panel since-looked" aria-labelledby="h-looked">
      <header>
        <h2 id="h-looked">{t('looked')}</h2>
        <small>{momentText(before.at)}</small>
        <button
          type="button"
          onClick={() => {
            again(since);
          }}
        >
          <Icon name="play" /> {t('recap.replay')}
        </button>
      </header>
      <ul className="plain-list">
        {facts.slice(-MOST).map((line, at) => (
          <li key={`${line.seq} ${at}`}>
            {line.seat !== null && <Token seat={line.seat} size={14} />}
            <span>
              {line.text}
              {ordered.has(line.seq) && typeof line.seat === 'number' && table.yours.includes(line.seat) && (
                <em> {t('log.order')}</em>
              )}
            </span>
            {line.at !== '' && <time dateTime={line.at}>{momentText(line.at)}</time>}
          </li>
        ))}
      </ul>
      {facts.length > MOST && <p className="note">{t('looked.more', { n: facts.length - MOST })}</p>}
      {view.mine.menu === null && <p className="note">{t('looked.nothing')}</p>}
    </section>
  );
}
