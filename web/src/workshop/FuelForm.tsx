/** A board's own fuel tables, cell by cell: tokens, spaces by price, the start and the refill. The server checks them. */
import { useState } from 'react';
import { sayCode } from '../text';
import {
  PLAYERS,
  pricesOf,
  spacesAt,
  STEPS,
  withRefill,
  withSpaces,
  withStart,
  withTokens,
  type FuelTables,
} from './fuel';
import { NumberCell } from './NumberCell';
import { useWords } from './words';

const PRICE_MOST = 40;

interface TablesProps {
  tables: FuelTables;
  /** Which of the markets. */
  number: number;
  onChange: (tables: FuelTables) => void;
}

const fuelName = (fuel: string): string => sayCode('fuel', fuel);

function Spaces({ tables, number, onChange }: TablesProps) {
  const t = useWords();
  const market = tables.market[number];
  // a price whose last space was just taken away keeps its column until the form is closed
  const [prices, setPrices] = useState(() => (market ? pricesOf(market) : []));
  const [fresh, setFresh] = useState<number | null>(null);
  if (!market) return null;
  const shown = [...new Set([...prices, ...pricesOf(market)])].sort((a, b) => a - b);
  const add = (): void => {
    if (fresh !== null && fresh >= 1 && fresh <= PRICE_MOST) setPrices([...prices, fresh]);
    setFresh(null);
  };
  return (
    <>
      <div className="ws-scroll">
        <table className="ws-numbers ws-fuel">
          <caption>{t('fuel.spaces')}</caption>
          <thead>
            <tr>
              <td />
              {shown.map((price) => (
                <th key={price} scope="col">
                  {price}
                </th>
              ))}
              <th scope="col">{t('fuel.from')}</th>
              <th scope="col">{t('fuel.to')}</th>
            </tr>
          </thead>
          <tbody>
            {tables.fuels.map((fuel) => {
              const [low = null, high = null] = market.start[fuel] ?? [];
              return (
                <tr key={fuel}>
                  <th scope="row">{fuelName(fuel)}</th>
                  {shown.map((price) => (
                    <td key={price}>
                      <NumberCell
                        label={t('fuel.spaces.spoken', { fuel: fuelName(fuel), price })}
                        value={spacesAt(market, fuel, price) || null}
                        onChange={(count) => {
                          onChange(withSpaces(tables, number, fuel, price, count ?? 0));
                        }}
                      />
                    </td>
                  ))}
                  <td>
                    <NumberCell
                      label={t('fuel.from.spoken', { fuel: fuelName(fuel) })}
                      value={low}
                      onChange={(price) => {
                        onChange(withStart(tables, number, fuel, price, price === null ? null : high));
                      }}
                    />
                  </td>
                  <td>
                    <NumberCell
                      label={t('fuel.to.spoken', { fuel: fuelName(fuel) })}
                      value={high}
                      onChange={(price) => {
                        onChange(withStart(tables, number, fuel, price === null ? null : low, price));
                      }}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="ws-row">
        <label className="ws-price">
          {t('fuel.price')} <NumberCell label={t('fuel.price')} value={fresh} onChange={setFresh} />
        </label>
        <button type="button" disabled={fresh === null} onClick={add}>
          {t('fuel.price.add')}
        </button>
      </p>
    </>
  );
}

function Refill({ tables, number, onChange }: TablesProps) {
  const t = useWords();
  const market = tables.market[number];
  if (!market) return null;
  return (
    <div className="ws-scroll">
      <table className="ws-numbers ws-fuel">
        <caption>{t('fuel.refill')}</caption>
        <thead>
          <tr>
            <td />
            {PLAYERS.map((players) => (
              <th key={players} scope="colgroup" colSpan={STEPS.length}>
                {t('fuel.players', { n: players })}
              </th>
            ))}
          </tr>
          <tr>
            <td />
            {PLAYERS.flatMap((players) =>
              STEPS.map((step) => (
                <th key={`${players} ${step}`} scope="col" aria-label={t('fuel.step', { n: step + 1 })}>
                  {step + 1}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {tables.fuels.map((fuel) => (
            <tr key={fuel}>
              <th scope="row">{fuelName(fuel)}</th>
              {PLAYERS.flatMap((players) =>
                STEPS.map((step) => (
                  <td key={`${players} ${step}`} className={step === 0 ? 'ws-first-step' : undefined}>
                    <NumberCell
                      label={t('fuel.refill.spoken', { fuel: fuelName(fuel), players, step: step + 1 })}
                      value={market.refill[players]?.[fuel]?.[step] ?? 0}
                      onChange={(count) => {
                        onChange(withRefill(tables, number, players, fuel, step, count ?? 0));
                      }}
                    />
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function FuelForm({ tables, onChange }: Omit<TablesProps, 'number'>) {
  const t = useWords();
  return (
    <section className="ws-fuels" aria-label={t('rules.fuel.own')}>
      <table className="ws-numbers ws-fuel">
        <caption>{t('fuel.tokens')}</caption>
        <tbody>
          <tr>
            {tables.fuels.map((fuel) => (
              <td key={fuel}>
                <label>
                  {fuelName(fuel)}{' '}
                  <NumberCell
                    label={t('fuel.tokens.spoken', { fuel: fuelName(fuel) })}
                    value={tables.tokens[fuel] ?? 0}
                    onChange={(count) => {
                      onChange(withTokens(tables, fuel, count ?? 0));
                    }}
                  />
                </label>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {tables.market.map((market, number) => (
        <section key={market.name} aria-label={t('fuel.market', { name: market.name })}>
          {tables.market.length > 1 && <h4>{t('fuel.market', { name: market.name })}</h4>}
          <Spaces tables={tables} number={number} onChange={onChange} />
          <Refill tables={tables} number={number} onChange={onChange} />
        </section>
      ))}
    </section>
  );
}
