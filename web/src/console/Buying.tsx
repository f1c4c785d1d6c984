/** Buying fuel: a basket of tokens with its total, one run, fill up; and the card game's basket of cards. */
import { useEffect } from 'react';
import { Fuel, Icon } from '../glyphs/glyphs';
import { EndTurn } from '../parts/EndTurn';
import type { AnyAction, FillView } from '../protocol/schema';
import { cardName } from '../state/log';
import { isStore, tracksOf } from '../state/markets';
import { rows, split, usePlay } from '../state/play';
import { added, basketCost, basketFuel, basketOf } from '../state/prepare';
import { useAnswer, useQuote } from '../state/useQuote';
import { sayCode, useText } from '../text';
import { Act, Figure, UndoButton } from '../parts/Act';
import { useReason } from '../parts/Why';

/** What is in the basket: bought, or bought and the turn ended with the same press. */
interface BuyProps {
  cost: number;
  money: number;
  /** Whether the turn may end with the same press: not where one token is bought at a time. */
  ends?: boolean;
  onBuy: (ends: boolean) => void;
}

function Buy({ cost, money, ends = true, onBuy }: BuyProps) {
  const t = useText();
  const title = t('buy.do', { cost });
  const short = cost - money;
  const reason = short > 0 ? { title, text: t('buy.short', { cost, money, short }), rule: '' } : null;
  return (
    <>
      <Act
        primary
        reason={reason}
        onClick={() => {
          onBuy(false);
        }}
      >
        {title}
      </Act>
      {ends && (
        <Act
          className="do-end"
          reason={reason}
          onClick={() => {
            onBuy(true);
          }}
        >
          {t('turn.buyend')}
        </Act>
      )}
    </>
  );
}

/** The server's word on the basket, and on what one run and filling up would take. */
function useBasket() {
  const { menu, game, draft, change, board } = usePlay();
  const offer = rows(menu, 'buy_fuel');
  const first = Object.keys(draft.basket).find((key) => !isStore(board, split(key)[0]));
  const filled = Object.keys(draft.basket).length > 0;
  const now = useQuote({ fills: true });
  const market = first === undefined ? null : split(first)[0];
  const { quoted: priced, fresh } = useAnswer({ fuel: basketFuel(draft.basket), market }, filled);
  const quoted = filled ? priced : now;

  // A hybrid's two fuels share its places: what the server says does not fit goes back at once.
  const tight = fresh && priced?.quote.problems.some(([code]) => code === 'no_room_for_fuel') === true;
  const trimmed = tight ? priced.basket : null;
  useEffect(() => {
    if (trimmed === null) return;
    const next = basketOf(trimmed, board.markets);
    if (JSON.stringify(next) !== JSON.stringify(draft.basket)) change({ basket: next });
  }, [trimmed, draft.basket, change, board]);

  // Where fuel is bought one token at a time, the token touched last is the basket.
  const crowded = board.one_token && Object.values(draft.basket).reduce((sum, count) => sum + count, 0) > 1;
  useEffect(() => {
    const last = Object.keys(draft.basket).at(-1);
    if (crowded && last !== undefined) change({ basket: { [last]: 1 } });
  }, [crowded, draft.basket, change]);
  const cost = priced?.quote.fuel_cost ?? basketCost(game.fuel, draft.basket);
  return { offer, filled, quote: quoted?.quote ?? null, run: now?.fills.run, full: now?.fills.full, cost };
}

/** Fuel for one run of the plants that the cities need; greyed where the stores are enough for all of them. */
function OneRun({ run }: { run: FillView | undefined }) {
  const t = useText();
  const { game, me, change, board } = usePlay();
  const own = me === null ? undefined : game.seats[me];
  const cities = own?.cities.length ?? 0;
  const powers = own?.powers ?? 0;
  const label =
    run && powers < cities && run.supplied >= cities
      ? t('buy.cities', { n: cities, cost: run.cost })
      : t('buy.run', { cost: run?.cost ?? '…' });
  const why = useReason(
    cities > 0 && powers >= cities
      ? { title: t('buy.run.done'), text: t('buy.run.why', { n: cities }), rule: '' }
      : null,
  );
  return (
    <button
      type="button"
      data-key="o"
      onClick={() => {
        if (run) change({ basket: basketOf(run.basket, board.markets) });
      }}
      {...why}
    >
      {label}
    </button>
  );
}

