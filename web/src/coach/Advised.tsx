/** The adviser in an auction is the console itself: three numbers and a reason, two chances, one loud button; the rest by hand. */
import { useEffect, useState } from 'react';
import { useStoreKey } from '../base/store';
import { Act, UndoButton } from '../parts/Act';
import { OptOut } from '../parts/OptOut';
import { Stepper } from '../parts/Stepper';
import { plantName } from '../state/log';
import { rows, usePlay } from '../state/play';
import { sayCode, useText } from '../text';
import { carryOut, said, useFresh } from './advice';
import './advised.css';
import './advised-room.css';
import './note.css';
import {
  causeBetween,
  claimsOn,
  factsOf,
  limitOn,
  openedBy,
  reasonOf,
  rivalClaim,
  subjectOf,
  takes,
  type Subject,
} from './auction';
import { Axis } from './Axis';
import { Facts } from './Facts';
import { Odds } from './Odds';
import { useChoiceWords } from './words';

/** How long an answer may take before the console says that there is none, in milliseconds. */
const PATIENCE = 2000;

/** What moved the limit since the last advice for the same plant in this phase. */
function useChange(plant: string | null): string | null {
  const t = useText();
  const { entries, names, me } = usePlay();
  const { hint } = useFresh();
  const before = useStoreKey(said, 'before');
  if (plant === null || hint === null || before === null || me === null) return null;
  const [old, stop] = [before.worths[plant]?.stop, hint.worths[plant]?.stop];
  if (old === undefined || stop === undefined || old === stop) return null;
  const cause = causeBetween(entries, before.seq, hint.seq, me);
  if (cause === null) return null;
  const args = { name: names[cause.seat] ?? '', plant: plantName(cause.plant) };
  return t(stop === 0 ? 'advised.changed.none' : 'advised.changed', {
    cause: sayCode('advised.cause', cause.code, args),
    stop,
    old,
  });
}

/** The three numbers and the sentence that says why. */
function Numbers({
  subject,
  lot,
  least,
  limit,
}: {
  subject: Subject;
  lot: string | null;
  least: number;
  limit: number;
}) {
  const t = useText();
  const { hint } = useFresh();
  const { plant, best } = subject;
  const changed = useChange(plant);
  const price = plant === null ? undefined : hint?.worths[plant];
  const about = lot !== null || openedBy(best) === plant;
  const first = about || !takes(best) ? reasonOf(best) : claimsOn(subject, lot)[0];
  // the number says it already: instead, what it means, and how far rivals may go
  const reason =
    first?.code === 'worth'
      ? [t('advised.upto.why', { stop: limit }), rivalClaim(claimsOn(subject, lot))?.text ?? ''].join(' ')
      : first !== undefined && factsOf([first]).length > 0
        ? // a fact that stands below is no reason
          t(hint?.alike === true ? 'adviser.alike' : 'advised.likely')
        : (first?.text ?? hint?.advice.reason?.text ?? '');
  const figures = price && [
    { name: t('advised.worth'), value: price.worth, kind: '' },
    limit > 0
      ? { name: t('advised.upto'), value: limit, kind: 'upto' }
      : { name: t('advised.next'), value: least, kind: 'next' },
    { name: t('advised.price'), value: price.price, kind: 'price' },
  ];
  return (
    <div className="advised-numbers">
      <p role="status" className="hidden">
        {figures?.map(({ name, value }) => `${name} ${value}. `)}
        {changed} {reason}
      </p>
      <ul aria-hidden="true">
        {figures?.map(({ name, value, kind }) => (
          <li key={name} className={kind}>
            <b>{value}</b> <span>{name}</span>
          </li>
        ))}
      </ul>
      <p className="advised-reason" aria-hidden="true">
        {changed !== null && <b>{changed} </b>}
        {reason}
      </p>
    </div>
  );
}

/** The advised act, as on its button. */
function Loud({ subject, lot }: { subject: Subject; lot: string | null }) {
  const t = useText();
  const { session, plants } = usePlay();
  const words = useChoiceWords();
  const { best } = subject;
  const [first] = best.actions;
  const now = first?.type === 'open' ? first.bid : first?.type === 'bid' ? first.amount : null;
  return (
    <Act
      primary
      className={takes(best) ? 'advised-do' : 'advised-do pass'}
      onClick={() => {
        carryOut(session, best, lot);
      }}
    >
      <span>
        {best.kind === 'leave' && lot !== null ? t('bid.pass', { plant: plants.get(lot)?.number ?? lot }) : words(best)}
        {now !== null && best.limit > now && <small>{t('advised.now', { bid: now })}</small>}
      </span>
    </Act>
  );
}

