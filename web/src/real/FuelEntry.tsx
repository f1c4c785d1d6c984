/** What a player bought: tokens by market and fuel, or fuel cards; or a sum, which proposes tokens. */
import { useEffect, useState } from 'react';
import { Fuel, Icon } from '../glyphs/glyphs';
import type { AnyLine, FillView } from '../protocol/schema';
import { rows } from '../state/play';
import { cardName } from '../state/log';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { Ask, Dock } from './Dock';
import { NumberField } from './NumberField';
import { tokensText } from './words';

const key = (market: string, fuel: string): string => `${market}/${fuel}`;

/** What one run of the plants needs, by the server: it knows hybrids and what is stored. */
function useRun(seat: number): FillView | null {
  const { session, view } = useReal();
  const [run, setRun] = useState<FillView | null>(null);
  useEffect(() => {
    let gone = false;
    void session.quote(seat, { fills: true }).then((answer) => {
      if (!gone) setRun(answer?.fills.run ?? null);
    });
    return () => {
      gone = true;
    };
  }, [session, seat, view.seq]);
  return run;
}

const basketOf = (fill: FillView): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fill.basket).flatMap(([market, fuels]) =>
      Object.entries(fuels).map(([fuel, count]) => [key(market, fuel), count]),
    ),
  );

interface RowProps {
  fuel: string;
  market: string;
  many: boolean;
  count: number;
  onCount: (count: number) => void;
}

/** A fuel with its next price and how many were bought; or why none can be. */
function FuelRow({ fuel, market, many, count, onCount }: RowProps) {
  const t = useText();
  const { game, board, menu, names } = useReal();
  const seat = menu?.seat ?? 0;
  const row = rows(menu, 'buy_fuel').find((one) => one.fuel === fuel && one.market === market);
  const what = many ? `${sayCode('fuel', fuel)}, ${sayCode('market', market)}` : sayCode('fuel', fuel);
  const prices = game.fuel[market]?.[fuel]?.prices ?? [];
  const burns = (game.seats[seat]?.plants ?? []).some((id) =>
    board.plants.find((plant) => plant.id === id)?.fuels.includes(fuel),
  );
  const [next, then] = [prices[count], prices.slice(count).find((price) => price !== prices[count])];
  const note = !row
    ? burns
      ? t('real.fuel.closed')
      : t('real.fuel.unburned', { name: names[seat] ?? '' })
    : next === undefined
      ? t('fuel.from', { price: row.price })
      : then === undefined
        ? t('real.fuel.next', { n: next })
        : t('real.fuel.then', { n: next, then });
  return (
    <div className={row ? 'real-fuel' : 'real-fuel real-locked'} data-fuel={fuel}>
      <Fuel kind={fuel} />
      <span>
        <b>{what}</b>
        <small>{note}</small>
      </span>
      {row ? <NumberField label={what} value={count} most={row.room} onChange={onCount} /> : <Icon name="lock" />}
    </div>
  );
}

