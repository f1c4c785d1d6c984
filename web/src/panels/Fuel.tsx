/** The fuel market as its price track: one cell a price, the basket in volt, the next refill dashed. */
import { memo } from 'react';
import { Fuel, Icon } from '../glyphs/glyphs';
import { anchor } from '../base/anchors';
import { Cells } from './Cells';
import { ExportRow } from './Export';
import { OwnPlantsRow } from './OwnPlantsRow';
import { Stepper } from '../parts/Stepper';
import { useReason } from '../parts/Why';
import type { TrackRow } from '../protocol/schema';
import { exportOf, isStore, spacesIn, storesOf, tracksOf } from '../state/markets';
import { rows, split, usePart, whyNot } from '../state/play';
import { added, cells } from '../state/prepare';
import { sayCode, useText } from '../text';

interface RowProps {
  nth: number;
  track: TrackRow;
  fuel: string;
}

/** How many tokens came or went since your own last move. */
function Changed({ by }: { by: number }) {
  const t = useText();
  const n = by > 0 ? `+${by}` : `−${-by}`;
  return (
    <i className="fuel-changed" title={t('fuel.changed', { n })}>
      {n}
    </i>
  );
}

const FuelRow = memo(function FuelRow({ nth, track, fuel }: RowProps) {
  const t = useText();
  const key = `${track.name}/${fuel}`;
  const { market, menu, mine, basket, change, me, phase, refill, supply, board, changed, step } = usePart(
    ({ game, menu, view, draft, change, me, board, news, past }) => ({
      board,
      step: game.step,
      changed: past === null ? (news.fuel[key] ?? 0) : 0,
      market: game.fuel,
      menu: game.asked === 'buy_fuel' ? menu : null,
      mine: game.asked === 'buy_fuel' ? view.mine : null,
      basket: draft.basket,
      change,
      me,
      phase: game.phase,
      refill: game.next_refill[track.name]?.[fuel] ?? 0,
      supply: game.supply[fuel] ?? 0,
    }),
  );
  const stock = market[track.name]?.[fuel] ?? { tokens: 0, prices: [] };
  // before the first round the market may still wait to be filled
  const later = phase === 'setup' && stock.tokens === 0;
  const taken = basket[key] ?? 0;
  const list = cells(spacesIn(board, track, fuel, step), stock.prices, taken, refill);
  const offer = rows(menu, 'buy_fuel');
  const row = offer.find((one) => one.fuel === fuel && one.market === track.name);
  const name = sayCode('fuel', fuel);
  const buying = menu !== null;
  const reason =
    buying && !row && me !== null && mine !== null
      ? whyNot({ mine }, name, { type: 'buy_fuel', fuel, market: track.name })
      : null;
  const why = useReason(reason);
  const set = (by: number): void => {
    // a round's fuel comes from one track: what lay in the basket of another goes back
    const same = Object.fromEntries(
      Object.entries(basket).filter(([one]) => split(one)[0] === track.name || isStore(board, split(one)[0])),
    );
    change({ basket: added(market, offer, same, key, by) });
  };
  const cost = stock.prices.slice(0, taken).reduce((a, b) => a + b, 0);
  const next = stock.prices[taken];
  return (
    <div
      className={`fuel-line ${reason ? 'greyed' : ''} ${row ? 'fuel-live' : ''}`}
      data-row={nth}
      data-fuel={fuel}
      data-track={track.name}
      {...why}
      {...(reason ? { tabIndex: 0, role: 'button' } : {})}
    >
      <span className="fuel-name">
        <Fuel kind={fuel} />
        <b>{name}</b>
        <small>
          {stock.tokens === 0
            ? t(later ? 'fuel.later' : 'fuel.soldout')
            : taken > 0 && next !== undefined
              ? t('fuel.then', { price: next })
              : t('fuel.from', { price: stock.prices[0] ?? 0 })}
          {changed !== 0 && <Changed by={changed} />}
        </small>
        {reason && <Icon name="lock" />}
      </span>
      {reason && (
        <small className="fuel-why" title={reason.text}>
          {reason.text}
        </small>
      )}
      {row && (
        <Stepper
          label={name}
          value={taken}
          most={Math.min(row.room, stock.tokens)}
          spoken={t('fuel.basket', { n: taken, fuel: name, cost })}
          less={t('fuel.less', { fuel: name })}
          more={t('fuel.more', { fuel: name })}
          onStep={set}
        />
      )}
      <Cells
        list={list}
        fuel={fuel}
        cheapest={next ?? stock.prices[0] ?? -1}
        live={Boolean(row)}
        onTake={() => {
          set(1);
        }}
      />
      {!later && (
        <span className="refill" title={t('fuel.refill', { n: refill, supply })}>
          <b>+{refill}</b>
          <small>{t('fuel.of', { n: supply })}</small>
        </span>
      )}
    </div>
  );
});

