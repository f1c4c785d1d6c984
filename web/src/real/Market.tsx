/** The markets as they must lie on the board now, and what to do there: what the last line led to. */
import { useMemo } from 'react';
import { Fuel } from '../glyphs/glyphs';
import { Cells } from '../panels/Cells';
import { PlantFace, usePlantWords } from '../parts/Plant';
import type { EntryView, PlantRow, TrackRow } from '../protocol/schema';
import { Book, cardName } from '../state/log';
import { priceAbroad, spacesIn } from '../state/markets';
import { cells } from '../state/prepare';
import { sayCode, useText } from '../text';
import { useReal } from './context';

interface PlantsProps {
  chosen: string | null;
  onChoose: (plant: string) => void;
}

export function PlantRowPanel({ chosen, onChoose }: PlantsProps) {
  const t = useText();
  const words = usePlantWords();
  const { game, board } = useReal();
  const plantOf = (id: string): PlantRow | undefined => board.plants.find((one) => one.id === id);
  const card = (id: string, current: boolean) => {
    const plant = plantOf(id);
    if (!plant)
      return (
        <span key={id} className="real-card real-end">
          {id}
        </span>
      );
    return current ? (
      <button
        type="button"
        key={id}
        className="real-card"
        aria-pressed={id === chosen}
        onClick={() => {
          onChoose(id);
        }}
      >
        <span className="real-face" aria-hidden="true">
          <PlantFace plant={plant} small tag={id === game.plants.discount ? '1' : null} />
        </span>
        <span className="hidden-text">{words(plant)}</span>
      </button>
    ) : (
      <span key={id} className="real-card real-later" role="img" aria-label={words(plant)}>
        <span className="real-face" aria-hidden="true">
          <PlantFace plant={plant} small />
        </span>
      </span>
    );
  };
  return (
    <section className="panel real-plants" aria-labelledby="real-plants">
      <header>
        <h2 id="real-plants">{t('real.plants')}</h2>
        <small>{t('real.stack', { n: game.plants.stack })}</small>
      </header>
      <div className="real-row">
        {game.plants.current.map((id) => card(id, true))}
        {game.plants.future.length > 0 && <i className="real-gap" aria-hidden="true" />}
        {game.plants.future.map((id) => card(id, false))}
        {game.asked === 'reveal' && <span className="real-card real-came">{t('real.came')}</span>}
      </div>
    </section>
  );
}

export function FuelMarketPanel() {
  const t = useText();
  const { game, board } = useReal();
  const tracks = Object.entries(game.fuel);
  const named = (market: string): TrackRow | undefined => board.markets.find((one) => one.name === market);
  const isExport = (market: string): boolean => named(market)?.kind === 'export';
  const spaces = (market: string, fuel: string): number[] => {
    const track = named(market);
    return track === undefined
      ? []
      : isExport(market)
        ? (track.spaces[fuel] ?? [])
        : spacesIn(board, track, fuel, game.step);
  };
  const abroad = (market: string, fuel: string, prices: readonly number[]): number =>
    priceAbroad(spaces(market, fuel), prices);
  return (
    <section className="panel real-market" aria-labelledby="real-market">
      <h2 id="real-market">{t('real.market')}</h2>
      {board.kind === 'cards' ? (
        <ul>
          {Object.entries(game.columns).map(([column, cards]) => (
            <li key={column}>
              <b>{column}</b> {cards.map(cardName).join(', ') || '–'}
            </li>
          ))}
        </ul>
      ) : (
        tracks.map(([market, fuels]) => (
          <table key={market}>
            {tracks.length > 1 && <caption>{sayCode('market', market)}</caption>}
            <thead className="hidden-text">
              <tr>
                <th scope="col">{t('real.fuel')}</th>
                <th scope="col">{t('real.tokens')}</th>
                <th scope="col">{t('real.refill')}</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(fuels).map(([fuel, row]) => (
                <tr key={fuel}>
                  <th scope="row">
                    <Fuel kind={fuel} /> {sayCode('fuel', fuel)}
                    <small>
                      {isExport(market)
                        ? t('export.price', { price: abroad(market, fuel, row.prices) })
                        : row.prices[0] === undefined
                          ? t('fuel.soldout')
                          : t('fuel.from', { price: row.prices[0] })}
                    </small>
                  </th>
                  <td>
                    <Cells
                      list={cells(spaces(market, fuel), row.prices, 0, 0)}
                      fuel={fuel}
                      cheapest={isExport(market) ? abroad(market, fuel, row.prices) : (row.prices[0] ?? 0)}
                    />
                    <span className="hidden-text">{row.tokens}</span>
                  </td>
                  <td>
                    <b>
                      {isExport(market)
                        ? `−${named(market)?.refill[fuel]?.[game.step - 1] ?? 0}`
                        : `+${game.next_refill[market]?.[fuel] ?? 0}`}
                    </b>
                    <small>{t('real.supply', { n: game.supply[fuel] ?? 0 })}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))
      )}
    </section>
  );
}

const DOING = new Set([
  'plant_removed',
  'plant_cycled',
  'discount_placed',
  'stack_shuffled',
  'fuel_refilled',
  'fuel_shuffled',
  'step_began',
  'trust_took',
  'trust_fuelled',
  'trust_placed',
  'compensated',
  'contractor_advanced',
]);

/** What to do on the real board: all that followed from the last line by itself. */
export function ToDo({ entries }: { entries: readonly EntryView[] }) {
  const t = useText();
  const { board, names, sheet } = useReal();
  const lines = useMemo(() => {
    const last = entries.at(-1);
    if (!last) return [];
    const recent = entries.filter((entry) => entry.at === last.at && entry.at !== null);
    const kept = recent.map((entry) => {
      const events = entry.events ?? [];
      const wanted = events.map((event) => DOING.has(event.type));
      return {
        ...entry,
        undo: null,
        events: events.filter((_, index) => wanted[index]),
        variants: (entry.variants ?? []).filter((_, index) => wanted[index]),
      };
    });
    return new Book(board, names, []).read(kept).map((line) => line.text);
  }, [entries, board, names]);
  if (lines.length === 0) return null;
  return (
    <section className="panel real-todo" aria-labelledby="real-todo" key={sheet.seq}>
      <h2 id="real-todo">{t('real.todo')}</h2>
      <ul>
        {lines.map((text, index) => (
          <li key={index}>
            <label>
              <input type="checkbox" /> {text}
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
