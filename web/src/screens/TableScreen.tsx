/** A table: opens its session, then shows the waiting room, the game or what became of it. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { api } from '../net/api';
import { keepLast } from '../net/last';
import { Session } from '../net/session';
import { Brand, Link } from '../parts/Brand';
import { go } from '../base/route';
import { useStore } from '../base/store';
import { useBodyClass } from '../base/useBodyClass';
import { sayCode, useText } from '../text';
import { Game } from './Game';
import { WaitingRoom } from './WaitingRoom';

const Requests = lazy(() => import('../days/Requests'));
const RealTable = lazy(() => import('../real/RealTable'));
const AskToNotify = lazy(() => import('../notifications/AskToNotify'));

interface Props {
  code: string;
  restore: string | null;
  at: number | null;
  review?: boolean;
  /** On a phone the orders in advance come first. */
  orders?: boolean;
}

export function TableScreen({ code, restore, at, review = false, orders = false }: Props) {
  const t = useText();
  const session = useMemo(() => new Session(code), [code]);
  const live = useStore(session.live);
  const [slow, setSlow] = useState(false);
  const taken = useRef(false);
  useEffect(() => {
    // A seat's restore code comes first: the view depends on whose device this is.
    const ready =
      restore !== null && !taken.current
        ? api.join(code, { restore }).then(
            () => {
              go(`/t/${code}`, true);
            },
            () => undefined,
          )
        : Promise.resolve();
    taken.current = true;
    let left = false;
    void ready.then(() => {
      if (!left) session.open();
    });
    const timer = window.setTimeout(() => {
      setSlow(true);
    }, 400);
    return () => {
      left = true;
      window.clearTimeout(timer);
      session.close();
    };
    // the restore code is used once, when the table is opened
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [session, code]);

  useEffect(() => keepLast(session), [session]);
  useBodyClass('at-table', live.gone === null && live.table !== null && live.board !== null && live.view !== null);

  if (live.gone !== null) {
    return (
      <main className="gone">
        <Brand />
        <h1>{t('gone')}</h1>
        <p>{sayCode('gone', live.gone)}</p>
        <Link to="/" className="button">
          {t('gone.lobby')}
        </Link>
      </main>
    );
  }
  const { table, board, view } = live;
  if (!table || !board) {
    return (
      <main className="gone" aria-busy="true">
        {slow && <p>{live.line === 'lost' ? t('line.lost') : t('loading')}</p>}
      </main>
    );
  }
  return (
    <div className={view === null ? 'screen' : 'screen screen-game'}>
      <LostStrip session={session} />
      {/* above the table, never over it: the next decision may be your own */}
      {view !== null && table.clock.kind === 'days' && (
        <Suspense>
          <AskToNotify table={table} view={view} />
        </Suspense>
      )}
      {(table.pause !== null || table.back !== null) && (
        <Suspense>
          <div className="requests-bar">
            <Requests table={table} />
          </div>
        </Suspense>
      )}
      {view === null ? (
        <WaitingRoom session={session} table={table} />
      ) : table.real && table.state === 'playing' && table.yours.length > 0 && at === null ? (
        <Suspense>
          <RealTable
            session={session}
            table={table}
            board={board}
            view={view}
            entries={live.entries}
            busy={live.busy}
          />
        </Suspense>
      ) : (
        <Game
          session={session}
          table={table}
          board={board}
          view={view}
          entries={live.entries}
          busy={live.busy}
          at={at}
          review={review}
          orders={orders}
        />
      )}
    </div>
  );
}

/** Says that the line is down, when it is tried again, and offers to try now. */
function LostStrip({ session }: { session: Session }) {
  const t = useText();
  const { line, retryAt } = useStore(session.live);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (line !== 'lost') return;
    const timer = window.setInterval(() => {
      setNow(Date.now());
    }, 250);
    return () => {
      window.clearInterval(timer);
    };
  }, [line]);
  if (line !== 'lost') return null;
  return (
    <div className="lost" role="status">
      <Icon name="link" /> {t('line.retry', { s: Math.max(0, Math.ceil((retryAt - now) / 1000)) })}
      <button
        type="button"
        onClick={() => {
          session.retryNow();
        }}
      >
        {t('line.now')}
      </button>
    </div>
  );
}
