/** Fields of lines about fuel: tokens of every market, cards of every column, and what each plant burns. */
import { useState } from 'react';
import { Fuel } from '../glyphs/glyphs';
import type { AnyLine, FuelLine, PlantRow, PowerLine, Running } from '../protocol/schema';
import { cardName, plantName } from '../state/log';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { NumberField } from './NumberField';
import { cardKinds } from './words';

interface Fields<L> {
  line: L;
  onChange: (line: AnyLine) => void;
}

/** A market has at most so many tokens of a fuel. */
const TOKENS = 50;

/** Tokens by fuel; where a game has several markets, by market too: a store, a market abroad. */
export function TokensFields({ line, onChange }: Fields<FuelLine>) {
  const { board } = useReal();
  const { tokens = [], seat } = line;
  // what is sold abroad goes with the plants that mine it: nobody buys there
  const markets = board.markets.filter(({ kind }) => kind !== 'export');
  const many = markets.length > 1;
  const rows = markets.flatMap(({ name, spaces }) => Object.keys(spaces).map((fuel) => ({ market: name, fuel })));
  return rows.map(({ market, fuel }) => {
    const label = many ? `${sayCode('fuel', fuel)}, ${sayCode('market', market)}` : sayCode('fuel', fuel);
    const same = (lot: { market: string; fuel: string }): boolean => lot.market === market && lot.fuel === fuel;
    return (
      <span key={label} className="real-sum">
        {label}
        <NumberField
          label={label}
          value={tokens.find(same)?.count ?? 0}
          most={TOKENS}
          onChange={(count) => {
            const lots = rows.flatMap((row) => {
              const now = row.market === market && row.fuel === fuel ? count : countOf(tokens, row);
              return now > 0 ? [{ ...row, count: now }] : [];
            });
            onChange({ type: 'fuel', seat, tokens: lots, cards: [] });
          }}
        />
      </span>
    );
  });
}

const countOf = (
  tokens: readonly { market: string; fuel: string; count: number }[],
  { market, fuel }: { market: string; fuel: string },
): number => tokens.find((lot) => lot.market === market && lot.fuel === fuel)?.count ?? 0;

/** Fuel cards: a column, then the cards bought there. What lay in it when the page saw the table last comes first. */
export function CardsFields({ line, onChange }: Fields<FuelLine>) {
  const t = useText();
  const { board, game } = useReal();
  const [column, setColumn] = useState(1);
  const { cards = [], seat } = line;
  const lying = game.columns[column] ?? [];
  const rows = [...cardKinds(game)].sort((a, b) => Number(lying.includes(b.id)) - Number(lying.includes(a.id)));
  const priceOf = (one: number): number => board.column_prices[one - 1] ?? 0;
  const put = (now: typeof cards): void => {
    onChange({ type: 'fuel', seat, tokens: [], cards: now });
  };
  return (
    <>
      <div className="choice" role="group" aria-label={t('real.offline.columns')}>
        {board.column_prices.map((price, index) => (
          <button
            type="button"
            key={price}
            aria-pressed={index + 1 === column}
            onClick={() => {
              setColumn(index + 1);
            }}
          >
            {t('real.offline.column', { n: index + 1, price })}
          </button>
        ))}
      </div>
      <div className="real-picks" role="group" aria-label={t('real.offline.cards')}>
        {rows.map(({ id, text }) => (
          <button
            type="button"
            key={id}
            className={lying.includes(id) ? undefined : 'real-unseen'}
            onClick={() => {
              put([...cards, { column, card: id }]);
            }}
          >
            {text}
          </button>
        ))}
      </div>
      {cards.length > 0 && (
        <div className="real-picks" role="group" aria-label={t('real.offline.taken')}>
          {cards.map((one, index) => (
            <button
              type="button"
              key={index}
              aria-pressed="true"
              aria-label={t('real.offline.back', { card: cardName(one.card) })}
              onClick={() => {
                put(cards.filter((_, at) => at !== index));
              }}
            >
              {cardName(one.card)} · {priceOf(one.column)} ×
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** The plants that run. A plant of one fuel burns all it needs; of several, as much of each as was burned. */
export function PowerFields({ line, onChange, plants }: Fields<PowerLine> & { plants: readonly string[] }) {
  const t = useText();
  const { board } = useReal();
  const { plants: runs = [], seat } = line;
  const ids = new Set([...plants, ...runs.map((run) => run.plant)]);
  const rows = board.plants.filter(({ id }) => ids.has(id));
  const put = (plant: PlantRow, burn: Record<string, number> | null): void => {
    const now = rows.flatMap(({ id }): Running[] => {
      if (id === plant.id) return burn === null ? [] : [{ plant: id, burn }];
      return runs.filter((run) => run.plant === id);
    });
    onChange({ type: 'power', seat, plants: now });
  };
  return (
    <div className="real-burns">
      {rows.map((plant) => {
        const run = runs.find((one) => one.plant === plant.id);
        const [fuel = ''] = plant.fuels;
        const mixed = plant.need > 0 && plant.fuels.length > 1;
        return (
          <div key={plant.id} className="real-burn">
            <button
              type="button"
              aria-pressed={run !== undefined}
              onClick={() => {
                put(plant, run ? null : plant.need > 0 ? { [fuel]: plant.need } : {});
              }}
            >
              {plantName(plant.id)}{' '}
              {!mixed && plant.need > 0 && (
                <>
                  {plant.need} <Fuel kind={fuel} />
                </>
              )}
            </button>
            {run &&
              mixed &&
              plant.fuels.map((one) => {
                const label = t('real.offline.burns', { plant: plantName(plant.id), fuel: sayCode('fuel', one) });
                return (
                  <span key={one} className="real-sum">
                    <Fuel kind={one} />
                    <NumberField
                      label={label}
                      value={run.burn[one] ?? 0}
                      most={plant.need}
                      onChange={(count) => {
                        put(plant, split(plant, one, count));
                      }}
                    />
                  </span>
                );
              })}
          </div>
        );
      })}
      {rows.length === 0 && <p>{t('real.noplant')}</p>}
    </div>
  );
}

/** What a hybrid burns when so much is of one fuel: the rest of what it needs is of the other. */
function split(plant: PlantRow, fuel: string, count: number): Record<string, number> {
  const other = plant.fuels.find((one) => one !== fuel) ?? fuel;
  const parts: [string, number][] = plant.fuels.map((one) => [
    one,
    one === fuel ? count : one === other ? plant.need - count : 0,
  ]);
  return Object.fromEntries(parts.filter(([, n]) => n > 0));
}