const NOWHERE: Record<string, number[]> = {};

/** One market: its name where there are several, what the columns mean, a row per fuel. */
function Track({ track, first, named }: { track: TrackRow; first: number; named: boolean }) {
  const t = useText();
  const { fuels, abroad } = usePart(({ board }) => ({
    fuels: board.fuels,
    abroad: exportOf(board)?.spaces ?? NOWHERE,
  }));
  return (
    <div
      className="track"
      role={named ? 'group' : undefined}
      aria-label={named ? sayCode('market', track.name) : undefined}
    >
      {named && (
        <p className="fuel-head" aria-hidden="true">
          <b>{sayCode('market', track.name)}</b>
          <span>{t('fuel.refills')}</span>
        </p>
      )}
      {fuels.map((fuel, index) =>
        (track.spaces[fuel] ?? []).length > 0 ? (
          <FuelRow key={fuel} nth={first + index} track={track} fuel={fuel} />
        ) : fuel in abroad ? null : (
          <p key={fuel} className="fuel-line fuel-none">
            <span className="fuel-name">
              <Fuel kind={fuel} className="faint" />
            </span>
            <span>{t('fuel.nonehere', { fuel: sayCode('fuel', fuel), market: sayCode('market', track.name) })}</span>
          </p>
        ),
      )}
    </div>
  );
}

export const FuelPanel = memo(function FuelPanel() {
  const t = useText();
  const { board } = usePart(({ board }) => ({ board }));
  const tracks = tracksOf(board);
  const named = tracks.length > 1;
  if (tracks.length === 0) return null;
  return (
    <section ref={anchor('fuels', 'unit')} className="panel fuels" aria-labelledby="h-fuel" id="fuel" tabIndex={0}>
      <header className={named ? 'hidden' : 'fuel-head'}>
        <h2 id="h-fuel">{t('fuelmarket')}</h2>
        <span>
          <span className="fuel-price">{t('fuel.price')} · </span>
          {t('fuel.dashed')}
        </span>
        <span className="fuel-refills">{t('fuel.refills')}</span>
      </header>
      <div className={named ? 'fuel-rows tracks' : 'fuel-rows'}>
        {tracks.map((track, index) => (
          <Track key={track.name} track={track} first={1 + index * board.fuels.length} named={named} />
        ))}
        {storesOf(board).flatMap((store) =>
          Object.entries(store.spaces).map(([fuel, prices]) => (
            <StoreRow key={fuel} market={store.name} fuel={fuel} price={prices[0] ?? 0} />
          )),
        )}
        <ExportRow />
      </div>
      <OwnPlantsRow />
    </section>
  );
});

/** A store: sells a fuel from its supply once the market is empty. */
function StoreRow({ market, fuel, price }: { market: string; fuel: string; price: number }) {
  const t = useText();
  const { menu, view, draft, change, game } = usePart(({ menu, view, draft, change, game }) => ({
    menu,
    view,
    draft,
    change,
    game,
  }));
  const key = `${market}/${fuel}`;
  const tokens = game.fuel[market]?.[fuel]?.tokens ?? 0;
  const offer = rows(menu, 'buy_fuel');
  const row = offer.find((one) => one.market === market && one.fuel === fuel);
  const name = t('fuel.store', { fuel: sayCode('fuel', fuel) });
  const reason =
    menu !== null && game.asked === 'buy_fuel' && !row ? whyNot(view, name, { type: 'buy_fuel', fuel, market }) : null;
  const why = useReason(reason);
  const set = (by: number): void => {
    change({ basket: added(game.fuel, offer, draft.basket, key, by) });
  };
  return (
    <div
      className={`fuel-line store ${reason ? 'greyed' : ''}`}
      {...why}
      {...(reason ? { tabIndex: 0, role: 'button' } : {})}
    >
      <span className="fuel-name">
        <Fuel kind={fuel} /> <b>{name}</b> <small>{t('fuel.storeleft', { n: tokens, price })}</small>
      </span>
      {row && (
        <Stepper
          label={name}
          value={draft.basket[key] ?? 0}
          most={Math.min(row.room, tokens)}
          spoken={t('fuel.basket', { n: draft.basket[key] ?? 0, fuel: name, cost: (draft.basket[key] ?? 0) * price })}
          less={t('fuel.less', { fuel: name })}
          more={t('fuel.more', { fuel: name })}
          onStep={set}
        />
      )}
    </div>
  );
}