export function FuelEntry() {
  const t = useText();
  const { game, menu, names, session, write, busy } = useReal();
  const [basket, setBasket] = useState<Record<string, number>>({});
  const [sum, setSum] = useState<number | null>(null);
  const [offered, setOffered] = useState<AnyLine[] | null>(null);
  const seat = menu?.seat ?? 0;
  const name = names[seat] ?? '';
  const run = useRun(seat);
  const offer = rows(menu, 'buy_fuel');
  const markets = Object.entries(game.fuel);
  const stores = offer.filter((row) => game.fuel[row.market]?.[row.fuel] === undefined);
  const listed = [
    ...markets.flatMap(([market, fuels]) => Object.keys(fuels).map((fuel) => ({ market, fuel }))),
    ...stores.map(({ market, fuel }) => ({ market, fuel })),
  ];
  const many = new Set(listed.map((row) => row.market)).size > 1;
  const costOf = (market: string, fuel: string, count: number): number => {
    const prices = game.fuel[market]?.[fuel]?.prices ?? [];
    const store = offer.find((row) => row.fuel === fuel && row.market === market)?.price ?? 0;
    return Array.from({ length: count }, (_, i) => prices[i] ?? store).reduce((a, b) => a + b, 0);
  };
  const lots = listed.flatMap(({ market, fuel }) => {
    const count = basket[key(market, fuel)] ?? 0;
    return count > 0 ? [{ fuel, market, count }] : [];
  });
  const cost = lots.reduce((paid, { fuel, market, count }) => paid + costOf(market, fuel, count), 0);
  const send = (tokens: typeof lots): void => {
    if (!busy) write({ type: 'fuel', seat, tokens, cards: [], paid: tokens.length === 0 ? 0 : cost });
  };
  const propose = (): void => {
    if (sum !== null) void session.propose({ seat, what: 'fuel', total: sum }).then(setOffered);
  };
  const need = run === null ? [] : Object.values(run.basket).flatMap((fuels) => Object.entries(fuels));
  const left = (game.seats[seat]?.money ?? 0) - cost;
  return (
    <>
      <Ask
        title={t('real.ask.buy_fuel', { name })}
        note={
          need.length > 0 && (
            <span className="note">
              {t('real.fuel.needs', { list: tokensText(need.map(([fuel, count]) => ({ fuel, count }))) })}
            </span>
          )
        }
      >
        <div className="real-fuels">
          {listed.map(({ market, fuel }) => (
            <FuelRow
              key={key(market, fuel)}
              fuel={fuel}
              market={market}
              many={many}
              count={basket[key(market, fuel)] ?? 0}
              onCount={(count) => {
                setBasket({ ...basket, [key(market, fuel)]: count });
              }}
            />
          ))}
        </div>
      </Ask>
      <Dock title={t('real.dock.buy_fuel', { name })}>
        <p className="real-paid">
          {lots.map(({ market, fuel, count }) => (
            <span key={key(market, fuel)}>
              {count} {sayCode('fuel', fuel)} <b>{costOf(market, fuel, count)}</b>
            </span>
          ))}
          <b className="real-left">{t('real.left', { n: left })}</b>
        </p>
        {offered !== null && (
          <div className="real-offers" role="status">
            {offered.length === 0 && <p>{t('real.nofit', { n: sum ?? 0 })}</p>}
            {offered.map((line, index) =>
              line.type === 'fuel' ? (
                <button
                  type="button"
                  key={index}
                  onClick={() => {
                    setBasket(
                      Object.fromEntries((line.tokens ?? []).map((lot) => [key(lot.market, lot.fuel), lot.count])),
                    );
                    setOffered(null);
                    setSum(null);
                  }}
                >
                  {tokensText(line.tokens ?? [])}
                </button>
              ) : null,
            )}
          </div>
        )}
        <div className="real-buttons">
          {run !== null && run.cost > 0 && (
            <button
              type="button"
              onClick={() => {
                setBasket(basketOf(run));
              }}
            >
              {t('real.run', { n: run.cost })}
            </button>
          )}
          {sum === null ? (
            <button
              type="button"
              onClick={() => {
                setSum(0);
              }}
            >
              {t('real.sum.type')}
            </button>
          ) : (
            <span className="real-sum">
              <NumberField label={t('real.sum')} value={sum} onChange={setSum} />
              <button type="button" onClick={propose}>
                {t('real.propose')}
              </button>
            </span>
          )}
          {lots.length > 0 && (
            <button
              type="button"
              onClick={() => {
                setBasket({});
              }}
            >
              {t('clear')}
            </button>
          )}
          <button
            type="button"
            className="primary"
            data-primary
            aria-disabled={busy}
            onClick={() => {
              send(lots);
            }}
          >
            {lots.length === 0 ? t('real.nothing', { name }) : t('real.pays', { name, n: cost })}
          </button>
        </div>
      </Dock>
    </>
  );
}

/** Fuel cards of the card game: press a card to add it, press it in the list to put it back. */
export function CardsEntry() {
  const t = useText();
  const { game, board, menu, names, write, busy } = useReal();
  const [cards, setCards] = useState<{ column: number; card: string }[]>([]);
  const seat = menu?.seat ?? 0;
  const name = names[seat] ?? '';
  const cost = cards.reduce((sum, { column }) => sum + (board.column_prices[column - 1] ?? 0), 0);
  const left = Object.entries(game.columns).flatMap(([column, list]) => {
    const rest = [...list];
    for (const one of cards.filter((row) => String(row.column) === column)) rest.splice(rest.indexOf(one.card), 1);
    return [...new Set(rest)].map((card) => ({ column: Number(column), card }));
  });
  return (
    <>
      <Ask title={t('real.ask.buy_card', { name })}>
        <div className="real-picks" role="group" aria-label={t('real.cards.there')}>
          {left.map(({ column, card }) => (
            <button
              type="button"
              key={`${column}/${card}`}
              onClick={() => {
                setCards([...cards, { column, card }]);
              }}
            >
              {cardName(card)} · {board.column_prices[column - 1] ?? 0}
            </button>
          ))}
        </div>
      </Ask>
      <Dock
        title={t('real.dock.buy_fuel', { name })}
        note={t('real.left', { n: (game.seats[seat]?.money ?? 0) - cost })}
      >
        {cards.length > 0 && (
          <div className="real-picks" role="group" aria-label={t('real.cards.bought', { name })}>
            {cards.map(({ column, card }, index) => (
              <button
                type="button"
                key={index}
                aria-pressed="true"
                onClick={() => {
                  setCards(cards.filter((_, at) => at !== index));
                }}
              >
                {cardName(card)} · {board.column_prices[column - 1] ?? 0}
              </button>
            ))}
          </div>
        )}
        <div className="real-buttons">
          <button
            type="button"
            className="primary"
            data-primary
            aria-disabled={busy}
            onClick={() => {
              if (!busy) write({ type: 'fuel', seat, tokens: [], cards });
            }}
          >
            {cards.length === 0 ? t('real.nothing', { name }) : t('real.pays', { name, n: cost })}
          </button>
        </div>
      </Dock>
    </>
  );
}