export function Buying() {
  const t = useText();
  const { menu, session, game, me, draft, change, board } = usePlay();
  const several = tracksOf(board).length > 1;
  const { offer, filled, quote, run, full, cost } = useBasket();
  const seat = menu?.seat ?? 0;
  const own = me === null ? undefined : game.seats[me];
  const money = own?.money ?? 0;
  const buy = (ends: boolean): void => {
    const actions: AnyAction[] = Object.entries(draft.basket).flatMap(([key, count]) => {
      const [place, fuel] = split(key);
      return Array.from({ length: count }, (): AnyAction => ({ type: 'buy_fuel', seat, fuel, market: place }));
    });
    if (ends) actions.push({ type: 'pass', seat });
    void session.act(...actions).then(() => {
      change({ basket: {} });
    });
  };
  const slip =
    run && run.cost > 0 && own
      ? run.income > own.earns
        ? t('slip.fuel', { powers: own.powers, cities: own.cities.length, cost: run.cost, income: run.income })
        : t('slip.plants', { cost: run.cost })
      : null;
  const enough = quote !== null && own !== undefined && quote.supplied >= own.cities.length && own.cities.length > 0;
  return (
    <div className="console-grid with-basket">
      <div className="about basket" role="status">
        {filled ? (
          Object.entries(draft.basket).map(([key, count]) => {
            const [place, fuel] = split(key);
            return (
              <p key={key} className="basket-line">
                <Fuel kind={fuel} />{' '}
                <b>
                  {count} {sayCode('fuel', fuel)}
                </b>
                {several && <small>{sayCode('market', place)}</small>}
                <span>{basketCost(game.fuel, { [key]: count })}</span>
                <button
                  type="button"
                  className="plain"
                  aria-label={t('basket.drop', { fuel: sayCode('fuel', fuel) })}
                  onClick={() => {
                    change({ basket: added(game.fuel, offer, draft.basket, `${place}/${fuel}`, -count) });
                  }}
                >
                  <Icon name="close" />
                </button>
              </p>
            );
          })
        ) : (
          <p className="lead">{offer.length === 0 ? t('buy.nothing') : t(board.one_token ? 'buy.one' : 'buy.tap')}</p>
        )}
        {quote && own && own.cities.length > 0 && (
          <p key={filled ? 'basket' : 'now'} className={enough ? 'note good' : 'note'}>
            {enough
              ? t('buy.enough', { n: own.cities.length, income: quote.income })
              : t('buy.supplies', { n: quote.supplied, cities: own.cities.length, income: quote.income })}
          </p>
        )}
      </div>
      <div className="much">
        <Figure
          label={filled ? t('basket') : t('money')}
          value={filled ? cost : money}
          note={filled ? t('money.left', { left: money - cost, money }) : undefined}
        />
        <div className="quick">
          {offer.length > 0 && !board.one_token && (
            <>
              <OneRun run={run} />
              <button
                type="button"
                data-key="a"
                onClick={() => {
                  if (full) change({ basket: basketOf(full.basket, board.markets) });
                }}
              >
                {t('buy.full', { cost: full?.cost ?? '…' })}
              </button>
            </>
          )}
          {filled && (
            <button
              type="button"
              onClick={() => {
                change({ basket: {} });
              }}
            >
              {t('clear')}
            </button>
          )}
        </div>
      </div>
      <div className="buttons">
        {filled ? (
          <Buy cost={cost} money={money} ends={!board.one_token} onBuy={buy} />
        ) : (
          <EndTurn kind="buy_fuel" slip={slip} />
        )}
        <UndoButton />
      </div>
    </div>
  );
}

export function BuyingCards() {
  const t = useText();
  const { menu, session, game, me, draft, change, plants } = usePlay();
  const offer = rows(menu, 'buy_card');
  const seat = menu?.seat ?? 0;
  const own = me === null ? undefined : game.seats[me];
  const money = own?.money ?? 0;
  const picked = Object.entries(draft.cards).map(([key, count]) => {
    const [column, card] = split(key);
    const row = offer.find((one) => String(one.column) === column && one.card === card);
    return { key, column: Number(column), card, count, price: row?.price ?? 0, singles: row?.singles ?? 0 };
  });
  const wanted = picked.reduce<Record<string, number>>((sum, row) => {
    const cut = row.card.lastIndexOf('-');
    const [fuel, size] = [row.card.slice(0, cut), row.card.slice(cut + 1)];
    const units = (size === 'single' ? 1 : Number(size)) * row.count;
    return { ...sum, [fuel]: (sum[fuel] ?? 0) + units };
  }, {});
  const quote = useQuote({ fuel: wanted }, picked.length > 0)?.quote;
  const idle =
    (own?.plants ?? []).filter((id) => plants.get(id)?.need !== 0).length > 0 && (own?.cards.length ?? 0) === 0;
  const slip = idle && own ? t('slip.cards', { earns: own.earns }) : null;
  const cost = picked.reduce((sum, row) => sum + row.price * row.count, 0);
  const singles = picked.reduce((sum, row) => sum + row.singles * row.count, 0);
  const buy = (ends: boolean): void => {
    const actions = picked.flatMap(({ column, card, count }) =>
      Array.from({ length: count }, (): AnyAction => ({ type: 'buy_card', seat, column, card })),
    );
    if (ends) actions.push({ type: 'pass', seat });
    void session.act(...actions).then(() => {
      change({ cards: {} });
    });
  };
  return (
    <div className="console-grid with-basket">
      <div className="about basket" role="status">
        {picked.length === 0 && <p className="lead">{offer.length > 0 ? t('cards.tap') : t('buy.nothing')}</p>}
        {picked.map((row) => (
          <p key={row.key} className="basket-line">
            <Fuel kind={row.card.slice(0, row.card.lastIndexOf('-'))} />
            <b>
              {row.count > 1 ? `${row.count} × ` : ''}
              {cardName(row.card)}
            </b>
            <small>{t('cards.column', { n: row.column })}</small>
            <span>{row.price * row.count}</span>
            <button
              type="button"
              className="plain"
              aria-label={t('basket.drop', { fuel: cardName(row.card) })}
              onClick={() => {
                change({ cards: Object.fromEntries(Object.entries(draft.cards).filter(([key]) => key !== row.key)) });
              }}
            >
              <Icon name="close" />
            </button>
          </p>
        ))}
        {singles > 0 && <p className="note">{t('cards.singles', { n: singles })}</p>}
      </div>
      <div className="much">
        <Figure
          label={picked.length > 0 ? t('basket') : t('money')}
          value={picked.length > 0 ? cost : money}
          note={picked.length > 0 ? t('money.left', { left: money - cost, money }) : undefined}
        />
        <p className="note">
          {t('cards.income', { income: picked.length > 0 ? (quote?.income ?? '…') : (own?.earns ?? 0) })}
        </p>
      </div>
      <div className="buttons">
        {picked.length > 0 ? <Buy cost={cost} money={money} onBuy={buy} /> : <EndTurn kind="buy_card" slip={slip} />}
        <UndoButton />
      </div>
    </div>
  );
}
