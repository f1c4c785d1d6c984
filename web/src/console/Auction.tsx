/** Opening a plant, bidding and the secret limit. */
import { useState, type KeyboardEvent } from 'react';
import { Token } from '../glyphs/glyphs';
import { OptOut } from '../parts/OptOut';
import { Burns } from '../parts/Plant';
import { ShownPlant } from '../parts/ShownPlant';
import { Stepper } from '../parts/Stepper';
import type { AnyChoice, PlantRow, ProxyOrder } from '../protocol/schema';
import { rows, usePlay, whyNot } from '../state/play';
import { small } from '../base/screen';
import { useText } from '../text';
import { Act, UndoButton } from '../parts/Act';

const QUICK = [1, 2, 5, 10];
const KEYS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 5,
  PageDown: -5,
};

/** Keys on the button raise and lower the bid, as they do on the number. */
const bidKeys =
  (value: number, least: number, most: number, set: (value: number) => void) =>
  (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(Math.max(least, Math.min(most, value + by)));
  };

function Raise({
  value,
  least,
  most,
  set,
}: {
  value: number;
  least: number;
  most: number;
  set: (value: number) => void;
}) {
  const t = useText();
  const { game, me } = usePlay();
  const money = me === null ? null : (game.seats[me]?.money ?? null);
  const to = (by: number): void => {
    set(Math.max(least, Math.min(most, value + by)));
  };
  return (
    <div className="raise">
      <Stepper
        big
        label={t('bid.your')}
        value={value}
        least={least}
        most={most}
        spoken={t('bid.value', { bid: value })}
        less={t('bid.less')}
        more={t('bid.more')}
        onStep={to}
      />
      <div className="quick">
        {QUICK.map((by) => (
          <button
            type="button"
            key={by}
            onClick={() => {
              to(by);
            }}
            aria-label={t('bid.raise', { n: by })}
          >
            +{by}
          </button>
        ))}
        {money !== null && (
          <span className="leaves">
            {t('bid.leaves')} <b>{money - value}</b>
          </span>
        )}
      </div>
    </div>
  );
}

type OpenRow = Extract<AnyChoice, { type: 'open' }>;

/** What is on offer, each card once: twins that are alike stand for each other, and others of one number show what they burn. */
function apart(offer: readonly OpenRow[], plants: ReadonlyMap<string, PlantRow>) {
  const sight = (row: OpenRow): string => {
    const card = plants.get(row.plant);
    return JSON.stringify([card?.number ?? row.plant, card?.fuels, card?.need, card?.income, card?.cities, row.least]);
  };
  const rows = offer.filter((row, at) => offer.findIndex((one) => sight(one) === sight(row)) === at);
  const numbers = rows.map((row) => plants.get(row.plant)?.number);
  return rows.map((row, at) => ({
    row,
    plant: plants.get(row.plant),
    twin: numbers.some((number, other) => other !== at && number === numbers[at]),
  }));
}

