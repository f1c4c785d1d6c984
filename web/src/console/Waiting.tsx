/** Not your turn: what the others do, and what you may prepare meanwhile. Secret limits and standing orders. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { said } from '../coach/advice';
import { useStoreKey } from '../base/store';
import { Token } from '../glyphs/glyphs';
import { ShownPlant } from '../parts/ShownPlant';
import { PlayAgain } from '../parts/PlayAgain';
import { usePlay } from '../state/play';
import { phone, upright } from '../base/screen';
import { useText } from '../text';
import { Limit } from './Auction';
import { UndoButton } from '../parts/Act';
import { earlyRuns, hasChosenRun, NO_AUTO, partsOf, showsOrders } from '../state/orders';
import { OrderButtons } from './OrderButtons';
import { OrdersLater } from './OrdersLater';

const Stays = lazy(() => import('../coach/Stays').then(({ Stays }) => ({ default: Stays })));

const ORDERS = ['pass_auctions', 'end_turn_when_nothing_left', 'run_best'] as const;

/** The game is over: the standing, the way through the game, and another one. */
function Over({ onEnd }: { onEnd: () => void }) {
  const t = useText();
  const { table, view, entries, look } = usePlay();
  const task = view.goal !== null;
  return (
    <div className="console-grid game-over">
      <p className="lead wide-about">
        {task ? t('over.task') : table.yours.length > 0 ? t('over.note') : t('over.look')}
      </p>
      <div className="buttons">
        {!task && <PlayAgain table={table} />}
        <button type="button" onClick={onEnd}>
          {t(task ? 'over.result' : 'end.show')}
        </button>
        <button
          type="button"
          onClick={() => {
            look(entries.at(-1)?.seq ?? 1);
          }}
        >
          {t('end.replay')}
        </button>
      </div>
    </div>
  );
}

/** The plant that is up: its card, who leads, who is still in, and what you may prepare for it. */
function Lot({ children }: { children?: ReactNode }) {
  const t = useText();
  const { game, plants, names, me } = usePlay();
  const lot = game.auction;
  if (!lot) return null;
  const plant = plants.get(lot.plant);
  return (
    <div className="lot">
      {plant && <ShownPlant plant={plant} className="lot-card" />}
      <div>
        <p className="lot-bid">
          {t('plant.title', { number: plant?.number ?? lot.plant })}:{' '}
          <b>
            {lot.seat === me
              ? t('lot.you', { bid: lot.bid })
              : t('lot.led', { name: names[lot.seat] ?? '', bid: lot.bid })}
          </b>
        </p>
        <ul className="bidders">
          <li className="cap">{t('bid.in')}</li>
          {lot.bidders.map((other) => (
            <li key={other}>
              <Token seat={other} size={14} /> <span>{other === me ? t('You') : names[other]}</span>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

/** What the server shall do by itself. Nobody opts out of auctions that are over for them. */
function Orders({ seat }: { seat: number }) {
  const t = useText();
  const { game, view, session } = usePlay();
  const own = game.seats[seat];
  const auctions = game.phase === 'auction' && own !== undefined && !own.bought && !own.out;
  const auto = view.mine.auto[String(seat)] ?? NO_AUTO;
  const offered = ORDERS.filter((name) => name !== 'pass_auctions' || auctions);
  const on = offered.filter((name) => auto[name]).length;
  return (
    <details className="orders-fold" open={!phone() || (game.auction === null && upright())}>
      <summary>
        {t('auto')}
        {on > 0 && <small> · {t('auto.some', { n: on })}</small>}
      </summary>
      <div className="orders" role="group" aria-label={t('auto')}>
        {offered.map((name) => (
          <label key={name} className="switch">
            <input
              type="checkbox"
              role="switch"
              checked={auto[name]}
              onChange={(event) => {
                session.auto(seat, { ...auto, [name]: event.target.checked });
              }}
            />
            <span>{t(`auto.${name}`)}</span>
          </label>
        ))}
      </div>
    </details>
  );
}

/** With the adviser on, the limit you gave is a chip; a press opens it. */
function GivenLimit({ limit, children }: { limit: number | undefined; children: ReactNode }) {
  const t = useText();
  const advised = useStoreKey(said, 'open');
  const [open, setOpen] = useState(false);
  if (!advised || open) return children;
  return (
    limit !== undefined && (
      <button
        type="button"
        className="given-limit"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('advised.given', { limit })} <b>{t('advised.change')}</b>
      </button>
    )
  );
}

/** The way to the orders in advance, with what they did and why one was dropped. */
function InAdvance({ seat }: { seat: number }) {
  const t = useText();
  const { view } = usePlay();
  const [open, setOpen] = useState(false);
  const given = view.mine.orders[String(seat)];
  const parts = partsOf(given?.plan ?? null);
  const dropped = given?.notes.length ?? 0;
  return (
    <>
      <button
        type="button"
        className="to-orders"
        onClick={() => {
          setOpen(true);
        }}
      >
        {parts > 0 ? t('orders.ready', { n: parts }) : t('orders')}
        {dropped > 0 && <small> · {t('orders.noted', { n: dropped })}</small>}
      </button>
      {open && (
        <OrdersLater
          seat={seat}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

export function Waiting({ onEnd, onPlan }: { onEnd: () => void; onPlan: () => void }) {
  const t = useText();
  const { me, game, session, table, view } = usePlay();
  const advised = useStoreKey(said, 'open');
  if (game.phase === 'over' || table.end !== null) return <Over onEnd={onEnd} />;
  if (me === null || table.seats[me]?.resigned)
    return (
      <div className="waiting">
        <p className="lead">{me === null ? t('watching') : t('resigned')}</p>
        <Lot />
      </div>
    );
  const own = game.seats[me];
  const bidding = game.auction !== null && game.auction.bidders.includes(me) && own !== undefined;
  return (
    <div className="console-grid waiting">
      <div className="about wide-about" key={game.auction?.plant ?? ''}>
        <Lot>
          {bidding && (
            <GivenLimit key={game.auction?.plant} limit={view.mine.proxy[String(me)]?.limit}>
              <Limit seat={me} least={game.auction?.least ?? 0} most={own.money ?? 999} />
            </GivenLimit>
          )}
          {advised && (
            <Suspense>
              <Stays />
            </Suspense>
          )}
        </Lot>
        <Orders seat={me} />
        {showsOrders(table, view, me) && (
          <div className="orders-when">
            <h3>{t('orders.when')}</h3>
            <p>{t('orders.when.turn')}</p>
            <p>{t('orders.when.power')}</p>
            <p>{t('orders.limits')}</p>
          </div>
        )}
      </div>
      <div className="buttons">
        {table.seats[me]?.vacant && (
          <button
            type="button"
            className="primary"
            onClick={() => {
              session.back(me);
            }}
          >
            {t('back')}
          </button>
        )}
        {showsOrders(table, view, me) && (
          <div className="orders-buttons">
            <OrderButtons seat={me} onPlan={onPlan} />
          </div>
        )}
        <InAdvance seat={me} />
        {earlyRuns(view, me).length > 0 && hasChosenRun(view, me) && (
          <button
            type="button"
            onClick={() => {
              session.orders(me, { ...(view.mine.orders[String(me)]?.plan ?? {}), run: null });
            }}
          >
            {t('early.again')}
          </button>
        )}
        <UndoButton />
      </div>
    </div>
  );
}