/** Everything by hand, quiet: the bid, raises, the limit, and to pass. */
function ByHand({ subject, lot }: { subject: Subject | null; lot: string | null }) {
  const t = useText();
  const { menu, session, draft, change, plants } = usePlay();
  const { hint } = useFresh();
  const plant = lot ?? draft.plant ?? subject?.plant ?? null;
  const row = lot === null ? rows(menu, 'open').find((one) => one.plant === plant) : rows(menu, 'bid')[0];
  const seat = menu?.seat ?? 0;
  const bid = Math.min(row?.most ?? 0, Math.max(row?.least ?? 0, draft.bid ?? 0));
  const number = plant === null ? '' : (plants.get(plant)?.number ?? plant);
  const stop = plant === null ? 0 : (hint?.worths[plant]?.stop ?? 0);
  const set = (value: number): void => {
    if (row) change({ ...(lot === null ? { plant } : {}), bid: Math.max(row.least, Math.min(row.most, value)) });
  };
  const act = (): void => {
    if (plant === null) return;
    void session.act(lot === null ? { type: 'open', seat, plant, bid } : { type: 'bid', seat, amount: bid });
    if (lot === null) change({ plant: null, bid: null });
  };
  const limited = (): void => {
    if (plant === null || row === undefined) return;
    session.proxy(seat, { limit: bid, then: 'pass', plant });
    if (lot === null) void session.act({ type: 'open', seat, plant, bid: row.least });
  };
  const advisedPass = subject !== null && !takes(subject.best);
  return (
    <div className={lot === null ? 'advised-hand opens' : 'advised-hand'} role="group" aria-label={t('advised.hand')}>
      <p className="advised-or">
        {t('advised.hand')}
        {lot === null && <small>{t('advised.cards')}</small>}
      </p>
      {row && (
        <>
          <Stepper
            label={t('bid.your')}
            value={bid}
            least={row.least}
            most={row.most}
            spoken={t('bid.value', { bid })}
            less={t('bid.less')}
            more={t('bid.more')}
            onStep={(by) => {
              set(bid + by);
            }}
          />
          <Act className="advised-bid" primary={subject === null} onClick={act}>
            {lot === null ? t('advised.open', { plant: number, bid }) : t('bid.do', { bid })}
          </Act>
          <span className="advised-quick">
            {[1, 5].map((by) => (
              <button
                type="button"
                key={by}
                aria-label={t('bid.raise', { n: by })}
                onClick={() => {
                  set(bid + by);
                }}
              >
                +{by}
              </button>
            ))}
            {stop > row.least && stop <= row.most && (
              <button
                type="button"
                className="limit-edge"
                aria-label={t('advised.to', { stop })}
                onClick={() => {
                  set(stop);
                }}
              >
                {stop}
              </button>
            )}
          </span>
          {bid > row.least && (
            <button type="button" className="advised-limit" onClick={limited}>
              {t('coach.bid', { limit: bid })}
            </button>
          )}
        </>
      )}
      {advisedPass && <i className="pass-room" />}
      {!advisedPass && lot === null && <OptOut className="pass">{t('coach.opt_out')}</OptOut>}
      {!advisedPass && lot !== null && (
        <Act
          className="pass"
          onClick={() => {
            void session.act({ type: 'pass', seat });
          }}
        >
          {t('bid.pass', { plant: number })}
        </Act>
      )}
      <UndoButton />
    </div>
  );
}

/** Nothing to say yet, or at all: it stays short, and the move can be made by hand. */
function Silence() {
  const t = useText();
  const { thinking } = useFresh();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <p role="status" className="lead">
      {t(thinking && !late ? 'adviser.thinking' : 'adviser.none')}
    </p>
  );
}

export function AdvisedFace() {
  const { game, draft, view, plants, menu, change } = usePlay();
  const { hint } = useFresh();
  const lot = game.auction?.plant ?? null;
  const subject = hint === null ? null : subjectOf(hint, lot, draft.plant);
  const plant = subject?.plant ?? null;
  const price = plant === null ? undefined : hint?.worths[plant];
  const least = game.auction?.least ?? price?.least ?? 0;
  const claims = subject === null ? [] : claimsOn(subject, lot);
  const limit = subject === null ? 0 : limitOn(subject, lot, price, least);
  const row = lot === null ? rows(menu, 'open').find((one) => one.plant === plant) : rows(menu, 'bid')[0];
  const onBid = (bid: number): void => {
    change(lot === null ? { plant, bid } : { bid });
  };
  return (
    <div className={subject === null ? 'advised' : takes(subject.best) ? 'advised takes' : 'advised passes'}>
      <div className="advised-say">
        {subject === null || hint === null ? (
          <Silence key={view.seq} />
        ) : (
          <>
            <Numbers subject={subject} lot={lot} least={least} limit={limit} />
            <Facts
              claims={factsOf(claims)}
              plant={plant === null ? undefined : plants.get(plant)}
              named={lot === null}
            />
            {price && (
              <Axis
                price={price}
                least={least}
                limit={limit}
                {...(row && { bid: Math.max(row.least, Math.min(row.most, draft.bid ?? 0)), most: row.most, onBid })}
              />
            )}
            <Odds subject={subject} price={price} least={least} alike={hint.alike} />
          </>
        )}
      </div>
      <div className="advised-act">
        {subject === null ? <i className="advised-do-room" /> : <Loud subject={subject} lot={lot} />}
        <ByHand subject={subject} lot={lot} />
      </div>
    </div>
  );
}