export function Opening() {
  const t = useText();
  const { menu, session, draft, change, plants, game } = usePlay();
  const offer = rows(menu, 'open');
  const chosen = offer.find((row) => row.plant === draft.plant);
  const seat = menu?.seat ?? 0;
  const bid = Math.max(chosen?.least ?? 0, draft.bid ?? 0);
  const plant = chosen && plants.get(chosen.plant);
  const again = game.seats[seat]?.again === true;
  return (
    <div className="console-grid">
      {plant && (
        <div className="about">
          <ShownPlant plant={plant} className="lot-card" />
        </div>
      )}
      <div className={plant ? 'much' : 'much wide-about'}>
        {!plant && offer.length === 0 && <p className="lead">{t('open.nothing')}</p>}
        {again && <p className="note">{t('open.again')}</p>}
        {chosen ? (
          <Raise
            value={bid}
            least={chosen.least}
            most={chosen.most}
            set={(value) => {
              change({ bid: value });
            }}
          />
        ) : (
          <div className="quick plants-quick">
            {apart(offer, plants).map(({ row, plant: card, twin }) => (
              <button
                type="button"
                key={row.plant}
                onClick={() => {
                  change({ plant: row.plant, bid: row.least });
                }}
              >
                {t('open.plant', { plant: card?.number ?? row.plant, least: row.least })}
                {twin && card && <Burns plant={card} />}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="buttons">
        {offer.length > 0 && (
          <Act
            primary
            reason={chosen ? null : { title: t('open.none'), text: t('open.choose'), rule: '' }}
            onKeyDown={
              chosen &&
              bidKeys(bid, chosen.least, chosen.most, (value) => {
                change({ bid: value });
              })
            }
            onClick={() => {
              if (!chosen) return;
              void session.act({ type: 'open', seat, plant: chosen.plant, bid });
              change({ plant: null, bid: null });
            }}
          >
            {chosen ? t('open.do', { plant: plant?.number ?? chosen.plant, bid }) : t('open.none')}
          </Act>
        )}
        <OptOut>{t('open.out')}</OptOut>
        <UndoButton />
      </div>
    </div>
  );
}

export function Bidding() {
  const t = useText();
  const { menu, session, draft, change, plants, game, names, me, view } = usePlay();
  const row = rows(menu, 'bid')[0];
  const lot = game.auction;
  const seat = menu?.seat ?? 0;
  if (!lot) return null;
  const plant = plants.get(lot.plant);
  const bid = Math.max(row?.least ?? lot.least, draft.bid ?? 0);
  const out = game.seats
    .map((_, other) => other)
    .filter((other) => !lot.bidders.includes(other) && !game.seats[other]?.bought);
  return (
    <div className="console-grid">
      <div className="about">
        {plant && <ShownPlant plant={plant} className="lot-card" />}
        <ul className="bidders">
          <li className="cap">{t('bid.in')}</li>
          {lot.bidders.map((other) => (
            <li key={other}>
              <Token seat={other} size={14} /> <b>{other === me ? t('You') : names[other]}</b>{' '}
              {other === lot.seat ? lot.bid : ''}
            </li>
          ))}
          {out.length > 0 && (
            <li className="cap">{t('bid.out', { names: out.map((other) => names[other]).join(', ') })}</li>
          )}
        </ul>
      </div>
      <div className="much">
        {row ? (
          <Raise
            value={bid}
            least={row.least}
            most={row.most}
            set={(value) => {
              change({ bid: value });
            }}
          />
        ) : (
          <p className="lead">{whyNot(view, '', { type: 'bid' })?.text ?? t('bid.cannot')}</p>
        )}
      </div>
      <div className="buttons">
        {row && (
          <Act
            primary
            onKeyDown={bidKeys(bid, row.least, row.most, (value) => {
              change({ bid: value });
            })}
            onClick={() => {
              void session.act({ type: 'bid', seat, amount: bid });
            }}
          >
            {t('bid.do', { bid })}
          </Act>
        )}
        <Act
          primary={!row}
          className="pass"
          onClick={() => {
            void session.act({ type: 'pass', seat });
          }}
        >
          {t('bid.pass', { plant: plant?.number ?? lot.plant })}
        </Act>
        <UndoButton />
      </div>
      {row && <Limit seat={seat} least={row.least} most={row.most} />}
    </div>
  );
}

/** Bid for me up to a limit: kept by the server, shown to nobody else. */
export function Limit({
  seat,
  least,
  most,
  plant = null,
}: {
  seat: number;
  least: number;
  most: number;
  plant?: string | null;
}) {
  const t = useText();
  const { session, view } = usePlay();
  const order = view.mine.proxy[String(seat)] ?? null;
  const [typed, setLimit] = useState<number | null>(order?.limit ?? null);
  const limit = typed ?? Math.min(most, least + 5);
  const [wide] = useState(() => !small());
  const [then, setThen] = useState<ProxyOrder['then']>(order?.then ?? 'pass');
  const give = (value: number, after: ProxyOrder['then']): void => {
    session.proxy(seat, { limit: value, then: after, ...(plant === null ? {} : { plant }) });
  };
  const changed = order === null || order.limit !== limit || order.then !== then;
  return (
    <details className="limit-box" open={order !== null || wide}>
      <summary>{t('limit.title')}</summary>
      <form
        className="limit"
        onSubmit={(event) => {
          event.preventDefault();
          give(limit, then);
        }}
      >
        <label>
          <span className="limit-words">{t('limit.upto')}</span>{' '}
          <input
            type="number"
            className="limit-field"
            inputMode="numeric"
            value={limit}
            min={least}
            max={most}
            onChange={(event) => {
              setLimit(Math.max(0, Math.min(most, Number(event.target.value))));
            }}
          />
        </label>
        <label>
          <span className="limit-then">{t('limit.then')}</span>{' '}
          <select
            value={then}
            onChange={(event) => {
              setThen(event.target.value === 'ask' ? 'ask' : 'pass');
            }}
          >
            <option value="pass">{t('limit.pass')}</option>
            <option value="ask">{t('limit.ask')}</option>
          </select>
        </label>
        {changed && <button type="submit">{t(order === null ? 'limit.set' : 'limit.change')}</button>}
        {order !== null && (
          <button
            type="button"
            onClick={() => {
              session.proxy(seat, null);
            }}
          >
            {t('limit.stop', { limit: order.limit })}
          </button>
        )}
        <small>{t('limit.secret')}</small>
      </form>
    </details>
  );
}
