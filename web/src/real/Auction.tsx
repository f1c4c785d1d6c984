/** An auction by its result, or bid by bid; and the plant that goes when a player has one too many. */
import { useState } from 'react';
import { Token } from '../glyphs/glyphs';
import { rows } from '../state/play';
import { plantName } from '../state/log';
import { sayCode, useText } from '../text';
import { useReal } from './context';
import { Ask, Dock } from './Dock';
import { NumberField } from './NumberField';

interface Props {
  plant: string | null;
  onPlant: (plant: string) => void;
}

export function AuctionEntry({ plant, onPlant }: Props) {
  const t = useText();
  const { game, board, menu, names, write, busy } = useReal();
  const lot = game.auction?.plant ?? null;
  const actor = typeof game.actor === 'number' ? game.actor : 0;
  const open = rows(menu, 'open');
  const chosen =
    lot ?? (plant !== null && game.plants.current.includes(plant) ? plant : (game.plants.current[0] ?? ''));
  const number = board.plants.find((one) => one.id === chosen)?.number ?? 0;
  const least = lot !== null ? (game.auction?.bid ?? 0) + 1 : chosen === game.plants.discount ? 1 : number;
  const [byBid, setByBid] = useState(lot !== null);
  const [buyer, setBuyer] = useState<number | null>(null);
  const [price, setPrice] = useState<number | null>(null);
  const amount = price ?? least;
  const seat = byBid ? actor : (buyer ?? actor);
  const name = names[seat] ?? '';
  const buyers = names
    .map((_, one) => one)
    .filter((one) => {
      const row = game.seats[one];
      return row && !row.bought && !row.out;
    });
  const send = (): void => {
    if (busy) return;
    if (!byBid) write({ type: 'sale', seat, plant: chosen, price: amount });
    else if (lot === null) write({ type: 'step', action: { type: 'open', seat, plant: chosen, bid: amount } });
    else write({ type: 'step', action: { type: 'bid', seat, amount } });
    setPrice(null);
    setBuyer(null);
  };
  const label = byBid
    ? t(lot === null ? 'real.open' : 'real.bid', { name, plant: plantName(chosen), n: amount })
    : t('real.sold', { name, plant: plantName(chosen), n: amount });
  const may = open.length > 0 || lot !== null;
  return (
    <Dock
      title={t(lot === null ? 'real.ask.open' : 'real.ask.bid', { name: names[actor] ?? '' })}
      note={byBid ? undefined : t('real.sold.note')}
    >
      {may && (
        <div className="real-fields">
          {!byBid && (
            <div className="choice" role="group" aria-label={t('real.buyer')}>
              {buyers.map((one) => (
                <button
                  type="button"
                  key={one}
                  aria-pressed={one === seat}
                  aria-label={names[one]}
                  onClick={() => {
                    setBuyer(one);
                  }}
                >
                  <Token seat={one} />
                </button>
              ))}
            </div>
          )}
          <label>
            {t('real.plant')}{' '}
            <select
              value={chosen}
              disabled={lot !== null}
              onChange={({ target: { value } }) => {
                onPlant(value);
                setPrice(null);
              }}
            >
              {game.plants.current.map((id) => (
                <option key={id} value={id}>
                  {plantName(id)}
                </option>
              ))}
            </select>
          </label>
          <NumberField label={t('real.price')} value={amount} onChange={setPrice} />
        </div>
      )}
      <div className="real-buttons">
        {rows(menu, 'pass').length > 0 && (
          <button
            type="button"
            onClick={() => {
              if (!busy) write({ type: 'step', action: { type: 'pass', seat: actor } });
            }}
          >
            {t(lot === null ? 'real.out' : 'real.pass', { name: names[actor] ?? '' })}
          </button>
        )}
        <button
          type="button"
          aria-pressed={byBid}
          onClick={() => {
            setByBid(!byBid);
          }}
        >
          {t(byBid ? 'real.result' : 'real.bybid')}
        </button>
        {may && (
          <button type="button" className="primary" data-primary aria-disabled={busy} onClick={send}>
            {label}
          </button>
        )}
      </div>
    </Dock>
  );
}

/** A plant over the limit, or fuel that has no place any more. */
export function ScrapEntry() {
  const t = useText();
  const { menu, game, names, write, busy } = useReal();
  const name = names[menu?.seat ?? 0] ?? '';
  return (
    <Ask title={t(game.asked === 'scrap' ? 'real.ask.scrap' : 'real.ask.discard_fuel', { name })}>
      <div className="real-picks">
        {rows(menu, 'scrap').map((row) => (
          <button
            type="button"
            key={row.plant}
            onClick={() => {
              if (!busy)
                write({ type: 'step', action: { type: 'scrap', seat: row.seat, plant: row.plant, give_up: {} } });
            }}
          >
            {t('real.scrap', { plant: plantName(row.plant) })}
          </button>
        ))}
        {rows(menu, 'discard_fuel').map((row) => (
          <button
            type="button"
            key={row.fuel}
            onClick={() => {
              if (!busy) write({ type: 'step', action: { type: 'discard_fuel', seat: row.seat, fuel: row.fuel } });
            }}
          >
            {t('real.discard', { fuel: sayCode('fuel', row.fuel) })}
          </button>
        ))}
      </div>
    </Ask>
  );
}
