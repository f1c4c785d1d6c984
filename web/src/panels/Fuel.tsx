/** The fuel market as its price track: one cell a price, the basket in volt, the next refill dashed. */
import { memo, useState } from 'react';
import { Fuel, Icon } from '../glyphs/glyphs';
import { Stepper } from '../parts/Stepper';
import { useReason } from '../parts/Why';
import type { TrackRow } from '../protocol/schema';
import { isStore, storesOf, tracksOf } from '../state/markets';
import { rows, split, usePart, whyNot } from '../state/play';
import { added, cells, type Cell } from '../state/prepare';
import { sayCode, useText } from '../text';

interface RowProps {
  nth: number;
  track: TrackRow;
  fuel: string;
}

function Cells({
  list,
  fuel,
  cheapest,
  onTake,
  live,
}: {
  list: Cell[];
  fuel: string;
  cheapest: number;
  onTake: () => void;
  live: boolean;
}) {
  return (
    <div className={`cells cells-${list.length}`} aria-hidden="true" onClick={live ? onTake : undefined}>
      {list.map((cell) => (
        <span
          key={cell.price}
          className={`cell ${cell.price === cheapest ? 'cell-next' : ''} ${live ? 'cell-live' : ''}`}
        >
          <span className="places">
            {cell.places.map((place, index) =>
              place === 'token' || place === 'taken' ? (
                <Fuel key={index} kind={fuel} className={place} />
              ) : (
                <i key={index} className={place} />
              ),
            )}
          </span>
          <span className="cell-price">{cell.price}</span>
        </span>
      ))}
    </div>
  );
}

const FuelRow = memo(function FuelRow({ nth, track, fuel }: RowProps) {
  const t = useText();
  const key = `${track.name}/${fuel}`;
  const { market, menu, mine, basket, change, me, phase, refill, supply, board } = usePart(
    ({ game, menu, view, draft, change, me, board }) => ({
      board,
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
  const list = cells(track.spaces[fuel] ?? [], stock.prices, taken, refill);
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
        </small>
        {reason && <Icon name="lock" />}
      </span>
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

export const FuelPanel = memo(function FuelPanel() {
  const t = useText();
  const { board, bound, basket } = usePart(({ board, game, me, draft }) => ({
    board,
    bound: me === null ? null : (game.seats[me]?.market ?? null),
    basket: Object.keys(draft.basket)[0]?.split('/')[0] ?? '',
  }));
  // a tab holds until the basket turns to another market: what is being bought must be in view
  const [tab, setTab] = useState({ name: '', basket: '' });
  const tracks = tracksOf(board);
  const wanted = tab.name !== '' && tab.basket === basket ? tab.name : basket === '' ? bound : basket;
  const current = tracks.find((track) => track.name === wanted) ?? tracks[0];
  if (!current) return null;
  return (
    <section className="panel fuels" aria-labelledby="h-fuel" id="fuel" tabIndex={0}>
      <header>
        <h2 id="h-fuel">{t('fuelmarket')}</h2>
        {tracks.length > 1 ? (
          <span className="tabs" role="tablist" aria-label={t('fuel.markets')}>
            {tracks.map((track) => (
              <button
                key={track.name}
                type="button"
                role="tab"
                aria-selected={track === current}
                onClick={() => {
                  setTab({ name: track.name, basket });
                }}
              >
                {sayCode('market', track.name)}
              </button>
            ))}
          </span>
        ) : (
          <span className="aside">{t('fuel.dashed')}</span>
        )}
      </header>
      <div className="fuel-rows">
        {board.fuels
          .filter((fuel) => (current.spaces[fuel] ?? []).length > 0)
          .map((fuel, index) => (
            <FuelRow key={fuel} nth={index + 1} track={current} fuel={fuel} />
          ))}
        {storesOf(board).flatMap((store) =>
          Object.entries(store.spaces).map(([fuel, prices]) => (
            <StoreRow key={fuel} market={store.name} fuel={fuel} price={prices[0] ?? 0} />
          )),
        )}
      </div>
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
